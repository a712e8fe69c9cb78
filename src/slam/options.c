#include "slam/options.h"

struct update_options slam_update_options(const struct options *options,
                                          bool is_dump) {
  enum { CUBE_AUTO, CUBE_JOINT, CUBE_3, CUBE_5, CUBE_ANY };
  int64_t cube = options->cube;
  if (cube == CUBE_AUTO)
    cube = is_dump ? CUBE_3 : CUBE_JOINT;
  return (struct update_options){
      .provider = cube == CUBE_JOINT ? PROVIDER_JOINT : PROVIDER_CARTESIAN,
      .prover = options->prover ? PROVER_FAST : PROVER_EXACT,
      .cube = cube == CUBE_3   ? 3
              : cube == CUBE_5 ? 5
                               : 0};
}

// The paper's numbers (section 4.1). Where relations are exact, but for those
// that would be too large, constraints are what makes up for that, and more of
// them are wanted.
struct slam_options slam_options(const struct options *options) {
  enum { LAZY_MOST = 5, LAZY_PASSES = 4, EAGER = 200 };
  enum { JOINT_MOST = 20, JOINT_PASSES = 40 };
  bool is_eager = options->constrain == CONSTRAIN_EAGER;
  bool is_joint =
      slam_update_options(options, false).provider == PROVIDER_JOINT;
  struct slam_options made = {
      .update = slam_update_options(options, false),
      .mode = (enum constrain_mode)options->constrain,
      .constrain = {.strengthening = options->constrain_weak ? STRENGTHEN_NOT
                                     : options->constrain_drop
                                         ? STRENGTHEN_DROP
                                         : STRENGTHEN_CORE,
                    .enforcing = (enum enforcing)options->enforce,
                    .is_backward = options->constrain_backward,
                    .most = options->constrain_most
                                ? (uint32_t)options->constrain_most
                            : is_eager ? EAGER
                            : is_joint ? JOINT_MOST
                                       : LAZY_MOST},
      .passes = options->constrain_passes ? (uint32_t)options->constrain_passes
                : is_eager                ? EAGER
                : is_joint                ? JOINT_PASSES
                                          : LAZY_PASSES,
      .is_hot = options->constrain_trigger};
  if (is_eager)
    made.update.provider = PROVIDER_NONE;
  return made;
}
