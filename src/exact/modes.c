#include "exact/modes.h"

void modes_release(struct modes *modes) {
  for (uint32_t i = 0; i < modes->conditions.count; i++) {
    bitset_release(&modes->conditions.at[i].modes);
    bitset_release(&modes->conditions.at[i].by_atom);
  }
  mode_vec_release(&modes->at);
  mode_move_vec_release(&modes->moves);
  automaton_literal_vec_release(&modes->literals);
  mode_condition_vec_release(&modes->conditions);
}

uint32_t modes_add(struct modes *modes, enum mode_kind kind) {
  return mode_vec_push(
      &modes->at, (struct mode){.kind = kind, .first = modes->moves.count});
}

void modes_add_move(struct modes *modes, uint32_t to) {
  mode_move_vec_push(
      &modes->moves,
      (struct mode_move){.mode = to, .first = modes->literals.count});
  mode_vec_last(&modes->at)->count++;
}

void modes_add_literal(struct modes *modes, uint32_t atom, bool is_negated) {
  automaton_literal_vec_push(&modes->literals,
                             (struct automaton_literal){atom, is_negated});
  mode_move_vec_last(&modes->moves)->count++;
}

// ---- Of an automaton --------------------------------------------------------

// Nodes that were read come first, then those that are to be followed, then the
// start.
static uint32_t followed(const struct automaton *automaton, uint32_t node) {
  return automaton->nodes.count + node;
}

static void add_read(struct modes *modes, const struct automaton *automaton,
                     uint32_t node) {
  const struct automaton_node *read = &automaton->nodes.at[node];
  modes_add_move(modes, node);
  for (uint32_t i = 0; i < read->literals.count; i++)
    modes_add_literal(modes, read->literals.at[i].atom,
                      read->literals.at[i].is_negated);
}

static void add_modes(struct modes *modes, const struct automaton *automaton) {
  const struct automaton_node_vec *nodes = &automaton->nodes;
  for (uint32_t i = 0; i < nodes->count; i++) {
    modes_add(modes, nodes->at[i].is_done ? MODE_STAYS : MODE_STEPS);
    mode_vec_last(&modes->at)->next = followed(automaton, i);
  }
  for (uint32_t i = 0; i < nodes->count; i++) {
    modes_add(modes, MODE_MOVES);
    for (uint32_t k = 0; k < nodes->at[i].next.count; k++)
      add_read(modes, automaton, nodes->at[i].next.at[k]);
  }
  modes->start = modes_add(modes, MODE_MOVES);
  for (uint32_t i = 0; i < nodes->count; i++)
    if (nodes->at[i].is_initial)
      add_read(modes, automaton, i);
}

void modes_of_automaton(struct modes *modes, const struct automaton *automaton,
                        const struct u32_vec *fair) {
  const struct automaton_node_vec *nodes = &automaton->nodes;
  *modes = (struct modes){0};
  add_modes(modes, automaton);
  for (uint32_t c = 0; c < automaton->conditions + fair->count; c++) {
    struct mode_condition condition = {0};
    bool is_fair = c >= automaton->conditions;
    if (is_fair)
      condition.atom = fair->at[c - automaton->conditions];
    for (uint32_t i = 0; i < nodes->count; i++) {
      if (nodes->at[i].is_done ||
          (!is_fair && bitset_has(&nodes->at[i].accepting, c)))
        bitset_add(&condition.modes, i);
      else if (is_fair)
        bitset_add(&condition.by_atom, i);
    }
    mode_condition_vec_push(&modes->conditions, condition);
  }
}
