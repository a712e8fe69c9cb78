// A mutation fuzzer for the readers of .aut and .dot.
//
// Good texts are damaged at random: bytes and lines are changed, repeated,
// swapped, cut out and spliced, and numbers are replaced by interesting ones.
// Whatever comes, a reader either refuses with at least one error or returns a
// valid system that survives being written and read again. The sanitizers
// watch over the rest. LTS_FUZZ_SECONDS in the environment makes it run for
// that long with a new seed, instead of a fixed number of rounds.
#include <time.h>

#include "base/strbuf.h"
#include "lts/file.h"

#include "naive.h"

static const char *const seeds[] = {
    "des (0, 3, 3)\n(0, \"a\", 1)\n(1, \"tau\", 2)\n(2, \"b c\", 0)\n",
    "des (2,4,3)\n(0,a,1)\n(1,i,2)\n(2,\"x \"\"y\"\"\",0)\n(2, return{0} , "
    "1)\n",
    "des (0, 0, 1)\n",
    "des (0, 2, 5)\r\n(0, \"a,b)\", 4)\r\n(4, \"\xc3\xa9\", 0)\r\n",
    "digraph g {\n  node [shape=circle];\n  alphabet=\"x\";\n  0;\n"
    "  1 [label=\"S\", kind=STOP, peripheries=2];\n  i [shape=point];\n"
    "  i -> 0;\n  0 -> 1 [label=\"a \\\"b\\\" \\\\\", style=dashed];\n}\n",
    "strict digraph \"G\" { a -> b -> c [label=go]; /* x */ c [kind=ERROR] // y"
    "\n# z\n b -> a; rankdir=LR }\n",
};

static const char *const words[] = {
    "0",
    "1",
    "-1",
    "4294967294",
    "4294967295",
    "4294967296",
    "1000000",
    "\"",
    "\\",
    "(",
    ")",
    ",",
    "des",
    "\n",
    "tau",
    "i",
    "->",
    "[",
    "]",
    "{",
    "}",
    "=",
    "label",
    "kind",
    "STOP",
    "/*",
    "*/",
    "//",
    "digraph",
    "subgraph",
    "99999999999999999999999",
    "\r\n",
    ";",
    "shape=point",
};

static void splice(struct strbuf *text, size_t at, size_t cut,
                   const char *bytes, size_t count) {
  struct strbuf result = {0};
  strbuf_bytes(&result, strbuf_text(text), at);
  strbuf_bytes(&result, bytes, count);
  strbuf_bytes(&result, strbuf_text(text) + at + cut, text->length - at - cut);
  strbuf_release(text);
  *text = result;
}

static size_t random_upto(struct random *random, size_t most) {
  return (size_t)(random_next(random) % (most + 1));
}

static void mutate(struct strbuf *text, struct random *random) {
  size_t at = random_upto(random, text->length);
  size_t rest = text->length - at;
  size_t cut = random_upto(random, rest < 12 ? rest : 12);
  const char *word = words[random_below(random, sizeof words / sizeof *words)];
  char byte = (char)random_next(random);
  switch (random_below(random, 6)) {
  case 0: splice(text, at, rest ? 1 : 0, &byte, 1); break;
  case 1: splice(text, at, cut, "", 0); break;
  case 2: splice(text, at, 0, word, strlen(word)); break;
  case 3: splice(text, at, cut, word, strlen(word)); break;
  case 4: { // repeat a piece
    char *piece = strndup(strbuf_text(text) + at, cut);
    splice(text, random_upto(random, text->length), 0, piece, strlen(piece));
    free(piece);
    break;
  }
  default: { // the tail of another seed
    const char *other =
        seeds[random_below(random, sizeof seeds / sizeof *seeds)];
    size_t from = random_upto(random, strlen(other));
    splice(text, at, rest, other + from, strlen(other) - from);
  }
  }
}

static struct lts *read_text(const struct lts_reader *reader, const char *text,
                             size_t length, bool dot) {
  if (dot)
    return lts_read_dot(reader, "fuzz", text, length);
  // A stream of length 0 cannot be opened.
  FILE *in = length ? fmemopen((void *)text, length, "r") : tmpfile();
  assert_non_null(in);
  struct lts *lts = lts_read_aut(reader, "fuzz", in);
  fclose(in);
  return lts;
}

static void check_good(const struct lts_reader *reader, const struct lts *lts,
                       bool dot) {
  struct strbuf errors = {0};
  struct capture capture;
  assert_true(lts_validate(lts, &errors));
  capture_init(&capture);
  if (dot)
    lts_write_dot(lts, capture.out);
  else
    lts_write_aut(lts, capture.out);
  const char *text = capture_text(&capture);
  struct lts *again = read_text(reader, text, capture.length, dot);
  if (!again || !lts_equal(lts, again))
    fail_msg("not read back:\n%s", text);
  lts_free(again);
  capture_release(&capture);
}

// Returns whether the text was taken.
static bool check_text(const struct strbuf *text, bool dot) {
  struct capture messages;
  capture_init(&messages);
  struct interner *names = interner_new();
  struct diag *diag = diag_new(names, messages.out);
  struct lts_reader reader = {action_table_new(), names, diag};
  struct lts *lts = read_text(&reader, strbuf_text(text), text->length, dot);
  assert_int_equal(lts == NULL, diag_count(diag, SEVERITY_ERROR) > 0);
  // Writing a million empty states each time would be all that we do.
  bool taken = lts != NULL;
  if (lts && lts->state_count < 1000)
    check_good(&reader, lts, dot);
  lts_free(lts);
  action_table_free(reader.actions);
  diag_free(diag);
  interner_free(names);
  capture_release(&messages);
  return taken;
}

static bool fuzz_once(struct random *random) {
  struct strbuf text = {0};
  strbuf_add(&text, seeds[random_below(random, sizeof seeds / sizeof *seeds)]);
  bool dot = strstr(strbuf_text(&text), "digraph") != NULL;
  for (uint32_t i = random_below(random, 5); i > 0; i--)
    mutate(&text, random);
  bool taken = check_text(&text, dot);
  strbuf_release(&text);
  return taken;
}

static void test_readers(void **state) {
  (void)state;
  const char *seconds = getenv("LTS_FUZZ_SECONDS");
  struct random random = {seconds ? (uint64_t)time(NULL) : 31};
  time_t end = time(NULL) + (seconds ? atoi(seconds) : 0);
  uint64_t rounds = 0, taken = 0;
  while (seconds ? time(NULL) < end : rounds < 20000) {
    uint64_t at = random.state;
    taken += fuzz_once(&random);
    if (++rounds % 1000000 == 0)
      print_message("%llu rounds, state %llx\n", (unsigned long long)rounds,
                    (unsigned long long)at);
  }
  print_message("%llu texts, %llu taken\n", (unsigned long long)rounds,
                (unsigned long long)taken);
  assert_true(taken > rounds / 50 && taken < rounds);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_readers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
