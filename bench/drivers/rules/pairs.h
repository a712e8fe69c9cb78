// What is taken once and given back once: PAIR(name) makes name_take, which may
// fail, and name_give, which must not come before.
#define PAIR(name)                                                             \
  static int name##_held;                                                      \
  static int name##_take(void) {                                               \
    if (__VERIFIER_nondet_int())                                               \
      return 0;                                                                \
    name##_held++;                                                             \
    return 1;                                                                  \
  }                                                                            \
  static void name##_give(void) {                                              \
    if (name##_held <= 0)                                                      \
      reach_error();                                                           \
    name##_held--;                                                             \
  }
