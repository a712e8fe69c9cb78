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
  struct bitset frames;    // frame objects whose bytes were written, by id
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
    if (variable_equal(variable, component->plain.removal.failure))
      strbuf_add(writing->out, value_at(writing, step, variable)
                                   ? "allocate fail\n"
                                   : "allocate ok\n");
    if (bitset_has(&component->own, variable.id))
      continue;
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
  if (callee->is_defined || library_find(name) || is_label ||
      is_unseen_call(name))
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

// Objects of the entry state, with the contents of the model.

static u128 cell_byte(struct writing *writing, uint32_t step,
                      const struct region *region, const struct cell *cell,
                      uint64_t offset) {
  struct program *program = writing->component->program;
  struct term *input =
      input_map_find(&writing->inputs, key_of(step, cell->variable));
  if (!input)
    return 0;
  uint64_t within = offset - cell->offset;
  struct term value = *input;
  if (cell_is_array(region, cell)) {
    within %= region->period ? region->period : cell->period;
    value = term_select(program->terms, value,
                        term_const(program->terms, program->pointer_width,
                                   offset - cell->offset - within));
  }
  return term_value(program->terms, value) >> 8 * within & 0xff;
}

static void write_name(struct writing *writing, struct object_id object) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  const struct entry_state *entry = &component->plain.removal.entry;
  const char *name =
      name_text(program->names, program_object(program, object)->name);
  strbuf_format(writing->out, "%s%s",
                entry_state_find(entry, object) ? "@" : "", name);
}

static uint64_t object_size(struct writing *writing, struct object_id object) {
  const struct component *component = writing->component;
  const struct removal *removal = &component->plain.removal;
  struct variable size = removal->regions.at.at[object.id].size;
  const struct entry_object *input = entry_state_find(&removal->entry, object);
  if (input && !variable_is_none(size)) {
    u128 value = value_at(writing, UINT32_MAX, size);
    return value < input->least ? input->least : (uint64_t)value;
  }
  return program_object(component->program, object)->size;
}

static u128 region_byte(struct writing *writing, uint32_t step,
                        const struct region *region, uint64_t offset) {
  const struct cell *cell =
      region_cell(region, region->period ? offset % region->period : offset);
  return cell ? cell_byte(writing, step, region, cell, offset) : 0;
}

static void write_bytes(struct writing *writing, uint32_t step,
                        const struct region *region, uint64_t size) {
  strbuf_format(writing->out, " %llu ", (unsigned long long)size);
  for (uint64_t i = 0; i < size; i++)
    strbuf_format(writing->out, "%02x",
                  (unsigned)region_byte(writing, step, region, i));
  strbuf_char(writing->out, '\n');
}

static void write_object(struct writing *writing, struct object_id object) {
  const struct regions *regions = &writing->component->plain.removal.regions;
  strbuf_add(writing->out, "object ");
  write_name(writing, object);
  write_bytes(writing, UINT32_MAX, &regions->at.at[object.id],
              object_size(writing, object));
}

static uint64_t pointer_value(struct writing *writing, struct variable variable,
                              struct object_id holder, uint64_t offset) {
  const struct program *program = writing->component->program;
  const struct regions *regions = &writing->component->plain.removal.regions;
  if (!variable_is_none(variable))
    return (uint64_t)value_at(writing, UINT32_MAX, variable);
  const struct region *region = &regions->at.at[holder.id];
  uint64_t value = 0;
  for (unsigned i = program->pointer_width / 8; i-- > 0;)
    value = value << 8 |
            (uint64_t)region_byte(writing, UINT32_MAX, region, offset + i);
  return value;
}

// Does the term stand for the number, in the component's layout?
static bool is_laid_out(const struct writing *writing, struct term t,
                        uint64_t number) {
  const struct program *program = writing->component->program;
  struct substitution *layout = writing->component->plain.removal.layout;
  if (term_is_none(t) || !layout)
    return false;
  struct term value = substitution_apply(layout, t);
  return term_is_const(program->terms, value) &&
         term_value(program->terms, value) == number;
}

// The object with a name that the layout has at the number.
static bool find_address(const struct writing *writing, uint64_t number,
                         struct object_id *object, uint64_t *offset) {
  const struct program *program = writing->component->program;
  struct substitution *layout = writing->component->plain.removal.layout;
  for (uint32_t i = 1; layout && i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    struct term base =
        substitution_apply(layout, program_term(program, info->address));
    bool has_name =
        info->kind == OBJECT_GLOBAL || info->kind == OBJECT_FUNCTION;
    if (!has_name || !term_is_const(program->terms, base))
      continue;
    *object = (struct object_id){i};
    *offset = number - (uint64_t)term_value(program->terms, base);
    if (*offset < (info->size ? info->size : 1))
      return true;
  }
  return false;
}

static void write_address(struct writing *writing, uint64_t number) {
  struct object_id object;
  uint64_t offset;
  if (number == 0) {
    strbuf_add(writing->out, " null\n");
  } else if (find_address(writing, number, &object, &offset)) {
    strbuf_add(writing->out, " &");
    write_name(writing, object);
    strbuf_format(writing->out, "+%llu\n", (unsigned long long)offset);
  } else {
    strbuf_format(writing->out, " %llu\n", (unsigned long long)number);
  }
}

static void write_held(struct writing *writing, struct object_id holder,
                       uint64_t offset) {
  strbuf_add(writing->out, "pointer ");
  write_name(writing, holder);
  strbuf_format(writing->out, " %llu", (unsigned long long)offset);
  write_address(writing,
                pointer_value(writing, (struct variable){0}, holder, offset));
}

// One that has its initial value is left as it is: perhaps a string's.
static void write_pointer(struct writing *writing,
                          const struct entry_pointer *pointer) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  if (variable_is_none(pointer->variable)) {
    write_held(writing, pointer->holder, pointer->offset);
    return;
  }
  uint64_t value =
      pointer_value(writing, pointer->variable, (struct object_id){0}, 0);
  if (is_laid_out(writing, pointer->initial, value))
    return;
  const struct variable_info *info =
      program_variable(program, inline_original(program, &component->inlined,
                                                pointer->variable));
  strbuf_format(writing->out, "%s %s",
                info->kind == VARIABLE_GLOBAL ? "global" : "parameter",
                name_text(program->names, info->name));
  write_address(writing, value);
}

static void write_objects(struct writing *writing) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  const struct removal *removal = &component->plain.removal;
  for (uint32_t i = 1; i < removal->regions.at.count; i++) {
    struct object_id object = {i};
    const struct block *block = &targets_blocks(removal->targets)->at[i];
    if (block->object.id != i || !removal->regions.at.at[i].cells.count)
      continue;
    const struct object_info *info = program_object(program, object);
    bool is_input = entry_state_find(&removal->entry, object) != NULL;
    if (info->kind == OBJECT_GLOBAL && !info->is_constant && !info->is_fixed &&
        !is_input)
      write_object(writing, object);
  }
  for (uint32_t i = 0; i < removal->entry.objects.count; i++)
    write_object(writing, removal->entry.objects.at[i].object);
  for (uint32_t i = 0; i < removal->entry.pointers.count; i++)
    write_pointer(writing, &removal->entry.pointers.at[i]);
  for (uint32_t i = 0; i < removal->entry.holes.count; i++) {
    const struct entry_hole *hole = &removal->entry.holes.at[i];
    if (ctype_bare(program->types, hole->type)->kind == CTYPE_POINTER &&
        removal->regions.at.at[hole->object.id].cells.count)
      write_held(writing, hole->object, hole->offset);
  }
}

// Indeterminate bytes: of frame objects, the first time that they matter. The
// interpreter knows them by their names in the original procedure.

static struct object_id frame_original(const struct component *component,
                                       struct object_id copy,
                                       const struct procedure **owner) {
  const struct plain_component *plain = &component->plain;
  const struct object_vec *copies = &plain->with_pointers->objects;
  uint32_t index = 0, instance = 1;
  while (index < copies->count && copies->at[index].id != copy.id)
    index++;
  const struct inline_instance_vec *instances = &plain->inlined.instances;
  while (instance + 1 < instances->count &&
         instances->at[instance + 1].first_object <= index)
    instance++;
  *owner =
      program_procedure(component->program, instances->at[instance].procedure);
  return (*owner)->objects.at[index - instances->at[instance].first_object];
}

static void write_frame_object(struct writing *writing, uint32_t step,
                               struct object_id copy) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  const struct region *region =
      &component->plain.removal.regions.at.at[copy.id];
  const struct procedure *owner;
  struct object_id original = frame_original(component, copy, &owner);
  const struct object_info *info = program_object(program, original);
  bool is_zero = true;
  for (uint64_t i = 0; i < info->size && is_zero; i++)
    is_zero = region_byte(writing, step, region, i) == 0;
  if (is_zero || !bitset_add(&writing->frames, original.id))
    return;
  strbuf_format(writing->out, "object %s::%s",
                name_text(program->names, owner->name),
                name_text(program->names, info->name));
  write_bytes(writing, step, region, info->size);
}

// The same of another object: up to the last byte that is not zero. How large
// it is, the run will tell. `contents` of what the program allocates in a line,
// `written` by a function through an argument.
static void write_contents(struct writing *writing, uint32_t step,
                           const struct region *region, const char *keyword,
                           uint32_t number) {
  enum { MOST = 4096 };
  uint8_t bytes[MOST];
  uint32_t count = 0;
  for (uint32_t i = 0; i < MOST; i++) {
    bytes[i] = (uint8_t)region_byte(writing, step, region, i);
    if (bytes[i])
      count = i + 1;
  }
  if (!count)
    return;
  strbuf_format(writing->out, "%s %u ", keyword, number);
  for (uint32_t i = 0; i < count; i++)
    strbuf_format(writing->out, "%02x", bytes[i]);
  strbuf_char(writing->out, '\n');
}

static bool havocs(const struct operation *op, const struct cell_vec *cells) {
  for (uint32_t i = 0; cells->count && i < op->havoc.count; i++)
    if (variable_equal(op->havoc.targets[i], cells->at[0].variable))
      return true;
  return false;
}

static void write_indeterminate(struct writing *writing, uint32_t step,
                                const struct edge *edge) {
  const struct removal *removal = &writing->component->plain.removal;
  for (uint32_t b = 1; b < removal->regions.at.count; b++) {
    const struct block *block = &targets_blocks(removal->targets)->at[b];
    const struct region *region = &removal->regions.at.at[b];
    if (!havocs(&edge->op, &region->cells))
      continue;
    if (block->kind == BLOCK_ONCE)
      write_contents(writing, step, region, "contents", edge->position.line);
    else if (block->kind == BLOCK_NAMED &&
             program_object(removal->program, block->object)->kind ==
                 OBJECT_FRAME)
      write_frame_object(writing, step, block->object);
  }
}

// The argument of the call that points into the block, counting from 1, or 0.
static uint32_t argument_into(const struct removal *removal,
                              const struct operation *call, uint32_t block) {
  uint32_t found = 0;
  struct place_vec places = {0};
  for (uint32_t i = 0; i < call->call.count && !found; i++) {
    place_vec_clear(&places);
    targets_of(removal->targets, call->call.arguments[i], &places);
    for (uint32_t k = 0; k < places.count; k++)
      if (places.at[k].object == block)
        found = i + 1;
  }
  place_vec_release(&places);
  return found;
}

// What a function that nobody models wrote: the call is what the havoc was made
// of.
static void write_written(struct writing *writing, uint32_t step,
                          const struct edge *edge) {
  const struct plain_component *plain = &writing->component->plain;
  const struct removal *removal = &plain->removal;
  uint32_t id = (uint32_t)(edge - plain->inlined.procedure->edges.at);
  const struct operation *call =
      &plain->with_pointers->edges.at[removal->origins.at[id]].op;
  if (call->kind != OPERATION_CALL)
    return;
  for (uint32_t b = 1; b < removal->regions.at.count; b++) {
    const struct region *region = &removal->regions.at.at[b];
    uint32_t argument =
        havocs(&edge->op, &region->cells) ? argument_into(removal, call, b) : 0;
    if (argument)
      write_contents(writing, step, region, "written", argument);
  }
}

// Memory that became variables is havocked where the program has no havoc: the
// interpreter does not ask for that, except whether an allocation fails.
static bool is_asked_for(const struct component *component,
                         const struct edge *edge) {
  const struct plain_component *plain = &component->plain;
  uint32_t id = (uint32_t)(edge - plain->inlined.procedure->edges.at);
  const struct edge *original =
      &plain->with_pointers->edges.at[plain->removal.origins.at[id]];
  return original->op.kind == OPERATION_HAVOC ||
         variable_equal(edge->op.havoc.targets[0], plain->removal.failure);
}

static void write_step(struct writing *writing, uint32_t step,
                       const struct edge *edge) {
  if (edge->op.kind == OPERATION_HAVOC &&
      edge->op.havoc.origin == ORIGIN_UNINITIALISED &&
      bitset_has(&writing->component->own, edge->op.havoc.targets[0].id))
    write_indeterminate(writing, step, edge);
  else if (edge->op.kind == OPERATION_HAVOC &&
           is_asked_for(writing->component, edge))
    write_havoc(writing, step, &edge->op);
  else if (edge->op.kind == OPERATION_HAVOC)
    write_written(writing, step, edge);
  else if (edge->op.kind == OPERATION_CALL)
    write_call(writing, step, &edge->op);
}

// Has the pointer been written with the objects?
static bool has_object(const struct component *component,
                       struct variable variable) {
  const struct entry_pointer_vec *pointers =
      &component->plain.removal.entry.pointers;
  for (uint32_t i = 0; i < pointers->count; i++)
    if (variable_equal(pointers->at[i].variable, variable))
      return true;
  return false;
}

// A pointer without an object of its own is written where it is an address of
// the program, and otherwise left to the interpreter.
static void write_bare_pointer(struct writing *writing, const char *kind,
                               struct name name, struct variable variable) {
  struct object_id object;
  uint64_t offset, value = (uint64_t)value_at(writing, UINT32_MAX, variable);
  if (has_object(writing->component, variable) ||
      !find_address(writing, value, &object, &offset))
    return;
  strbuf_format(writing->out, "%s %s", kind,
                name_text(writing->component->program->names, name));
  write_address(writing, value);
}

// Parameters and globals that a function other than main starts with.
static void write_entry(struct writing *writing, const struct path *path) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  for (uint32_t i = 0; i < path->inputs.count; i++) {
    struct variable variable = path->inputs.at[i].variable;
    if (path->inputs.at[i].step != UINT32_MAX ||
        bitset_has(&component->own, variable.id))
      continue;
    const struct variable_info *info = program_variable(
        program, inline_original(program, &component->inlined, variable));
    bool is_global = info->kind == VARIABLE_GLOBAL;
    const char *kind = is_global ? "global" : "parameter";
    if (!is_global && info->kind != VARIABLE_PARAMETER)
      continue;
    if (ctype_bare(program->types, info->type)->kind == CTYPE_POINTER)
      write_bare_pointer(writing, kind, info->name, variable);
    else
      write_value(writing, UINT32_MAX, kind, info->name, variable);
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
  if (!component->effects->initial) {
    write_objects(&writing);
    write_entry(&writing, path);
  }
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
  bitset_release(&writing.frames);
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

// A specification that listens to the run.
struct listening {
  struct monitor monitor;
  uint32_t position; // or SPEC_FORBIDDEN
};

static bool on_performed(void *context, uint32_t number) {
  struct listening *listening = context;
  const struct specification *specification = listening->monitor.specification;
  listening->position =
      monitor_step(&listening->monitor, listening->position,
                   &specification->weaving->performed.at[number]);
  return listening->position != SPEC_FORBIDDEN;
}

// Is the value that was returned forbidden? `final` has what else the cases
// speak of.
static bool forbids_return(struct listening *listening,
                           const struct run_result *result,
                           struct assignment *final) {
  const struct specification *specification = listening->monitor.specification;
  if (!result->has_returned ||
      !monitor_knows_returns(&listening->monitor, listening->position))
    return false;
  if (!term_is_none(specification->result))
    assignment_set(final, specification->result, result->returned);
  bool found = false;
  for (uint32_t i = 0; i < specification->cases.count && !found; i++) {
    const struct return_case *one = &specification->cases.at[i];
    found = term_evaluate(final, one->condition) &&
            monitor_return(&listening->monitor, listening->position,
                           one->action) == SPEC_FORBIDDEN;
  }
  return found;
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

// What the specification heard of a run.
struct hearing {
  const struct specification *specification;
  const struct lts_action_vec *expected;
  uint32_t heard;     // actions, as expected
  bool is_unexpected; // something else came
};

// True when there is more to hear.
static bool hear(struct hearing *hearing, struct action action) {
  const struct bitset *alphabet = &hearing->specification->systems[0]->alphabet;
  if (!bitset_has(alphabet, action.id))
    return true;
  if (hearing->heard == hearing->expected->count)
    return false;
  if (action_equal(action, hearing->expected->at[hearing->heard]))
    hearing->heard++;
  else
    hearing->is_unexpected = true;
  return !hearing->is_unexpected && hearing->heard < hearing->expected->count;
}

static bool on_heard(void *context, uint32_t number) {
  struct hearing *hearing = context;
  const struct performed *performed =
      &hearing->specification->weaving->performed.at[number];
  return performed->kind != PERFORMED_ACTION ||
         hear(hearing, performed->action);
}

static void hear_return(struct hearing *hearing,
                        const struct run_result *result,
                        struct assignment *final) {
  const struct specification *specification = hearing->specification;
  if (!result->has_returned)
    return;
  if (!term_is_none(specification->result))
    assignment_set(final, specification->result, result->returned);
  for (uint32_t i = 0; i < specification->cases.count; i++)
    if (term_evaluate(final, specification->cases.at[i].condition))
      hear(hearing, specification->cases.at[i].action);
}

// A run with an oracle, from where it is written down to what came of it.
struct replay {
  char path[32];
  FILE *nowhere;
  struct diag *diag;
  struct run_options run;
  struct run_result result;
  struct assignment *final;
};

static bool replay_init(struct replay *replay,
                        const struct component *component,
                        const struct component_options *options,
                        const struct strbuf *oracle, struct strbuf *why) {
  *replay = (struct replay){.path = "/tmp/vouch-oracle-XXXXXX"};
  if (!write_file(oracle, replay->path)) {
    strbuf_add(why, "cannot write an oracle file");
    return false;
  }
  replay->nowhere = fopen("/dev/null", "w");
  replay->diag = diag_new(component->program->names, replay->nowhere);
  replay->run = quiet_run(replay->path, replay->nowhere, component, options);
  replay->final = assignment_new(component->program->terms);
  return true;
}

static void replay_release(struct replay *replay) {
  assignment_free(replay->final);
  run_result_release(&replay->result);
  diag_free(replay->diag);
  fclose(replay->nowhere);
  unlink(replay->path);
}

static void tell_ending(const struct run_result *result, struct strbuf *why) {
  strbuf_format(
      why, "its run ends differently (%s%s%s)", outcome_name(result->outcome),
      result->message.length ? ": " : "", strbuf_text(&result->message));
}

bool replay_confirms(const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target,
                     const struct strbuf *oracle, struct strbuf *why) {
  struct replay replay;
  if (!replay_init(&replay, component, options, oracle, why))
    return false;
  struct listening listening = {0};
  struct listener listener = {&listening, on_performed};
  if (options->specification) {
    monitor_init(&listening.monitor, options->specification);
    listening.position = monitor_initial(&listening.monitor);
    replay.run.listener = &listener;
    replay.run.final = replay.final;
  }
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  bool confirmed =
      target->kind == TARGET_CONFORMANCE
          ? listening.position == SPEC_FORBIDDEN ||
                forbids_return(&listening, &replay.result, replay.final)
          : is_violation(options, target, &replay.result);
  monitor_release(&listening.monitor);
  if (!confirmed)
    tell_ending(&replay.result, why);
  replay_release(&replay);
  return confirmed;
}

bool replay_performs(const struct component *component,
                     const struct component_options *options,
                     const struct lts_action_vec *actions,
                     const struct strbuf *oracle, struct strbuf *why) {
  struct replay replay;
  if (!replay_init(&replay, component, options, oracle, why))
    return false;
  struct hearing hearing = {.specification = options->specification,
                            .expected = actions};
  struct listener listener = {&hearing, on_heard};
  replay.run.listener = &listener;
  replay.run.final = replay.final;
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  if (!hearing.is_unexpected && hearing.heard < actions->count)
    hear_return(&hearing, &replay.result, replay.final);
  bool confirmed = !hearing.is_unexpected && hearing.heard == actions->count;
  if (!confirmed)
    tell_ending(&replay.result, why);
  replay_release(&replay);
  return confirmed;
}
