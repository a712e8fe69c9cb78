// What the files that print terms as C share.
//
// Every print function appends text and describes it as a struct c_text.
// `want` is the reading that the context needs: print_bits adds a cast if the
// text would be read otherwise. Extensions are what C's conversions do anyway
// and leave no trace, unless all operands of an operator of more than 32 bits
// are narrower: then one of them is cast.
//
// The recursion is bounded: below MAX_DEPTH, and once the text is long enough,
// terms are "...".
#ifndef VOUCH_TERM_C_PRINTER_H
#define VOUCH_TERM_C_PRINTER_H

#include "term/c_text.h"
#include "term/internal.h"
#include "term/print.h"

enum { NO_WANT = 0 };

struct c_printer {
  const struct term_table *terms;
  const struct c_names *names; // may be null
  struct strbuf *out;
  size_t limit; // length of `out` from which on terms are cut
  unsigned depth;
};

static inline unsigned width(const struct c_printer *p, struct term t) {
  return width_of(p->terms, t);
}
static inline struct term operand(const struct c_printer *p, struct term t,
                                  uint32_t index) {
  return operand_of(p->terms, t, index);
}

// print_c_place.c: variables, SELECTs, constants, and what can be told about a
// term before it is printed

struct term c_variable_of(const struct c_printer *p, struct term t);
enum c_sign c_sign_of(const struct c_printer *p, struct term t);
unsigned natural_reading(const struct c_printer *p, struct term t);
unsigned natural_width(const struct c_printer *p, struct term t);
bool is_too_narrow(const struct c_printer *p, struct term t);
bool is_exhausted(const struct c_printer *p);
struct c_text print_cut(struct c_printer *p, unsigned bits);
struct c_text print_place(struct c_printer *p, struct term t);
struct c_text print_const(struct c_printer *p, struct term t,
                          struct term beside, unsigned want);

// print_c_bits.c

struct c_text print_bits(struct c_printer *p, struct term t, unsigned want);
struct c_text print_beside(struct c_printer *p, struct term t,
                           struct term beside, unsigned want);
void c_widen(struct c_printer *p, struct c_text *text, unsigned bits,
             unsigned want);

// print_c_float.c

struct c_text print_float(struct c_printer *p, struct term t);
struct c_text print_float_compare(struct c_printer *p, struct term t,
                                  const char *op, enum c_precedence precedence);

// print_c.c

struct c_text print_bool(struct c_printer *p, struct term t);
struct c_text print_array(struct c_printer *p, struct term t);

#endif
