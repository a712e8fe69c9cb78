#include "exact/formula_of.h"

#include "exact/fairness.h"
#include "spec/syntax.h"

// A variable that is bound around what is translated.
struct bound {
  const struct bound *outer;
  struct name name;
  uint32_t fixpoint;
};

struct translation {
  struct mu_table *table;
  struct atoms *atoms;
  const struct formula_premises *premises;
  struct fairness *fairness; // null: every execution counts
  struct formula_origin_vec *origins;
};

static uint32_t translate(struct translation *t,
                          const struct formula_syntax *formula, bool is_negated,
                          const struct bound *bound);

static enum mu_kind dual_if(bool is_negated, enum mu_kind kind) {
  switch (is_negated ? kind : MU_TRUE) {
  case MU_AND: return MU_OR;
  case MU_OR: return MU_AND;
  case MU_SOME: return MU_ALL;
  case MU_ALL: return MU_SOME;
  case MU_LEAST: return MU_GREATEST;
  case MU_GREATEST: return MU_LEAST;
  default: return kind;
  }
}

static uint32_t join(struct translation *t, enum mu_kind kind,
                     const struct formula_syntax *formula, bool is_negated_a,
                     bool is_negated, const struct bound *bound) {
  uint32_t a = translate(t, formula->a, is_negated_a, bound);
  uint32_t b = translate(t, formula->b, is_negated, bound);
  return mu_join(t->table, dual_if(is_negated, kind), a, b);
}

// (a => b) && (b => a), or its negation (a || b) && (!a || !b)
static uint32_t iff(struct translation *t, const struct formula_syntax *formula,
                    bool is_negated, const struct bound *bound) {
  uint32_t halves[2];
  for (int i = 0; i < 2; i++) {
    uint32_t a = translate(t, formula->a, (i == 0) != is_negated, bound);
    uint32_t b = translate(t, formula->b, i == 1, bound);
    halves[i] = mu_join(t->table, MU_OR, a, b);
  }
  return mu_join(t->table, MU_AND, halves[0], halves[1]);
}

// ---- CTL --------------------------------------------------------------------

// Z = g || (f && <> Z), with what stands for each of these.
struct unfolding {
  enum mu_kind fixpoint;
  enum mu_kind outer;                             // joins g and the rest
  const struct formula_syntax *now, *while_going; // g, f; f may be null
};

static struct unfolding unfolding_of(const struct formula_syntax *path) {
  switch (path->kind) {
  case FORMULA_FINALLY:
    return (struct unfolding){MU_LEAST, MU_OR, path->a, NULL};
  case FORMULA_GLOBALLY:
    return (struct unfolding){MU_GREATEST, MU_AND, path->a, NULL};
  case FORMULA_UNTIL:
    return (struct unfolding){MU_LEAST, MU_OR, path->b, path->a};
  case FORMULA_WEAK_UNTIL:
    return (struct unfolding){MU_GREATEST, MU_OR, path->b, path->a};
  default: // FORMULA_RELEASE
    return (struct unfolding){MU_GREATEST, MU_AND, path->b, path->a};
  }
}

// What is behind a step, in the fixpoint z: with an end that every execution
// comes to, of executions that come there (Emerson, Lei; a condition that holds
// anyway).
//   AF g = mu Z. nu Y. g || [] ((!end || Z) && Y)
static uint32_t step_to(struct translation *t, enum mu_kind step, uint32_t z,
                        uint32_t y) {
  struct mu_table *table = t->table;
  bool is_all = step == MU_ALL;
  uint32_t again = mu_variable(table, z);
  if (y == MU_CLOSED)
    return mu_modal(table, step, again);
  uint32_t end = mu_atom(table, t->premises->end, is_all);
  uint32_t at_end = mu_join(table, is_all ? MU_OR : MU_AND, end, again);
  uint32_t before = mu_variable(table, y);
  return mu_modal(table, step,
                  mu_join(table, is_all ? MU_AND : MU_OR, at_end, before));
}

// Does it ask for executions that do not end, or deny that there are any?
static bool is_about_endless(enum mu_kind fixpoint, enum mu_kind step) {
  return (fixpoint == MU_LEAST) == (step == MU_ALL);
}

// Of fair executions. Of all of them, it is the dual of some: AF f is not EG
// !f, A[f U g] is not E[!f R !g].
static uint32_t fair_quantified(struct translation *t,
                                const struct formula_syntax *formula,
                                bool is_negated, const struct bound *bound) {
  const struct formula_syntax *path = formula->a;
  struct fairness *fair = t->fairness;
  bool is_all = formula->kind == FORMULA_ALL, is_dual = is_all != is_negated;
  uint32_t f = translate(t, path->a, is_negated, bound);
  if (path->kind == FORMULA_NEXT)
    return fair_next(fair, f, is_dual);
  if (path->kind == FORMULA_FINALLY || path->kind == FORMULA_GLOBALLY)
    return (path->kind == FORMULA_GLOBALLY) != is_all
               ? fair_globally(fair, f, is_dual)
               : fair_until(fair, mu_constant(t->table, !is_dual), f, is_dual);
  uint32_t g = translate(t, path->b, is_negated, bound);
  enum mu_kind either = is_negated ? MU_AND : MU_OR;
  enum mu_kind both = is_negated ? MU_OR : MU_AND;
  if (is_all && path->kind == FORMULA_RELEASE)
    return fair_until(fair, f, g, is_dual);
  if (is_all && path->kind == FORMULA_WEAK_UNTIL) // g R (f || g)
    return fair_until(fair, g, mu_join(t->table, either, f, g), is_dual);
  if (!is_all && path->kind == FORMULA_UNTIL)
    return fair_until(fair, f, g, is_dual);
  // E[f W g] is E[f U g] or EG f, E[f R g] E[g U f && g] or EG g; and A[f U g]
  // is the dual of E[f R g].
  bool is_weak = path->kind == FORMULA_WEAK_UNTIL;
  enum mu_kind inner = is_all ? either : both;
  uint32_t going = is_weak ? f : g;
  uint32_t then = is_weak ? g : mu_join(t->table, inner, f, g);
  uint32_t ends = fair_until(fair, going, then, is_dual);
  return mu_join(t->table, is_dual ? MU_AND : MU_OR, ends,
                 fair_globally(fair, going, is_dual));
}

static uint32_t quantified(struct translation *t,
                           const struct formula_syntax *formula,
                           bool is_negated, const struct bound *bound) {
  const struct formula_syntax *path = formula->a;
  if (t->fairness)
    return fair_quantified(t, formula, is_negated, bound);
  enum mu_kind step =
      dual_if(is_negated, formula->kind == FORMULA_EXISTS ? MU_SOME : MU_ALL);
  if (path->kind == FORMULA_NEXT)
    return mu_modal(t->table, step, translate(t, path->a, is_negated, bound));
  struct unfolding u = unfolding_of(path);
  enum mu_kind kind = dual_if(is_negated, u.fixpoint);
  uint32_t z = mu_open(t->table, kind), y = MU_CLOSED;
  if (t->premises->end != MU_CLOSED && is_about_endless(kind, step))
    y = mu_open(t->table, kind == MU_LEAST ? MU_GREATEST : MU_LEAST);
  uint32_t now = translate(t, u.now, is_negated, bound);
  uint32_t next = step_to(t, step, z, y);
  if (u.while_going) {
    enum mu_kind inner = u.outer == MU_OR ? MU_AND : MU_OR;
    uint32_t going = translate(t, u.while_going, is_negated, bound);
    next = mu_join(t->table, dual_if(is_negated, inner), going, next);
  }
  uint32_t body = mu_join(t->table, dual_if(is_negated, u.outer), now, next);
  if (t->premises->turn != MU_CLOSED)
    body = mu_if(t->table, t->premises->turn, body,
                 mu_modal(t->table, step,
                          mu_variable(t->table, y == MU_CLOSED ? z : y)));
  if (y != MU_CLOSED) {
    mu_close(t->table, y, body);
    body = y;
  }
  mu_close(t->table, z, body);
  return z;
}

// ---- Fixpoints --------------------------------------------------------------

static uint32_t fixpoint(struct translation *t,
                         const struct formula_syntax *formula, bool is_negated,
                         const struct bound *bound) {
  enum mu_kind kind = formula->kind == FORMULA_MU ? MU_LEAST : MU_GREATEST;
  uint32_t z = mu_open(t->table, dual_if(is_negated, kind));
  struct bound inner = {bound, formula->name, z};
  mu_close(t->table, z, translate(t, formula->a, is_negated, &inner));
  return z;
}

// Under an even number of negations (checks.c sees to it), the variable of a
// negated fixpoint is the negation of what it was.
static uint32_t variable(struct translation *t,
                         const struct formula_syntax *formula,
                         const struct bound *bound) {
  while (!name_equal(bound->name, formula->name))
    bound = bound->outer;
  return mu_variable(t->table, bound->fixpoint);
}

static uint32_t translate_anew(struct translation *t,
                               const struct formula_syntax *formula,
                               bool is_negated, const struct bound *bound) {
  switch (formula->kind) {
  case FORMULA_TRUE: return mu_constant(t->table, !is_negated);
  case FORMULA_FALSE: return mu_constant(t->table, is_negated);
  case FORMULA_NOT: return translate(t, formula->a, !is_negated, bound);
  case FORMULA_AND:
    return join(t, MU_AND, formula, is_negated, is_negated, bound);
  case FORMULA_OR:
    return join(t, MU_OR, formula, is_negated, is_negated, bound);
  case FORMULA_IMPLIES:
    return join(t, MU_OR, formula, !is_negated, is_negated, bound);
  case FORMULA_IFF: return iff(t, formula, is_negated, bound);
  case FORMULA_ALL:
  case FORMULA_EXISTS: return quantified(t, formula, is_negated, bound);
  case FORMULA_DIAMOND:
  case FORMULA_BOX:
    return mu_modal(t->table,
                    dual_if(is_negated, formula->kind == FORMULA_DIAMOND
                                            ? MU_SOME
                                            : MU_ALL),
                    translate(t, formula->a, is_negated, bound));
  case FORMULA_MU:
  case FORMULA_NU: return fixpoint(t, formula, is_negated, bound);
  case FORMULA_VARIABLE: return variable(t, formula, bound);
  default:
    return mu_atom(t->table, atoms_number(t->atoms, formula), is_negated);
  }
}

static uint32_t translate(struct translation *t,
                          const struct formula_syntax *formula, bool is_negated,
                          const struct bound *bound) {
  uint32_t made = translate_anew(t, formula, is_negated, bound);
  if (made >= t->origins->count)
    formula_origin_vec_resize(t->origins, made + 1);
  struct formula_origin *origin = &t->origins->at[made];
  if (formula->kind != FORMULA_NOT)
    *origin = (struct formula_origin){formula, is_negated};
  return made;
}

static void add_just(struct translation *t, uint32_t atom) {
  struct fair_pair pair = {.when = {UINT32_MAX, UINT32_MAX}};
  for (int i = 0; i < 2; i++)
    pair.again[i] = mu_atom(t->table, atom, i);
  fair_pair_vec_push(&t->fairness->pairs, pair);
}

static void translate_fairness(struct translation *t) {
  const struct formula_premises *premises = t->premises;
  for (const struct fairness_syntax *fair = premises->fair; fair;
       fair = fair->next) {
    struct fair_pair pair = {.when = {UINT32_MAX, UINT32_MAX}};
    for (int i = 0; i < 2; i++) {
      pair.again[i] = translate(t, fair->again, i, NULL);
      if (fair->when)
        pair.when[i] = translate(t, fair->when, i, NULL);
    }
    fair_pair_vec_push(&t->fairness->pairs, pair);
  }
  for (uint32_t i = 0; premises->just && i < premises->just->count; i++)
    add_just(t, premises->just->at[i]);
  if (premises->end != MU_CLOSED)
    add_just(t, premises->end);
}

uint32_t formula_of(struct mu_table *table, struct atoms *atoms,
                    const struct formula_syntax *formula,
                    const struct formula_premises *premises,
                    struct formula_origin_vec *origins) {
  struct fairness fairness = {.table = table, .turn = premises->turn};
  struct translation translation = {table, atoms, premises, NULL, origins};
  if (premises->fair || (premises->just && premises->just->count)) {
    translation.fairness = &fairness;
    translate_fairness(&translation);
  }
  uint32_t made = translate(&translation, formula, false, NULL);
  fairness_release(&fairness);
  if (translation.fairness)
    mu_set_levels(table, made);
  return made;
}
