#include "evidence/verdict.h"

#include "base/exit_code.h"

const char *verdict_name(enum verdict verdict) {
  static const char *const names[] = {"true", "false", "unknown"};
  return names[verdict];
}

int verdict_exit_code(enum verdict verdict, bool is_vacuous) {
  static const int codes[] = {EXIT_TRUE, EXIT_FALSE, EXIT_UNKNOWN};
  return verdict == VERDICT_TRUE && is_vacuous ? EXIT_VACUOUS : codes[verdict];
}
