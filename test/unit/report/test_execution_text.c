// Executions of one lane, of a tree, of several lanes and of processes as text.
#include "../unit.h"

#include "report/execution_text.h"

static struct name named(struct result *r, const char *text) {
  return intern(r->names, text);
}

static struct result empty(void) {
  return (struct result){.names = interner_new()};
}

static struct execution *add_execution(struct result *r) {
  execution_vec_push(&r->executions, (struct execution){0});
  return execution_vec_last(&r->executions);
}

static void come_to(struct result *r, struct lane *lane, unsigned line,
                    const char *source) {
  lane_add(lane, STEP_LINE, named(r, source))->position =
      (struct position){named(r, "f.c"), line, 1};
}

// Prints the result and ends it.
static void expect(struct result *r, const char *expected) {
  struct strbuf text = {0};
  executions_print(r, 0, (struct text_style){0}, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
  interner_free(r->names);
  result_release(r);
}

static void add_row(struct result *r) {
  result_row_vec_push(&r->rows,
                      (struct result_row){.text = named(r, "assert(0)"),
                                          .place = named(r, "f.c:3")});
}

static void test_lane(void **state) {
  (void)state;
  struct result r = empty();
  add_row(&r);
  struct execution *e = add_execution(&r);
  struct lane *lane = execution_add_lane(e, (struct name){0});
  lane_add(lane, STEP_VALUE, named(&r, "n"))->value = named(&r, "-7");
  come_to(&r, lane, 2, "x = f();");
  lane_add(lane, STEP_NOTE, named(&r, "if f may return 3"));
  come_to(&r, lane, 3, "send(x);");
  struct step *step = lane_add(lane, STEP_ACTION, named(&r, "send"));
  assert_int_equal(step->position.line, 3); // where control is
  step->state = named(&r, "IDLE");
  step->is_forbidden = true;
  e->ending = ENDING_FORBIDDEN;
  name_vec_push(&e->allowed, named(&r, "open"));
  name_vec_push(&e->allowed, named(&r, "close"));
  expect(&r, "violated: assert(0) at f.c:3\n"
             "counterexample:\n"
             "        n = -7\n"
             "   1  f.c:2: x = f();\n"
             "        if f may return 3\n"
             "   2  f.c:3: send(x);\n"
             "        performs send; specification in state IDLE: forbidden\n"
             "        allowed there: open, close\n");
}

// What the second execution shares is counted, not told again.
static void test_tree(void **state) {
  (void)state;
  struct result r = empty();
  add_row(&r);
  for (int i = 0; i < 2; i++) {
    struct execution *e = add_execution(&r);
    struct lane *lane = execution_add_lane(e, (struct name){0});
    come_to(&r, lane, 1, "go();");
    lane_add(lane, STEP_ACTION, named(&r, "go"));
    e->shared = i ? lane->steps.count : 0;
    come_to(&r, lane, 2u + (unsigned)i, i ? "b();" : "a();");
    e->ending = ENDING_REFUSED;
    name_vec_push(&e->refusing, named(&r, i ? "S1" : "S2"));
  }
  expect(&r, "violated: assert(0) at f.c:3\n"
             "counterexample:\n"
             "   1  f.c:1: go();\n"
             "        performs go\n"
             "   2  f.c:2: a();\n"
             "        refused by the specification in state S2\n"
             "  or, after the same beginning:\n"
             "   2  f.c:3: b();\n"
             "        refused by the specification in state S1\n");
}

static void test_deadlock(void **state) {
  (void)state;
  struct result r = empty();
  struct execution *e = add_execution(&r);
  e->ending = ENDING_DEADLOCK;
  struct joint_step *step = execution_add_action(e, named(&r, "m"));
  bitset_add(&step->lanes, 0);
  bitset_add(&step->lanes, 1);
  struct lane *a = execution_add_lane(e, named(&r, "A"));
  a->takes_part = true;
  struct waiting waiting = {named(&r, "k"), {0}};
  bitset_add(&waiting.missing, 1);
  waiting_vec_push(&a->waits, waiting);
  come_to(&r, a, 5, "recv();");
  lane_add(a, STEP_ACTION, named(&r, "own"))->is_alone = true;
  lane_add(a, STEP_WAIT, named(&r, "k"));
  struct lane *b = execution_add_lane(e, named(&r, "B"));
  b->has_ended = true;
  execution_add_lane(e, named(&r, "C"));
  expect(&r, "deadlock after:\n"
             "                    A  B  C\n"
                      "   1  m             o  o  .\n"
             "      A waits for k (needs B)\n"
             "      B has ended\n"
             "      C waits for nothing\n"
             "component A:\n"
             "   1  f.c:5: recv();\n"
             "        performs own (alone)\n"
             "        waits for k\n"
             "component B takes no part\n"
             "component C takes no part\n");
}

static void test_processes(void **state) {
  (void)state;
  struct result r = empty();
  struct execution *e = add_execution(&r);
  e->ending = ENDING_FORBIDDEN;
  execution_add_action(e, named(&r, "a"));
  execution_add_action(e, named(&r, "b"));
  e = add_execution(&r);
  e->ending = ENDING_ERROR;
  execution_add_action(e, named(&r, "a"));
  e = add_execution(&r);
  e->ending = ENDING_DEADLOCK;
  e->state = named(&r, "S");
  e = add_execution(&r);
  e->ending = ENDING_REFUSED;
  e->play = named(&r, "how it goes\n");
  expect(&r, "trace: a, b\n"
             "allowed instead of the last action: nothing\n"
             "trace: a\n"
             "which leads to ERROR\n"
             "deadlock after: in state S\n"
             "how it goes\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lane),
      cmocka_unit_test(test_tree),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_processes),
  };
  return cmocka_run_group_tests_name("execution_text", tests, NULL, NULL);
}
