#include "exact/justify.h"

#include "base/map.h"
#include "spec/syntax.h"

NUMBER_MAP_DEFINE(claim_map, uint64_t, bool);

enum { MOST_VISITS = 2000 };

struct justification {
  const struct temporal *temporal;
  const struct temporal_value *value;
  const struct evaluation *evaluation;
  const struct justify_states *states;
  struct interner *names;
  struct tree *tree;
  struct claim_map made;
  struct tree_claim last; // that was made
};

static void show(struct justification *j, uint32_t f, uint32_t state,
                 bool holds, uint32_t depth);

static enum mu_side side_of(bool holds) {
  return holds ? MU_CERTAIN : MU_POSSIBLE;
}

static bool is_so(const struct justification *j, uint32_t f, uint32_t state,
                  bool holds) {
  return evaluation_holds(j->evaluation, side_of(holds), f, state) == holds;
}

// ---- Claims -----------------------------------------------------------------

static struct name text_of(const struct justification *j,
                           const struct formula_syntax *formula) {
  struct strbuf text = {0};
  formula_syntax_print(j->names, formula, &text);
  struct name name = intern(j->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

// Of LTL, what is shown is the way of an execution that violates it.
static struct formula_origin origin_of(const struct justification *j,
                                       uint32_t f, uint32_t state) {
  static const struct formula_origin none;
  if (j->temporal->is_linear)
    return mu_is_modal(mu_node(j->evaluation->table, f)) &&
                   temporal_mode_kind(j->temporal, j->value, state) ==
                       MODE_MOVES
               ? (struct formula_origin){j->temporal->formula, false}
               : none;
  const struct formula_origin_vec *origins = &j->temporal->origins;
  return f < origins->count ? origins->at[f] : none;
}

static bool is_like(const struct tree_claim *a, const struct tree_claim *b) {
  return a->depth == b->depth && name_equal(a->place, b->place) &&
         name_equal(a->formula, b->formula) && name_equal(a->known, b->known) &&
         a->holds == b->holds && a->is_open == b->is_open;
}

static void add_claim(struct justification *j,
                      const struct formula_origin *origin, uint32_t state,
                      struct tree_claim made) {
  made.formula = text_of(j, origin->formula);
  j->states->describe(j->states->context,
                      temporal_state(j->temporal, j->value, state), &made);
  if (is_like(&made, &j->last))
    return;
  j->last = made;
  if (j->tree->claims.count < MOST_TREE_CLAIMS)
    tree_claim_vec_push(&j->tree->claims, made);
  j->tree->count++;
}

static void claim(struct justification *j, const struct formula_origin *origin,
                  uint32_t state, bool holds, uint32_t depth,
                  bool is_repeated) {
  add_claim(j, origin, state,
            (struct tree_claim){.depth = depth,
                                .holds = holds != origin->is_negated,
                                .is_repeated = is_repeated});
}

// ---- Steps ------------------------------------------------------------------

// All of them are so: the latest, or UINT32_MAX.
static uint32_t latest(const struct justification *j, uint32_t f,
                       struct u32_range states, bool holds) {
  uint32_t last = 0;
  for (const uint32_t *at = states.begin; at < states.end; at++) {
    uint32_t found = evaluation_found(j->evaluation, side_of(holds), f, *at);
    last = found > last ? found : last;
  }
  return last;
}

static void show_all(struct justification *j, uint32_t f,
                     struct u32_range states, bool holds, uint32_t depth) {
  bool is_single = states.end - states.begin == 1;
  for (const uint32_t *at = states.begin; at < states.end; at++)
    show(j, f, *at, holds, is_single ? depth : depth + 1);
}

// A certain step, of whose targets all are so.
static void show_step(struct justification *j, uint32_t f, uint32_t state,
                      bool holds, uint32_t depth) {
  const struct modal *modal = j->evaluation->modal;
  uint32_t best = UINT32_MAX, chosen = 0;
  for (uint32_t s = modal_first_set(modal, state);
       s < modal_end_set(modal, state); s++) {
    uint32_t order = latest(j, f, modal_set(modal, s), holds);
    if (order < best) {
      best = order;
      chosen = s;
    }
  }
  if (best != UINT32_MAX)
    show_all(j, f, modal_set(modal, chosen), holds, depth);
}

// ---- Formulas ---------------------------------------------------------------

static bool is_leaf(const struct justification *j, uint32_t f) {
  return mu_node(j->evaluation->table, f)->kind <= MU_NOT_ATOM;
}

// Both parts, or one that suffices. Where both are needed an atom is not shown:
// it would be said again at every state of a path.
static void show_join(struct justification *j, const struct mu_node *node,
                      uint32_t state, bool holds, uint32_t depth) {
  if ((node->kind == MU_AND) != holds) {
    bool is_first = is_so(j, node->a, state, holds);
    show(j, is_first ? node->a : node->b, state, holds, depth);
    return;
  }
  if (!is_leaf(j, node->a))
    show(j, node->a, state, holds, depth);
  if (!is_leaf(j, node->b))
    show(j, node->b, state, holds, depth);
}

static void show_parts(struct justification *j, uint32_t f, uint32_t state,
                       bool holds, uint32_t depth) {
  const struct mu_node *node = mu_node(j->evaluation->table, f);
  switch (node->kind) {
  case MU_AND:
  case MU_OR: show_join(j, node, state, holds, depth); break;
  case MU_SOME:
  case MU_ALL:
    if ((node->kind == MU_SOME) == holds)
      show_step(j, node->a, state, holds, depth);
    else
      show_all(j, node->a, modal_may_of(j->evaluation->modal, state), holds,
               depth);
    break;
  case MU_VARIABLE:
  case MU_LEAST:
  case MU_GREATEST: show(j, node->a, state, holds, depth); break;
  default: break;
  }
}

static bool is_connective(enum formula_kind kind) {
  return kind == FORMULA_AND || kind == FORMULA_OR || kind == FORMULA_IMPLIES ||
         kind == FORMULA_IFF || kind == FORMULA_VARIABLE;
}

static void show(struct justification *j, uint32_t f, uint32_t state,
                 bool holds, uint32_t depth) {
  struct formula_origin origin = origin_of(j, f, state);
  bool is_claim = origin.formula && (j->temporal->is_linear ||
                                     !is_connective(origin.formula->kind));
  bool is_new;
  claim_map_insert(&j->made, ((uint64_t)state << 32) | f, &is_new);
  if (is_claim)
    claim(j, &origin, state, holds, depth,
          !is_new && mu_is_fixpoint(mu_node(j->evaluation->table, f)));
  if (!is_new || j->made.count > MOST_VISITS)
    return;
  bool is_deeper = is_claim && !j->temporal->is_linear &&
                   !mu_is_fixpoint(mu_node(j->evaluation->table, f));
  show_parts(j, f, state, holds, is_deeper ? depth + 1 : depth);
}

// An initial state that decides it.
static bool find_initial(const struct justification *j, bool holds,
                         uint32_t *state) {
  const struct u32_vec *initial = &j->evaluation->modal->initial;
  for (uint32_t i = 0; i < initial->count; i++)
    if (is_so(j, j->temporal->root, initial->at[i], holds)) {
      *state = initial->at[i];
      return true;
    }
  return false;
}

void justify(const struct temporal *temporal,
             const struct temporal_value *value,
             const struct justify_states *states, struct interner *names,
             struct tree *tree) {
  struct justification j = {.temporal = temporal,
                            .value = value,
                            .evaluation = &value->evaluation,
                            .states = states,
                            .names = names,
                            .tree = tree};
  bool holds = value->verdict == VERDICT_TRUE;
  uint32_t state;
  bool is_shown = temporal->is_linear ? value->verdict == VERDICT_FALSE
                                      : value->verdict != VERDICT_UNKNOWN;
  if (is_shown && find_initial(&j, holds, &state))
    show(&j, temporal->root, state, holds, 0);
  claim_map_release(&j.made);
}

void justify_not_known(const struct temporal *temporal,
                       const struct temporal_value *value,
                       const struct justify_states *states,
                       struct interner *names,
                       const struct justify_step_vec *steps,
                       struct tree *tree) {
  struct justification j = {.temporal = temporal,
                            .value = value,
                            .evaluation = &value->evaluation,
                            .states = states,
                            .names = names,
                            .tree = tree};
  for (uint32_t i = 0; i < steps->count; i++) {
    struct justify_step step = steps->at[i];
    struct formula_origin origin = origin_of(&j, step.formula, step.state);
    if (origin.formula &&
        (temporal->is_linear || !is_connective(origin.formula->kind)))
      add_claim(&j, &origin, step.state, (struct tree_claim){.is_open = true});
  }
}
