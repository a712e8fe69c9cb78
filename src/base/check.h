// Assertions that guard the answer.
//
// CHECK is always on: a wrong verdict is worse than a stop, so whatever the
// answer depends on is checked in release builds too. DCHECK is for costly
// checks and disappears unless VOUCH_DEBUG is defined. Both mean "a bug of
// ours": bad input is reported through base/diag.h, limits through verdicts.
#ifndef VOUCH_BASE_CHECK_H
#define VOUCH_BASE_CHECK_H

// Prints "file:line: bug: <message>" on stderr and aborts.
_Noreturn void check_failed(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define BUG(...) check_failed(__FILE__, __LINE__, __VA_ARGS__)

#define CHECK(condition, ...)                                                  \
  do {                                                                         \
    if (!(condition))                                                          \
      check_failed(__FILE__, __LINE__, __VA_ARGS__);                           \
  } while (0)

#ifdef VOUCH_DEBUG
#define DCHECK(condition, ...) CHECK(condition, __VA_ARGS__)
#else
// Compiled, so that it stays right, and never run.
#define DCHECK(condition, ...)                                                 \
  do {                                                                         \
    if (0 && !(condition))                                                     \
      check_failed(__FILE__, __LINE__, __VA_ARGS__);                           \
  } while (0)
#endif

#endif
