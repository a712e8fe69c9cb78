#include "confirm/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "library/routine.h"

// Addresses that nothing else has: of argv, and of the texts.
static const uint64_t argv_base = 0x7e00000000000000;
static const uint64_t text_base = 0x7d00000000000000;

struct text {
  bool is_read[ARGUMENT_BYTES];
  uint8_t bytes[ARGUMENT_BYTES];
};

// A load from there.
struct load {
  uint64_t index;
  uint64_t offset; // UINT64_MAX: of the element of argv itself
  uint32_t step;
  struct variable variable; // that got it
};

VEC_DEFINE(load_vec, struct load);

enum {
  VARIABLES_MOST = 16,                 // of the environment
  VARIABLES_FIRST = ARGUMENTS_MOST + 1 // text of the first
};

struct walking {
  const struct component *component;
  const struct path *path;
  uint32_t next; // input of the path, those of the current step on
  struct assignment *values;
  uint64_t count; // of arguments
  struct text *texts;
  const char *variables[VARIABLES_MOST]; // of the environment, that are set
  uint32_t variable_count;
  struct load_vec loads;
};

// The parameter of main in the inlined procedure, counting from 0.
static struct variable parameter(const struct component *component,
                                 uint32_t index) {
  const struct procedure *procedure = component->behaviour->plain.procedure;
  return index < procedure->parameters.count ? procedure->parameters.at[index]
                                             : (struct variable){0};
}

struct variable arguments_count(const struct component *component) {
  return parameter(component, 0);
}

// Of the step, from the first of its inputs on.
static const struct path_input *find_input(const struct path *path,
                                           uint32_t first, uint32_t step,
                                           struct variable variable) {
  const struct path_input_vec *inputs = &path->inputs;
  for (uint32_t i = first; i < inputs->count && inputs->at[i].step == step; i++)
    if (variable_equal(inputs->at[i].variable, variable))
      return &inputs->at[i];
  return NULL;
}

// One if the path does not care.
static uint64_t count_of(const struct component *component,
                         const struct path *path) {
  const struct term_table *terms = component->program->terms;
  const struct path_input *input =
      find_input(path, 0, UINT32_MAX, arguments_count(component));
  if (variable_is_none(arguments_count(component)))
    return 0;
  if (!input)
    return 1;
  i128 value = bits_signed(term_value(terms, input->term),
                           term_width(terms, input->term));
  return value < 0                ? 0
         : value > ARGUMENTS_MOST ? ARGUMENTS_MOST
                                  : (uint64_t)value;
}

static void set(struct walking *walking, struct variable variable, u128 value) {
  struct term t = program_term(walking->component->program, variable);
  if (!sort_is_array(term_sort(walking->component->program->terms, t)))
    assignment_set(walking->values, t, value);
}

static void take_input(struct walking *walking, uint32_t step,
                       struct variable variable) {
  const struct path_input *input =
      find_input(walking->path, walking->next, step, variable);
  struct term t = program_term(walking->component->program, variable);
  if (input)
    assignment_update(walking->values, &t, &input->term, 1);
}

// An argument, or a variable of the environment that is set?
static bool is_text(const struct walking *walking, uint64_t index) {
  return index < walking->count ||
         (index >= VARIABLES_FIRST &&
          index < VARIABLES_FIRST + walking->variable_count);
}

// A load of an element of argv, or of bytes of a text, or of something else.
static void load(struct walking *walking, uint32_t step,
                 const struct operation *op) {
  struct program *program = walking->component->program;
  unsigned pointer = program->pointer_width / 8;
  uint64_t address =
      (uint64_t)term_evaluate(walking->values, op->memory.address);
  struct term target = program_term(program, op->memory.target);
  unsigned bytes = term_width(program->terms, target) / 8;
  if (address >= argv_base && bytes == pointer) {
    uint64_t index = (address - argv_base) / pointer;
    set(walking, op->memory.target,
        index < walking->count ? text_base + (index << 32) : 0);
    load_vec_push(&walking->loads,
                  (struct load){index, UINT64_MAX, step, op->memory.target});
    return;
  }
  uint64_t index = (address - text_base) >> 32, offset = (uint32_t)address;
  if (address < text_base || !is_text(walking, index) ||
      offset + bytes > ARGUMENT_BYTES)
    return;
  load_vec_push(&walking->loads,
                (struct load){index, offset, step, op->memory.target});
  struct text *text = &walking->texts[index];
  u128 value = term_evaluate(walking->values, target);
  for (unsigned i = 0; i < bytes; i++) {
    if (!text->is_read[offset + i])
      text->bytes[offset + i] = (uint8_t)(value >> 8 * i);
    text->is_read[offset + i] = true;
  }
}

static void havoc(struct walking *walking, uint32_t step, struct edge_id id,
                  const struct operation *op) {
  const struct plain_component *plain = &walking->component->behaviour->plain;
  const struct operation *original =
      &plain_component_with_pointers(plain, id)->op;
  for (uint32_t i = 0; i < op->havoc.count; i++)
    take_input(walking, step, op->havoc.targets[i]);
  if (original->kind == OPERATION_LOAD && op->havoc.count == 1 &&
      variable_equal(op->havoc.targets[0], original->memory.target))
    load(walking, step, original);
}

// ---- The environment --------------------------------------------------------

static bool gets_variable(const char *routine) {
  const char *row = routine_row(routine);
  return row && !strcmp(row, "getenv");
}

// The literal that the call asks for, if its name is a word; or null.
static const char *asked_variable(const struct program *program,
                                  const struct operation *op) {
  const struct procedure *callee =
      op->kind == OPERATION_CALL && op->call.callee.id
          ? program_procedure(program, op->call.callee)
          : NULL;
  if (!callee || callee->is_defined || !op->call.count ||
      !gets_variable(name_text(program->names, callee->name)) ||
      term_op(program->terms, op->call.arguments[0]) != OP_VAR)
    return NULL;
  struct variable variable =
      program_variable_of(program, op->call.arguments[0]);
  struct object_id id = program_variable(program, variable)->object;
  const struct object_info *object = id.id ? program_object(program, id) : NULL;
  if (!object || object->kind != OBJECT_STRING || !object->bytes ||
      !object->size || object->bytes[object->size - 1])
    return NULL;
  const char *text = (const char *)object->bytes;
  return *text && !strpbrk(text, " \t\n#=") ? text : NULL;
}

static bool asks_environment(const struct component *component) {
  return program_find(component->program, "getenv") != NULL;
}

// A variable that the path takes to be set has a text.
static void ask(struct walking *walking, struct edge_id id,
                const struct operation *op) {
  const struct program *program = walking->component->program;
  const struct operation *original =
      &plain_component_with_pointers(&walking->component->behaviour->plain, id)
           ->op;
  const char *name = asked_variable(program, original);
  struct term target = program_term(program, op->call.target);
  if (!name || !term_evaluate(walking->values, target))
    return;
  uint32_t at = 0;
  while (at < walking->variable_count && strcmp(walking->variables[at], name))
    at++;
  if (at == VARIABLES_MOST)
    return;
  if (at == walking->variable_count)
    walking->variables[walking->variable_count++] = name;
  set(walking, op->call.target,
      text_base + ((uint64_t)(VARIABLES_FIRST + at) << 32));
}

static void assign(struct walking *walking, const struct operation *op) {
  struct term_vec targets = {0}, values = {0};
  for (uint32_t i = 0; i < op->assign.count; i++) {
    term_vec_push(&targets, program_term(walking->component->program,
                                         op->assign.bindings[i].target));
    term_vec_push(&values, op->assign.bindings[i].value);
  }
  assignment_update(walking->values, targets.at, values.at, targets.count);
  term_vec_release(&targets);
  term_vec_release(&values);
}

static void perform(struct walking *walking, uint32_t step, struct edge_id id) {
  const struct operation *op =
      &procedure_edge(walking->component->behaviour->plain.procedure, id)->op;
  switch (op->kind) {
  case OPERATION_ASSIGN: assign(walking, op); break;
  case OPERATION_HAVOC: havoc(walking, step, id, op); break;
  case OPERATION_CALL:
    if (!variable_is_none(op->call.target)) {
      take_input(walking, step, op->call.target);
      ask(walking, id, op);
    }
    break;
  default: break;
  }
}

static void walk(struct walking *walking, const struct edge_id_vec *edges) {
  const struct component *component = walking->component;
  const struct path_input_vec *inputs = &walking->path->inputs;
  for (uint32_t i = 0; i < inputs->count && inputs->at[i].step == UINT32_MAX;
       i++)
    take_input(walking, UINT32_MAX, inputs->at[i].variable);
  if (!variable_is_none(parameter(component, 1)))
    set(walking, parameter(component, 1), argv_base);
  for (uint32_t i = 0; i < edges->count; i++) {
    uint32_t count;
    const uint32_t *steps =
        provenance_steps(&component->provenance, edges->at[i], &count);
    while (walking->next < inputs->count &&
           (inputs->at[walking->next].step == UINT32_MAX ||
            inputs->at[walking->next].step < i))
      walking->next++;
    for (uint32_t k = 0; k < count; k++)
      perform(walking, i, (struct edge_id){steps[k]});
  }
}

// What is read of it, and letters where that begins later; false: nothing is.
static bool write_bytes(const struct text *text, struct strbuf *oracle) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < ARGUMENT_BYTES; i++)
    if (text->is_read[i])
      count = i + 1;
  for (uint32_t i = 0; i < count; i++) {
    if (text->is_read[i] && !text->bytes[i])
      break;
    strbuf_format(oracle, "%02x", text->is_read[i] ? text->bytes[i] : 'a');
  }
  return count > 0;
}

static void write_text(uint64_t index, const struct text *text,
                       struct strbuf *oracle) {
  struct strbuf bytes = {0};
  if (write_bytes(text, &bytes))
    strbuf_format(oracle, "argument %llu %s\n", (unsigned long long)index,
                  strbuf_text(&bytes));
  strbuf_release(&bytes);
}

static void write_variable(const struct walking *walking, uint32_t index,
                           struct strbuf *oracle) {
  strbuf_format(oracle, "environment %s ", walking->variables[index]);
  write_bytes(&walking->texts[VARIABLES_FIRST + index], oracle);
  strbuf_char(oracle, '\n');
}

static void walking_init(struct walking *walking,
                         const struct component *component,
                         const struct path *path) {
  *walking = (struct walking){
      .component = component,
      .path = path,
      .values = assignment_new(component->program->terms),
      .count = count_of(component, path),
      .texts = memory_new_zero(VARIABLES_FIRST + VARIABLES_MOST,
                               sizeof(struct text))};
}

static void walking_release(struct walking *walking) {
  assignment_free(walking->values);
  free(walking->texts);
  load_vec_release(&walking->loads);
}

void arguments_write(const struct component *component,
                     const struct edge_id_vec *path_edges,
                     const struct path *path, struct strbuf *oracle) {
  bool has_arguments = !variable_is_none(arguments_count(component));
  if (!has_arguments && !asks_environment(component))
    return;
  struct walking walking;
  walking_init(&walking, component, path);
  walk(&walking, path_edges);
  if (has_arguments)
    strbuf_format(oracle, "arguments %llu\n",
                  (unsigned long long)walking.count);
  for (uint64_t i = 0; has_arguments && i < walking.count; i++)
    write_text(i, &walking.texts[i], oracle);
  for (uint32_t i = 0; i < walking.variable_count; i++)
    write_variable(&walking, i, oracle);
  walking_release(&walking);
}

// Preferences

static struct term input_of(const struct path *path, const struct load *load) {
  for (uint32_t i = 0; i < path->inputs.count; i++)
    if (path->inputs.at[i].step == load->step &&
        variable_equal(path->inputs.at[i].variable, load->variable))
      return path->inputs.at[i].term;
  return (struct term){0};
}

// The last load of the same before, if there is one.
static const struct load *find_same(const struct load_vec *loads, uint32_t at) {
  const struct load *load = &loads->at[at];
  for (uint32_t i = at; i-- > 0;)
    if (loads->at[i].index == load->index &&
        loads->at[i].offset == load->offset)
      return &loads->at[i];
  return NULL;
}

static void prefer_load(const struct walking *walking, uint32_t at,
                        const struct path *path, struct term_vec *into) {
  struct term_table *terms = walking->component->program->terms;
  const struct load *load = &walking->loads.at[at];
  const struct load *same = find_same(&walking->loads, at);
  struct term value = input_of(path, load);
  struct term other = same ? input_of(path, same) : (struct term){0};
  if (term_is_none(value) || sort_is_bool(term_sort(terms, value)))
    return;
  struct term null = term_const(terms, term_width(terms, value), 0);
  if (!term_is_none(other) &&
      sort_equal(term_sort(terms, value), term_sort(terms, other)))
    term_vec_push(into, term_eq(terms, value, other));
  if (load->offset == UINT64_MAX && load->index < walking->count)
    term_vec_push(into, term_not(terms, term_eq(terms, value, null)));
}

void arguments_prefer(const struct component *component,
                      const struct edge_id_vec *path_edges,
                      const struct path *model, const struct path *path,
                      struct term_vec *into) {
  enum { MOST_LOADS = 500 };
  if (variable_is_none(arguments_count(component)) &&
      !asks_environment(component))
    return;
  struct walking walking;
  walking_init(&walking, component, model);
  walk(&walking, path_edges);
  for (uint32_t i = 0; i < walking.loads.count && i < MOST_LOADS; i++)
    prefer_load(&walking, i, path, into);
  walking_release(&walking);
}
