#include "threads/own.h"

#include "program/rewrite.h"
#include "term/substitute.h"

static struct object_id copy_object(struct program *program,
                                    struct object_id id, uint32_t thread) {
  struct object_info info = *program_object(program, id);
  info.name = intern_format(program->names, "%s@%u",
                            name_text(program->names, info.name), thread);
  info.is_thread_local = false;
  return program_add_object(program, info);
}

static struct term apply(void *context, struct term t) {
  return substitution_apply(context, t);
}

static void rewrite_thread(struct crew *crew, uint32_t thread,
                           struct substitution *substitution) {
  const struct rewriter rewriter = {.context = substitution, .term = apply};
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].thread == thread)
      crew->edges.at[i].op =
          operation_rewrite(crew->program, &crew->edges.at[i].op, &rewriter);
}

// Does main end itself alone?
static bool main_exits(const struct crew *crew) {
  bool found = false;
  for (uint32_t i = 1; i < crew->edges.count && !found; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    found = edge->thread == 0 && edge->op.kind == OPERATION_THREAD &&
            edge->op.thread.action == THREAD_EXIT;
  }
  return found;
}

static void note_own_of_main(struct crew *crew) {
  const struct object_info_vec *objects = &crew->program->objects;
  for (uint32_t i = 1; i < objects->count; i++)
    if (objects->at[i].is_thread_local)
      bitset_add(&crew->own, i);
}

void crew_own_objects(struct crew *crew) {
  struct program *program = crew->program;
  uint32_t count = program->objects.count;
  if (main_exits(crew))
    note_own_of_main(crew);
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    struct substitution *substitution = substitution_new(program->terms);
    bool has_some = false;
    for (uint32_t i = 1; i < count; i++) {
      const struct object_info *info = &program->objects.at[i];
      if (!info->is_thread_local)
        continue;
      struct variable address = info->address;
      struct object_id own = copy_object(program, (struct object_id){i}, k);
      bitset_add(&crew->own, own.id);
      substitution_set(
          substitution, program_term(program, address),
          program_term(program, program_object(program, own)->address));
      has_some = true;
    }
    if (has_some)
      rewrite_thread(crew, k, substitution);
    substitution_free(substitution);
  }
}
