#include "evidence/verdict.h"

#include "base/exit_code.h"

const char *verdict_name(enum verdict verdict) {
  static const char *const names[] = {[VERDICT_UNKNOWN] = "unknown",
                                      [VERDICT_TRUE] = "true",
                                      [VERDICT_FALSE] = "false"};
  return names[verdict];
}

int verdict_exit_code(enum verdict verdict, bool is_vacuous) {
  static const int codes[] = {[VERDICT_UNKNOWN] = EXIT_UNKNOWN,
                              [VERDICT_TRUE] = EXIT_TRUE,
                              [VERDICT_FALSE] = EXIT_FALSE};
  return verdict == VERDICT_TRUE && is_vacuous ? EXIT_VACUOUS : codes[verdict];
}
