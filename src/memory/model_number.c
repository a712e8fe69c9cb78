// Numbers from their text: atoi, strtol and their like.
//
//   white space, a sign, a prefix where the base has one, digits
//
// as many of them as there are, of which `at` is behind the last. The number is
// added up without its sign, in as many bits as the result has; whether it did
// not fit is kept beside it, and the result is then the largest or the smallest
// there is. Without digits it is 0, and nothing was read. What errno is nobody
// asks: its value is never known (routine.def).
#include "memory/models.h"

struct number {
  struct term text, end; // end: where the address behind the number goes, null
                         // if nobody wants it
  struct variable at;    // how far we are
  struct variable value, is_negative, is_over, is_some;
  unsigned width;
  bool is_signed;
};

static struct variable new_flag(struct modelling *m, const char *name) {
  struct variable flag =
      modelling_new_variable(m, VARIABLE_LOCAL, name, sort_bool());
  modelling_set(m, flag, term_false(m->terms));
  return flag;
}

static struct term is_byte(const struct modelling *m, struct term byte,
                           char letter) {
  return term_eq(m->terms, byte, modelling_number(m, 8, (unsigned char)letter));
}

static struct term is_within(const struct modelling *m, struct term byte,
                             char from, char to) {
  struct term distance =
      term_sub(m->terms, byte, modelling_number(m, 8, (unsigned char)from));
  return term_compare(m->terms, OP_ULE, distance,
                      modelling_number(m, 8, (uint64_t)(to - from)));
}

static struct term lower(const struct modelling *m, struct term byte) {
  return term_ite(m->terms, is_within(m, byte, 'A', 'Z'),
                  term_add(m->terms, byte, modelling_number(m, 8, 'a' - 'A')),
                  byte);
}

// Digits: the condition that the byte is one, and its value in 8 bits.

static struct term digit_of(const struct modelling *m, struct term byte,
                            unsigned base) {
  struct term zero = modelling_number(m, 8, '0');
  struct term plain = term_sub(m->terms, byte, zero);
  if (base <= 10)
    return plain;
  struct term letter =
      term_sub(m->terms, lower(m, byte), modelling_number(m, 8, 'a' - 10));
  return term_ite(m->terms, is_within(m, byte, '0', '9'), plain, letter);
}

static struct term is_digit(const struct modelling *m, struct term byte,
                            unsigned base) {
  if (base <= 10)
    return is_within(m, byte, '0', (char)('0' + (int)base - 1));
  struct term is_letter =
      is_within(m, lower(m, byte), 'a', (char)('a' + (int)base - 11));
  return term_or(m->terms, is_within(m, byte, '0', '9'), is_letter);
}

// Steps

static void skip_space(struct modelling *m, const struct number *number,
                       struct term *byte) {
  struct location_id head = m->here;
  *byte = modelling_byte_at(m, number->text, number->at, "byte");
  struct term is_space = term_or(m->terms, is_byte(m, *byte, ' '),
                                 is_within(m, *byte, '\t', '\r'));
  struct location_id more = modelling_branch(m, is_space), rest = m->here;
  m->here = more;
  modelling_increment(m, number->at);
  modelling_go_to(m, head);
  m->here = rest;
}

static void take_sign(struct modelling *m, const struct number *number,
                      struct term byte) {
  struct term is_minus = is_byte(m, byte, '-');
  struct term is_sign = term_or(m->terms, is_minus, is_byte(m, byte, '+'));
  struct location_id rest = modelling_new_location(m);
  struct location_id there = modelling_branch(m, is_sign);
  modelling_go_to(m, rest);
  m->here = there;
  modelling_set(m, number->is_negative, is_minus);
  modelling_increment(m, number->at);
  modelling_go_to(m, rest);
  m->here = rest;
}

static void add_digit(struct modelling *m, const struct number *number,
                      struct term byte, unsigned base) {
  struct term_table *terms = m->terms;
  unsigned width = number->width;
  struct term value = modelling_term_of(m, number->value);
  struct term digit = term_resize(terms, width, false, digit_of(m, byte, base));
  u128 most = bits_mask(width);
  struct term limit = term_const(terms, width, most / base);
  struct term last = term_const(terms, width, most % base);
  struct term is_more =
      term_or(terms, term_compare(terms, OP_ULT, limit, value),
              term_and(terms, term_eq(terms, value, limit),
                       term_compare(terms, OP_ULT, last, digit)));
  struct term is_over = modelling_term_of(m, number->is_over);
  modelling_set(m, number->is_over, term_or(terms, is_over, is_more));
  struct term shifted =
      term_binary(terms, OP_MUL, value, term_const(terms, width, base));
  modelling_set(m, number->value, term_add(terms, shifted, digit));
  modelling_set(m, number->is_some, term_true(terms));
  modelling_increment(m, number->at);
}

// The result, from what was added up.
static struct term signed_value(const struct modelling *m,
                                const struct number *number) {
  struct term_table *terms = m->terms;
  unsigned width = number->width;
  u128 half = (u128)1 << (width - 1);
  struct term value = modelling_term_of(m, number->value);
  struct term is_negative = modelling_term_of(m, number->is_negative);
  struct term is_over = modelling_term_of(m, number->is_over);
  struct term least = term_const(terms, width, half);
  struct term most = term_const(terms, width, half - 1);
  struct term bound = term_ite(terms, is_negative, least, most);
  struct term is_beyond =
      term_or(terms, is_over, term_compare(terms, OP_ULT, bound, value));
  struct term zero = term_const(terms, width, 0);
  struct term exact =
      term_ite(terms, is_negative, term_sub(terms, zero, value), value);
  return term_ite(terms, is_beyond, bound, exact);
}

static struct term unsigned_value(const struct modelling *m,
                                  const struct number *number) {
  struct term_table *terms = m->terms;
  struct term value = modelling_term_of(m, number->value);
  struct term zero = term_const(terms, number->width, 0);
  struct term exact = term_ite(terms, modelling_term_of(m, number->is_negative),
                               term_sub(terms, zero, value), value);
  return term_ite(terms, modelling_term_of(m, number->is_over),
                  term_const(terms, number->width, bits_mask(number->width)),
                  exact);
}

static void tell_end(struct modelling *m, const struct number *number,
                     struct term behind) {
  struct term null = modelling_number(m, m->width, 0);
  struct term is_null = term_eq(m->terms, number->end, null);
  if (term_is_true(m->terms, is_null))
    return;
  struct location_id rest = modelling_branch(m, is_null);
  bool was_known = m->assumes;
  m->assumes = false;
  modelling_store(m, number->end, behind);
  m->assumes = was_known;
  modelling_go_to(m, rest);
  m->here = rest;
}

static void give_number(struct modelling *m, const struct number *number) {
  struct term_table *terms = m->terms;
  struct term is_some = modelling_term_of(m, number->is_some);
  struct term at = modelling_term_of(m, number->at);
  tell_end(m, number,
           term_ite(terms, is_some, term_add(terms, number->text, at),
                    number->text));
  struct term value =
      number->is_signed ? signed_value(m, number) : unsigned_value(m, number);
  modelling_give(m,
                 term_resize(terms, sort_width(m->made->result), true, value));
}

static void give_digits(struct modelling *m, const struct number *number,
                        unsigned base) {
  struct location_id head = m->here;
  struct term byte = modelling_byte_at(m, number->text, number->at, "digit");
  struct location_id more = modelling_branch(m, is_digit(m, byte, base));
  give_number(m, number);
  m->here = more;
  add_digit(m, number, byte, base);
  modelling_go_to(m, head);
}

// Behind `0x`, if a digit follows; afterwards we are where there is no such
// prefix, and it is a number of `base` that begins with `zero` or not.
static void give_prefixed(struct modelling *m, const struct number *number,
                          unsigned base) {
  struct term text = number->text;
  struct term one = modelling_number(m, m->width, 1);
  struct term next = term_add(m->terms, text, one);
  struct term third = term_add(m->terms, next, one);
  struct location_id plain = modelling_new_location(m);
  struct term zero = modelling_byte_at(m, text, number->at, "first");
  struct location_id other =
      modelling_branch(m, term_not(m->terms, is_byte(m, zero, '0')));
  struct term x = modelling_byte_at(m, next, number->at, "second");
  struct location_id has_x = modelling_branch(m, is_byte(m, lower(m, x), 'x'));
  modelling_go_to(m, plain);
  m->here = has_x;
  struct term digit = modelling_byte_at(m, third, number->at, "third");
  struct location_id is_hex = modelling_branch(m, is_digit(m, digit, 16));
  modelling_go_to(m, plain);
  m->here = is_hex;
  modelling_increment(m, number->at);
  modelling_increment(m, number->at);
  give_digits(m, number, 16);
  m->here = plain;
  give_digits(m, number, base ? base : 8);
  m->here = other;
  give_digits(m, number, base ? base : 10);
}

static void model_number(struct modelling *m, unsigned width, bool is_signed,
                         struct term end, unsigned base) {
  struct number number = {.text = modelling_argument(m, 0),
                          .end = end,
                          .width = width,
                          .is_signed = is_signed};
  struct term byte;
  modelling_check_string(m, number.text);
  number.at = modelling_new_counter(m, "i");
  number.is_negative = new_flag(m, "negative");
  number.is_over = new_flag(m, "too large");
  number.is_some = new_flag(m, "digits");
  number.value =
      modelling_new_variable(m, VARIABLE_LOCAL, "number", sort_bits(width));
  modelling_set(m, number.value, term_const(m->terms, width, 0));
  skip_space(m, &number, &byte);
  take_sign(m, &number, byte);
  if (base == 0 || base == 16)
    give_prefixed(m, &number, base);
  else
    give_digits(m, &number, base);
}

// Routines

enum { DECIMAL = 10, LONG_LONG = 64 };

// atoi is what strtol gives, made narrow.
void model_atoi(struct modelling *m) {
  model_number(m, m->width, true, modelling_number(m, m->width, 0), DECIMAL);
}
void model_atol(struct modelling *m) {
  model_atoi(m);
}
void model_atoll(struct modelling *m) {
  model_number(m, LONG_LONG, true, modelling_number(m, m->width, 0), DECIMAL);
}

static void model_parse(struct modelling *m, unsigned width, bool is_signed) {
  struct term end = modelling_argument(m, 1), base = modelling_argument(m, 2);
  model_number(m, width, is_signed, end, (unsigned)term_value(m->terms, base));
}

void model_strtol(struct modelling *m) {
  model_parse(m, m->width, true);
}
void model_strtoll(struct modelling *m) {
  model_parse(m, LONG_LONG, true);
}
void model_strtoul(struct modelling *m) {
  model_parse(m, m->width, false);
}
void model_strtoull(struct modelling *m) {
  model_parse(m, LONG_LONG, false);
}

bool model_knows_base(const struct program *program,
                      const struct operation *call) {
  enum { LARGEST = 36 };
  struct term base = call->call.arguments[2];
  return term_is_const(program->terms, base) &&
         term_value(program->terms, base) != 1 &&
         term_value(program->terms, base) <= LARGEST;
}
