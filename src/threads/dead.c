#include "threads/dead.h"

#include <stdlib.h>

#include "base/memory.h"

enum { NOBODY = 0, MANY = UINT32_MAX };

static bool is_local(const struct program *program, struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return (info->kind == VARIABLE_LOCAL || info->kind == VARIABLE_PARAMETER ||
          info->kind == VARIABLE_TEMPORARY) &&
         sort_is_bits(term_sort(program->terms, info->term));
}

static void mentioned(const struct program *program,
                      const struct crew_edge *edge, struct variable_vec *into) {
  program_variables_read(program, &edge->op, into);
  operation_targets(&edge->op, into);
}

// By variable: 1 + the thread that mentions it, or MANY.
static uint32_t *find_owners(const struct crew *crew) {
  const struct program *program = crew->program;
  uint32_t *owners = memory_new_zero(program->variables.count, sizeof *owners);
  struct variable_vec found = {0};
  for (uint32_t i = 0; i < crew->edges.count; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    variable_vec_clear(&found);
    mentioned(program, edge, &found);
    for (uint32_t k = 0; k < found.count; k++) {
      uint32_t *owner = &owners[found.at[k].id];
      *owner = *owner == NOBODY || *owner == edge->thread + 1 ? edge->thread + 1
                                                              : MANY;
    }
  }
  variable_vec_release(&found);
  for (uint32_t i = 0; i < crew->threads.count; i++) { // others set them
    owners[crew->threads.at[i].argument.id] = MANY;
    owners[crew->threads.at[i].result.id] = MANY;
    owners[crew->threads.at[i].waiting.id] = MANY;
  }
  return owners;
}

// True when the source has something new.
static bool pass_back(struct crew_dead *dead, const struct crew_edge *edge,
                      struct variable_vec *scratch) {
  struct bitset before = {0};
  bitset_unite(&before, &dead->live[edge->to]);
  variable_vec_clear(scratch);
  operation_targets(&edge->op, scratch);
  for (uint32_t i = 0; i < scratch->count; i++)
    bitset_remove(&before, scratch->at[i].id);
  variable_vec_clear(scratch);
  program_variables_read(dead->crew->program, &edge->op, scratch);
  for (uint32_t i = 0; i < scratch->count; i++)
    bitset_add(&before, scratch->at[i].id);
  bool is_new = bitset_unite(&dead->live[edge->from], &before);
  bitset_release(&before);
  return is_new;
}

static void find_live(struct crew_dead *dead) {
  struct variable_vec scratch = {0};
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = dead->crew->edges.count; i-- > 0;)
      is_new |= pass_back(dead, &dead->crew->edges.at[i], &scratch);
  }
  variable_vec_release(&scratch);
}

void crew_dead_init(struct crew_dead *dead, const struct crew *crew) {
  const struct program *program = crew->program;
  uint32_t *owners = find_owners(crew);
  *dead = (struct crew_dead){.crew = crew};
  dead->own = memory_new_zero(crew->threads.count, sizeof *dead->own);
  dead->live = memory_new_zero(crew->location_count + 1, sizeof *dead->live);
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (owners[i] != NOBODY && owners[i] != MANY &&
        is_local(program, (struct variable){i}))
      variable_vec_push(&dead->own[owners[i] - 1], (struct variable){i});
  find_live(dead);
  free(owners);
}

void crew_dead_release(struct crew_dead *dead) {
  for (uint32_t i = 0; i < dead->crew->threads.count; i++)
    variable_vec_release(&dead->own[i]);
  for (uint32_t i = 0; i <= dead->crew->location_count; i++)
    bitset_release(&dead->live[i]);
  free(dead->own);
  free(dead->live);
}

void crew_dead_clear(const struct crew_dead *dead, uint32_t thread,
                     uint32_t location, struct binding_vec *into) {
  const struct program *program = dead->crew->program;
  for (uint32_t i = 0; i < dead->own[thread].count; i++) {
    struct variable variable = dead->own[thread].at[i];
    struct term term = program_term(program, variable);
    if (!bitset_has(&dead->live[location], variable.id))
      binding_vec_push(
          into, (struct binding){
                    variable, term_const(program->terms,
                                         term_width(program->terms, term), 0)});
  }
}
