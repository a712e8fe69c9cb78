#include "exact/temporal.h"

#include "exact/fairness.h"
#include "spec/syntax.h"

static bool has_kind(const struct formula_syntax *formula,
                     bool (*is_it)(const struct formula_syntax *)) {
  return formula && (is_it(formula) || has_kind(formula->a, is_it) ||
                     has_kind(formula->b, is_it));
}

static bool is_return(const struct formula_syntax *formula) {
  return formula->kind == FORMULA_ACTION && formula->action.is_return;
}

static bool is_about_object(const struct formula_syntax *formula) {
  return formula->kind == FORMULA_ACTION &&
         !name_is_none(formula->action.object);
}

static bool is_step(const struct formula_syntax *formula) {
  return formula->kind == FORMULA_NEXT || formula->kind == FORMULA_DIAMOND ||
         formula->kind == FORMULA_BOX;
}

bool temporal_counts_steps(const struct formula_syntax *formula) {
  return has_kind(formula, is_step);
}

static bool any_has_kind(const struct check_syntax *check,
                         bool (*is_it)(const struct formula_syntax *)) {
  bool has = has_kind(check->formula, is_it);
  for (const struct fairness_syntax *f = check->fair; f; f = f->next)
    has |= has_kind(f->again, is_it) || has_kind(f->when, is_it);
  return has;
}

static bool is_too_fair(const struct check_syntax *check) {
  uint32_t count = 0;
  for (const struct fairness_syntax *f = check->fair; f; f = f->next)
    count += f->when != NULL;
  return count > MOST_COMPASSION;
}

// EG true, of fair executions.
static void make_fair(struct temporal *temporal,
                      const struct formula_premises *premises) {
  static const struct formula_syntax always = {.kind = FORMULA_TRUE};
  static const struct formula_syntax path = {.kind = FORMULA_GLOBALLY,
                                             .a = &always};
  static const struct formula_syntax some = {.kind = FORMULA_EXISTS,
                                             .a = &path};
  struct formula_origin_vec origins = {0};
  temporal->fair_root = formula_of(&temporal->fair_table, &temporal->atoms,
                                   &some, premises, &origins);
  formula_origin_vec_release(&origins);
}

// The formula that no execution violates it: of the product with the automaton
// of its negation. If every execution ends, only those count that come to
// `end`.
static bool make_linear(struct temporal *temporal,
                        const struct check_syntax *check, uint32_t end) {
  const struct formula_syntax *premised =
      fairness_linear(&temporal->arena, check->fair, check->formula);
  struct automaton automaton;
  struct u32_vec fair = {0};
  u32_vec_append(&fair, temporal->fair.at, temporal->fair.count);
  bool ok = automaton_init_negated(&automaton, &temporal->atoms, premised);
  if (end != MU_CLOSED)
    u32_vec_push(&fair, end);
  if (ok) {
    modes_of_automaton(&temporal->modes, &automaton, &fair);
    temporal->root =
        product_none(&temporal->table, temporal->modes.conditions.count);
  }
  automaton_release(&automaton);
  u32_vec_release(&fair);
  return ok;
}

bool temporal_init(struct temporal *temporal, const struct spec *spec,
                   struct interner *names, const struct check_syntax *check,
                   const struct temporal_premises *premises,
                   struct strbuf *why) {
  *temporal = (struct temporal){.formula = check->formula,
                                .is_some = check->is_some,
                                .is_premised = premises->ends,
                                .is_fair = check->fair != NULL,
                                .is_linear = check->goal == GOAL_LTL,
                                .has_modes = check->goal == GOAL_LTL};
  arena_init(&temporal->arena);
  atoms_init(&temporal->atoms, spec, names);
  if (any_has_kind(check, is_return))
    strbuf_add(why, "formulas about what is returned are not decided yet");
  else if (any_has_kind(check, is_about_object))
    strbuf_add(why, "formulas about each object are not decided yet");
  else if (is_too_fair(check))
    strbuf_format(why, "more than %d `fair .. when ..`", MOST_COMPASSION);
  if (why->length)
    return false;
  // Atoms have the same numbers whatever is known.
  uint32_t last = atoms_end(&temporal->atoms);
  struct formula_premises about = {
      .fair = check->fair,
      .just = &temporal->fair,
      .end = premises->ends ? last : MU_CLOSED,
      .turn = premises->has_turns ? atoms_turn(&temporal->atoms) : MU_CLOSED};
  for (uint32_t k = 0; k < premises->fair_threads; k++)
    u32_vec_push(&temporal->fair, atoms_fair(&temporal->atoms, k));
  if (check->fair)
    make_fair(temporal, &about);
  if (!temporal->is_linear) {
    temporal->root = formula_of(&temporal->table, &temporal->atoms,
                                check->formula, &about, &temporal->origins);
    return true;
  }
  if (make_linear(temporal, check, about.end))
    return true;
  strbuf_add(why, "the automaton of the formula is too large");
  return false;
}

// A least fixpoint over all steps, or a greatest one over some.
bool temporal_is_about_endless(const struct temporal *temporal) {
  const struct mu_table *table = &temporal->table;
  bool has[2][2] = {{false, false}, {false, false}};
  for (uint32_t i = 0; i < table->nodes.count; i++) {
    const struct mu_node *node = mu_node(table, i);
    if (mu_is_fixpoint(node)) {
      struct mu_fragment steps = mu_fragment(table, i);
      has[node->kind == MU_LEAST][0] |= steps.has_some;
      has[node->kind == MU_LEAST][1] |= steps.has_all;
    }
  }
  return temporal->is_linear || has[1][1] || has[0][0];
}

void temporal_init_safety(struct temporal *temporal, struct interner *names) {
  struct mu_table *table = &temporal->table;
  *temporal = (struct temporal){0};
  arena_init(&temporal->arena);
  atoms_init(&temporal->atoms, NULL, names);
  uint32_t z = mu_open(table, MU_GREATEST);
  uint32_t now = mu_atom(table, atoms_error(&temporal->atoms), true);
  uint32_t next = mu_modal(table, MU_ALL, mu_variable(table, z));
  mu_close(table, z, mu_join(table, MU_AND, now, next));
  temporal->root = z;
}

void temporal_release(struct temporal *temporal) {
  atoms_release(&temporal->atoms);
  mu_table_release(&temporal->table);
  mu_table_release(&temporal->fair_table);
  modes_release(&temporal->modes);
  u32_vec_release(&temporal->fair);
  formula_origin_vec_release(&temporal->origins);
  arena_release(&temporal->arena);
}

void temporal_evaluate(const struct temporal *temporal,
                       const struct modal *modal,
                       const struct modal_atom_vec *atoms, struct poll poll,
                       uint32_t limit, struct temporal_value *value) {
  temporal_prepare(temporal, modal, atoms, poll, limit, value);
  temporal_conclude(temporal, value);
}

void temporal_prepare(const struct temporal *temporal,
                      const struct modal *modal,
                      const struct modal_atom_vec *atoms, struct poll poll,
                      uint32_t limit, struct temporal_value *value) {
  *value = (struct temporal_value){.verdict = VERDICT_UNKNOWN};
  value->is_whole =
      !temporal->has_modes || product_model_init(&value->product, modal, atoms,
                                                 &temporal->modes, limit);
  evaluation_init(&value->evaluation,
                  temporal->has_modes ? &value->product.modal : modal,
                  &temporal->table,
                  temporal->has_modes ? &value->product.values : atoms, poll);
}

void temporal_conclude(const struct temporal *temporal,
                       struct temporal_value *value) {
  if (!value->is_whole)
    return;
  evaluation_run(&value->evaluation, temporal->root);
  value->verdict =
      evaluation_verdict(&value->evaluation, temporal->root, temporal->is_some);
}

void temporal_value_release(const struct temporal *temporal,
                            struct temporal_value *value) {
  evaluation_release(&value->evaluation);
  if (temporal->has_modes)
    product_model_release(&value->product);
}

bool temporal_is_unfair(const struct temporal *temporal,
                        const struct modal *modal,
                        const struct modal_atom_vec *atoms, struct poll poll) {
  struct evaluation evaluation;
  if (!temporal->is_fair)
    return false;
  evaluation_init(&evaluation, modal, &temporal->fair_table, atoms, poll);
  evaluation_run(&evaluation, temporal->fair_root);
  bool is_so = evaluation_verdict(&evaluation, temporal->fair_root, true) ==
               VERDICT_FALSE;
  evaluation_release(&evaluation);
  return is_so;
}

uint32_t temporal_state(const struct temporal *temporal,
                        const struct temporal_value *value, uint32_t state) {
  return temporal->has_modes ? value->product.states.at[state] : state;
}

uint32_t temporal_mode(const struct temporal *temporal,
                       const struct temporal_value *value, uint32_t state) {
  return temporal->has_modes ? value->product.modes.at[state] : 0;
}

enum mode_kind temporal_mode_kind(const struct temporal *temporal,
                                  const struct temporal_value *value,
                                  uint32_t state) {
  return temporal->has_modes
             ? temporal->modes.at.at[value->product.modes.at[state]].kind
             : MODE_STEPS;
}
