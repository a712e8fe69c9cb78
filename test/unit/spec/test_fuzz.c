// A fuzzer for the specification language: texts made by the grammar with
// mistakes here and there, and mutations of the specifications of this
// repository. Nothing may crash, hang or leak; run it with AddressSanitizer.
//
// Each text is read; one that reads without error is resolved, alone and
// against a program. FUZZ_SECONDS in the environment makes it run that long
// instead of a fixed number of rounds, from FUZZ_SEED; the text at hand is then
// kept in build/fuzz-spec.last.

#include "fixture.h"

#include <glob.h>
#include <signal.h>
#include <time.h>

#include "base/file.h"
#include "frontend/frontend.h"
#include "spec/spec.h"

enum { ROUNDS = 400, RELOAD = 500, SECONDS_PER_TEXT = 20, LONGEST = 20000 };

// ---- Texts by the grammar ---------------------------------------------------

struct writer {
  struct random random;
  struct strbuf text;
  int depth;
};

static uint32_t roll(struct writer *w, uint32_t limit) {
  return random_below(&w->random, limit);
}

static void put(struct writer *w, const char *text) {
  strbuf_format(&w->text, "%s%s", roll(w, 8) ? " " : "", text);
}

static const char *pick(struct writer *w, const char *const *words,
                        uint32_t count) {
  return words[roll(w, count)];
}

#define PICK(w, ...)                                                           \
  pick(w, (const char *const[]){__VA_ARGS__},                                  \
       sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void c_name(struct writer *w) {
  put(w, PICK(w, "n", "c", "busy", "limit", "dev_lock", "NPROTO", "RED", "$",
              "$1", "$2", "x", "N", "work", "nowhere"));
}

static void number(struct writer *w) {
  put(w, PICK(w, "0", "1", "-1", "7", "255", "256", "4294967295", "0xffu",
              "99l", "'a'", "2147483648", "18446744073709551615ull", "010"));
}

static void expression(struct writer *w) {
  if (++w->depth > 6 || !roll(w, 3)) {
    roll(w, 2) ? c_name(w) : number(w);
    w->depth--;
    return;
  }
  switch (roll(w, 9)) {
  case 0:
    put(w, PICK(w, "!", "~", "-", "+", "*", "&"));
    expression(w);
    break;
  case 1:
    put(w, "(");
    put(w, PICK(w, "int", "unsigned char", "long", "struct conn *", "void *",
                "spinlock_t", "_Bool", "float"));
    put(w, ")");
    expression(w);
    break;
  case 2:
    expression(w);
    put(w, "?");
    expression(w);
    put(w, ":");
    expression(w);
    break;
  case 3:
    expression(w);
    put(w, PICK(w, "->", "."));
    put(w, PICK(w, "fd", "mode", "color", "next", "held"));
    break;
  case 4:
    expression(w);
    put(w, "[");
    expression(w);
    put(w, "]");
    break;
  case 5:
    put(w, "(");
    expression(w);
    put(w, ")");
    break;
  case 6:
    put(w, "sizeof");
    put(w, PICK(w, "(int)", "(struct conn)", "n", "(n)"));
    break;
  default:
    expression(w);
    put(w, PICK(w, "+", "-", "*", "/", "%", "<<", ">>", "<", ">",
                "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||"));
    expression(w);
  }
  w->depth--;
}

static void ret(struct writer *w) {
  put(w, "return{");
  switch (roll(w, 5)) {
  case 0: put(w, "*"); break;
  case 1: put(w, "fresh"); break;
  case 2: break;
  default: expression(w);
  }
  put(w, "}");
}

static void action(struct writer *w) {
  put(w, PICK(w, "a", "b", "lock", "unlock", "tau", "a.b", "S", "x"));
}

static void actions(struct writer *w) {
  if (!roll(w, 5)) {
    put(w, "S");
    return;
  }
  put(w, "{");
  for (uint32_t i = roll(w, 4); i-- > 0;) {
    roll(w, 8) ? action(w) : ret(w);
    if (i)
      put(w, ",");
  }
  put(w, "}");
}

static void body(struct writer *w) {
  if (++w->depth > 5 || !roll(w, 3)) {
    switch (roll(w, 4)) {
    case 0: ret(w); break;
    case 1: put(w, PICK(w, "STOP", "END", "ERROR", "ANY")); break;
    default: put(w, PICK(w, "P", "Q", "R", "FREE", "HELD"));
    }
    w->depth--;
    return;
  }
  put(w, "(");
  for (uint32_t i = 1 + roll(w, 3); i-- > 0;) {
    for (uint32_t k = roll(w, 3); k-- > 0;) {
      if (roll(w, 10)) {
        action(w);
      } else {
        put(w, "client.");
        ret(w);
      }
      put(w, "->");
    }
    body(w);
    if (i)
      put(w, "|");
  }
  put(w, ")");
  w->depth--;
}

static void ops(struct writer *w) {
  for (uint32_t i = roll(w, 3); i-- > 0;) {
    const char *op = PICK(w, "+", "\\", "@", "/");
    put(w, op);
    if (*op == '/') {
      put(w, "{");
      action(w);
      put(w, "/");
      action(w);
      put(w, "}");
    } else {
      actions(w);
    }
  }
}

static void trigger(struct writer *w) {
  const char *kind = PICK(w, "call", "ret", "label");
  put(w, kind);
  put(w, *kind == 'l' ? "out"
                      : PICK(w, "spin_lock", "read_bytes", "classify", "grab",
                             "log_line", "f"));
  if (*kind != 'l' && roll(w, 2)) {
    put(w, "(");
    for (uint32_t i = roll(w, 4); i-- > 0;) {
      roll(w, 2) ? put(w, "*") : expression(w);
      if (i)
        put(w, ",");
    }
    put(w, ")");
  }
  if (*kind == 'r' && roll(w, 2)) {
    put(w, "->");
    expression(w);
  }
}

static void formula(struct writer *w) {
  if (++w->depth > 5 || !roll(w, 3)) {
    roll(w, 4) ? action(w) : put(w, "\"busy > n\"");
  } else if (roll(w, 2)) {
    put(w, PICK(w, "!", "X", "F", "G", "[]", "<>", "AG", "EF", "AX", "EG"));
    formula(w);
  } else {
    put(w, "(");
    formula(w);
    put(w, PICK(w, "&&", "||", "=>", "U", "W", "R", "<=>", "->", "==>"));
    formula(w);
    put(w, ")");
  }
  w->depth--;
}

static void proc(struct writer *w) {
  put(w, roll(w, 2) ? "assume proc" : "proc");
  put(w, PICK(w, "int work(struct conn *c, int n)",
              "void spin_lock(spinlock_t *l)", "void *grab(unsigned long n)",
              "unsigned char classify(unsigned char c)", "int f(void)",
              "int g(int x, unsigned n, char *p, ...)",
              "int (*h(int a[3], int (*k)(void)))(char)"));
  if (roll(w, 2)) {
    put(w, ":");
    body(w);
    put(w, ";");
    return;
  }
  put(w, "{");
  for (uint32_t i = roll(w, 4); i-- > 0;) {
    switch (roll(w, 6)) {
    case 0:
      put(w, "modifies");
      expression(w);
      break;
    case 1: put(w, "may_alias(c, n)"); break;
    case 2:
      put(w, "otherwise :");
      body(w);
      break;
    default:
      put(w, "when (");
      expression(w);
      put(w, ") :");
      body(w);
    }
    put(w, ";");
  }
  put(w, "}");
}

static void process(struct writer *w) {
  put(w, PICK(w, "P", "Q", "R", "property FREE", "HELD"));
  put(w, "=");
  body(w);
  while (!roll(w, 3)) {
    put(w, ",");
    put(w, PICK(w, "P", "Q", "R", "HELD"));
    put(w, "=");
    body(w);
  }
  ops(w);
}

static void item(struct writer *w) {
  switch (roll(w, 11)) {
  case 0:
    put(w, "const N =");
    expression(w);
    break;
  case 1:
    put(w, "set S =");
    actions(w);
    break;
  case 2:
    put(w, "event");
    action(w);
    put(w, "=");
    trigger(w);
    if (!roll(w, 3)) {
      put(w, "when (");
      expression(w);
      put(w, ")");
    }
    break;
  case 3: proc(w); return;
  case 4:
    put(w, "|| C = ( P");
    ops(w);
    put(w, "|| Q )");
    ops(w);
    break;
  case 5:
    put(w, "system HS = ( client: work(c, n) || server: send(");
    expression(w);
    put(w, ", n) when (");
    expression(w);
    put(w, ") )");
    break;
  case 6:
    put(w, "check");
    put(w, PICK(w, "work", "HS", "P", "one: send", "f"));
    put(w, PICK(w, "", "refines P", "refines FREE in simulation",
                "deadlock_free", "assertions expect fails"));
    break;
  case 7:
    put(w, "check work");
    put(w, PICK(w, "ltl", "ctl"));
    formula(w);
    break;
  case 8:
    put(w, "check work unreachable");
    trigger(w);
    break;
  default: process(w);
  }
  put(w, ";\n");
}

static void make_text(struct writer *w) {
  for (uint32_t i = 1 + roll(w, 6); i-- > 0;)
    item(w);
}

// ---- Mutations --------------------------------------------------------------

struct seeds {
  struct strbuf *texts;
  uint32_t count;
};

static void seeds_init(struct seeds *seeds) {
  glob_t found = {0};
  glob("test/spec/good/*.spec", 0, NULL, &found);
  glob("test/spec/bad/*.spec", GLOB_APPEND, NULL, &found);
  glob("specs/*.spec", GLOB_APPEND, NULL, &found);
  seeds->texts = calloc(found.gl_pathc + 1, sizeof *seeds->texts);
  seeds->count = (uint32_t)found.gl_pathc;
  for (uint32_t i = 0; i < seeds->count; i++)
    file_read(found.gl_pathv[i], &seeds->texts[i]);
  globfree(&found);
}

static void seeds_release(struct seeds *seeds) {
  for (uint32_t i = 0; i < seeds->count; i++)
    strbuf_release(&seeds->texts[i]);
  free(seeds->texts);
}

static void replace(struct writer *w, size_t start, size_t end,
                    const char *text, size_t length) {
  struct strbuf result = {0};
  strbuf_bytes(&result, w->text.text, start);
  strbuf_bytes(&result, text, length);
  strbuf_bytes(&result, w->text.text + end, w->text.length - end);
  strbuf_release(&w->text);
  w->text = result;
}

static void mutate_once(struct writer *w, const struct seeds *seeds) {
  if (!w->text.length)
    return;
  size_t start = roll(w, (uint32_t)w->text.length);
  size_t end = start + roll(w, 12);
  if (end > w->text.length)
    end = w->text.length;
  const char *piece =
      PICK(w, "(", ")", "{", "}", ";", "->", "|", "||", ",", "return{", "$",
           "when", "proc", "0", "\"", "'", "/*", ".", "=", "STOP", "\xff", "\n",
           "((((((((((", "event", "import \"x.spec\";", "[", "tau ->");
  switch (roll(w, 5)) {
  case 0: replace(w, start, end, "", 0); break;
  case 1: replace(w, start, start, piece, strlen(piece)); break;
  case 2: replace(w, start, end, piece, strlen(piece)); break;
  case 3: { // a piece of another text
    if (!seeds->count)
      break;
    const struct strbuf *other = &seeds->texts[roll(w, seeds->count)];
    if (!other->length)
      break;
    size_t from = roll(w, (uint32_t)other->length);
    size_t length = roll(w, 80);
    if (length > other->length - from)
      length = other->length - from;
    replace(w, start, start, other->text + from, length);
    break;
  }
  default: { // again what is there
    char copy[16];
    size_t length = end - start;
    memcpy(copy, w->text.text + start, length);
    replace(w, end, end, copy, length);
  }
  }
}

static void mutate(struct writer *w, const struct seeds *seeds) {
  if (seeds->count && roll(w, 3)) {
    const struct strbuf *seed = &seeds->texts[roll(w, seeds->count)];
    strbuf_clear(&w->text);
    strbuf_bytes(&w->text, strbuf_text(seed), seed->length);
  } else {
    make_text(w);
  }
  for (uint32_t i = roll(w, 6); i-- > 0;)
    mutate_once(w, seeds);
}

// ---- Trying -----------------------------------------------------------------

struct tester {
  struct interner *names;
  struct diag *diag;
  FILE *sink;
  struct stats stats;
  struct frontend frontend;
  struct program *program;
  struct declaration_vec declarations;
};

static const char *const c_file = "test/spec/bad/program.c";

static void tester_load(struct tester *t) {
  int code;
  t->names = interner_new();
  t->sink = fopen("/dev/null", "w");
  t->diag = diag_new(t->names, t->sink);
  t->frontend = (struct frontend){
      .options = {.compiler = "clang-19", .pointer_width = 64},
      .names = t->names,
      .diag = t->diag,
      .stats = &t->stats};
  const char *const texts[] = {"NPROTO",   "spin_lock", "read_bytes",
                               "log_line", "grab",      "spinlock_t"};
  struct name wanted[sizeof texts / sizeof *texts];
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    wanted[i] = intern(t->names, texts[i]);
  struct frontend_query query = {wanted, sizeof texts / sizeof *texts,
                                 &t->declarations};
  t->program = frontend_load(&t->frontend, &c_file, 1, &query, &code);
  assert_non_null(t->program);
}

static void tester_unload(struct tester *t) {
  declaration_vec_release(&t->declarations);
  program_free(t->program);
  diag_free(t->diag);
  fclose(t->sink);
  interner_free(t->names);
}

static void resolve(struct tester *t, struct syntax *syntax,
                    struct program *program) {
  bool ok;
  struct spec *spec =
      spec_new(syntax, program, program ? &t->declarations : NULL, 64, &ok);
  struct strbuf out = {0};
  spec_print(spec, &out);
  strbuf_release(&out);
  spec_free(spec);
}

// True when the text had no syntax error.
static bool try_text(struct tester *t, const struct strbuf *text,
                     bool with_program) {
  struct syntax syntax;
  struct syntax_options options = {0};
  bool ok =
      syntax_read_text(&syntax, "test/spec/bad/fuzz.spec", strbuf_text(text),
                       text->length, &options, t->names, t->diag);
  if (ok)
    resolve(t, &syntax, with_program ? t->program : NULL);
  syntax_release(&syntax);
  return ok;
}

static void keep(const struct strbuf *text) {
  FILE *file = fopen("build/fuzz-spec.last", "w");
  if (file) {
    fwrite(strbuf_text(text), 1, text->length, file);
    fclose(file);
  }
}

static long environment(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

static void test_fuzz(void **state) {
  (void)state;
  long seconds = environment("FUZZ_SECONDS", 0);
  struct writer w = {.random = {(uint64_t)environment("FUZZ_SEED", 1)}};
  struct tester t = {0};
  struct seeds seeds;
  seeds_init(&seeds);
  tester_load(&t);
  time_t end = time(NULL) + seconds;
  unsigned long tried = 0, read = 0;
  while (seconds ? time(NULL) < end : tried < ROUNDS) {
    if (++tried % RELOAD == 0) {
      tester_unload(&t);
      t = (struct tester){0};
      tester_load(&t);
    }
    strbuf_clear(&w.text);
    if (roll(&w, 2))
      make_text(&w);
    else
      mutate(&w, &seeds);
    if (w.text.length > LONGEST)
      continue;
    if (seconds)
      keep(&w.text);
    alarm(SECONDS_PER_TEXT);
    read += try_text(&t, &w.text, roll(&w, 2));
    alarm(0);
  }
  if (seconds)
    printf("# %lu texts, %lu of them without a syntax error\n", tried, read);
  assert_true(read > 0 && read < tried);
  tester_unload(&t);
  seeds_release(&seeds);
  strbuf_release(&w.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fuzz),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
