// Belnap's four truth values, and the logics of two and three inside them (seed
// 004, section 2, figure 3).
//
//        t              T
//       / \            / \            t: true        f: false
//      T   B          t   f           T: both (top)  B: neither (bottom)
//       \ /            \ /
//        f              B
//     truth order    information order
//
// A value is a pair of bits <is at least T, is at least B> in the truth order
// (section 4.1): t is <1,1>, T is <1,0>, B is <0,1>, f is <0,0>. And and or are
// bit by bit; not exchanges the bits and negates them. {t, f} is the logic 2,
// {t, f, B} Kleene's 3; both are closed under all three.
//
// A function of Boolean variables into the four is a pair of diagrams, or one
// diagram with one more variable z: z & f | !z & g.
#ifndef VOUCH_BP_BELNAP_H
#define VOUCH_BP_BELNAP_H

#include <stdbool.h>

#include "solver/dd.h"

enum belnap { BELNAP_F = 0, BELNAP_BOTTOM = 1, BELNAP_TOP = 2, BELNAP_T = 3 };

static inline enum belnap belnap_and(enum belnap a, enum belnap b) {
  return (enum belnap)((int)a & (int)b);
}
static inline enum belnap belnap_or(enum belnap a, enum belnap b) {
  return (enum belnap)((int)a | (int)b);
}
static inline enum belnap belnap_not(enum belnap a) {
  int swapped = ((int)a & 1) << 1 | (int)a >> 1;
  return (enum belnap)(~swapped & 3);
}
// The truth order, and the order of information.
static inline bool belnap_is_at_most(enum belnap a, enum belnap b) {
  return belnap_and(a, b) == a;
}
static inline bool belnap_knows_less(enum belnap a, enum belnap b) {
  return a == b || a == BELNAP_BOTTOM || b == BELNAP_TOP;
}
static inline const char *belnap_text(enum belnap a) {
  static const char *const texts[] = {"f", "bottom", "top", "t"};
  return texts[a];
}

// Functions, as pairs.
struct belnap_pair {
  struct dd top, bottom; // where the value is at least T, at least B
};

struct belnap_pair belnap_pair_and(struct dd_manager *m, struct belnap_pair a,
                                   struct belnap_pair b);
struct belnap_pair belnap_pair_or(struct dd_manager *m, struct belnap_pair a,
                                  struct belnap_pair b);
struct belnap_pair belnap_pair_not(struct dd_manager *m, struct belnap_pair a);

// The same as one diagram with the variable z, in which neither depends on it.
struct dd belnap_join(struct dd_manager *m, struct belnap_pair a, uint32_t z);
struct belnap_pair belnap_split(struct dd_manager *m, struct dd a, uint32_t z);
// And and or of joined functions are those of diagrams; not is this.
struct dd belnap_joined_not(struct dd_manager *m, struct dd a, uint32_t z);

#endif
