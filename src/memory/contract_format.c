// What the formats of printf and scanf ask of the arguments behind them.
#include "library/format.h"

#include <string.h>

#include "memory/contracting.h"
#include "program/access.h"

// The arguments of a format, one conversion after the other.
struct following {
  struct contracting *c;
  const char *at, *end;
  uint32_t next; // argument
};

static bool follow(struct contracting *c, uint32_t format,
                   struct following *f) {
  uint64_t length;
  const char *text = contracting_literal(c, format, &length);
  *f = (struct following){c, text, text ? text + length : NULL,
                          c->routine.argument_count};
  return text != NULL;
}

static bool has_next(const struct following *f) {
  return f->next < f->c->count;
}

// A number that an argument gives, or none.
static struct term count_of(struct following *f, int count) {
  struct contracting *c = f->c;
  if (count == FORMAT_NONE)
    return (struct term){0};
  if (count != FORMAT_ARGUMENT)
    return modelling_number(&c->m, c->m.width, (uint64_t)count);
  return has_next(f) ? contracting_extended(c, f->next++, true)
                     : (struct term){0};
}

static struct term add(const struct contracting *c, struct term a,
                       struct term b) {
  return term_add(c->m.terms, a, b);
}

static struct term word(const struct contracting *c, uint64_t value) {
  return modelling_number(&c->m, c->m.width, value);
}

static struct term larger(const struct contracting *c, struct term a,
                          struct term b) {
  return term_ite(c->m.terms, term_compare(c->m.terms, OP_SLT, a, b), b, a);
}

// A negative precision is as if there were none.
static struct term string_limit(const struct contracting *c,
                                struct term precision) {
  if (term_is_none(precision))
    return precision;
  struct term most = word(c, UINT64_MAX);
  return term_ite(c->m.terms,
                  term_compare(c->m.terms, OP_SLT, precision, word(c, 0)), most,
                  precision);
}

// printf

static void check_print(struct following *f,
                        const struct format_conversion *conversion) {
  struct contracting *c = f->c;
  count_of(f, conversion->width);
  struct term precision = count_of(f, conversion->precision);
  if (conversion->kind == '%' || conversion->kind == 'm')
    return;
  if (!has_next(f)) {
    contracting_doubt(c, "an argument is missing");
    return;
  }
  uint32_t i = f->next++;
  bool is_wide = conversion->length == LENGTH_LONG ||
                 strchr("CS", conversion->kind) != NULL;
  if (!strchr("snS", conversion->kind))
    return;
  if (!contracting_is_word(c, i))
    contracting_doubt(c, "an argument of another type");
  else if (conversion->kind == 'n')
    contracting_need(c, ACCESS_WRITE, c->values[i],
                     word(c, format_stored(conversion, c->m.width)));
  else if (is_wide)
    contracting_doubt(c, "a string of wide characters");
  else
    contracting_need_string(c, i, string_limit(c, precision));
}

// Asks for what each conversion of a format needs.
static void
check_conversions(struct contracting *c, uint32_t format, bool is_scan,
                  void (*check)(struct following *f,
                                const struct format_conversion *conversion)) {
  struct following f;
  struct format_conversion conversion;
  uint64_t plain;
  if (!follow(c, format, &f)) {
    contracting_need(c, ACCESS_STRING, c->values[format], word(c, UINT64_MAX));
    contracting_doubt(c, "a format that is not a literal");
    return;
  }
  // What a va_list has is doubted elsewhere.
  if (!c->routine.is_variadic)
    return;
  while (format_next(&f.at, f.end, is_scan, &plain, &conversion))
    check(&f, &conversion);
  if (conversion.kind == '?')
    contracting_doubt(c, "a format that is not understood");
}

void contracting_print(struct contracting *c, uint32_t format) {
  check_conversions(c, format, false, check_print);
}

// Lengths

static struct term digits(const struct contracting *c, struct term value,
                          uint64_t base) {
  struct term_table *terms = c->m.terms;
  unsigned width = term_width(terms, value);
  uint64_t most = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  struct term result = word(c, 1);
  uint64_t power = 1, count = 1;
  while (power <= most / base) {
    power *= base;
    count++;
    struct term right = word(c, count);
    struct term left = term_compare(
        terms, OP_ULE, modelling_number(&c->m, width, power), value);
    result = term_ite(terms, left, right, result);
  }
  return result;
}

// The argument as wide as the conversion says.
static struct term printed_value(const struct following *f,
                                 const struct format_conversion *conversion,
                                 uint32_t i, bool is_signed) {
  struct contracting *c = f->c;
  unsigned bits = (unsigned)(8 * format_stored(conversion, c->m.width));
  unsigned width = term_width(c->m.terms, c->values[i]);
  struct term value =
      term_resize(c->m.terms, bits < width ? bits : width, false, c->values[i]);
  return term_resize(c->m.terms, width, is_signed, value);
}

static struct term number_length(struct following *f,
                                 const struct format_conversion *conversion,
                                 struct term precision, uint32_t i) {
  struct contracting *c = f->c;
  struct term_table *terms = c->m.terms;
  bool is_signed = strchr("di", conversion->kind) != NULL;
  uint64_t base = strchr("xX", conversion->kind) ? 16
                  : conversion->kind == 'o'      ? 8
                                                 : 10;
  struct term value = printed_value(f, conversion, i, is_signed);
  struct term zero = modelling_number(&c->m, term_width(terms, value), 0);
  struct term is_negative =
      is_signed ? term_compare(terms, OP_SLT, value, zero) : term_false(terms);
  struct term size =
      term_ite(terms, is_negative, term_sub(terms, zero, value), value);
  struct term count = digits(c, size, base);
  if (!term_is_none(precision)) {
    struct term right = term_eq(terms, precision, word(c, 0));
    struct term left = term_eq(terms, value, zero);
    struct term is_nothing = term_and(terms, left, right);
    struct term second = larger(c, count, precision);
    struct term first = word(c, 0);
    count = term_ite(terms, is_nothing, first, second);
  }
  struct term sign = conversion->has_sign && is_signed
                         ? word(c, 1)
                         : term_ite(terms, is_negative, word(c, 1), word(c, 0));
  return add(c, count, sign);
}

// At most. With an exponent there are a sign, a point, `e+4932` and as many
// digits as the precision says; `%e` has one more. What an argument says may be
// anything.
static struct term bound_length(struct contracting *c,
                                const struct format_conversion *conversion) {
  enum { AROUND_DIGITS = 9 };
  c->is_exact = false;
  uint64_t more = conversion->precision > 0 ? (uint64_t)conversion->precision
                  : conversion->precision == FORMAT_ARGUMENT ? INT32_MAX
                                                             : 6;
  if (strchr("eEgG", conversion->kind) && !conversion->is_odd)
    return word(c, AROUND_DIGITS + more);
  return word(c, (conversion->length == LENGTH_DOUBLE ? 4960 : 330) + more);
}

static struct term printed_length(struct following *f,
                                  const struct format_conversion *conversion) {
  struct contracting *c = f->c;
  struct term width = count_of(f, conversion->width);
  struct term precision = count_of(f, conversion->precision);
  struct term length;
  char kind = conversion->kind;
  if (kind == '%')
    return word(c, 1);
  if (kind == 'm' || !has_next(f))
    return bound_length(c, conversion);
  uint32_t i = f->next++;
  bool is_integer = strchr("diuoxX", kind) != NULL;
  if (kind == 'n')
    return word(c, 0);
  if (kind == 's' && conversion->length == LENGTH_NONE &&
      contracting_is_word(c, i))
    length = contracting_length(c, i, string_limit(c, precision));
  else if (kind == 'c' && conversion->length == LENGTH_NONE)
    length = word(c, 1);
  else if (is_integer && !conversion->is_odd &&
           sort_is_bits(term_sort(c->m.terms, c->values[i])) &&
           term_width(c->m.terms, c->values[i]) >= 32)
    length = number_length(f, conversion, precision, i);
  else
    length = bound_length(c, conversion);
  if (term_is_none(width))
    return length;
  // A negative width is a flag and a width.
  struct term zero = word(c, 0);
  struct term right = term_sub(c->m.terms, zero, width);
  struct term left = term_compare(c->m.terms, OP_SLT, width, zero);
  struct term wide = term_ite(c->m.terms, left, right, width);
  return larger(c, length, wide);
}

struct term contracting_printed(struct contracting *c,
                                const struct routine_size *size) {
  struct following f;
  struct format_conversion conversion;
  uint64_t plain;
  struct term total = word(c, 1);
  bool is_read = follow(c, (uint32_t)size->factors[0], &f);
  if (is_read && c->routine.is_variadic) {
    bool goes_on;
    do {
      goes_on = format_next(&f.at, f.end, false, &plain, &conversion);
      total = add(c, total, word(c, plain));
      if (goes_on)
        total = add(c, total, printed_length(&f, &conversion));
    } while (goes_on);
  } else {
    c->is_exact = false;
    total = word(c, UINT64_MAX);
  }
  if (size->limit < 0)
    return total;
  struct term limit = contracting_extended(c, (uint32_t)size->limit, false);
  struct term is_less = term_compare(c->m.terms, OP_ULE, total, limit);
  return term_ite(c->m.terms, is_less, total, limit);
}

// What is printed must not overlap with a string that is read for it.

static bool is_other_object(const struct contracting *c, uint32_t a,
                            uint32_t b) {
  struct object_id of_a, of_b;
  uint64_t offset;
  return access_split(c->m.program, c->given[a], &of_a, &offset) &&
         access_split(c->m.program, c->given[b], &of_b, &offset) &&
         of_a.id != of_b.id;
}

// How much of the string is read, at least: without a loop if nothing says that
// it lies near.
static struct term read_length(struct contracting *c, uint32_t i,
                               struct term precision) {
  struct object_id object;
  uint64_t offset;
  if (!access_split(c->m.program, c->given[i], &object, &offset))
    return word(c, 1);
  struct term length = contracting_length(c, i, string_limit(c, precision));
  return term_is_none(precision) ? add(c, length, word(c, 1)) : length;
}

static void check_apart(struct following *f, uint32_t target, struct term size,
                        const struct format_conversion *conversion) {
  struct contracting *c = f->c;
  count_of(f, conversion->width);
  struct term precision = count_of(f, conversion->precision);
  if (conversion->kind == '%' || conversion->kind == 'm' || !has_next(f))
    return;
  uint32_t i = f->next++;
  uint64_t length;
  if (conversion->kind != 's' || conversion->length != LENGTH_NONE ||
      !contracting_is_word(c, i) || contracting_literal(c, i, &length) ||
      is_other_object(c, target, i))
    return;
  struct term_table *terms = c->m.terms;
  struct term away = term_sub(terms, c->values[i], c->values[target]);
  struct term is_same = term_eq(terms, away, word(c, 0));
  struct term is_before = term_compare(terms, OP_SLT, away, word(c, 0));
  struct term common =
      term_ite(terms, is_before, read_length(c, i, precision), size);
  struct term right = term_ite(terms, is_same, word(c, 2), common);
  struct term left = term_ite(terms, is_same, word(c, 1), away);
  contracting_access(c, ACCESS_OVERLAP, left, right, UNDEFINED_OVERLAP);
}

void contracting_check_printed(struct contracting *c, uint32_t target) {
  const struct routine_size *size = &c->routine.arguments[target].size;
  struct following f;
  struct format_conversion conversion;
  uint64_t plain;
  if (!c->routine.is_variadic || !follow(c, (uint32_t)size->factors[0], &f))
    return;
  struct term printed = c->is_exact ? c->printed : word(c, 1);
  while (format_next(&f.at, f.end, false, &plain, &conversion))
    check_apart(&f, target, printed, &conversion);
}

// scanf

// How many bytes a text takes: as many as its width says, or as the string has
// that is read from, or any number.
static void check_text(struct following *f,
                       const struct format_conversion *conversion, uint32_t i) {
  struct contracting *c = f->c;
  uint64_t zero = conversion->kind == 'c' ? 0 : 1;
  bool has_source = c->routine.arguments[0].need == NEED_STRING;
  int width = conversion->kind == 'c' && conversion->width == FORMAT_NONE
                  ? 1
                  : conversion->width;
  struct term most = width == FORMAT_NONE ? word(c, UINT64_MAX)
                                          : word(c, (uint64_t)width + zero);
  if (!has_source) {
    contracting_need(c, ACCESS_WRITE, c->values[i], most);
    return;
  }
  struct term right = word(c, zero);
  struct term left = contracting_length(c, 0, (struct term){0});
  struct term length = add(c, left, right);
  struct term is_less = term_compare(c->m.terms, OP_ULE, length, most);
  contracting_access(c, ACCESS_WRITE, c->values[i],
                     term_ite(c->m.terms, is_less, length, most),
                     UNDEFINED_UNSURE);
}

static void check_scan(struct following *f,
                       const struct format_conversion *conversion) {
  struct contracting *c = f->c;
  if (conversion->kind == '%' || conversion->is_dropped)
    return;
  if (!has_next(f)) {
    contracting_doubt(c, "an argument is missing");
    return;
  }
  uint32_t i = f->next++;
  uint64_t stored = format_stored(conversion, c->m.width);
  bool is_wide = strchr("CS", conversion->kind) ||
                 (!stored && conversion->length == LENGTH_LONG);
  if (!contracting_is_word(c, i) || is_wide || conversion->allocates)
    contracting_doubt(c, "a conversion that is not understood");
  else if (stored)
    contracting_need(c, ACCESS_WRITE, c->values[i], word(c, stored));
  else
    check_text(f, conversion, i);
}

void contracting_scan(struct contracting *c, uint32_t format) {
  check_conversions(c, format, true, check_scan);
}

// The n-th text is there if at least n conversions were assigned.
void contracting_promise_scanned(struct contracting *c, struct term result) {
  int format = routine_format(&c->routine);
  struct following f;
  struct format_conversion conversion;
  uint64_t plain, assigned = 0;
  if (format < 0 || c->routine.arguments[format].need != NEED_SCAN ||
      !c->routine.is_variadic || term_is_none(result) ||
      !follow(c, (uint32_t)format, &f))
    return;
  struct term_table *terms = c->m.terms;
  while (format_next(&f.at, f.end, true, &plain, &conversion)) {
    if (conversion.kind == '%' || conversion.is_dropped || !has_next(&f))
      continue;
    uint32_t i = f.next++;
    assigned += conversion.kind != 'n';
    if (!strchr("s[", conversion.kind) || conversion.length != LENGTH_NONE ||
        conversion.allocates || !contracting_is_word(c, i))
      continue;
    struct location_id end = modelling_new_location(&c->m);
    struct term is_there = term_compare(
        terms, OP_SLE,
        modelling_number(&c->m, term_width(terms, result), assigned), result);
    modelling_emit_to(&c->m, operation_assume(term_not(terms, is_there)), end,
                      UNDEFINED_NONE);
    modelling_emit(&c->m, operation_assume(is_there));
    contracting_promise_string(c, c->values[i]);
    modelling_go_to(&c->m, end);
    c->m.here = end;
  }
}
