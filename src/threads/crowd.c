#include "threads/crowd.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"

// Places

static void add_place(struct crew *crew, uint32_t thread, uint32_t location) {
  for (uint32_t i = 0; i < crew->places.count; i++)
    if (crew->places.at[i].thread == thread &&
        crew->places.at[i].location == location)
      return;
  crew_place_vec_push(&crew->places, (struct crew_place){.thread = thread,
                                                         .location = location});
}

// Where turns of the thread can end: after a step that others may notice, or
// where something that is one step does.
static void add_places(struct crew *crew, uint32_t thread) {
  const struct crew_thread *crowd = &crew->threads.at[thread];
  add_place(crew, thread, crowd->start);
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    if (edge->thread == thread && !bitset_has(&crew->inner, edge->to) &&
        edge->to != crowd->end && edge->to != crew->exit &&
        edge->to != crew->undefined &&
        (edge->step == CREW_SHARED || bitset_has(&crew->inner, edge->from)))
      add_place(crew, thread, edge->to);
  }
}

uint32_t crew_place(const struct crew *crew, uint32_t thread,
                    uint32_t location) {
  for (uint32_t i = 0; i < crew->places.count; i++)
    if (crew->places.at[i].thread == thread &&
        crew->places.at[i].location == location)
      return i;
  BUG("a turn of a crowd ends at a location that is no place of it");
}

// What members will read

static bool is_own(const struct crew *crew, uint32_t thread,
                   struct variable variable) {
  enum variable_kind kind = program_variable(crew->program, variable)->kind;
  return variable_equal(variable, crew->threads.at[thread].argument) ||
         (kind != VARIABLE_GLOBAL && kind != VARIABLE_ADDRESS);
}

static bool add_read(const struct crew *crew, const struct crew_edge *edge,
                     struct bitset *live) {
  struct variable_vec read = {0};
  bool changed = false;
  program_variables_read(crew->program, &edge->op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    if (is_own(crew, edge->thread, read.at[i]))
      changed |= bitset_add(&live[edge->from], read.at[i].id);
  variable_vec_release(&read);
  return changed;
}

static bool add_behind(const struct crew_edge *edge, struct bitset *live) {
  struct variable_vec written = {0};
  bool changed = false;
  operation_targets(&edge->op, &written);
  BITSET_EACH (id, &live[edge->to]) {
    bool is_written = false;
    for (uint32_t i = 0; i < written.count; i++)
      is_written |= written.at[i].id == id;
    if (!is_written)
      changed |= bitset_add(&live[edge->from], id);
  }
  variable_vec_release(&written);
  return changed;
}

static struct bitset *find_live(const struct crew *crew, uint32_t thread) {
  struct bitset *live = memory_new_zero(crew->location_count, sizeof *live);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = crew->edges.count - 1; i; i--) {
      const struct crew_edge *edge = &crew->edges.at[i];
      if (edge->thread != thread)
        continue;
      changed |= add_read(crew, edge, live);
      changed |= add_behind(edge, live);
    }
  }
  return live;
}

static void note_live(struct crew *crew, uint32_t thread) {
  struct bitset *live = find_live(crew, thread);
  for (uint32_t i = 0; i < crew->places.count; i++) {
    struct crew_place *place = &crew->places.at[i];
    if (place->thread == thread)
      BITSET_EACH (id, &live[place->location])
        variable_vec_push(&place->live, (struct variable){id});
  }
  for (uint32_t i = 0; i < crew->location_count; i++)
    bitset_release(&live[i]);
  free(live);
}

// Local objects

static void note_objects(struct crew *crew, uint32_t thread) {
  struct term_vec *into = &crew->threads.at[thread].locals;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct operation *op = &crew->edges.at[i].op;
    if (crew->edges.at[i].thread == thread && op->kind == OPERATION_LIVE &&
        op->live.life == LIFE_BEGINS)
      for (uint32_t k = 0; k < op->live.count; k++)
        term_vec_push(into, op->live.addresses[k]);
  }
}

struct taint {
  const struct crew *crew;
  uint32_t thread;
  struct bitset variables; // that may hold the address of a local, and those
                           // addresses themselves
};

static bool is_tainted(const struct taint *taint, struct term t) {
  struct variable_vec parts = {0};
  bool found = false;
  if (term_is_none(t))
    return false;
  program_variables_in(taint->crew->program, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++)
    found = bitset_has(&taint->variables, parts.at[i].id);
  variable_vec_release(&parts);
  return found;
}

// False if an address gets to where others may find it.
static bool spread(struct taint *taint, const struct operation *op,
                   bool *changed) {
  const struct program *program = taint->crew->program;
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++) {
      struct variable target = op->assign.bindings[i].target;
      if (!is_tainted(taint, op->assign.bindings[i].value))
        continue;
      if (program_variable(program, target)->kind == VARIABLE_GLOBAL)
        return false;
      *changed |= bitset_add(&taint->variables, target.id);
    }
    return true;
  case OPERATION_STORE:
  case OPERATION_UPDATE: return !is_tainted(taint, op->memory.value);
  case OPERATION_CALL:
    for (uint32_t i = 0; i < op->call.count; i++)
      if (is_tainted(taint, op->call.arguments[i]))
        return false;
    return true;
  default: return true;
  }
}

bool crew_keeps_addresses(struct crew *crew, uint32_t thread) {
  note_objects(crew, thread);
  struct taint taint = {.crew = crew, .thread = thread};
  const struct term_vec *locals = &crew->threads.at[thread].locals;
  bool ok = true;
  for (uint32_t i = 0; i < locals->count; i++)
    bitset_add(&taint.variables,
               program_variable_of(crew->program, locals->at[i]).id);
  for (bool changed = true; changed && ok;) {
    changed = false;
    for (uint32_t i = 1; i < crew->edges.count && ok; i++)
      if (crew->edges.at[i].thread == thread)
        ok = spread(&taint, &crew->edges.at[i].op, &changed);
  }
  bitset_release(&taint.variables);
  return ok;
}

// What must make no difference

static bool has_kinds(const struct crew *crew) {
  uint64_t offset = crew->program->pointer_width == 64 ? 16 : 12;
  for (uint32_t i = 0; i < crew->mutexes.count; i++) {
    const struct object_info *info =
        program_object(crew->program, crew->mutexes.at[i].object);
    uint64_t at = crew->mutexes.at[i].offset + offset;
    for (uint64_t k = at; info->bytes && k < at + 4 && k < info->size; k++)
      if (info->bytes[k])
        return true;
  }
  return false;
}

bool crew_has_own_objects(const struct program *program) {
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].is_thread_local)
      return true;
  return false;
}

static bool creates(const struct crew *crew, uint32_t thread) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].thread == thread && crew->edges.at[i].spawns)
      return true;
  return false;
}

static const char *trouble_of(struct crew *crew, uint32_t thread) {
  if (crew->crowd_trouble)
    return crew->crowd_trouble;
  if (crew->has_conditions)
    return "conditions";
  if (has_kinds(crew))
    return "mutexes that know who locks them again";
  if (crew_has_own_objects(crew->program))
    return "thread-local objects";
  if (creates(crew, thread))
    return "threads that create threads";
  return crew_keeps_addresses(crew, thread) ? NULL : "addresses of locals";
}

bool crew_find_crowds(struct crew *crew, struct strbuf *why) {
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    if (!crew->threads.at[k].is_crowd)
      continue;
    const char *trouble = trouble_of(crew, k);
    if (trouble) {
      strbuf_format(why, "any number of threads with %s", trouble);
      return false;
    }
    add_places(crew, k);
    note_live(crew, k);
  }
  return true;
}

bool crew_crowd_leaves_out(const struct crew *crew,
                           const struct crew_edge *edge) {
  if (!crew->threads.at[edge->thread].is_crowd)
    return false;
  if (edge->to == crew->exit || edge->to == crew->undefined)
    return true;
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(crew->program, edge->op.call.callee);
  return callee->is_error || callee->is_noreturn;
}
