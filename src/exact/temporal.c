#include "exact/temporal.h"

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

bool temporal_init(struct temporal *temporal, const struct spec *spec,
                   const struct check_syntax *check,
                   const struct temporal_premises *premises,
                   struct strbuf *why) {
  *temporal = (struct temporal){.formula = check->formula,
                                .is_some = check->is_some,
                                .is_linear = check->goal == GOAL_LTL};
  atoms_init(&temporal->atoms, spec, spec->names);
  if (has_kind(check->formula, is_return))
    strbuf_add(why, "formulas about what is returned are not decided yet");
  else if (has_kind(check->formula, is_about_object))
    strbuf_add(why, "formulas about each object are not decided yet");
  if (why->length)
    return false;
  // Atoms have the same numbers whatever is known.
  uint32_t last = atoms_end(&temporal->atoms);
  uint32_t end = premises->ends ? last : MU_CLOSED;
  if (!temporal->is_linear) {
    temporal->root = formula_of(&temporal->table, &temporal->atoms,
                                check->formula, end, &temporal->origins);
    return true;
  }
  if (!automaton_init_negated(&temporal->automaton, &temporal->atoms,
                              check->formula)) {
    strbuf_add(why, "the automaton of the formula is too large");
    return false;
  }
  if (premises->ends)
    u32_vec_push(&temporal->fair, end);
  temporal->root = product_none(
      &temporal->table, temporal->automaton.conditions + temporal->fair.count);
  return true;
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
  automaton_release(&temporal->automaton);
  u32_vec_release(&temporal->fair);
  formula_origin_vec_release(&temporal->origins);
}

void temporal_evaluate(const struct temporal *temporal,
                       const struct modal *modal,
                       const struct modal_atom_vec *atoms, struct poll poll,
                       uint32_t limit, struct temporal_value *value) {
  *value = (struct temporal_value){.verdict = VERDICT_UNKNOWN};
  value->is_whole =
      !temporal->is_linear ||
      product_model_init(&value->product, modal, atoms, &temporal->automaton,
                         &temporal->fair, limit);
  evaluation_init(&value->evaluation,
                  temporal->is_linear ? &value->product.modal : modal,
                  &temporal->table,
                  temporal->is_linear ? &value->product.values : atoms, poll);
  if (!value->is_whole)
    return;
  evaluation_run(&value->evaluation, temporal->root);
  value->verdict =
      evaluation_verdict(&value->evaluation, temporal->root, temporal->is_some);
}

void temporal_value_release(const struct temporal *temporal,
                            struct temporal_value *value) {
  evaluation_release(&value->evaluation);
  if (temporal->is_linear)
    product_model_release(&value->product);
}

uint32_t temporal_state(const struct temporal *temporal,
                        const struct temporal_value *value, uint32_t state) {
  return temporal->is_linear ? value->product.states.at[state] : state;
}
