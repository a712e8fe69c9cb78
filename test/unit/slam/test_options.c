// The configurations of seed 003, section 4.1, as the options make them.

#include "../unit.h"

#include "slam/options.h"

static struct slam_options made_of(int mode, int cube) {
  struct options options;
  options_init(&options);
  options.constrain = mode;
  options.cube = cube;
  struct slam_options made = slam_options(&options);
  options_release(&options);
  return made;
}

static void test_configurations(void **unused) {
  (void)unused;
  enum { CUBE_3 = 2 };
  struct slam_options lazy = made_of(CONSTRAIN_LAZY, CUBE_3);
  assert_int_equal(lazy.update.provider, PROVIDER_CARTESIAN);
  assert_int_equal(lazy.update.cube, 3);
  assert_int_equal(lazy.constrain.most, 5);
  assert_int_equal(lazy.passes, 4);
  assert_false(lazy.is_hot);
  struct slam_options eager = made_of(CONSTRAIN_EAGER, CUBE_3);
  assert_int_equal(eager.update.provider, PROVIDER_NONE);
  assert_int_equal(eager.constrain.most, 200);
  assert_int_equal(eager.passes, 200);
  assert_int_equal(made_of(CONSTRAIN_OFF, CUBE_3).mode, CONSTRAIN_OFF);
}

// Lazy and joint unless something else is asked for; cores, and `enforce`.
static void test_defaults(void **unused) {
  (void)unused;
  struct options options;
  options_init(&options);
  struct slam_options made = slam_options(&options);
  assert_int_equal(made.mode, CONSTRAIN_LAZY);
  assert_int_equal(made.update.provider, PROVIDER_JOINT);
  assert_int_equal(made.update.prover, PROVER_EXACT);
  assert_int_equal(made.constrain.strengthening, STRENGTHEN_CORE);
  assert_int_equal(made.constrain.enforcing, ENFORCE_INVARIANT);
  assert_false(made.constrain.is_backward);
  options.constrain_most = 7;
  options.constrain_passes = 9;
  made = slam_options(&options);
  assert_int_equal(made.constrain.most, 7);
  assert_int_equal(made.passes, 9);
  options_release(&options);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_configurations),
                                     cmocka_unit_test(test_defaults)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
