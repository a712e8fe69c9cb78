#include "threads/races.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/access.h"
#include "program/exchange.h"

// What may race

static bool is_exchange(const struct crew *crew, const struct operation *op) {
  struct exchange unused;
  return exchange_of(crew->program, op, &unused);
}

static bool is_atomic(const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: return op->memory.is_atomic;
  case OPERATION_ASSIGN: return op->assign.is_atomic;
  default: return false;
  }
}

void crew_find_accesses(struct crew *crew, const struct touched_vec *touched) {
  uint32_t *company = crew_company(crew);
  uint32_t *held = crew_held(crew);
  u32_vec_resize(&crew->first_access, crew->edges.count + 1);
  for (uint32_t edge = 0, i = 0; edge < crew->edges.count; edge++) {
    const struct crew_edge *source = &crew->edges.at[edge];
    bool is_alone = !source->thread && !company[source->from];
    crew->first_access.at[edge] = crew->accesses.count;
    for (; i < touched->count && touched->at[i].edge == edge; i++) {
      const struct touched *it = &touched->at[i];
      if (is_alone || source->step != CREW_SHARED)
        continue;
      if (it->is_given) {
        crew->is_blind = true;
        crew->blind = source->position;
        continue;
      }
      crew_access_vec_push(
          &crew->accesses,
          (struct crew_access){
              .edge = edge,
              .variable = it->variable,
              .object = it->object,
              .is_leaky = it->is_leaky,
              .address = it->address,
              .size = it->size,
              .is_write = it->is_write,
              .is_atomic = is_atomic(&source->op),
              .is_exchange = it->is_write && is_exchange(crew, &source->op),
              .is_free = it->is_free,
              .in_section = bitset_has(&crew->sections, source->from),
              .held = held[source->from] & ~crew->untrusted});
    }
  }
  crew->first_access.at[crew->edges.count] = crew->accesses.count;
  free(company);
  free(held);
}

uint32_t crew_accesses_of(const struct crew *crew, uint32_t edge,
                          uint32_t *first) {
  *first = crew->first_access.at[edge];
  return crew->first_access.at[edge + 1] - *first;
}

// Conflicts

static bool are_apart(const struct crew *crew, const struct crew_access *a,
                      const struct crew_access *b) {
  const struct program *program = crew->program;
  struct object_id object, other;
  uint64_t offset, offset_b;
  if (!access_split(program, a->address, &object, &offset) ||
      !access_split(program, b->address, &other, &offset_b) ||
      !term_is_const(program->terms, a->size) ||
      !term_is_const(program->terms, b->size))
    return false;
  uint64_t size = (uint64_t)term_value(program->terms, a->size);
  uint64_t size_b = (uint64_t)term_value(program->terms, b->size);
  return object.id != other.id || offset + size <= offset_b ||
         offset_b + size_b <= offset;
}

// May they touch the same?
static bool may_meet(const struct crew *crew, const struct crew_access *a,
                     const struct crew_access *b) {
  if (!variable_is_none(a->variable) || !variable_is_none(b->variable))
    return variable_equal(a->variable, b->variable);
  if (a->is_free || b->is_free) // what is named is not of the heap
    return !(a->is_free && b->is_free) && !a->object.id && !b->object.id;
  if (a->object.id && b->object.id && a->object.id != b->object.id)
    return false;
  if ((a->object.id && !a->is_leaky && !b->object.id) ||
      (b->object.id && !b->is_leaky && !a->object.id))
    return false;
  return !are_apart(crew, a, b);
}

bool crew_may_conflict(const struct crew *crew, uint32_t access,
                       uint32_t other) {
  const struct crew_access *a = &crew->accesses.at[access];
  const struct crew_access *b = &crew->accesses.at[other];
  return crew->edges.at[a->edge].thread != crew->edges.at[b->edge].thread &&
         (a->is_write || b->is_write) && !(a->is_atomic && b->is_atomic) &&
         !(a->in_section && b->in_section) && !(a->held & b->held) &&
         may_meet(crew, a, b);
}

bool crew_has_conflict(const struct crew *crew) {
  for (uint32_t i = 0; i < crew->accesses.count; i++)
    for (uint32_t k = i + 1; k < crew->accesses.count; k++)
      if (crew_may_conflict(crew, i, k))
        return true;
  return false;
}

// What a thread can come to first

static void look_ahead(const struct crew *crew, uint32_t location,
                       struct u32_vec *into) {
  struct bitset seen = {0};
  struct u32_vec open = {0}; // twice the location, and whether a step is done
  u32_vec_push(&open, 2 * location);
  while (open.count) {
    uint32_t state = u32_vec_pop(&open), at = state / 2;
    if (!bitset_add(&seen, state))
      continue;
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      uint32_t index = crew->outs.at[i], first;
      const struct crew_edge *edge = &crew->edges.at[index];
      uint32_t count = crew_accesses_of(crew, index, &first);
      for (uint32_t k = 0; k < count; k++)
        u32_vec_push(into, first + k);
      bool done = state % 2 || edge->step == CREW_SHARED;
      if (!done || bitset_has(&crew->inner, edge->to))
        u32_vec_push(&open, 2 * edge->to + done);
    }
  }
  u32_vec_release(&open);
  bitset_release(&seen);
}

static const struct u32_vec *ahead_of(struct crew *crew, uint32_t location) {
  while (crew->ahead.count < crew->location_count)
    crew_list_vec_push(&crew->ahead, (struct u32_vec){0});
  if (bitset_add(&crew->has_ahead, location))
    look_ahead(crew, location, &crew->ahead.at[location]);
  return &crew->ahead.at[location];
}

static bool may_race(struct crew *crew, uint32_t location, uint32_t other,
                     bool frees) {
  const struct u32_vec *first = ahead_of(crew, location);
  const struct u32_vec *second = ahead_of(crew, other);
  for (uint32_t i = 0; i < first->count; i++)
    for (uint32_t k = 0; k < second->count; k++)
      if (!crew->accesses.at[first->at[i]].is_free &&
          (!frees || crew->accesses.at[second->at[k]].is_free) &&
          crew_may_conflict(crew, first->at[i], second->at[k]))
        return true;
  return false;
}

bool crew_may_race(struct crew *crew, uint32_t location, uint32_t other) {
  return may_race(crew, location, other, false);
}

bool crew_may_free(struct crew *crew, uint32_t location, uint32_t other) {
  return may_race(crew, location, other, true);
}
