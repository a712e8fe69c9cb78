// A first look at remainders by divisors that nobody knows: as values of which
// a few facts hold.
//
// That v divides a where it divides b and a - b is hard as bits, and nonlinear
// as integers. Each remainder x % v is therefore a new variable here, and facts
// are said about those that the question has: a weaker question, whose UNSAT
// can be believed. Anything else says nothing.
//
// The facts are true of unsigned numbers of every width, where x % 0 is x
// (SMT-LIB). With r = x % v, and accordingly for y and z:
//
//   range        r <= x, and r < v unless v is 0: what is left over is smaller
//                than the divisor.
//   small        r == x where x < v.
//   same         r == 0 where x == v.
//   congruence   the same x and v leave the same.
//   sum          where x == y + z without a carry (y <= x), x leaves s, the sum
//                of what y and z leave, if that is less than v and has no
//                carry, and s - v otherwise. For y == p * v + ry, z == q * v +
//                rz give x == (p + q) * v + (ry + rz) with ry + rz < 2 * v, all
//                of it without a carry, as x has none; subtracting modulo 2^w
//                is right though s itself may have one. For v == 0 both are y +
//                z == x.
//
// Signed remainders of numbers that are not negative, by positive ones, are the
// unsigned ones; of others only congruence is said. Sums are looked for among
// the terms as they are written, case by case: the facts are about what the
// question has, and few.

#include "solver/internal.h"
#include "term/substitute.h"
#include "term/variables.h"

enum { MOST_REMAINDERS = 40, MOST_CASES = 6, MOST_SUMS = 200 };

struct remainder {
  struct term whole;   // as it is written
  struct term x, v, r; // over stand-ins
  struct term gate;    // where it is as if unsigned
};

VEC_DEFINE(remainder_vec, struct remainder);

struct remainders {
  struct query *query; // borrowed
  struct term_table *terms;
  struct remainder_vec all;
  struct substitution *stand_ins;
  struct term_vec asserted, assumptions; // over them
  struct term_vec facts;
};

// The question, without what its Boolean variables switch off.

static bool is_switch(const struct term_table *terms, struct term t) {
  if (term_op(terms, t) == OP_NOT)
    t = term_operand(terms, t, 0);
  return term_op(terms, t) == OP_VAR;
}

static void set_switch(struct term_table *terms, struct substitution *switches,
                       struct term t) {
  bool is_off = term_op(terms, t) == OP_NOT;
  struct term variable = is_off ? term_operand(terms, t, 0) : t;
  substitution_set(switches, variable, term_bool(terms, !is_off));
}

static void take_question(struct remainders *in) {
  const struct query *query = in->query;
  struct substitution *switches = substitution_new(in->terms);
  for (uint32_t i = 0; i < query->asserted.count; i++)
    if (is_switch(in->terms, query->asserted.at[i]))
      set_switch(in->terms, switches, query->asserted.at[i]);
  for (uint32_t i = 0; i < query->asserted.count; i++) {
    struct term t = query->asserted.at[i];
    term_vec_push(&in->asserted, is_switch(in->terms, t)
                                     ? t
                                     : substitution_apply(switches, t));
  }
  term_vec_append(&in->assumptions, query->assumptions.at,
                  query->assumptions.count);
  substitution_free(switches);
}

// Stand-ins

bool is_open_remainder(const struct term_table *terms, struct term t) {
  enum term_op op = term_op(terms, t);
  return (op == OP_UREM || op == OP_SREM) &&
         !term_is_const(terms, term_operand(terms, t, 1));
}

static struct term stand_in(struct solver *solver, struct term t) {
  struct term *known = stand_in_map_find(&solver->stand_ins, t);
  if (known)
    return *known;
  struct term_vec variables = {0};
  term_variables(solver->terms, &t, 1, &variables);
  struct term made = term_variable(
      solver->terms, term_variable_name(solver->terms, variables.at[0]),
      term_sort(solver->terms, t));
  term_vec_release(&variables);
  stand_in_map_put(&solver->stand_ins, t, made);
  return made;
}

static void find_remainders(struct remainders *in) {
  struct term_vec roots = {0}, parts = {0};
  term_vec_append(&roots, in->asserted.at, in->asserted.count);
  term_vec_append(&roots, in->assumptions.at, in->assumptions.count);
  term_collect(in->terms, roots.at, roots.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (is_open_remainder(in->terms, parts.at[i]))
      remainder_vec_push(&in->all, (struct remainder){.whole = parts.at[i]});
  term_vec_release(&roots);
  term_vec_release(&parts);
}

static struct term is_as_unsigned(struct term_table *terms,
                                  const struct remainder *a) {
  if (term_op(terms, a->whole) == OP_UREM)
    return term_true(terms);
  struct term zero = term_const(terms, term_width(terms, a->x), 0);
  return term_and(terms, term_compare(terms, OP_SLE, zero, a->x),
                  term_compare(terms, OP_SLT, zero, a->v));
}

static void replace_all(struct term_vec *list,
                        struct substitution *substitution) {
  for (uint32_t i = 0; i < list->count; i++)
    list->at[i] = substitution_apply(substitution, list->at[i]);
}

static void replace(struct remainders *in) {
  in->stand_ins = substitution_new(in->terms);
  for (uint32_t i = 0; i < in->all.count; i++) {
    struct remainder *a = &in->all.at[i];
    a->r = stand_in(in->query->solver, a->whole);
    substitution_set_term(in->stand_ins, a->whole, a->r);
  }
  for (uint32_t i = 0; i < in->all.count; i++) {
    struct remainder *a = &in->all.at[i];
    a->x =
        substitution_apply(in->stand_ins, term_operand(in->terms, a->whole, 0));
    a->v =
        substitution_apply(in->stand_ins, term_operand(in->terms, a->whole, 1));
    a->gate = is_as_unsigned(in->terms, a);
  }
  replace_all(&in->asserted, in->stand_ins);
  replace_all(&in->assumptions, in->stand_ins);
}

// Facts

static void say(struct remainders *in, struct term when, struct term what) {
  term_vec_push(&in->facts, term_implies(in->terms, when, what));
}

static void say_range(struct remainders *in, const struct remainder *a) {
  struct term_table *terms = in->terms;
  struct term zero = term_const(terms, term_width(terms, a->x), 0);
  struct term is_small = term_compare(terms, OP_ULT, a->x, a->v);
  struct term has_divisor = term_not(terms, term_eq(terms, a->v, zero));
  say(in, a->gate, term_compare(terms, OP_ULE, a->r, a->x));
  say(in, term_and(terms, a->gate, has_divisor),
      term_compare(terms, OP_ULT, a->r, a->v));
  say(in, term_and(terms, a->gate, is_small), term_eq(terms, a->r, a->x));
  say(in, term_and(terms, a->gate, term_eq(terms, a->x, a->v)),
      term_eq(terms, a->r, zero));
}

static void say_congruence(struct remainders *in, const struct remainder *a,
                           const struct remainder *b) {
  struct term_table *terms = in->terms;
  if (term_op(terms, a->whole) != term_op(terms, b->whole) ||
      term_width(terms, a->x) != term_width(terms, b->x))
    return;
  struct term same =
      term_and(terms, term_eq(terms, a->x, b->x), term_eq(terms, a->v, b->v));
  say(in, same, term_eq(terms, a->r, b->r));
}

// What a term is in one case or another.
static void cases_of(const struct term_table *terms, struct term t,
                     struct term_vec *into) {
  if (into->count == MOST_CASES)
    return;
  if (term_op(terms, t) != OP_ITE) {
    term_vec_push(into, t);
    return;
  }
  cases_of(terms, term_operand(terms, t, 1), into);
  cases_of(terms, term_operand(terms, t, 2), into);
}

static bool may_be_sum(struct remainders *in, struct term x, struct term y,
                       struct term z) {
  struct term_vec xs = {0}, ys = {0}, zs = {0};
  bool found = false;
  cases_of(in->terms, x, &xs);
  cases_of(in->terms, y, &ys);
  cases_of(in->terms, z, &zs);
  for (uint32_t i = 0; i < xs.count && !found; i++)
    for (uint32_t k = 0; k < ys.count && !found; k++)
      found = term_vec_has(&zs, term_sub(in->terms, xs.at[i], ys.at[k]));
  term_vec_release(&xs);
  term_vec_release(&ys);
  term_vec_release(&zs);
  return found;
}

static void say_sum(struct remainders *in, const struct remainder *a,
                    const struct remainder *b, const struct remainder *c) {
  struct term_table *terms = in->terms;
  struct term is_sum = term_eq(terms, a->x, term_add(terms, b->x, c->x));
  struct term has_no_carry = term_compare(terms, OP_ULE, b->x, a->x);
  struct term gates[] = {a->gate, b->gate, c->gate, is_sum, has_no_carry};
  struct term left = term_add(terms, b->r, c->r);
  struct term is_it = term_and(terms, term_compare(terms, OP_ULE, b->r, left),
                               term_compare(terms, OP_ULT, left, a->v));
  say(in, term_and_all(terms, gates, sizeof gates / sizeof *gates),
      term_eq(terms, a->r,
              term_ite(terms, is_it, left, term_sub(terms, left, a->v))));
}

static void say_sums(struct remainders *in, const struct remainder *a) {
  for (uint32_t i = 0; i < in->all.count; i++)
    for (uint32_t k = i; k < in->all.count; k++) {
      const struct remainder *b = &in->all.at[i], *c = &in->all.at[k];
      if (in->facts.count < MOST_SUMS && a != b && a != c &&
          term_equal(a->v, b->v) && term_equal(a->v, c->v) &&
          may_be_sum(in, a->x, b->x, c->x))
        say_sum(in, a, b, c);
    }
}

static void say_all(struct remainders *in) {
  for (uint32_t i = 0; i < in->all.count; i++)
    say_sums(in, &in->all.at[i]);
  for (uint32_t i = 0; i < in->all.count; i++) {
    say_range(in, &in->all.at[i]);
    for (uint32_t k = 0; k < i; k++)
      say_congruence(in, &in->all.at[i], &in->all.at[k]);
  }
}

// The answer

static void assert_all(struct query *query, const struct term_vec *list) {
  for (uint32_t i = 0; i < list->count; i++)
    query_assert(query, list->at[i]);
}

// The question that it stands for is written out, not this one.
static enum answer ask(struct remainders *in, uint64_t limit) {
  struct solver *solver = in->query->solver;
  uint64_t usual = solver->limit;
  char *folder = solver->dump_folder;
  solver->dump_folder = NULL;
  struct query *weaker = query_new(solver, in->query->purpose);
  solver->limit = usual && usual < limit ? usual : limit;
  assert_all(weaker, &in->asserted);
  assert_all(weaker, &in->facts);
  enum answer answer =
      query_check(weaker, in->assumptions.at, in->assumptions.count);
  u32_vec_clear(&in->query->core);
  if (answer == ANSWER_UNSAT)
    query_core(weaker, false, &in->query->core);
  solver->limit = usual;
  solver->dump_folder = folder;
  query_free(weaker);
  return answer == ANSWER_UNSAT ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

enum answer remainder_check(struct query *query, uint64_t limit) {
  struct remainders in = {.query = query, .terms = query->solver->terms};
  enum answer answer = ANSWER_UNKNOWN;
  take_question(&in);
  find_remainders(&in);
  if (in.all.count && in.all.count <= MOST_REMAINDERS) {
    replace(&in);
    say_all(&in);
    answer = ask(&in, limit);
  }
  substitution_free(in.stand_ins);
  remainder_vec_release(&in.all);
  term_vec_release(&in.asserted);
  term_vec_release(&in.assumptions);
  term_vec_release(&in.facts);
  return answer;
}
