#include "exact/product.h"

#include "base/map.h"

NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

struct making {
  struct product_model *product;
  const struct modal *modal;
  const struct modal_atom_vec *atoms;
  const struct modes *modes;
  struct pair_map known;
};

static uint32_t state_of(struct making *m, uint32_t state, uint32_t mode) {
  bool is_new;
  uint32_t *number =
      pair_map_insert(&m->known, (uint64_t)state << 32 | mode, &is_new);
  if (is_new) {
    *number = u32_vec_push(&m->product->states, state);
    u32_vec_push(&m->product->modes, mode);
  }
  return *number;
}

// ---- The mode changes -------------------------------------------------------

static bool literals_hold(const struct making *m, const struct mode_move *move,
                          uint32_t state, bool is_certain) {
  for (uint32_t i = 0; i < move->count; i++) {
    const struct automaton_literal *literal =
        &m->modes->literals.at[move->first + i];
    const struct modal_atom *atom = &m->atoms->at[literal->atom];
    bool takes_certain = is_certain != literal->is_negated;
    if (bitset_has(takes_certain ? &atom->certain : &atom->possible, state) ==
        literal->is_negated)
      return false;
  }
  return true;
}

static void change(struct making *m, uint32_t state, const struct mode *mode) {
  struct modal *made = &m->product->modal;
  for (uint32_t i = 0; i < mode->count; i++) {
    const struct mode_move *move = &m->modes->moves.at[mode->first + i];
    if (!literals_hold(m, move, state, false))
      continue;
    uint32_t target = state_of(m, state, move->mode);
    modal_may(made, target);
    if (literals_hold(m, move, state, true))
      modal_must(made, &target, 1);
  }
}

// ---- The model steps --------------------------------------------------------

static void step_certainly(struct making *m, struct u32_range set,
                           uint32_t mode) {
  struct u32_vec targets = {0};
  for (const uint32_t *at = set.begin; at < set.end; at++)
    u32_vec_push(&targets, state_of(m, *at, mode));
  modal_must(&m->product->modal, targets.at, targets.count);
  u32_vec_release(&targets);
}

static void step(struct making *m, uint32_t state, uint32_t mode) {
  struct u32_range may = modal_may_of(m->modal, state);
  uint32_t end = modal_end_set(m->modal, state);
  if (bitset_has(&m->modal->open, state))
    modal_set_open(&m->product->modal);
  for (const uint32_t *at = may.begin; at < may.end; at++)
    modal_may(&m->product->modal, state_of(m, *at, mode));
  for (uint32_t set = modal_first_set(m->modal, state); set < end; set++)
    step_certainly(m, modal_set(m->modal, set), mode);
}

static void complete(struct making *m) {
  struct product_model *product = m->product;
  uint32_t number = product->modal.count;
  uint32_t state = product->states.at[number];
  const struct mode *mode = &m->modes->at.at[product->modes.at[number]];
  switch (mode->kind) {
  case MODE_STEPS: step(m, state, mode->next); break;
  case MODE_MOVES: change(m, state, mode); break;
  case MODE_STAYS: modal_step(&product->modal, number); break;
  }
  modal_complete(&product->modal);
}

static void mark(struct making *m, const struct mode_condition *condition) {
  struct product_model *product = m->product;
  struct modal_atom value = {0};
  for (uint32_t s = 0; s < product->modal.count; s++) {
    uint32_t mode = product->modes.at[s], state = product->states.at[s];
    bool always = bitset_has(&condition->modes, mode);
    bool asks = bitset_has(&condition->by_atom, mode);
    const struct modal_atom *atom =
        asks ? &m->atoms->at[condition->atom] : NULL;
    if (always || (asks && bitset_has(&atom->certain, state)))
      bitset_add(&value.certain, s);
    if (always || (asks && bitset_has(&atom->possible, state)))
      bitset_add(&value.possible, s);
  }
  modal_atom_vec_push(&product->values, value);
}

bool product_model_init(struct product_model *product,
                        const struct modal *modal,
                        const struct modal_atom_vec *atoms,
                        const struct modes *modes, uint32_t limit) {
  struct making m = {product, modal, atoms, modes, {0}};
  *product = (struct product_model){0};
  modal_init(&product->modal);
  for (uint32_t i = 0; i < modal->initial.count; i++)
    u32_vec_push(&product->modal.initial,
                 state_of(&m, modal->initial.at[i], modes->start));
  while (product->modal.count < product->states.count &&
         product->states.count <= limit)
    complete(&m);
  bool is_whole = product->modal.count == product->states.count;
  for (uint32_t i = 0; is_whole && i < modes->conditions.count; i++)
    mark(&m, &modes->conditions.at[i]);
  pair_map_release(&m.known);
  return is_whole;
}

void product_model_release(struct product_model *product) {
  modal_release(&product->modal);
  modal_atoms_release(&product->values);
  u32_vec_release(&product->states);
  u32_vec_release(&product->modes);
}

// nu Y. [] ((!F || Z) && Y)
static uint32_t finitely_often(struct mu_table *table, uint32_t condition,
                               uint32_t z) {
  uint32_t y = mu_open(table, MU_GREATEST);
  uint32_t accepting = mu_atom(table, condition, true);
  uint32_t not_again = mu_join(table, MU_OR, accepting, mu_variable(table, z));
  uint32_t body = mu_modal(
      table, MU_ALL, mu_join(table, MU_AND, not_again, mu_variable(table, y)));
  mu_close(table, y, body);
  return y;
}

uint32_t product_none(struct mu_table *table, uint32_t conditions) {
  uint32_t z = mu_open(table, MU_LEAST);
  uint32_t body = conditions ? finitely_often(table, 0, z)
                             : mu_modal(table, MU_ALL, mu_variable(table, z));
  for (uint32_t c = 1; c < conditions; c++)
    body = mu_join(table, MU_OR, body, finitely_often(table, c, z));
  mu_close(table, z, body);
  return z;
}
