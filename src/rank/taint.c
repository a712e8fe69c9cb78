#include "rank/taint.h"

static bool depends(const struct program *program, struct term t,
                    const struct bitset *tainted) {
  struct bitset read = {0};
  program_mark_variables(program, t, &read);
  bool found = bitset_intersects(&read, tainted);
  bitset_release(&read);
  return found;
}

static void set(struct bitset *tainted, struct variable variable, bool is) {
  if (is)
    bitset_add(tainted, variable.id);
  else
    bitset_remove(tainted, variable.id);
}

static bool is_guess(const struct effect *effect, const struct bitset *own,
                     struct variable variable) {
  return effect->origin != ORIGIN_INPUT &&
         (effect->origin != ORIGIN_UNINITIALISED || !own ||
          bitset_has(own, variable.id));
}

static void take(const struct effects *effects, const struct bitset *own,
                 const struct effect *effect, struct bitset *tainted) {
  struct bitset before = {0};
  bitset_copy(&before, tainted);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    set(tainted, effect->bindings[i].target,
        depends(effects->program, effect->bindings[i].value, &before));
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    set(tainted, effect->havocked[i],
        is_guess(effect, own, effect->havocked[i]));
  bitset_release(&before);
}

void taint_follow(const struct effects *effects, const struct bitset *own,
                  const struct edge_id_vec *path, struct bitset *tainted) {
  for (uint32_t i = 0; i < path->count; i++)
    take(effects, own, &effects->at[path->at[i].id], tainted);
}

bool taint_decides(const struct effects *effects, const struct bitset *own,
                   const struct edge_id_vec *path, uint32_t from,
                   struct bitset *tainted) {
  bool found = false;
  for (uint32_t i = 0; i < path->count && !found; i++) {
    const struct effect *effect = &effects->at[path->at[i].id];
    found = i >= from && depends(effects->program, effect->guard, tainted);
    take(effects, i >= from ? NULL : own, effect, tainted);
  }
  return found;
}
