// What is folded of a lane, and what must not be.
#include "../unit.h"

#include "report/fold.h"

struct fixture {
  struct interner *names;
  struct lane lane;
  struct gap_vec gaps;
  struct bitset idle;
};

static void come_to(struct fixture *f, unsigned line) {
  lane_add(&f->lane, STEP_LINE, (struct name){0})->position =
      (struct position){intern(f->names, "f.c"), line, 1};
}

static struct fixture loop(unsigned rounds) {
  struct fixture f = {.names = interner_new()};
  come_to(&f, 1);
  for (unsigned i = 0; i < rounds; i++) {
    come_to(&f, 2);
    lane_add(&f.lane, STEP_VALUE, intern(f.names, "i"));
    come_to(&f, 3);
  }
  come_to(&f, 2);
  come_to(&f, 4);
  return f;
}

static void end(struct fixture *f) {
  struct execution execution = {0};
  lane_vec_push(&execution.lanes, f->lane);
  execution_release(&execution);
  gap_vec_release(&f->gaps);
  bitset_release(&f->idle);
  interner_free(f->names);
}

static void test_rounds(void **state) {
  (void)state;
  struct fixture f = loop(10);
  fold_lane(&f.lane, 0, &f.idle, &f.gaps);
  assert_int_equal(f.gaps.count, 1);
  assert_int_equal(f.gaps.at[0].rounds, 8);
  assert_int_equal(f.gaps.at[0].lines, 16);
  assert_int_equal(f.gaps.at[0].first, 4); // behind the first round
  assert_int_equal(f.gaps.at[0].end, 4 + 8 * 3);
  end(&f);
}

static void test_few(void **state) {
  (void)state;
  struct fixture f = loop(3);
  fold_lane(&f.lane, 0, &f.idle, &f.gaps);
  assert_int_equal(f.gaps.count, 0);
  end(&f);
}

// A round that comes to another line is shown.
static void test_news(void **state) {
  (void)state;
  struct fixture f = {.names = interner_new()};
  for (unsigned i = 0; i < 11; i++) {
    come_to(&f, 2);
    come_to(&f, i == 5 ? 7 : 3);
  }
  come_to(&f, 2);
  fold_lane(&f.lane, 0, &f.idle, &f.gaps);
  assert_int_equal(f.gaps.count, 2);
  assert_int_equal(f.gaps.at[0].rounds, 4);
  assert_int_equal(f.gaps.at[0].end, 10); // the line before line 7
  assert_int_equal(f.gaps.at[1].rounds, 4);
  end(&f);
}

// A note is what the execution rests on: it is told once.
static void test_notes(void **state) {
  (void)state;
  struct fixture f = {.names = interner_new()};
  for (unsigned i = 0; i < 8; i++) {
    come_to(&f, 2);
    if (i == 3)
      lane_add(&f.lane, STEP_NOTE, intern(f.names, "if f may return 3"));
    come_to(&f, 3);
  }
  come_to(&f, 2);
  fold_lane(&f.lane, 0, &f.idle, &f.gaps);
  for (uint32_t i = 0; i < f.gaps.count; i++)
    for (uint32_t k = f.gaps.at[i].first; k < f.gaps.at[i].end; k++)
      assert_int_not_equal(f.lane.steps.at[k].kind, STEP_NOTE);
  assert_int_equal(f.gaps.count, 2);
  end(&f);
}

// Lines that do not repeat: the middle goes.
static void test_long(void **state) {
  (void)state;
  struct fixture f = {.names = interner_new()};
  for (unsigned i = 1; i <= 500; i++)
    come_to(&f, i);
  fold_lane(&f.lane, 0, &f.idle, &f.gaps);
  assert_int_equal(f.gaps.count, 1);
  assert_int_equal(f.gaps.at[0].rounds, 0);
  assert_int_equal(f.gaps.at[0].lines, 400);
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rounds), cmocka_unit_test(test_few),
      cmocka_unit_test(test_news), cmocka_unit_test(test_notes),
      cmocka_unit_test(test_long)};
  return cmocka_run_group_tests_name("fold", tests, NULL, NULL);
}
