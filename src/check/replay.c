#include "check/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/map.h"
#include "run/library.h"
#include "run/run.h"

static uint64_t step_key_hash(uint64_t key) {
  return hash_u64(key);
}
static bool step_key_equal(uint64_t a, uint64_t b) {
  return a == b;
}

MAP_DEFINE(input_map, uint64_t, struct term, step_key_hash, step_key_equal);

struct writing {
  const struct component *component;
  struct input_map inputs; // (step of the path, variable) -> input
  struct strbuf *out;
};

static uint64_t key_of(uint32_t step, struct variable variable) {
  return (uint64_t)step << 32 | variable.id;
}

static void write_number(struct strbuf *out, u128 value) {
  if (value >> 64)
    strbuf_format(out, "0x%llx%016llx", (unsigned long long)(value >> 64),
                  (unsigned long long)value);
  else
    strbuf_format(out, "%llu", (unsigned long long)value);
}

// Zero for what the path does not depend on.
static u128 value_at(struct writing *writing, uint32_t step,
                     struct variable variable) {
  struct term *input = input_map_find(&writing->inputs, key_of(step, variable));
  return input ? term_value(writing->component->program->terms, *input) : 0;
}

static void write_value(struct writing *writing, uint32_t step,
                        const char *kind, struct name name,
                        struct variable variable) {
  strbuf_format(writing->out, "%s %s ", kind,
                name_text(writing->component->program->names, name));
  write_number(writing->out, value_at(writing, step, variable));
  strbuf_char(writing->out, '\n');
}

// The interpreter knows variables by their names in the original procedure.
static void write_havoc(struct writing *writing, uint32_t step,
                        const struct operation *op) {
  const struct component *component = writing->component;
  bool is_uninitialised = op->havoc.origin == ORIGIN_UNINITIALISED;
  bool is_single = op->havoc.count == 1 && !is_uninitialised;
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    struct variable variable = op->havoc.targets[i];
    struct variable original =
        inline_original(component->program, &component->inlined, variable);
    struct name name =
        is_single ? op->havoc.what
                  : program_variable(component->program, original)->name;
    write_value(writing, step, is_uninitialised ? "uninitialised" : "value",
                name, variable);
  }
}

static void write_call(struct writing *writing, uint32_t step,
                       const struct operation *op) {
  const struct program *program = writing->component->program;
  if (!op->call.callee.id)
    return;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  bool is_label = !strncmp(name, CHECKED_LABEL, strlen(CHECKED_LABEL));
  if (callee->is_defined || library_find(name) || is_label)
    return;
  strbuf_format(writing->out, "call %s ", name);
  if (!callee->result.code)
    strbuf_add(writing->out, "void");
  else
    write_number(writing->out, variable_is_none(op->call.target)
                                   ? 0
                                   : value_at(writing, step, op->call.target));
  strbuf_char(writing->out, '\n');
}

static void write_step(struct writing *writing, uint32_t step,
                       const struct edge *edge) {
  if (edge->op.kind == OPERATION_HAVOC)
    write_havoc(writing, step, &edge->op);
  else if (edge->op.kind == OPERATION_CALL)
    write_call(writing, step, &edge->op);
}

// Parameters and globals that a function other than main starts with. Pointers
// are left to the interpreter.
static void write_entry(struct writing *writing, const struct path *path) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  for (uint32_t i = 0; i < path->inputs.count; i++) {
    struct variable variable = path->inputs.at[i].variable;
    if (path->inputs.at[i].step != UINT32_MAX)
      continue;
    const struct variable_info *info = program_variable(
        program, inline_original(program, &component->inlined, variable));
    bool is_global = info->kind == VARIABLE_GLOBAL;
    if (ctype_bare(program->types, info->type)->kind != CTYPE_POINTER &&
        (is_global || info->kind == VARIABLE_PARAMETER))
      write_value(writing, UINT32_MAX, is_global ? "global" : "parameter",
                  info->name, variable);
  }
}

void replay_oracle(const struct component *component,
                   const struct edge_id_vec *path_edges,
                   const struct path *path, struct strbuf *oracle) {
  struct writing writing = {.component = component, .out = oracle};
  for (uint32_t i = 0; i < path->inputs.count; i++)
    input_map_put(&writing.inputs,
                  key_of(path->inputs.at[i].step, path->inputs.at[i].variable),
                  path->inputs.at[i].term);
  strbuf_add(oracle, "vouch-oracle 1\nrest zero\n");
  if (!component->effects->initial)
    write_entry(&writing, path);
  for (uint32_t i = 0; i < path_edges->count; i++) {
    struct edge_id_vec one = {.at = &path_edges->at[i], .count = 1};
    struct edge_id_vec steps = {0};
    component_expand(component, &one, &steps);
    for (uint32_t k = 0; k < steps.count; k++)
      write_step(&writing, i,
                 procedure_edge(component->inlined.procedure, steps.at[k]));
    edge_id_vec_release(&steps);
  }
  input_map_release(&writing.inputs);
}

// The oracle as a file, whose name is returned; the caller removes it.
static bool write_file(const struct strbuf *oracle, char *path) {
  int file = mkstemp(path);
  if (file < 0)
    return false;
  bool ok =
      write(file, oracle->text, oracle->length) == (ssize_t)oracle->length;
  close(file);
  return ok;
}

static struct run_options quiet_run(const char *oracle, FILE *nowhere,
                                    const struct component *component,
                                    const struct component_options *options) {
  static const char *const arguments[] = {"program"};
  const struct procedure *entry =
      program_procedure(component->program, options->entry);
  return (struct run_options){
      .oracle = oracle,
      .max_steps = 50000000,
      .timeout_ms = 20000,
      .havoc_externals = true,
      .error_function = options->rules.error_function,
      .entry = options->starts_program
                   ? NULL
                   : name_text(component->program->names, entry->name),
      .arguments = arguments,
      .argument_count = 1,
      .streams = {.out = nowhere, .err = nowhere}};
}

// Did the run end as the target says, and there?
static bool is_violation(const struct component_options *options,
                         const struct check_target *target,
                         const struct run_result *result) {
  if (position_is_known(target->position) &&
      (!name_equal(target->position.file, result->position.file) ||
       target->position.line != result->position.line))
    return false;
  if (target->kind == TARGET_CALL || target->kind == TARGET_LABEL)
    return result->outcome == OUTCOME_ASSERTION;
  return result->outcome == OUTCOME_UNDEFINED &&
         target_kind_of_undefined(&options->rules, result->reason) ==
             target->kind;
}

bool replay_confirms(const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target,
                     const struct strbuf *oracle, struct strbuf *why) {
  char path[] = "/tmp/vouch-oracle-XXXXXX";
  if (!write_file(oracle, path)) {
    strbuf_add(why, "cannot write an oracle file");
    return false;
  }
  FILE *nowhere = fopen("/dev/null", "w");
  struct diag *diag = diag_new(component->program->names, nowhere);
  struct run_options run = quiet_run(path, nowhere, component, options);
  struct run_result result = {0};
  run_program(component->program, &run, diag, &result);
  bool confirmed = is_violation(options, target, &result);
  if (!confirmed)
    strbuf_format(
        why, "its run ends differently (%s%s%s)", outcome_name(result.outcome),
        result.message.length ? ": " : "", strbuf_text(&result.message));
  run_result_release(&result);
  diag_free(diag);
  fclose(nowhere);
  unlink(path);
  return confirmed;
}
