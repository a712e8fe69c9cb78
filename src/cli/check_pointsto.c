#include "cli/check_pointsto.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "program/print.h"

NUMBER_MAP_DEFINE(set_map, uint32_t, struct points_to_set);

struct pointsto_checker {
  const struct program *program;
  const struct points_to *analysis;
  struct set_map sets; // by term: computing one takes a while
  uint64_t count;
};

struct pointsto_checker *
pointsto_checker_new(const struct program *program,
                     const struct points_to *analysis) {
  struct pointsto_checker *checker = memory_new_zero(1, sizeof *checker);
  checker->program = program;
  checker->analysis = analysis;
  return checker;
}

void pointsto_checker_free(struct pointsto_checker *checker) {
  for (uint32_t i = 0; i < checker->sets.count; i++)
    points_to_set_release(&checker->sets.entries[i].value);
  set_map_release(&checker->sets);
  free(checker);
}

uint64_t pointsto_checker_count(const struct pointsto_checker *checker) {
  return checker->count;
}

static struct term pointer_of(const struct operation *op,
                              enum watch_role role) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: return op->memory.address;
  case OPERATION_COPY:
  case OPERATION_FILL:
    return role == WATCH_SOURCE ? op->block.source : op->block.address;
  case OPERATION_FREE: return op->free.address;
  default: return op->call.function;
  }
}

static const struct points_to_set *set_of(struct pointsto_checker *checker,
                                          struct term pointer) {
  bool is_new;
  struct points_to_set *set =
      set_map_insert(&checker->sets, pointer.id, &is_new);
  if (is_new)
    points_to_term(checker->analysis, pointer, set);
  return set;
}

// What is neither the program's nor made by an edge belongs to the library or
// the environment, which the analysis knows by function and the run by name.
static bool is_expected(const struct pointsto_checker *checker,
                        const struct points_to_set *set,
                        const struct watched_access *access,
                        struct memory_object *object) {
  const struct points_to *analysis = checker->analysis;
  if (access->object.id)
    *object = points_to_of_object(analysis, access->object);
  else if (access->site_procedure.id)
    *object =
        points_to_of_edge(analysis, access->site_procedure, access->site_edge);
  if (object->id)
    return points_to_set_covers(analysis, set, *object,
                                (int64_t)access->offset);
  if (set->is_anywhere)
    return !access->object.id;
  for (uint32_t i = 0; i < set->targets.count && !access->object.id; i++) {
    enum memory_kind kind =
        points_to_object(analysis, set->targets.at[i].object)->kind;
    if (kind == MEMORY_LIBRARY || kind == MEMORY_INPUT)
      return true;
  }
  return false;
}

static void describe(const struct pointsto_checker *checker,
                     const struct points_to_set *set, struct term pointer,
                     const struct watched_access *access,
                     struct memory_object object, struct strbuf *why) {
  strbuf_add(why, "points-to violation: `");
  program_print_term(checker->program, pointer, why);
  strbuf_add(why, "` is at ");
  if (object.id)
    points_to_print_object(checker->analysis, object, why);
  else if (access->object.id)
    strbuf_format(
        why, "`%s`, which is not in the analysis,",
        name_text(checker->program->names,
                  program_object(checker->program, access->object)->name));
  else
    strbuf_add(why, "memory of the library");
  strbuf_format(why, " offset %llu, expected ",
                (unsigned long long)access->offset);
  points_to_print_set(checker->analysis, set, why);
}

// Whether a call goes to one of the callees, too.
static bool is_callee(const struct pointsto_checker *checker,
                      const struct watched_access *access) {
  struct procedure_id_vec callees = {0};
  bool found = points_to_callees(checker->analysis, access->procedure,
                                 access->edge, &callees);
  const struct object_info *info =
      program_object(checker->program, access->object);
  for (uint32_t i = 0; i < callees.count && !found; i++)
    found = callees.at[i].id == info->procedure.id;
  procedure_id_vec_release(&callees);
  return found;
}

static bool look(void *context, const struct watched_access *access,
                 struct strbuf *why) {
  struct pointsto_checker *checker = context;
  const struct procedure *procedure =
      program_procedure(checker->program, access->procedure);
  const struct operation *op = &procedure_edge(procedure, access->edge)->op;
  struct term pointer = pointer_of(op, access->role);
  const struct points_to_set *set = set_of(checker, pointer);
  struct memory_object object = {0};
  checker->count++;
  bool ok = is_expected(checker, set, access, &object);
  if (ok && access->role == WATCH_FUNCTION && access->object.id &&
      program_object(checker->program, access->object)->kind == OBJECT_FUNCTION)
    ok = is_callee(checker, access);
  if (!ok)
    describe(checker, set, pointer, access, object, why);
  return ok;
}

struct watcher pointsto_checker_watcher(struct pointsto_checker *checker) {
  return (struct watcher){checker, look};
}
