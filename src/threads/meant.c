#include "threads/meant.h"

#include "base/check.h"
#include "base/memory.h"
#include "program/access.h"

static bool is_action(const struct operation *op, enum thread_action action) {
  return op->kind == OPERATION_THREAD && op->thread.action == action;
}

// Creations

static struct procedure_id routine_of(const struct program *program,
                                      const struct operation *op) {
  struct variable function =
      program_variable_of(program, op->thread.arguments[1]);
  struct object_id object = program_variable(program, function)->object;
  return program_object(program, object)->procedure;
}

// A thread with that routine that no creation starts yet.
static uint32_t take(const struct crew *crew, struct procedure_id routine,
                     uint32_t *used) {
  for (uint32_t k = 1; k < crew->threads.count; k++)
    if (!(*used >> k & 1) && crew->threads.at[k].procedure.id == routine.id) {
      *used |= 1u << k;
      return k;
    }
  BUG("a creation of no thread");
}

// The rest of the pool that begins with a thread.
static void fill_pool(struct crew *crew, uint32_t first,
                      struct procedure_id routine, uint32_t *used) {
  uint32_t last = first;
  for (uint32_t i = 1; i < crew->rules.pool + crew->rules.has_crowd; i++)
    last = crew->threads.at[last].next = take(crew, routine, used);
  crew->threads.at[last].is_crowd = crew->rules.has_crowd;
}

// The two that stand for all of their kind are a pool.
static bool number_kind(struct crew *crew, struct procedure_id routine,
                        uint32_t *first) {
  uint32_t second = 0;
  *first = 0;
  for (uint32_t k = crew->threads.count - 1; k; k--)
    if (crew->threads.at[k].is_kind &&
        crew->threads.at[k].procedure.id == routine.id) {
      second = *first;
      *first = k;
    }
  if (*first)
    crew->threads.at[*first].next = second;
  return *first != 0;
}

static void number_creations(struct crew *crew, uint32_t *meant) {
  uint32_t used = 0;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct operation *op = &crew->edges.at[i].op;
    if (!is_action(op, THREAD_CREATE))
      continue;
    struct procedure_id routine = routine_of(crew->program, op);
    if (number_kind(crew, routine, &meant[i]))
      continue;
    meant[i] = take(crew, routine, &used);
    if (crew_is_cyclic(crew, &crew->edges.at[i]))
      fill_pool(crew, meant[i], routine, &used);
  }
}

// Joins

struct place {
  struct object_id object;
  uint64_t offset;
};

// The load right before the join, which nothing else leads to, of what it gets.
static bool find_load(const struct crew *crew, const struct crew_edge *join,
                      struct place *place) {
  const struct crew_edge *load = NULL;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    if (crew->edges.at[i].to != join->from)
      continue;
    if (load)
      return false;
    load = &crew->edges.at[i];
  }
  struct term id = join->op.thread.arguments[0];
  return load && load->op.kind == OPERATION_LOAD &&
         term_equal(program_term(crew->program, load->op.memory.target), id) &&
         access_split(crew->program, load->op.memory.address, &place->object,
                      &place->offset);
}

static bool mentions(const struct program *program, struct term t,
                     struct object_id object) {
  struct variable_vec parts = {0};
  bool found = false;
  program_variables_in(program, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++)
    found =
        variable_equal(parts.at[i], program_object(program, object)->address);
  variable_vec_release(&parts);
  return found;
}

static bool mentions_any(const struct program *program,
                         const struct operation *op, struct object_id object) {
  struct term_vec terms = {0};
  bool found = false;
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count && !found; i++)
    found = mentions(program, terms.at[i], object);
  term_vec_release(&terms);
  return found;
}

// Does the edge leave the object alone, but for reading it?
static bool only_reads(const struct operation *op) {
  return op->kind == OPERATION_LOAD || op->kind == OPERATION_LIVE ||
         (op->kind == OPERATION_INVALID && op->invalid.access == ACCESS_READ);
}

// A creation that puts its id into the object, at a constant offset.
static bool puts_id(const struct program *program, const struct operation *op,
                    struct place *place) {
  return is_action(op, THREAD_CREATE) &&
         access_split(program, op->thread.arguments[0], &place->object,
                      &place->offset) &&
         !mentions(program, op->thread.arguments[2], place->object);
}

static bool is_initialised(const struct program *program,
                           struct object_id object) {
  for (uint32_t i = 1; i < program->objects.count; i++)
    for (uint32_t k = 0; k < program->objects.at[i].relocation_count; k++)
      if (mentions(program, program->objects.at[i].relocations[k].value,
                   object))
        return true;
  return false;
}

static uint32_t joined(const struct crew *crew, const struct crew_edge *join,
                       const uint32_t *meant) {
  const struct program *program = crew->program;
  struct place read, put;
  uint32_t found = 0, width = program->pointer_width / 8;
  if (!find_load(crew, join, &read) || is_initialised(program, read.object))
    return 0;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct operation *op = &crew->edges.at[i].op;
    if (!mentions_any(program, op, read.object) || only_reads(op))
      continue;
    if (!puts_id(program, op, &put) || put.object.id != read.object.id)
      return 0;
    if (put.offset + width <= read.offset || read.offset + width <= put.offset)
      continue;
    if (found || put.offset != read.offset)
      return 0;
    if (crew->threads.at[meant[i]].next)
      return 0; // any of a pool
    found = meant[i] + 1;
  }
  return found;
}

uint32_t *meant_threads(struct crew *crew) {
  uint32_t *meant = memory_new_zero(crew->edges.count, sizeof *meant);
  number_creations(crew, meant);
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (is_action(&crew->edges.at[i].op, THREAD_JOIN) ||
        is_action(&crew->edges.at[i].op, THREAD_JOIN_NUMBER))
      meant[i] = joined(crew, &crew->edges.at[i], meant);
  return meant;
}
