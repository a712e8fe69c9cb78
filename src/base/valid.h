// Structures that can be asked whether they keep what their header states.
//
// A validator takes the structure and a string buffer, returns whether all is
// well, and otherwise appends a line per violation:
//
//   bool lts_validate(const struct lts *lts, struct strbuf *errors);
//
// DCHECK_VALID(lts_validate, lts, "an LTS that was built") runs it in the debug
// modes, where the structure was made or changed, and stops with the lines.
#ifndef VOUCH_BASE_VALID_H
#define VOUCH_BASE_VALID_H

#include <stdbool.h>

#include "base/check.h"
#include "base/strbuf.h"

#ifdef VOUCH_DEBUG
#define VALID_IS_ON 1
#else
#define VALID_IS_ON 0
#endif

#define DCHECK_VALID(validate, thing, what)                                    \
  do {                                                                         \
    if (VALID_IS_ON) {                                                         \
      struct strbuf valid_errors = {0};                                        \
      if (!validate(thing, &valid_errors))                                     \
        check_failed(__FILE__, __LINE__, "%s is not valid:\n%s", what,         \
                     strbuf_text(&valid_errors));                              \
      strbuf_release(&valid_errors);                                           \
    }                                                                          \
  } while (0)

#endif
