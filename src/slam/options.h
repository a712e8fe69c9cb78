// How programs are abstracted and refined here, as the options say.
#ifndef VOUCH_SLAM_OPTIONS_H
#define VOUCH_SLAM_OPTIONS_H

#include "base/options.h"
#include "slam/constrain.h"
#include "slam/update.h"

enum constrain_mode { CONSTRAIN_OFF, CONSTRAIN_LAZY, CONSTRAIN_EAGER };

struct slam_options {
  struct update_options update;
  enum constrain_mode mode;
  struct constrain_options constrain;
  uint32_t passes; // of Constrain before predicates are looked for
  bool is_hot;     // Constrain is also called when few steps take many
                   // predicates
};

// Of `dump bp`, or of a check.
struct update_options slam_update_options(const struct options *options,
                                          bool is_dump);
struct slam_options slam_options(const struct options *options);

#endif
