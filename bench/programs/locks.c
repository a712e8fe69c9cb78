// N locks, each taken and given back under a condition of its own, in a loop.
// Whoever tracks all locks at once has 2^N combinations; a proof needs one lock
// at a time.
//
//   -DN=n   how many locks, 1 to 20
//   -DBUG   the last lock is given back under a condition that may have changed
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 5
#endif

#define EACH_1(DO) DO(1)
#define EACH_2(DO) EACH_1(DO) DO(2)
#define EACH_3(DO) EACH_2(DO) DO(3)
#define EACH_4(DO) EACH_3(DO) DO(4)
#define EACH_5(DO) EACH_4(DO) DO(5)
#define EACH_6(DO) EACH_5(DO) DO(6)
#define EACH_7(DO) EACH_6(DO) DO(7)
#define EACH_8(DO) EACH_7(DO) DO(8)
#define EACH_9(DO) EACH_8(DO) DO(9)
#define EACH_10(DO) EACH_9(DO) DO(10)
#define EACH_11(DO) EACH_10(DO) DO(11)
#define EACH_12(DO) EACH_11(DO) DO(12)
#define EACH_13(DO) EACH_12(DO) DO(13)
#define EACH_14(DO) EACH_13(DO) DO(14)
#define EACH_15(DO) EACH_14(DO) DO(15)
#define EACH_16(DO) EACH_15(DO) DO(16)
#define EACH_17(DO) EACH_16(DO) DO(17)
#define EACH_18(DO) EACH_17(DO) DO(18)
#define EACH_19(DO) EACH_18(DO) DO(19)
#define EACH_20(DO) EACH_19(DO) DO(20)

#define PASTE(a, b) a##b
#define CHOOSE(a, b) PASTE(a, b)
#define EACH_LOCK(DO) CHOOSE(EACH_, N)(DO)
#define LAST_WANTED CHOOSE(wanted_, N)

#define DECLARE(i) int wanted_##i = 0, held_##i = 0;
#define WANT(i) wanted_##i = __VERIFIER_nondet_int();
#define TAKE(i)                                                                \
  if (wanted_##i) {                                                            \
    assert(!held_##i);                                                         \
    held_##i = 1;                                                              \
  }
#define GIVE_BACK(i)                                                           \
  if (wanted_##i) {                                                            \
    assert(held_##i);                                                          \
    held_##i = 0;                                                              \
  }

int main(void) {
  EACH_LOCK(DECLARE)
  while (__VERIFIER_nondet_int()) {
    EACH_LOCK(WANT)
    EACH_LOCK(TAKE)
#ifdef BUG
    LAST_WANTED = __VERIFIER_nondet_int();
#endif
    EACH_LOCK(GIVE_BACK)
  }
  return 0;
}
