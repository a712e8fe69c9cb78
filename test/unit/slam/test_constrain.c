// Constrain: which steps are spurious, and what forbids them (seed 003,
// section 3), of each kind of step by itself.

#include "abstracted.h"

#include "program/print.h"
#include "slam/constrain.h"

#define HEAD                                                                   \
  "int __VERIFIER_nondet_int(void); void exit(int); void reach_error(void);\n"

// Figure 1.
#define TRANSITIVE                                                             \
  HEAD "int main(void) {\n"                                                    \
       "  int x = __VERIFIER_nondet_int();\n"                                  \
       "  int y = __VERIFIER_nondet_int();\n"                                  \
       "  int z = __VERIFIER_nondet_int();\n"                                  \
       "  if (x < y)\n"                                                        \
       "    if (y < z)\n"                                                      \
       "      if (!(x < z))\n"                                                 \
       "        reach_error();\n"                                              \
       "  return 0;\n"                                                         \
       "}\n"
enum { LINE_X = 3, LINE_Y, LINE_Z, LINE_IF };

// Figure 3.
#define RETURNS                                                                \
  HEAD "int foo(int a) {\n"                                                    \
       "  int b = __VERIFIER_nondet_int();\n"                                  \
       "  if (a < b) return b;\n"                                              \
       "  exit(0);\n"                                                          \
       "}\n"                                                                   \
       "int main(void) {\n"                                                    \
       "  int x = __VERIFIER_nondet_int();\n"                                  \
       "  int y = __VERIFIER_nondet_int();\n"                                  \
       "  int z = __VERIFIER_nondet_int();\n"                                  \
       "  if (x < y)\n"                                                        \
       "    z = foo(y);\n"                                                     \
       "  if (!(x < z))\n"                                                     \
       "    reach_error();\n"                                                  \
       "  return 0;\n"                                                         \
       "}\n"
enum { LINE_FOO = 12 };

// A condition of the formal, one of the result, and a global that the callee
// changes.
#define PARAMETERS                                                             \
  HEAD "int g;\n"                                                              \
       "int half(int a) {\n"                                                   \
       "  int r = __VERIFIER_nondet_int();\n"                                  \
       "  if (a < 10) r = 1;\n"                                                \
       "  if (r == 1) g = 9;\n"                                                \
       "  return r;\n"                                                         \
       "}\n"                                                                   \
       "int main(void) {\n"                                                    \
       "  int x = __VERIFIER_nondet_int(), y = 1;\n"                           \
       "  if (x < 5)\n"                                                        \
       "    y = half(x);\n"                                                    \
       "  if (x < g) y = 1;\n"                                                 \
       "  if (y == 1) return 0;\n"                                             \
       "  reach_error();\n"                                                    \
       "}\n"
enum { LINE_HALF = 12 };

// What an assignment keeps though it changes the variable.
#define PARITY                                                                 \
  HEAD "int main(void) {\n"                                                    \
       "  unsigned u = __VERIFIER_nondet_int();\n"                             \
       "  u = u + 2;\n"                                                        \
       "  if (u % 2 == 1) reach_error();\n"                                    \
       "  return 0;\n"                                                         \
       "}\n"
enum { LINE_TWO = 4 };

enum { SLOTS = 32, EVENTS = 8 };

struct constrained {
  struct abstracted made;
  struct constrain_options options;
  struct constrain_figures figures;
  struct event events[EVENTS];
  bool before[EVENTS][SLOTS], after[EVENTS][SLOTS];
  uint32_t count;
};

static void constrained_init(struct constrained *c, const char *text,
                             const char *kept) {
  *c = (struct constrained){.options = {.most = 5}};
  abstracted_load(&c->made, text, kept);
  tracked_add_returned(&c->made.tracked);
  abstracted_make(&c->made);
}

static void constrained_release(struct constrained *c) {
  abstracted_release(&c->made);
}

// ---- Events -----------------------------------------------------------------

static struct edge_id edge_at(const struct constrained *c, enum made_kind kind,
                              uint32_t part, uint32_t line, uint32_t *count) {
  const struct made_of_vec *list = &c->made.c2bp.made[part].statements;
  struct edge_id found = {0};
  *count = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    struct edge_id edge = list->at[i].edge;
    if (list->at[i].kind != kind ||
        procedure_edge(c->made.parts.procedure, edge)->position.line != line)
      continue;
    found = edge;
    (*count)++;
  }
  return found;
}

// The step of a line of main. There is one.
static uint32_t add_event(struct constrained *c, enum event_kind kind,
                          enum made_kind made, uint32_t line) {
  uint32_t count, i = c->count++;
  struct edge_id edge = edge_at(c, made, 0, line, &count);
  assert_true(i < EVENTS);
  assert_int_equal(count, 1);
  c->events[i] = (struct event){
      .kind = kind, .edge = edge, .before = c->before[i], .after = c->after[i]};
  return i;
}

static bool is_named(const struct constrained *c, struct predicate p,
                     const char *text) {
  struct strbuf printed = {0};
  program_print_term(c->made.checked.program,
                     predicate_term(c->made.tracked.table, p), &printed);
  bool is_so = !strcmp(strbuf_text(&printed), text);
  strbuf_release(&printed);
  return is_so;
}

// Where main has the predicate.
static uint32_t slot_of(const struct constrained *c, const char *text) {
  const struct predicate_vec *lists[] = {&c->made.tracked.globals,
                                         &c->made.c2bp.made[0].locals};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < lists[k]->count; i++) {
      struct bp_variable variable;
      if (is_named(c, lists[k]->at[i], text) &&
          c2bp_variable(&c->made.c2bp, 0, lists[k]->at[i], &variable))
        return bp_slot(c->made.c2bp.bp, variable);
    }
  fail_msg("no predicate %s", text);
  return 0;
}

static uint32_t slot_of_temporary(const struct constrained *c, uint32_t local) {
  return c->made.c2bp.bp->globals.count + local;
}

// Where main has what the callee returns.
static uint32_t slot_of_returned(const struct constrained *c,
                                 const char *text) {
  const struct predicate_vec *returned = &c->made.c2bp.made[1].returned;
  uint32_t i = 0;
  while (i < returned->count && !is_named(c, returned->at[i], text))
    i++;
  assert_true(i < returned->count);
  return slot_of_temporary(c, c->made.c2bp.made[0].first_return + i);
}

static uint32_t pass(struct constrained *c) {
  struct event_vec events = {.at = c->events, .count = c->count};
  abstracted_forget(&c->made);
  c->figures = (struct constrain_figures){0};
  return constrain_pass(&c->made.c2bp, c->made.solver, &events, &c->options,
                        &c->made.constraints, &c->figures);
}

static void assert_constraint(const struct constrained *c, uint32_t index,
                              enum constraint_kind kind, const char *text) {
  struct strbuf printed = {0};
  assert_true(index < c->made.constraints.count);
  const struct constraint *found = &c->made.constraints.at[index];
  constraint_print(&c->made.tracked, found, &printed);
  assert_string_equal(strbuf_text(&printed), text);
  assert_int_equal(found->kind, kind);
  strbuf_release(&printed);
}

// ---- Assignments and conditions ---------------------------------------------

// z gets a value such that x < y < z and not x < z.
static uint32_t add_transitive(struct constrained *c) {
  uint32_t i = add_event(c, EVENT_STEP, MADE_STEP, LINE_Z);
  c->before[i][slot_of(c, "x < y")] = true;
  c->after[i][slot_of(c, "x < y")] = true;
  c->after[i][slot_of(c, "y < z")] = true;
  return i;
}

static void test_assignment(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  c.options.enforcing = ENFORCE_TRACE;
  add_transitive(&c);
  assert_int_equal(pass(&c), 1);
  assert_constraint(&c, 0, CONSTRAINT_STEP,
                    "!(x < y && (y < z)' && !(x < z)')");
  c.after[0][slot_of(&c, "x < z")] = true; // that is possible
  assert_int_equal(pass(&c), 0);
  constrained_release(&c);
}

static void test_condition(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  add_event(&c, EVENT_STEP, MADE_STEP, LINE_IF);
  // One of the two sides; the predicate is its condition, or the opposite.
  bool *value = &c.before[0][slot_of(&c, "x < y")];
  uint32_t when_false = pass(&c);
  c.after[0][slot_of(&c, "x < y")] = *value = true;
  assert_int_equal(when_false + pass(&c), 1);
  assert_int_equal(c.made.constraints.count, 1 - when_false);
  constrained_release(&c);
}

// All literals stay, and the constraint is about no more than this one step.
static void test_weak(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  c.options.strengthening = STRENGTHEN_NOT;
  add_transitive(&c);
  assert_int_equal(pass(&c), 1);
  assert_constraint(&c, 0, CONSTRAINT_STEP,
                    "!(x < y && !(y < z) && !(x < z) && (y < z)' && "
                    "!(x < z)')");
  constrained_release(&c);
}

// What it says of every assignment of figure 1, under every two valuations,
// compared with the numbers that there are.

enum { NUMBERS = 4 }; // enough for any order of x, y, z and what is assigned

static uint32_t valuation(const int v[3]) {
  return (uint32_t)((v[0] < v[1]) | (v[1] < v[2]) << 1 | (v[0] < v[2]) << 2);
}

// Can the assignment of a variable lead from one valuation to the other?
static bool is_possible(uint32_t assigned, uint32_t from, uint32_t to) {
  for (int code = 0; code < NUMBERS * NUMBERS * NUMBERS; code++)
    for (int next = 0; next < NUMBERS; next++) {
      int v[3] = {code % NUMBERS, code / NUMBERS % NUMBERS,
                  code / NUMBERS / NUMBERS};
      if (valuation(v) != from)
        continue;
      v[assigned] = next;
      if (valuation(v) == to)
        return true;
    }
  return false;
}

static void set_valuation(const struct constrained *c, bool *slots,
                          uint32_t value) {
  static const char *const names[] = {"x < y", "y < z", "x < z"};
  for (uint32_t i = 0; i < 3; i++)
    slots[slot_of(c, names[i])] = value >> i & 1;
}

// Fewer literals exclude more; they still exclude nothing that is possible.
static void check_literals(const struct constrained *c, uint32_t assigned) {
  static const char *const names[] = {"x < y", "y < z", "x < z"};
  const struct constraint *one = &c->made.constraints.at[0];
  for (uint32_t from = 0; from < 8; from++)
    for (uint32_t to = 0; to < 8; to++) {
      bool is_excluded = true;
      for (uint32_t i = 0; i < one->literals.count; i++) {
        struct constraint_literal l = one->literals.at[i];
        uint32_t k = 0;
        while (!is_named(c, l.predicate, names[k]))
          k++;
        uint32_t at = l.place == LITERAL_AFTER ? to : from;
        is_excluded &= (at >> k & 1) == l.value;
      }
      if (is_excluded)
        assert_false(is_possible(assigned, from, to));
    }
}

static void check_steps(enum strengthening strengthening) {
  static const uint32_t lines[] = {LINE_X, LINE_Y, LINE_Z};
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  c.options.strengthening = strengthening;
  c.options.enforcing = ENFORCE_TRACE;
  for (uint32_t assigned = 0; assigned < 3; assigned++)
    for (uint32_t from = 0; from < 8; from++)
      for (uint32_t to = 0; to < 8; to++) {
        uint32_t same = 1u << ((assigned + 1) % 3); // what it does not change
        if ((from ^ to) & same)
          continue; // not a trace: nothing assigns it
        c.count = 0;
        add_event(&c, EVENT_STEP, MADE_STEP, lines[assigned]);
        set_valuation(&c, c.before[0], from);
        set_valuation(&c, c.after[0], to);
        bool is_spurious = pass(&c);
        assert_int_equal(is_spurious, !is_possible(assigned, from, to));
        if (is_spurious)
          check_literals(&c, assigned);
      }
  constrained_release(&c);
}

static void test_all_steps(void **unused) {
  (void)unused;
  check_steps(STRENGTHEN_CORE);
  check_steps(STRENGTHEN_DROP);
  check_steps(STRENGTHEN_NOT);
}

// ---- Calls and returns ------------------------------------------------------

// x < 5, and the callee is entered with !(a < 10).
static void test_call(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, PARAMETERS, "half");
  uint32_t i = add_event(&c, EVENT_PARAMETERS, MADE_PARAMETERS, LINE_HALF);
  const struct made_part *callee = &c.made.c2bp.made[1];
  uint32_t first = c.made.c2bp.made[0].first_parameter;
  assert_int_equal(callee->parameter_count, 1);
  c.before[i][slot_of(&c, "x < 5")] = true;
  c.after[i][slot_of(&c, "x < 5")] = true;
  assert_int_equal(pass(&c), 1);
  assert_constraint(&c, 0, CONSTRAINT_PARAMETERS,
                    "!(x < 5 && !(half::a < 10)')");
  c.after[i][slot_of_temporary(&c, first)] = true;
  assert_int_equal(pass(&c), 0);
  constrained_release(&c);
}

// Section 3.2: x < y, not x < z before the call; foo returns a < result; and
// not x < z behind it. What the callee has is what it returns (omega of a0);
// the caller's state is as it was before the call (a_c).
static uint32_t add_return(struct constrained *c) {
  uint32_t i = add_event(c, EVENT_EFFECTS, MADE_EFFECTS, LINE_FOO);
  c->before[i][slot_of(c, "x < y")] = true;
  c->after[i][slot_of(c, "x < y")] = true;
  c->before[i][slot_of_returned(c, "foo::a < foo::result")] = true;
  return i;
}

static void test_return(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, RETURNS, "foo");
  uint32_t i = add_return(&c);
  assert_int_equal(pass(&c), 1);
  assert_constraint(&c, 0, CONSTRAINT_EFFECTS,
                    "!(x < y && foo::a < foo::result && !(x < z)')");
  c.options.strengthening = STRENGTHEN_NOT;
  assert_int_equal(pass(&c), 1);
  assert_constraint(&c, 0, CONSTRAINT_EFFECTS,
                    "!(x < y && !(x < z) && foo::a < foo::result && "
                    "!(x < z)')");
  // Nothing follows for z if the callee returned nothing, or from x >= y.
  uint32_t returned = slot_of_returned(&c, "foo::a < foo::result");
  c.before[i][returned] = false;
  assert_int_equal(pass(&c), 0);
  c.before[i][returned] = true;
  c.before[i][slot_of(&c, "x < y")] = false;
  c.after[i][slot_of(&c, "x < y")] = false;
  assert_int_equal(pass(&c), 0);
  constrained_release(&c);
}

// What the callee may have changed has an old value and a new one; parameters
// and returned predicates are not taken for each other.
static void test_changed_global(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, PARAMETERS, "half");
  uint32_t i = add_event(&c, EVENT_EFFECTS, MADE_EFFECTS, LINE_HALF);
  c.before[i][slot_of(&c, "x < g")] = true; // and not so behind it
  assert_int_equal(pass(&c), 0);
  c.before[i][slot_of_returned(&c, "half::result == 1")] = true;
  assert_int_equal(pass(&c), 1); // y is not what was returned
  assert_constraint(&c, 0, CONSTRAINT_EFFECTS,
                    "!(half::result == 1 && !(y == 1)')");
  constrained_release(&c);
}

// Without the valuation on either side nothing is asked.
static void test_unvalued(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, RETURNS, "foo");
  uint32_t i = add_return(&c);
  c.events[i].after = NULL;
  assert_int_equal(pass(&c), 0);
  assert_int_equal(c.figures.questions, 0);
  constrained_release(&c);
}

// ---- Passes -----------------------------------------------------------------

// What is impossible of any state ends the pass, and holds always.
static void test_invariant(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  add_transitive(&c);
  add_transitive(&c);
  assert_int_equal(pass(&c), 1);
  assert_int_equal(c.figures.invariants, 1);
  assert_constraint(&c, 0, CONSTRAINT_INVARIANT,
                    "!(x < y && y < z && !(x < z))");
  c.options.enforcing = ENFORCE_ENTRY; // at the step, and where main begins
  assert_int_equal(pass(&c), 2);
  assert_constraint(&c, 0, CONSTRAINT_STEP,
                    "!(x < y && (y < z)' && !(x < z)')");
  assert_constraint(&c, 1, CONSTRAINT_ENTRY, "!(x < y && y < z && !(x < z))");
  constrained_release(&c);
}

// Before and after the step are two states: that they differ is no invariant.
static void test_two_states(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, PARITY, NULL);
  uint32_t i = add_event(&c, EVENT_STEP, MADE_STEP, LINE_TWO);
  c.before[i][slot_of(&c, "u % 2 == 1")] = true;
  assert_int_equal(pass(&c), 1);
  assert_constraint(&c, 0, CONSTRAINT_STEP, "!(u % 2 == 1 && !(u % 2 == 1)')");
  constrained_release(&c);
}

// At each step of the trace.
static void test_along(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  c.options.enforcing = ENFORCE_TRACE;
  add_transitive(&c);
  add_event(&c, EVENT_STEP, MADE_STEP, LINE_X);
  add_event(&c, EVENT_STEP, MADE_STEP, LINE_Y);
  assert_int_equal(pass(&c), 3);
  for (uint32_t i = 1; i < 3; i++) {
    assert_constraint(&c, i, CONSTRAINT_STEP,
                      "!((x < y)' && (y < z)' && !(x < z)')");
    assert_int_equal(c.made.constraints.at[i].edge.id, c.events[i].edge.id);
  }
  constrained_release(&c);
}

// At most so many; the first ones, or the last.
static void test_most(void **unused) {
  (void)unused;
  struct constrained c;
  constrained_init(&c, TRANSITIVE, NULL);
  c.options.strengthening = STRENGTHEN_NOT; // no invariants
  for (uint32_t i = 0; i < 7; i++) {
    uint32_t at = add_event(&c, EVENT_STEP, MADE_STEP, i < 4 ? LINE_X : LINE_Y);
    c.before[at][slot_of(&c, "y < z")] = i < 4;
    c.after[at][slot_of(&c, "y < z")] = true;
    c.after[at][slot_of(&c, "x < y")] = true; // and not x < z
  }
  assert_int_equal(pass(&c), 5);
  c.options.most = 2;
  assert_int_equal(pass(&c), 2);
  assert_int_equal(c.made.constraints.at[0].edge.id, c.events[0].edge.id);
  c.options.is_backward = true;
  assert_int_equal(pass(&c), 2);
  assert_int_equal(c.made.constraints.at[0].edge.id, c.events[6].edge.id);
  constrained_release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignment), cmocka_unit_test(test_condition),
      cmocka_unit_test(test_weak),       cmocka_unit_test(test_all_steps),
      cmocka_unit_test(test_call),       cmocka_unit_test(test_return),
      cmocka_unit_test(test_unvalued),   cmocka_unit_test(test_invariant),
      cmocka_unit_test(test_two_states), cmocka_unit_test(test_changed_global),
      cmocka_unit_test(test_along),      cmocka_unit_test(test_most)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
