// What of an execution is said not to matter.
#include "../unit.h"

#include "report/matter.h"

struct fixture {
  struct interner *names;
  struct lane lane;
  struct bitset idle;
};

static void come_to(struct fixture *f, unsigned line, uint32_t depth,
                    const char *text) {
  struct step *step = lane_add(&f->lane, STEP_LINE, intern(f->names, text));
  step->position = (struct position){intern(f->names, "f.c"), line, 1};
  step->depth = depth;
}

static void set(struct fixture *f, const char *what) {
  lane_add(&f->lane, STEP_VALUE, intern(f->names, what));
}

// A call that writes `written`, among lines that matter.
static struct fixture call_that_writes(const char *written, uint32_t thread) {
  struct fixture f = {.names = interner_new()};
  for (unsigned i = 0; i < 30; i++) {
    come_to(&f, 1, 1, "x = x + 1;");
    set(&f, "x");
  }
  come_to(&f, 2, 1, "note(3);");
  set(&f, "note::n");
  come_to(&f, 10, 2, "void note(int n) {");
  come_to(&f, 11, 2, "count = n;");
  set(&f, written);
  come_to(&f, 12, 2, "}");
  come_to(&f, 3, 1, "assert(x < 30);");
  for (uint32_t i = 0; i < f.lane.steps.count; i++)
    f.lane.steps.at[i].thread = thread;
  matter_find_idle(f.names, &f.lane, &f.idle);
  return f;
}

static bool is_idle(const struct fixture *f, unsigned line) {
  for (uint32_t i = 0; i < f->lane.steps.count; i++)
    if (f->lane.steps.at[i].kind == STEP_LINE &&
        f->lane.steps.at[i].position.line == line)
      return bitset_has(&f->idle, i);
  return false;
}

static void end(struct fixture *f) {
  struct execution execution = {0};
  lane_vec_push(&execution.lanes, f->lane);
  execution_release(&execution);
  bitset_release(&f->idle);
  interner_free(f->names);
}

static void test_idle_call(void **state) {
  (void)state;
  struct fixture f = call_that_writes("count", 0);
  assert_true(is_idle(&f, 10) && is_idle(&f, 11) && is_idle(&f, 12));
  assert_false(is_idle(&f, 1) || is_idle(&f, 3));
  end(&f);
}

static void test_call_that_matters(void **state) {
  (void)state;
  struct fixture f = call_that_writes("x", 0);
  assert_false(is_idle(&f, 10) || is_idle(&f, 11));
  end(&f);
}

// A variable of the call's own that is called the same.
static void test_own_variable(void **state) {
  (void)state;
  struct fixture f = call_that_writes("note::x", 0);
  assert_true(is_idle(&f, 11));
  end(&f);
}

static void test_threads(void **state) {
  (void)state;
  struct fixture f = call_that_writes("count", 1);
  assert_true(bitset_is_empty(&f.idle));
  end(&f);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_idle_call),
    cmocka_unit_test(test_call_that_matters),
    cmocka_unit_test(test_own_variable),
    cmocka_unit_test(test_threads),
};

int main(void) {
  return cmocka_run_group_tests(tests, NULL, NULL);
}
