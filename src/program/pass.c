#include "program/pass.h"

#ifdef VOUCH_DEBUG

#include "base/check.h"
#include "base/strbuf.h"
#include "program/draft.h"
#include "program/validate.h"

void pass_done(const struct program *program, const char *pass) {
  struct strbuf errors = {0};
  program_check_frozen(program);
  CHECK(program_validate(program, &errors),
        "the program is not valid after the pass `%s`:\n%s", pass,
        strbuf_text(&errors));
  strbuf_release(&errors);
}

void pass_made(const struct program *program, const struct procedure *made,
               const char *pass) {
  struct strbuf errors = {0};
  CHECK(procedure_validate(program, made, &errors),
        "the automaton is not valid after the pass `%s`:\n%s", pass,
        strbuf_text(&errors));
  strbuf_release(&errors);
}

#endif
