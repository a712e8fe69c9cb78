#include "check/callback.h"

#include "library/routine.h"
#include "program/access.h"

// What a call of a function does, the worst last.
enum harm {
  HARM_NONE,
  HARM_WRITES, // global variables
  HARM_ANY
};

struct judging {
  const struct program *program;
  const struct component_options *options;
  struct bitset seen; // procedures
};

static enum harm worse(enum harm a, enum harm b) {
  return a > b ? a : b;
}

static enum harm judge(struct judging *j, const struct procedure *procedure);

static enum harm judge_call(struct judging *j, const struct operation *op) {
  if (!op->call.callee.id)
    return HARM_ANY;
  const struct procedure *callee =
      program_procedure(j->program, op->call.callee);
  const char *name = name_text(j->program->names, callee->name);
  if (target_kind_of_call(&j->options->rules, j->program, callee) !=
      TARGET_NONE)
    return HARM_ANY;
  if (callee->is_defined)
    return judge(j, callee);
  struct routine routine = routine_find(name);
  return routine_is_pure(&routine) && !routine_writes_memory(&routine) &&
                 !routine_calls_back(&routine)
             ? HARM_NONE
             : HARM_ANY;
}

// A frame ends with its call, so that nobody else sees what is in it.
static enum harm judge_write(const struct judging *j, struct term address) {
  struct object_id object;
  uint64_t offset;
  return access_split(j->program, address, &object, &offset) &&
                 program_object(j->program, object)->kind == OBJECT_FRAME
             ? HARM_NONE
             : HARM_ANY;
}

static enum harm judge_targets(const struct judging *j,
                               const struct operation *op) {
  struct variable_vec targets = {0};
  enum harm harm = HARM_NONE;
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++) {
    const struct variable_info *info =
        program_variable(j->program, targets.at[i]);
    if (info->kind == VARIABLE_GLOBAL)
      harm = worse(harm, info->is_hidden ? HARM_ANY : HARM_WRITES);
  }
  variable_vec_release(&targets);
  return harm;
}

static enum harm judge_operation(struct judging *j,
                                 const struct operation *op) {
  switch (op->kind) {
  case OPERATION_CALL: return worse(judge_call(j, op), judge_targets(j, op));
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return worse(judge_write(j, op->memory.address), judge_targets(j, op));
  case OPERATION_COPY:
  case OPERATION_FILL: return judge_write(j, op->block.address);
  case OPERATION_FREE:
  case OPERATION_THREAD:
  case OPERATION_PERFORM:
  case OPERATION_UNSUPPORTED: return HARM_ANY;
  default: return judge_targets(j, op);
  }
}

// A procedure that is judged already counts where that was.
static enum harm judge(struct judging *j, const struct procedure *procedure) {
  if (!bitset_add(&j->seen, procedure->self.id))
    return HARM_NONE;
  enum harm harm = HARM_NONE;
  for (uint32_t i = 1; i < procedure->edges.count && harm != HARM_ANY; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (target_kind_of_edge(&j->options->rules, j->program, edge) !=
        TARGET_NONE)
      return HARM_ANY;
    harm = worse(harm, judge_operation(j, &edge->op));
  }
  return harm;
}

static bool is_harmless(const struct behaviour *behaviour,
                        const struct component_options *options,
                        const struct callback_call *call) {
  const struct program *program = behaviour->program;
  const struct procedure *procedure =
      program_procedure(program, call->procedure);
  if (target_kind_of_call(&options->rules, program, procedure) != TARGET_NONE)
    return false;
  if (!procedure->is_defined)
    return true;
  struct judging judging = {.program = program, .options = options};
  enum harm harm = judge(&judging, procedure);
  bitset_release(&judging.seen);
  bool is_covered = call->is_within && !options->is_task;
  return harm == HARM_NONE || (harm == HARM_WRITES && is_covered);
}

struct procedure_id callback_find(const struct behaviour *behaviour,
                                  const struct component_options *options) {
  const struct callback_call_vec *calls = &behaviour->plain.callbacks;
  for (uint32_t i = 0; i < calls->count; i++)
    if (!is_harmless(behaviour, options, &calls->at[i]))
      return calls->at[i].procedure;
  return (struct procedure_id){0};
}
