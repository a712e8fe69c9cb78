// Floating point in Z3's language.
//
// Terms compute on bit patterns; Z3's numbers have one NaN. Operands become
// numbers, the operation rounds to nearest as C's does by default, and the
// result becomes bits again. The bits of a NaN that comes out are left open but
// for those that make it a quiet one: processors differ, so that whatever is
// proved holds for each; whatever is found is run. Likewise the result of a
// conversion to an integer that it does not fit in. What is left open is a
// constant of its own for each term.
//
// Operators without an exact meaning (term/float_format.h) stay uninterpreted
// (to_z3.c).
#include "solver/internal.h"

// What is being translated. Every object that Z3 makes is counted here until
// the end.
struct floating {
  struct solver *solver;
  struct term term;
  struct ast_vec made;
  unsigned from, to; // widths
};

static Z3_ast note(struct floating *f, Z3_ast ast) {
  if (ast) {
    Z3_inc_ref(f->solver->z3, ast);
    ast_vec_push(&f->made, ast);
  }
  return ast;
}

static Z3_sort sort_of(struct floating *f, unsigned width) {
  struct float_format format = float_format_of(width);
  Z3_sort sort =
      Z3_mk_fpa_sort(f->solver->z3, format.exponent, format.significand);
  if (sort)
    note(f, Z3_sort_to_ast(f->solver->z3, sort));
  return sort;
}

static Z3_ast nearest(struct floating *f) {
  return note(f, Z3_mk_fpa_rne(f->solver->z3));
}

static Z3_ast number_of(struct floating *f, Z3_ast bits, unsigned width) {
  return note(f, Z3_mk_fpa_to_fp_bv(f->solver->z3, bits, sort_of(f, width)));
}

// A constant that stands for what the term leaves open.
static Z3_ast open_bits(struct floating *f) {
  char name[24];
  snprintf(name, sizeof name, "open%u", f->term.id);
  Z3_sort sort = sort_to_z3(f->solver, sort_bits(f->to));
  Z3_ast bits =
      note(f, Z3_mk_const(f->solver->z3, symbol_of(f->solver, name), sort));
  ast_release(f->solver, Z3_sort_to_ast(f->solver->z3, sort));
  return bits;
}

// The exponent and the first bit of the fraction, which make a quiet NaN.
static Z3_ast quiet_bits(struct floating *f) {
  struct float_format format = float_format_of(f->to);
  u128 ones = ((u128)1 << (format.exponent + 1)) - 1;
  struct term mask =
      term_const(f->solver->terms, f->to, ones << (format.significand - 2));
  return ast_of_term(f->solver, mask);
}

static Z3_ast bits_of(struct floating *f, Z3_ast number) {
  Z3_context z3 = f->solver->z3;
  Z3_ast nan = note(f, Z3_mk_bvor(z3, open_bits(f), quiet_bits(f)));
  Z3_ast is_nan = note(f, Z3_mk_fpa_is_nan(z3, number));
  Z3_ast bits = note(f, Z3_mk_fpa_to_ieee_bv(z3, number));
  return note(f, Z3_mk_ite(z3, is_nan, nan, bits));
}

static Z3_ast compare(struct floating *f, const Z3_ast *args) {
  Z3_context z3 = f->solver->z3;
  Z3_ast a = number_of(f, args[0], f->from), b = number_of(f, args[1], f->from);
  switch (term_op(f->solver->terms, f->term)) {
  case OP_FEQ: return note(f, Z3_mk_fpa_eq(z3, a, b));
  case OP_FLT: return note(f, Z3_mk_fpa_lt(z3, a, b));
  default: return note(f, Z3_mk_fpa_leq(z3, a, b));
  }
}

static Z3_ast negate(struct floating *f, Z3_ast bits) {
  struct term sign =
      term_const(f->solver->terms, f->from, (u128)1 << (f->from - 1));
  Z3_ast mask = ast_of_term(f->solver, sign);
  return note(f, Z3_mk_bvxor(f->solver->z3, bits, mask));
}

static Z3_ast operate(struct floating *f, const Z3_ast *args) {
  Z3_context z3 = f->solver->z3;
  Z3_ast a = number_of(f, args[0], f->from), b = number_of(f, args[1], f->from);
  Z3_ast round = nearest(f), result;
  switch (term_op(f->solver->terms, f->term)) {
  case OP_FADD: result = Z3_mk_fpa_add(z3, round, a, b); break;
  case OP_FSUB: result = Z3_mk_fpa_sub(z3, round, a, b); break;
  case OP_FMUL: result = Z3_mk_fpa_mul(z3, round, a, b); break;
  default: result = Z3_mk_fpa_div(z3, round, a, b); break;
  }
  return bits_of(f, note(f, result));
}

static Z3_ast resize(struct floating *f, Z3_ast bits) {
  Z3_ast number = number_of(f, bits, f->from);
  Z3_ast resized = note(f, Z3_mk_fpa_to_fp_float(f->solver->z3, nearest(f),
                                                 number, sort_of(f, f->to)));
  return bits_of(f, resized);
}

static Z3_ast from_integer(struct floating *f, Z3_ast bits, bool is_signed) {
  Z3_context z3 = f->solver->z3;
  Z3_sort sort = sort_of(f, f->to);
  Z3_ast number =
      note(f, is_signed ? Z3_mk_fpa_to_fp_signed(z3, nearest(f), bits, sort)
                        : Z3_mk_fpa_to_fp_unsigned(z3, nearest(f), bits, sort));
  return note(f, Z3_mk_fpa_to_ieee_bv(z3, number));
}

static Z3_ast power_of_two(struct floating *f, bool is_negative,
                           unsigned exponent) {
  return note(f,
              Z3_mk_fpa_numeral_int64_uint64(f->solver->z3, is_negative,
                                             exponent, 0, sort_of(f, f->from)));
}

// Does the number without its fraction fit?
static Z3_ast fits(struct floating *f, Z3_ast whole, bool is_signed) {
  Z3_context z3 = f->solver->z3;
  Z3_ast least = is_signed
                     ? power_of_two(f, true, f->to - 1)
                     : note(f, Z3_mk_fpa_zero(z3, sort_of(f, f->from), false));
  Z3_ast beyond = power_of_two(f, false, is_signed ? f->to - 1 : f->to);
  Z3_ast both[] = {note(f, Z3_mk_fpa_leq(z3, least, whole)),
                   note(f, Z3_mk_fpa_lt(z3, whole, beyond))};
  return note(f, Z3_mk_and(z3, 2, both));
}

static Z3_ast to_integer(struct floating *f, Z3_ast bits, bool is_signed) {
  Z3_context z3 = f->solver->z3;
  Z3_ast down = note(f, Z3_mk_fpa_rtz(z3));
  Z3_ast number = number_of(f, bits, f->from);
  Z3_ast whole = note(f, Z3_mk_fpa_round_to_integral(z3, down, number));
  Z3_ast integer =
      note(f, is_signed ? Z3_mk_fpa_to_sbv(z3, down, whole, f->to)
                        : Z3_mk_fpa_to_ubv(z3, down, whole, f->to));
  return note(f,
              Z3_mk_ite(z3, fits(f, whole, is_signed), integer, open_bits(f)));
}

static Z3_ast translate(struct floating *f, const Z3_ast *args) {
  switch (term_op(f->solver->terms, f->term)) {
  case OP_FEQ:
  case OP_FLT:
  case OP_FLE: return compare(f, args);
  case OP_FNEG: return negate(f, args[0]);
  case OP_FTOF: return resize(f, args[0]);
  case OP_FTOSI: return to_integer(f, args[0], true);
  case OP_FTOUI: return to_integer(f, args[0], false);
  case OP_SITOF: return from_integer(f, args[0], true);
  case OP_UITOF: return from_integer(f, args[0], false);
  default: return operate(f, args);
  }
}

Z3_ast float_to_z3(struct solver *solver, struct term t, const Z3_ast *args) {
  struct sort sort = term_sort(solver->terms, t);
  struct floating f = {
      .solver = solver,
      .term = t,
      .from = term_width(solver->terms, term_operand(solver->terms, t, 0)),
      .to = sort_is_bits(sort) ? sort_width(sort) : 0};
  Z3_ast result = translate(&f, args);
  if (result)
    Z3_inc_ref(solver->z3, result);
  for (uint32_t i = 0; i < f.made.count; i++)
    ast_release(solver, f.made.at[i]);
  ast_vec_release(&f.made);
  return result;
}
