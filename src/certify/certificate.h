// A certificate of a proof as text: a formula for each location of the
// automaton that was checked. The first line names the format, `#` begins a
// comment, and each other line is one of
//
//   depth 3            recursion was followed so far
//   locations 40       the automaton has these, and so many edges
//   edges 61
//   location 7 FORMULA in SMT-LIB 2, in one line; where there is no such line
//                      no execution comes (the formula is false)
//
// Formulas mention variables as term_print_smt writes them. Nothing that the
// text says is believed (certify.h): a certificate that was changed, or is of
// another program, is refused or is one, too.
#ifndef VOUCH_CERTIFY_CERTIFICATE_H
#define VOUCH_CERTIFY_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

#define CERTIFICATE_FIRST_LINE "vouch-certificate 1"

struct certificate {
  char *text; // of the file, cut into lines
  uint32_t depth, locations, edges;
  const char **formulas; // by location, in `text`; null: false
};

// False, with the reason in `why`, when it cannot be read.
bool certificate_read(struct certificate *certificate, const char *path,
                      struct strbuf *why);
void certificate_release(struct certificate *certificate);
// Is the text one formula, which cannot end the question that it is put into?
bool formula_is_closed(const char *text);

#endif
