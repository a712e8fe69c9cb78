// Reading and writing: what we write is read back and written the same, and
// what is not well formed is refused with its place and reason.
#include "lts/file.h"

#include "naive.h"

struct desk {
  struct interner *names;
  struct capture messages;
  struct diag *diag;
  struct lts_reader reader;
};

static void desk_init(struct desk *desk) {
  desk->names = interner_new();
  capture_init(&desk->messages);
  desk->diag = diag_new(desk->names, desk->messages.out);
  desk->reader =
      (struct lts_reader){action_table_new(), desk->names, desk->diag};
}

static void desk_release(struct desk *desk) {
  diag_free(desk->diag);
  interner_free(desk->names);
  action_table_free(desk->reader.actions);
  capture_release(&desk->messages);
}

static struct lts *read_text(struct desk *desk, const char *text, size_t length,
                             bool dot) {
  if (dot)
    return lts_read_dot(&desk->reader, "f.dot", text, length);
  FILE *in = fmemopen((void *)text, length, "r");
  assert_non_null(in);
  struct lts *lts = lts_read_aut(&desk->reader, "f.aut", in);
  fclose(in);
  return lts;
}

static char *write_text(const struct lts *lts, bool dot) {
  struct capture capture;
  capture_init(&capture);
  if (dot)
    lts_write_dot(lts, capture.out);
  else
    lts_write_aut(lts, capture.out);
  char *copy = strdup(capture_text(&capture));
  capture_release(&capture);
  return copy;
}

static const char *const odd_labels[] = {
    "tau",    "i",       "return{0}",   "return{$ < 0}",     "say \"hi\"",
    "a,b",    "C:\\dir", "p.return{*}", "\xc3\xa9t\xc3\xa9", " lead",
    "x,\t3)", "\"",
};

static struct lts *random_lts(struct random *random,
                              struct action_table *actions, bool dot) {
  struct lts_builder builder;
  uint32_t states = 1 + random_below(random, 30);
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, states);
  lts_builder_initial(&builder, random_below(random, states));
  for (uint32_t i = random_below(random, 80); i > 0; i--)
    lts_builder_step(
        &builder, random_below(random, states),
        action_intern(actions, odd_labels[random_below(random, 12)]),
        random_below(random, states));
  for (uint32_t s = 0; dot && s < states; s += 3)
    lts_builder_name(&builder, s, s % 2 ? "N \"q\" \\ 1" : "S0");
  if (dot) {
    uint32_t stop = lts_builder_state(&builder);
    lts_builder_kind(&builder, stop, STATE_STOP);
    lts_builder_kind(&builder, lts_builder_state(&builder), STATE_END);
    lts_builder_kind(&builder, lts_builder_state(&builder), STATE_ERROR);
    lts_builder_alphabet(&builder, action_intern(actions, "never"));
    lts_builder_alphabet(&builder, action_intern(actions, "at all"));
  }
  return lts_builder_finish(&builder);
}

static void check_round_trip(bool dot) {
  struct random random = {dot ? 21 : 20};
  for (int i = 0; i < 1000; i++) {
    struct desk desk;
    desk_init(&desk);
    struct lts *lts = random_lts(&random, desk.reader.actions, dot);
    char *text = write_text(lts, dot);
    struct lts *same = read_text(&desk, text, strlen(text), dot);
    assert_string_equal(capture_text(&desk.messages), "");
    assert_non_null(same);
    assert_true(lts_equal(lts, same));
    for (uint32_t s = 0; s < lts->state_count; s++) {
      char x[16], y[16];
      assert_string_equal(lts_state_text(lts, s, x),
                          lts_state_text(same, s, y));
    }
    // Under a table with another history the text is the same, too.
    struct desk other;
    desk_init(&other);
    struct lts *again = read_text(&other, text, strlen(text), dot);
    char *second = write_text(again, dot);
    assert_string_equal(text, second);
    free(text);
    free(second);
    lts_free(lts);
    lts_free(same);
    lts_free(again);
    desk_release(&other);
    desk_release(&desk);
  }
}

static void test_aut_round_trip(void **state) {
  (void)state;
  check_round_trip(false);
}

static void test_dot_round_trip(void **state) {
  (void)state;
  check_round_trip(true);
}

// What others write.
static void test_aut_variants(void **state) {
  (void)state;
  static const char text[] = "\n  des(1,5 , 3) \r\n"
                             "(0,a,1)\n"
                             "\t( 1 , \"b c\" , 2 )\n\n"
                             "(2, i, 0)\n"
                             "(2, \"i\", 1)\n"
                             "(2, SEND !1 , 1)";
  struct desk desk;
  desk_init(&desk);
  struct lts *lts = read_text(&desk, text, strlen(text), false);
  assert_non_null(lts);
  assert_int_equal(lts->initial, 1);
  assert_int_equal(lts->step_count, 5);
  assert_true(lts_has_step(lts, 2, action_tau, 0));
  assert_true(lts_has_step(lts, 2, action_find(lts->actions, "i"), 1));
  assert_true(lts_has_step(lts, 1, action_find(lts->actions, "b c"), 2));
  assert_true(lts_has_step(lts, 2, action_find(lts->actions, "SEND !1"), 1));
  lts_free(lts);
  desk_release(&desk);
}

static void test_dot_variants(void **state) {
  (void)state;
  static const char text[] =
      "# a comment\nstrict digraph \"G\" {\n"
      "  rankdir=LR; node [shape=circle, label=\"\"] edge [color=red];\n"
      "  start [shape=point]; start -> B; // the initial state\n"
      "  A -> B -> C [label=go] /* twice */\n"
      "  C [kind=\"ERROR\"]\n"
      "  B -> A\n}\n";
  struct desk desk;
  desk_init(&desk);
  struct lts *lts = read_text(&desk, text, strlen(text), true);
  assert_string_equal(capture_text(&desk.messages), "");
  assert_non_null(lts);
  char buffer[16];
  struct action go = action_find(lts->actions, "go");
  assert_int_equal(lts->state_count, 3);
  assert_string_equal(lts_state_text(lts, lts->initial, buffer), "B");
  assert_true(lts_has_step(lts, 1, go, 0));
  assert_true(lts_has_step(lts, 0, go, 2));
  assert_true(lts_has_step(lts, 0, action_tau, 1));
  assert_int_equal(lts_kind(lts, 2), STATE_ERROR);
  lts_free(lts);
  desk_release(&desk);
}

struct bad {
  const char *text;
  const char *message; // line:column: error: reason
};

static void check_bad(const struct bad *rows, size_t count, bool dot) {
  for (size_t i = 0; i < count; i++) {
    struct desk desk;
    desk_init(&desk);
    const char *text = rows[i].text;
    struct lts *lts = read_text(&desk, text, strlen(text) + !*text, dot);
    char expected[200];
    snprintf(expected, sizeof expected, "f.%s:%s", dot ? "dot" : "aut",
             rows[i].message);
    const char *message = capture_text(&desk.messages);
    if (lts || strncmp(message, expected, strlen(expected)))
      fail_msg("for:\n%s\nexpected: %s\nfound:    %s", text, expected,
               lts ? "no error" : message);
    assert_int_equal(diag_count(desk.diag, SEVERITY_ERROR), 1);
    desk_release(&desk);
  }
}

static void test_aut_errors(void **state) {
  (void)state;
  static const struct bad rows[] = {
      {"\n\n", "3:1: error: the file ends before `des"},
      {"dse (0, 0, 1)\n", "1:1: error: expected `des (initial"},
      {"des 0, 0, 1)\n", "1:5: error: expected `(` after `des`"},
      {"des (x, 0, 1)\n", "1:6: error: expected the number of the initial"},
      {"des (-1, 0, 1)\n", "1:6: error: expected the number of the initial"},
      {"des (0 0, 1)\n", "1:8: error: expected `,` after the initial"},
      {"des (0, , 1)\n", "1:9: error: expected the number of transitions"},
      {"des (0, 0 1)\n", "1:11: error: expected `,` after the number of tran"},
      {"des (0, 0, )\n", "1:12: error: expected the number of states"},
      {"des (0, 0, 1\n", "1:13: error: expected `)` after the number of"},
      {"des (0, 0, 1) 7\n", "1:15: error: text after the header"},
      {"des (0, 0, 0)\n", "1:12: error: an LTS has at least one state"},
      {"des (1, 0, 1)\n", "1:12: error: the initial state is not below"},
      {"des (0, 4294967295, 1)\n", "1:9: error: too many transitions"},
      {"des (0, 99999999999999999999, 1)\n", "1:9: error: too many trans"},
      {"des (0, 0, 4294967295)\n", "1:12: error: too many states"},
      {"des (0, 0, 4000000000)\n", "1:12: error: far more states than"},
      {"des (0, 1, 2)\n", "2:1: error: the file ends before the announced"},
      {"des (0, 1, 2)\n(0, a, 1)\n(1, a, 0)\n",
       "3:1: error: more transitions than the header announces"},
      {"des (0, 1, 2)\n0, a, 1)\n", "2:1: error: expected a transition"},
      {"des (0, 1, 2)\n(a, a, 1)\n", "2:2: error: expected the number of a s"},
      {"des (0, 1, 2)\n(2, a, 1)\n", "2:2: error: no such state"},
      {"des (0, 1, 2)\n(0 a, 1)\n", "2:4: error: expected `,` after the so"},
      {"des (0, 1, 2)\n(0, a)\n", "2:7: error: expected `,` after the label"},
      {"des (0, 1, 2)\n(0, , 1)\n", "2:5: error: an empty label"},
      {"des (0, 1, 2)\n(0, \"\", 1)\n", "2:6: error: an empty label"},
      {"des (0, 1, 2)\n(0, \"a, 1)\n", "2:5: error: no closing quote"},
      {"des (0, 1, 2)\n(0, \"a\x01\", 1)\n", "2:7: error: a control charac"},
      {"des (0, 1, 2)\n(0, \"a\" 1)\n", "2:9: error: expected `,` after the"},
      {"des (0, 1, 2)\n(0, \"a\", x)\n", "2:10: error: expected the number o"},
      {"des (0, 1, 2)\n(0, \"a\", 2)\n", "2:10: error: no such state"},
      {"des (0, 1, 2)\n(0, \"a\", 1\n", "2:11: error: expected `)` after th"},
      {"des (0, 1, 2)\n(0, \"a\", 1) b\n", "2:13: error: text after a tra"},
  };
  check_bad(rows, sizeof rows / sizeof *rows, false);
}

static void test_dot_errors(void **state) {
  (void)state;
  static const struct bad rows[] = {
      {"graph G { }", "1:1: error: expected `digraph`"},
      {"digraph G ; }", "1:11: error: expected `{`"},
      {"digraph { a -> }", "1:16: error: expected the target of the edge"},
      {"digraph { a -> b", "1:17: error: expected a node, an edge or `}`"},
      {"digraph { a:n -> b }", "1:12: error: ports are not read"},
      {"digraph { subgraph { a } }", "1:11: error: subgraphs are not read"},
      {"digraph { a -- b }", "1:13: error: unexpected character"},
      {"digraph { a [label] }", "1:19: error: expected `=` after the name"},
      {"digraph { a [label=] }", "1:20: error: expected the value of an att"},
      {"digraph { a [=x] }", "1:14: error: expected the name of an attrib"},
      {"digraph { a [kind=MAYBE] }", "1:19: error: the kind of a state is"},
      {"digraph {\n a [label=\"x }", "2:11: error: no closing quote"},
      {"digraph { a /* }", "1:13: error: the comment does not end"},
      {"digraph { a } b", "1:15: error: text after the graph"},
      {"digraph { }", "1:12: error: a graph without states"},
      {"digraph { a -> p; p [shape=point] }", "1:36: error: an edge leads to"},
      {"digraph { a -> b; a [kind=STOP] }", "1:34: error: an edge leaves a"},
      {"digraph { a [label=\"x\ny\"] }", "1:22: error: a control character"},
  };
  check_bad(rows, sizeof rows / sizeof *rows, true);
}

// Text with a zero byte in it.
static void test_zero_bytes(void **state) {
  (void)state;
  static const char aut[] = "des (0, 1, 2)\n(0, \"a\0b\", 1)\n";
  static const char dot[] = "digraph { a -> b [label=\"x\0y\"] }";
  struct desk desk;
  desk_init(&desk);
  assert_null(read_text(&desk, aut, sizeof aut - 1, false));
  assert_null(read_text(&desk, dot, sizeof dot - 1, true));
  assert_int_equal(diag_count(desk.diag, SEVERITY_ERROR), 2);
  desk_release(&desk);
}

static void test_formats(void **state) {
  (void)state;
  assert_int_equal(lts_format_of("a/b.aut"), LTS_FORMAT_AUT);
  assert_int_equal(lts_format_of("b.dot"), LTS_FORMAT_DOT);
  assert_int_equal(lts_format_of("b.gv"), LTS_FORMAT_DOT);
  assert_int_equal(lts_format_of("aut"), LTS_FORMAT_NONE);
  struct desk desk;
  desk_init(&desk);
  assert_null(lts_read(&desk.reader, "no-such-file.aut"));
  assert_null(lts_read(&desk.reader, "no-such-file.dot"));
  assert_null(lts_read(&desk.reader, "no-such-format"));
  assert_int_equal(diag_count(desk.diag, SEVERITY_ERROR), 3);
  desk_release(&desk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_aut_round_trip),
      cmocka_unit_test(test_dot_round_trip),
      cmocka_unit_test(test_aut_variants),
      cmocka_unit_test(test_dot_variants),
      cmocka_unit_test(test_aut_errors),
      cmocka_unit_test(test_dot_errors),
      cmocka_unit_test(test_zero_bytes),
      cmocka_unit_test(test_formats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
