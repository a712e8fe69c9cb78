// LTL of property files, with quoted C atoms, as a specification.
//
//   CHECK( init(main()), LTL( []("x > 0" ==> <>("y == 0")) ) )
//   check ltl: main ltl G ("x > 0" => F ("y == 0"));
//
// The operators have other names there; everything else is the same.
#ifndef VOUCH_CLI_LINEAR_H
#define VOUCH_CLI_LINEAR_H

#include "base/strbuf.h"
#include "spec/property.h"

// Appends the formula as the specification language writes it.
void linear_translate(const char *formula, struct strbuf *into);
// Appends a specification with one check, which asks for the property.
void linear_specify(const struct interner *names,
                    const struct property *property, struct strbuf *into);

#endif
