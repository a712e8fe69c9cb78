#include "term/c_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Types

unsigned c_type_width(unsigned width) {
  unsigned type = 8;
  while (type < width)
    type *= 2;
  return type;
}

static const char *c_type_name(unsigned width, bool is_unsigned) {
  switch (width) {
  case 8: return is_unsigned ? "unsigned char" : "char";
  case 16: return is_unsigned ? "unsigned short" : "short";
  case 32: return is_unsigned ? "unsigned" : "int";
  case 64: return is_unsigned ? "unsigned long" : "long";
  default: return is_unsigned ? "unsigned __int128" : "__int128";
  }
}

const char *c_float_name(unsigned width) {
  switch (width) {
  case 16: return "_Float16";
  case 32: return "float";
  case 64: return "double";
  case 80: return "long double";
  default: return "_Float128";
  }
}

// Changing a text that was written already

void c_text_insert(struct strbuf *out, size_t at, const char *text) {
  size_t length = strlen(text), tail = out->length - at;
  strbuf_add(out, text); // makes room
  memmove(out->text + at + length, out->text + at, tail);
  memcpy(out->text + at, text, length);
}

void c_text_parenthesise(struct c_text *text, struct strbuf *out) {
  c_text_insert(out, text->start, "(");
  strbuf_char(out, ')');
  text->precedence = C_PRIMARY;
}

void c_text_bind(struct c_text *text, enum c_precedence precedence,
                 struct strbuf *out) {
  if (text->precedence < precedence)
    c_text_parenthesise(text, out);
}

void c_text_cast(struct c_text *text, const char *type, struct strbuf *out) {
  c_text_bind(text, C_UNARY, out);
  c_text_insert(out, text->start, ")");
  c_text_insert(out, text->start, type);
  c_text_insert(out, text->start, "(");
  text->precedence = C_UNARY;
}

void c_text_cast_integer(struct c_text *text, unsigned width, bool is_unsigned,
                         struct strbuf *out) {
  c_text_cast(text, c_type_name(width, is_unsigned), out);
  text->width = width;
  text->is_unsigned = is_unsigned;
  text->is_pointer = false;
  text->reading = is_unsigned ? READ_UNSIGNED : READ_SIGNED;
}

static void print_hex(u128 value, struct strbuf *out) {
  uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
  if (high)
    strbuf_format(out, "0x%lx%016lx", (unsigned long)high, (unsigned long)low);
  else
    strbuf_format(out, "0x%lx", (unsigned long)low);
}

static void print_decimal(u128 value, struct strbuf *out) {
  char digits[40];
  unsigned count = 0;
  do
    digits[count++] = (char)('0' + (unsigned)(value % 10));
  while (value /= 10);
  while (count > 0)
    strbuf_char(out, digits[--count]);
}

// There is no C type of this width: masks, or shifts the sign into place.
static void fit_odd_width(struct c_text *text, unsigned width, unsigned want,
                          struct strbuf *out) {
  unsigned computed = text->width < 32 ? 32 : text->width;
  if (want == READ_UNSIGNED) {
    c_text_bind(text, C_BIT_AND, out);
    strbuf_add(out, " & ");
    if (width < 4)
      print_decimal(bits_mask(width), out);
    else
      print_hex(bits_mask(width), out);
    text->precedence = C_BIT_AND;
  } else {
    c_text_bind(text, C_SHIFT, out);
    strbuf_format(out, " << %u", computed - width);
    text->precedence = C_SHIFT;
    c_text_cast(text, c_type_name(computed, false), out);
    strbuf_format(out, " >> %u", computed - width);
    text->precedence = C_SHIFT;
    text->is_unsigned = false;
  }
  text->width = computed;
  text->reading = want;
}

// An unsigned type would make C compute with the other operand as unsigned,
// too, however small the value.
static bool is_fit(const struct c_text *text, unsigned width, unsigned want) {
  bool spreads = text->is_unsigned && text->width >= 32 && text->width >= width;
  if (want == READ_SIGNED && spreads)
    return false;
  return (text->reading & want) == want;
}

void c_text_fit(struct c_text *text, unsigned width, unsigned want,
                struct strbuf *out) {
  if (is_fit(text, width, want))
    return;
  if (c_type_width(width) == width)
    c_text_cast_integer(text, width, want == READ_UNSIGNED, out);
  else
    fit_odd_width(text, width, want, out);
}

// C's usual arithmetic conversions: to int at least, else to the wider of the
// types, and to the unsigned one of two.
struct c_text c_text_combine(const struct c_text *a, const struct c_text *b,
                             unsigned width, enum c_precedence precedence,
                             unsigned narrow_reading) {
  struct c_text result = {.start = a->start, .precedence = precedence};
  unsigned type = 32;
  type = a->width > type ? a->width : type;
  type = b->width > type ? b->width : type;
  result.width = type;
  result.is_unsigned = (a->width == type && a->is_unsigned) ||
                       (b->width == type && b->is_unsigned);
  result.is_pointer = a->is_pointer;
  if (type <= width)
    result.reading = result.is_unsigned ? READ_UNSIGNED : READ_SIGNED;
  else
    result.reading = narrow_reading;
  return result;
}

// Constants

static const char *suffix_of(u128 magnitude, bool is_unsigned) {
  if (!is_unsigned || magnitude < (u128)1 << 31)
    return "";
  return magnitude >> 32 ? "ul" : "u";
}

// A mask that is easier to read by what it clears. In C the complement of an
// int extends to every wider type.
static bool is_complement(unsigned width, u128 value) {
  return bits_sign(value, width) && bits_truncate(~value, width) >> 31 == 0;
}

struct c_text c_text_mask(unsigned width, u128 value, struct strbuf *out) {
  if (!is_complement(width, value))
    return c_text_number(width, value, READ_UNSIGNED, true, out);
  struct c_text text = {.start = out->length,
                        .precedence = C_UNARY,
                        .width = 32,
                        .reading = READ_SIGNED};
  strbuf_char(out, '~');
  c_text_number(width, bits_truncate(~value, width), READ_UNSIGNED, true, out);
  return text;
}

// The least int and long have no literal of their type.
static bool print_least(unsigned width, u128 value, struct strbuf *out) {
  bool is_least = value == (u128)1 << (width - 1);
  if (!is_least || (width != 32 && width != 64))
    return false;
  strbuf_add(out, width == 32 ? "INT_MIN" : "LONG_MIN");
  return true;
}

struct c_text c_text_number(unsigned width, u128 value, unsigned want,
                            bool is_hex, struct strbuf *out) {
  bool has_sign = bits_sign(value, width);
  bool is_unsigned = want == READ_UNSIGNED;
  bool is_negative = has_sign && !is_unsigned;
  u128 magnitude = is_negative ? bits_truncate(-value, width) : value;
  struct c_text text = {
      .start = out->length,
      .precedence = is_negative ? C_UNARY : C_PRIMARY,
      .width = magnitude >> 64   ? 128
               : magnitude >> 32 ? 64
                                 : 32,
      .is_unsigned = is_unsigned && magnitude >> 31,
      .reading = !has_sign     ? READ_BOTH
                 : is_unsigned ? READ_UNSIGNED
                               : READ_SIGNED,
  };
  if (is_negative && print_least(width, value, out)) {
    text.precedence = C_PRIMARY;
    text.width = width;
    return text;
  }
  strbuf_add(out, is_negative ? "-" : "");
  if (is_hex && magnitude > 9)
    print_hex(magnitude, out);
  else
    print_decimal(magnitude, out);
  strbuf_add(out, suffix_of(magnitude, is_unsigned));
  return text;
}

// Few digits if they are enough.
static void print_finite(unsigned width, long double number,
                         struct strbuf *out) {
  char digits[64];
  for (int precision = 1; precision <= 36; precision++) {
    snprintf(digits, sizeof digits, "%.*Lg", precision, number);
    bool is_same = width == 32   ? strtof(digits, NULL) == number
                   : width == 64 ? strtod(digits, NULL) == number
                                 : strtold(digits, NULL) == number;
    if (is_same)
      break;
  }
  strbuf_add(out, digits);
  if (!strpbrk(digits, ".e"))
    strbuf_add(out, ".0");
  strbuf_add(out, width == 32 ? "f" : width == 64 ? "" : "L");
}

struct c_text c_text_float(unsigned width, u128 value, struct strbuf *out) {
  struct c_text text = {.start = out->length,
                        .precedence = C_PRIMARY,
                        .width = c_type_width(width),
                        .reading = READ_BOTH};
  long double number = 0;
  u128 extended = bits_convert(OP_FTOF, width, 80, value);
  memcpy(&number, &extended, 10);
  if (bits_sign(value, width)) {
    strbuf_char(out, '-');
    text.precedence = C_UNARY;
  }
  if (isnan(number))
    strbuf_add(out, "NAN");
  else if (isinf(number))
    strbuf_add(out, "INFINITY");
  else
    print_finite(width, fabsl(number), out);
  return text;
}
