#include "exact/modal.h"

void modal_init(struct modal *modal) {
  *modal = (struct modal){0};
  u32_vec_push(&modal->first_may, 0);
  u32_vec_push(&modal->first_set, 0);
  u32_vec_push(&modal->sets, 0);
}

void modal_release(struct modal *modal) {
  u32_vec_release(&modal->initial);
  u32_vec_release(&modal->first_may);
  u32_vec_release(&modal->may);
  u32_vec_release(&modal->first_set);
  u32_vec_release(&modal->sets);
  u32_vec_release(&modal->members);
  bitset_release(&modal->open);
}

void modal_atoms_release(struct modal_atom_vec *atoms) {
  for (uint32_t i = 0; i < atoms->count; i++) {
    bitset_release(&atoms->at[i].certain);
    bitset_release(&atoms->at[i].possible);
  }
  modal_atom_vec_release(atoms);
}

void modal_may(struct modal *modal, uint32_t target) {
  uint32_t first = modal->first_may.at[modal->count];
  for (uint32_t i = first; i < modal->may.count; i++)
    if (modal->may.at[i] == target)
      return;
  u32_vec_push(&modal->may, target);
}

void modal_must(struct modal *modal, const uint32_t *targets, uint32_t count) {
  u32_vec_append(&modal->members, targets, count);
  u32_vec_push(&modal->sets, modal->members.count);
}

void modal_step(struct modal *modal, uint32_t target) {
  modal_may(modal, target);
  modal_must(modal, &target, 1);
}

void modal_set_open(struct modal *modal) {
  bitset_add(&modal->open, modal->count);
}

void modal_complete(struct modal *modal) {
  u32_vec_push(&modal->first_may, modal->may.count);
  u32_vec_push(&modal->first_set, modal->sets.count - 1);
  modal->count++;
}

struct u32_range modal_may_of(const struct modal *modal, uint32_t state) {
  return (struct u32_range){modal->may.at + modal->first_may.at[state],
                            modal->may.at + modal->first_may.at[state + 1]};
}

uint32_t modal_first_set(const struct modal *modal, uint32_t state) {
  return modal->first_set.at[state];
}

uint32_t modal_end_set(const struct modal *modal, uint32_t state) {
  return modal->first_set.at[state + 1];
}

struct u32_range modal_set(const struct modal *modal, uint32_t set) {
  return (struct u32_range){modal->members.at + modal->sets.at[set],
                            modal->members.at + modal->sets.at[set + 1]};
}

static bool range_has(struct u32_range range, uint32_t member) {
  for (const uint32_t *at = range.begin; at < range.end; at++)
    if (*at == member)
      return true;
  return false;
}

static bool state_is_valid(const struct modal *modal, uint32_t state) {
  struct u32_range may = modal_may_of(modal, state);
  for (const uint32_t *at = may.begin; at < may.end; at++)
    if (*at >= modal->count)
      return false;
  for (uint32_t set = modal_first_set(modal, state);
       set < modal_end_set(modal, state); set++) {
    struct u32_range members = modal_set(modal, set);
    for (const uint32_t *at = members.begin; at < members.end; at++)
      if (!range_has(may, *at))
        return false;
  }
  return true;
}

bool modal_is_valid(const struct modal *modal) {
  for (uint32_t s = 0; s < modal->count; s++)
    if (!state_is_valid(modal, s))
      return false;
  return true;
}
