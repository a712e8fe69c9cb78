#include "exact/process.h"

#include "base/map.h"

// A state of the LTS and an action, as one key.
NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

static uint32_t state_of(struct process_model *model, struct pair_map *pairs,
                         uint32_t state, struct action action) {
  uint64_t key = ((uint64_t)state << 32) | action.id;
  bool is_new;
  uint32_t *number = pair_map_insert(pairs, key, &is_new);
  if (is_new) {
    *number = u32_vec_push(&model->states, state);
    u32_vec_push(&model->actions, action.id);
  }
  return *number;
}

static struct action visible(struct action action) {
  return action_is_tau(action) ? (struct action){0} : action;
}

static void add_steps(struct process_model *model, struct pair_map *pairs,
                      const struct lts *lts, uint32_t state) {
  struct lts_step_range steps = lts_steps(lts, state);
  for (const struct lts_step *step = steps.begin; step < steps.end; step++)
    modal_step(&model->modal,
               state_of(model, pairs, step->target, visible(step->action)));
  if (steps.begin == steps.end)
    modal_step(&model->modal,
               state_of(model, pairs, state, (struct action){0}));
  modal_complete(&model->modal);
}

static bool holds_at(const struct process_model *model, const struct lts *lts,
                     const struct atom *atom, uint32_t number) {
  uint32_t state = model->states.at[number];
  struct lts_step_range steps = lts_steps(lts, state);
  enum state_kind kind = lts_kind(lts, state);
  switch (atom->kind) {
  case ATOM_ACTION:
    return atom->action.id && model->actions.at[number] == atom->action.id;
  case ATOM_END: return kind == STATE_STOP || kind == STATE_END;
  case ATOM_STUCK: return kind == STATE_PLAIN && steps.begin == steps.end;
  case ATOM_ERROR: return kind == STATE_ERROR;
  default: return false;
  }
}

static void evaluate_atoms(struct process_model *model, const struct lts *lts,
                           const struct atoms *atoms) {
  for (uint32_t i = 0; i < atoms->list.count; i++) {
    struct modal_atom value = {0};
    for (uint32_t s = 0; s < model->modal.count; s++)
      if (holds_at(model, lts, &atoms->list.at[i], s)) {
        bitset_add(&value.certain, s);
        bitset_add(&value.possible, s);
      }
    modal_atom_vec_push(&model->values, value);
  }
}

bool process_model_init(struct process_model *model, const struct lts *lts,
                        const struct atoms *atoms, uint32_t limit) {
  struct pair_map pairs = {0};
  *model = (struct process_model){0};
  modal_init(&model->modal);
  u32_vec_push(&model->modal.initial,
               state_of(model, &pairs, lts->initial, (struct action){0}));
  while (model->modal.count < model->states.count &&
         model->states.count <= limit)
    add_steps(model, &pairs, lts, model->states.at[model->modal.count]);
  bool is_whole = model->modal.count == model->states.count;
  if (is_whole)
    evaluate_atoms(model, lts, atoms);
  pair_map_release(&pairs);
  return is_whole;
}

void process_model_release(struct process_model *model) {
  modal_release(&model->modal);
  modal_atoms_release(&model->values);
  u32_vec_release(&model->states);
  u32_vec_release(&model->actions);
}
