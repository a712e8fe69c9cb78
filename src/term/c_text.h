// Pieces of C text at the end of a string buffer, with what one must know to
// use them as operands: how tightly they bind and what C type they have.
//
// A term of w bits may be written as text of a wider C type, because C computes
// in int at least. The reading says how the value of the text relates to the
// term: as the signed number, as the unsigned number, as both (it is small), or
// only in the low w bits.
#ifndef VOUCH_TERM_C_TEXT_H
#define VOUCH_TERM_C_TEXT_H

#include "term/bits.h"
#include "term/print.h"

enum reading { READ_LOW_BITS = 0, READ_SIGNED = 1, READ_UNSIGNED = 2 };
enum { READ_BOTH = READ_SIGNED | READ_UNSIGNED };

struct c_text {
  size_t start; // in the buffer, to whose end it reaches
  enum c_precedence precedence;
  unsigned width; // of the C type: 8, 16, 32, 64, 128
  bool is_unsigned;
  bool is_pointer;
  unsigned reading; // set of enum reading
};

// The width of the narrowest C integer type that has the bits.
unsigned c_type_width(unsigned width);
const char *c_float_name(unsigned width);

void c_text_insert(struct strbuf *out, size_t at, const char *text);
void c_text_parenthesise(struct c_text *text, struct strbuf *out);
// Puts it in parentheses if it binds less tightly.
void c_text_bind(struct c_text *text, enum c_precedence precedence,
                 struct strbuf *out);
void c_text_cast(struct c_text *text, const char *type, struct strbuf *out);
// A cast to the integer type of the width, after which it reads accordingly.
void c_text_cast_integer(struct c_text *text, unsigned width, bool is_unsigned,
                         struct strbuf *out);
// Makes the text of a term of `width` bits read as wanted (0: anything goes).
void c_text_fit(struct c_text *text, unsigned width, unsigned want,
                struct strbuf *out);
// The type and reading of an operation on texts.
struct c_text c_text_combine(const struct c_text *a, const struct c_text *b,
                             unsigned width, enum c_precedence precedence,
                             unsigned narrow_reading);

struct c_text c_text_number(unsigned width, u128 value, unsigned want,
                            bool is_hex, struct strbuf *out);
// The operand of a bitwise operator.
struct c_text c_text_mask(unsigned width, u128 value, struct strbuf *out);
struct c_text c_text_float(unsigned width, u128 value, struct strbuf *out);

#endif
