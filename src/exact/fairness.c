#include "exact/fairness.h"

void fairness_release(struct fairness *fairness) {
  fair_pair_vec_release(&fairness->pairs);
}

// ---- Branching time ---------------------------------------------------------

static uint32_t both(struct fairness *x, bool is_dual, uint32_t a, uint32_t b) {
  return mu_join(x->table, is_dual ? MU_OR : MU_AND, a, b);
}

static uint32_t either(struct fairness *x, bool is_dual, uint32_t a,
                       uint32_t b) {
  return both(x, !is_dual, a, b);
}

static uint32_t step(struct fairness *x, bool is_dual, uint32_t f) {
  return mu_modal(x->table, is_dual ? MU_ALL : MU_SOME, f);
}

static uint32_t open_fixpoint(struct fairness *x, bool is_least) {
  return mu_open(x->table, is_least ? MU_LEAST : MU_GREATEST);
}

// What lies between states that count only leads on.
static uint32_t counted(struct fairness *x, uint32_t body, uint32_t next) {
  return x->turn == MU_CLOSED ? body : mu_if(x->table, x->turn, body, next);
}

// mu W. f || while && <> W
static uint32_t until(struct fairness *x, uint32_t going, uint32_t f,
                      bool is_dual) {
  uint32_t w = open_fixpoint(x, !is_dual);
  uint32_t next = step(x, is_dual, mu_variable(x->table, w));
  uint32_t body = either(x, is_dual, f, both(x, is_dual, going, next));
  mu_close(x->table, w, counted(x, body, next));
  return w;
}

// mu Y. h && <> (just && Z || Y)
static uint32_t comes_to(struct fairness *x, uint32_t h, uint32_t just,
                         uint32_t z, bool is_dual) {
  uint32_t y = open_fixpoint(x, !is_dual);
  uint32_t there = both(x, is_dual, just, mu_variable(x->table, z));
  if (x->turn != MU_CLOSED)
    there = both(x, is_dual, mu_atom(x->table, x->turn, is_dual), there);
  uint32_t next =
      step(x, is_dual, either(x, is_dual, there, mu_variable(x->table, y)));
  mu_close(x->table, y, counted(x, both(x, is_dual, h, next), next));
  return y;
}

static bool is_just(const struct fair_pair *pair) {
  return pair->when[0] == UINT32_MAX;
}

// Is it the `number`th of the compassionate ones that is in the set?
static bool is_chosen(const struct fairness *x, uint32_t number, uint32_t set) {
  uint32_t bit = 0;
  if (is_just(&x->pairs.at[number]))
    return true;
  for (uint32_t i = 0; i < number; i++)
    bit += !is_just(&x->pairs.at[i]);
  return set >> bit & 1;
}

static uint32_t count_compassionate(const struct fairness *x) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->pairs.count; i++)
    count += !is_just(&x->pairs.at[i]);
  return count;
}

// For ever f, what is chosen again and again, and nothing that asks for what is
// not.
static uint32_t forever(struct fairness *x, uint32_t f, uint32_t set,
                        bool is_dual) {
  uint32_t h = f, body = UINT32_MAX;
  for (uint32_t i = 0; i < x->pairs.count; i++)
    if (!is_chosen(x, i, set))
      h = both(x, is_dual, h, x->pairs.at[i].when[!is_dual]);
  uint32_t z = open_fixpoint(x, is_dual);
  for (uint32_t i = 0; i < x->pairs.count; i++) {
    if (!is_chosen(x, i, set))
      continue;
    uint32_t part = comes_to(x, h, x->pairs.at[i].again[is_dual], z, is_dual);
    body = body == UINT32_MAX ? part : both(x, is_dual, body, part);
  }
  if (body == UINT32_MAX) {
    uint32_t next = step(x, is_dual, mu_variable(x->table, z));
    body = counted(x, both(x, is_dual, h, next), next);
  }
  mu_close(x->table, z, body);
  return z;
}

uint32_t fair_globally(struct fairness *x, uint32_t f, bool is_dual) {
  uint32_t sets = 1u << count_compassionate(x), found = UINT32_MAX;
  for (uint32_t set = 0; set < sets; set++) {
    uint32_t one = forever(x, f, set, is_dual);
    found = found == UINT32_MAX ? one : either(x, is_dual, found, one);
  }
  return sets > 1 ? until(x, f, found, is_dual) : found;
}

// There is an execution from here.
static uint32_t fair_at_all(struct fairness *x, bool is_dual) {
  if (!x->fair[is_dual])
    x->fair[is_dual] =
        fair_globally(x, mu_constant(x->table, !is_dual), is_dual);
  return x->fair[is_dual];
}

uint32_t fair_next(struct fairness *x, uint32_t f, bool is_dual) {
  return step(x, is_dual, both(x, is_dual, fair_at_all(x, is_dual), f));
}

uint32_t fair_until(struct fairness *x, uint32_t f, uint32_t g, bool is_dual) {
  return until(x, f, both(x, is_dual, fair_at_all(x, is_dual), g), is_dual);
}

// ---- Linear time ------------------------------------------------------------

static const struct formula_syntax *made(struct arena *arena,
                                         enum formula_kind kind,
                                         const struct formula_syntax *a,
                                         const struct formula_syntax *b) {
  struct formula_syntax formula = {
      .kind = kind, .position = a->position, .a = a, .b = b};
  return arena_copy(arena, &formula, sizeof formula);
}

static const struct formula_syntax *again(struct arena *arena,
                                          const struct formula_syntax *f) {
  return made(arena, FORMULA_GLOBALLY, made(arena, FORMULA_FINALLY, f, NULL),
              NULL);
}

const struct formula_syntax *fairness_linear(struct arena *arena,
                                             const struct fairness_syntax *fair,
                                             const struct formula_syntax *of) {
  for (; fair; fair = fair->next) {
    const struct formula_syntax *premise = again(arena, fair->again);
    if (fair->when)
      premise = made(arena, FORMULA_IMPLIES, again(arena, fair->when), premise);
    of = made(arena, FORMULA_IMPLIES, premise, of);
  }
  return of;
}
