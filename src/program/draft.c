#include "program/draft.h"

#include "base/check.h"
#include "base/memory.h"

// Fingerprints. Whatever a draft copies or shares, byte by byte: only a write
// can change them.

#ifdef VOUCH_DEBUG

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

static uint64_t mix_operands(uint64_t hash, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
    return mix(hash, op->assign.bindings,
               op->assign.count * sizeof *op->assign.bindings);
  case OPERATION_HAVOC:
    return mix(hash, op->havoc.targets,
               op->havoc.count * sizeof *op->havoc.targets);
  case OPERATION_LIVE:
    return mix(hash, op->live.addresses,
               op->live.count * sizeof *op->live.addresses);
  case OPERATION_CALL:
    return mix(hash, op->call.arguments,
               op->call.count * sizeof *op->call.arguments);
  case OPERATION_THREAD:
    return mix(hash, op->thread.arguments,
               op->thread.count * sizeof *op->thread.arguments);
  default: return hash;
  }
}

static uint64_t mix_procedure(uint64_t hash,
                              const struct procedure *procedure) {
  hash = mix(hash, procedure, sizeof *procedure);
  hash = mix(hash, procedure->parameters.at,
             procedure->parameters.count * sizeof *procedure->parameters.at);
  hash = mix(hash, procedure->variables.at,
             procedure->variables.count * sizeof *procedure->variables.at);
  hash = mix(hash, procedure->objects.at,
             procedure->objects.count * sizeof *procedure->objects.at);
  hash = mix(hash, procedure->locations.at,
             procedure->locations.count * sizeof *procedure->locations.at);
  hash = mix(hash, procedure->edges.at,
             procedure->edges.count * sizeof *procedure->edges.at);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    hash = mix_operands(hash, &procedure->edges.at[i].op);
  return hash;
}

static uint64_t mix_object(uint64_t hash, const struct object_info *info) {
  if (info->bytes)
    hash = mix(hash, info->bytes, info->size);
  return mix(hash, info->relocations,
             info->relocation_count * sizeof *info->relocations);
}

static uint64_t fingerprint(const struct program *program) {
  uint64_t hash = 0xcbf29ce484222325u;
  hash = mix(hash, program->variables.at,
             program->variables.count * sizeof *program->variables.at);
  hash = mix(hash, program->objects.at,
             program->objects.count * sizeof *program->objects.at);
  hash = mix(hash, program->constructors.at,
             program->constructors.count * sizeof *program->constructors.at);
  hash = mix(hash, program->destructors.at,
             program->destructors.count * sizeof *program->destructors.at);
  hash = mix(hash, &program->entry, sizeof program->entry);
  hash = mix(hash, &program->unseen, sizeof program->unseen);
  hash = mix(hash, &program->starting, sizeof program->starting);
  for (uint32_t i = 1; i < program->objects.count; i++)
    hash = mix_object(hash, &program->objects.at[i]);
  for (uint32_t i = 1; i < program->procedures.count; i++)
    hash = mix_procedure(hash, program->procedures.at[i]);
  return hash;
}

void program_check_frozen(const struct program *program) {
  const struct program *frozen = program->frozen ? program->frozen : program;
  CHECK(!frozen->is_frozen || frozen->fingerprint == fingerprint(frozen),
        "a frozen program was changed");
}

#else

static uint64_t fingerprint(const struct program *program) {
  (void)program;
  return 0;
}

#endif

void program_freeze(struct program *program) {
  CHECK(!program->frozen, "a draft is not frozen");
  for (uint32_t i = 1; i < program->procedures.count; i++)
    program->procedures.at[i]->is_frozen = true;
  program->is_frozen = true;
  program->fingerprint = fingerprint(program);
}

// Drafts

static struct procedure *copy_procedure(const struct procedure *from) {
  struct procedure *made = memory_new_zero(1, sizeof *made);
  *made = *from;
  made->is_frozen = false;
  made->passing = (struct passing_vec){0};
  made->parameters = made->variables = (struct variable_vec){0};
  made->objects = (struct object_vec){0};
  made->locations = (struct location_vec){0};
  made->edges = (struct edge_vec){0};
  passing_vec_append(&made->passing, from->passing.at, from->passing.count);
  variable_vec_append(&made->parameters, from->parameters.at,
                      from->parameters.count);
  variable_vec_append(&made->variables, from->variables.at,
                      from->variables.count);
  object_vec_append(&made->objects, from->objects.at, from->objects.count);
  location_vec_append(&made->locations, from->locations.at,
                      from->locations.count);
  edge_vec_append(&made->edges, from->edges.at, from->edges.count);
  return made;
}

static void copy_tables(struct program *made, const struct program *from) {
  variable_info_vec_append(&made->variables, from->variables.at,
                           from->variables.count);
  object_info_vec_append(&made->objects, from->objects.at, from->objects.count);
  variable_vec_append(&made->variable_of_term, from->variable_of_term.at,
                      from->variable_of_term.count);
  procedure_id_vec_append(&made->constructors, from->constructors.at,
                          from->constructors.count);
  procedure_id_vec_append(&made->destructors, from->destructors.at,
                          from->destructors.count);
  limitation_vec_append(&made->limitations, from->limitations.at,
                        from->limitations.count);
  procedure_vec_resize(&made->procedures, from->procedures.count);
  for (uint32_t i = 1; i < from->procedures.count; i++)
    made->procedures.at[i] = copy_procedure(from->procedures.at[i]);
}

struct program *program_draft(const struct program *frozen) {
  CHECK(frozen->is_frozen || frozen->frozen,
        "a draft of a program that may change");
  struct program *made = memory_new_zero(1, sizeof *made);
  *made = (struct program){.frozen = frozen->frozen ? frozen->frozen : frozen,
                           .names = frozen->names,
                           .terms = frozen->terms,
                           .types = frozen->types,
                           .pointer_width = frozen->pointer_width,
                           .global_count = frozen->global_count,
                           .entry = frozen->entry,
                           .volatile_accesses = frozen->volatile_accesses,
                           .keeps_numbers = frozen->keeps_numbers,
                           .unseen = frozen->unseen,
                           .starting = frozen->starting};
  arena_init(&made->arena);
  copy_tables(made, frozen);
  return made;
}
