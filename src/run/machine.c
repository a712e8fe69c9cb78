#include "run/machine.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "base/memory.h"
#include "program/access.h"
#include "run/array.h"
#include "run/interpret.h"
#include "run/library.h"
#include "run/operate.h"
#include "run/races.h"
#include "term/evaluate.h"
#include "term/variables.h"

enum {
  MAIN_STACK_WORDS = 1 << 25,   // 256 MB of address space, used as needed
  THREAD_STACK_WORDS = 1 << 22, // 32 MB
  FRAME_LIMIT = 1 << 22,
  NESTING_LIMIT = 200,
  LOG_EVERYTHING = 3, // a level of base/log.h
};

// Objects

static enum space_kind space_kind_of(const struct object_info *info) {
  switch (info->kind) {
  case OBJECT_GLOBAL: return SPACE_GLOBAL;
  case OBJECT_STRING: return SPACE_STRING;
  case OBJECT_FRAME: return SPACE_FRAME;
  case OBJECT_FUNCTION: return SPACE_FUNCTION;
  }
  BUG("object kind %d", info->kind);
}

static struct space_request request_for(const struct object_info *info) {
  return (struct space_request){
      .kind = space_kind_of(info),
      .size = info->size,
      .alignment = info->alignment,
      .is_zeroed = true,
      .name = info->name,
      .position = info->position,
  };
}

static struct space_object *allocate_static(struct machine *machine,
                                            struct object_id object) {
  const struct object_info *info = program_object(machine->program, object);
  struct space_request request = request_for(info);
  request.tag = object.id;
  if (info->is_input) // a run has others in its place
    request.size = 1;
  if (info->is_external && info->kind == OBJECT_GLOBAL)
    request.kind = SPACE_EXTERNAL;
  struct space_object *allocated = space_allocate(&machine->space, &request);
  CHECK(allocated, "no room for the program's global objects");
  return allocated;
}

// Any other expression over addresses.
static u128 evaluate_initial(struct machine *machine, struct term t) {
  const struct term_table *terms = machine->program->terms;
  struct term_vec order = {0};
  term_variables(terms, &t, 1, &order);
  struct assignment *assignment = assignment_new(terms);
  for (uint32_t k = 0; k < order.count; k++) {
    const struct variable_info *info = program_variable(
        machine->program, program_variable_of(machine->program, order.at[k]));
    CHECK(info->kind == VARIABLE_ADDRESS, "an initialiser reads a variable");
    assignment_set(assignment, order.at[k],
                   machine_object_address(machine, info->object));
  }
  u128 value = term_evaluate(assignment, t);
  assignment_free(assignment);
  term_vec_release(&order);
  return value;
}

// The value of an initialiser: constants and addresses of objects that exist.
static u128 initial_value(struct machine *machine, struct term t) {
  const struct term_table *terms = machine->program->terms;
  struct object_id object;
  uint64_t offset;
  if (term_is_literal(terms, t))
    return term_value(terms, t);
  if (access_split(machine->program, t, &object, &offset))
    return machine_object_address(machine, object) + offset;
  return evaluate_initial(machine, t);
}

static void initialise(struct machine *machine, const struct object_info *info,
                       struct space_object *object) {
  if (object->readable == 0)
    return;
  if (info->bytes)
    memcpy(object->bytes, info->bytes, info->size);
  for (uint32_t i = 0; i < info->relocation_count; i++) {
    const struct relocation *relocation = &info->relocations[i];
    unsigned width = term_width(machine->program->terms, relocation->value);
    space_put(object->bytes + relocation->offset, (width + 7) / 8,
              initial_value(machine, relocation->value));
  }
}

static void place_objects(struct machine *machine) {
  const struct object_info_vec *objects = &machine->program->objects;
  struct space_object **placed =
      memory_new_zero(objects->count + 1, sizeof *placed);
  machine->environment.objects = placed;
  for (uint32_t i = 1; i < objects->count; i++)
    if (objects->at[i].kind != OBJECT_FRAME && !objects->at[i].is_thread_local)
      placed[i] = allocate_static(machine, (struct object_id){i});
  for (uint32_t i = 1; i < objects->count; i++) {
    if (!placed[i])
      continue;
    initialise(machine, &objects->at[i], placed[i]);
    if (objects->at[i].is_constant)
      space_make_constant(placed[i]);
  }
}

// What a component's memory starts with: elements put into an array of one
// value. The variable's word is the array's address.
static void place_array(struct machine *machine, struct slot slot,
                        struct term initial) {
  const struct term_table *terms = machine->program->terms;
  struct run_array *array = run_array_new();
  struct term_vec puts = {0};
  words_put(machine->globals, slot, (uintptr_t)array);
  if (term_is_none(initial))
    return;
  for (; term_op(terms, initial) == OP_STORE;
       initial = term_operand(terms, initial, 0))
    term_vec_push(&puts, initial);
  CHECK(term_op(terms, initial) == OP_CONST_ARRAY,
        "an array starts as something else than elements");
  run_array_fill(array,
                 initial_value(machine, term_operand(terms, initial, 0)));
  while (puts.count) {
    struct term put = term_vec_pop(&puts);
    run_array_put(array,
                  (uint64_t)initial_value(machine, term_operand(terms, put, 1)),
                  initial_value(machine, term_operand(terms, put, 2)));
  }
  term_vec_release(&puts);
}

static bool is_array(const struct program *program, uint32_t variable) {
  const struct variable_info *info = &program->variables.at[variable];
  return info->kind == VARIABLE_GLOBAL &&
         sort_is_array(term_sort(program->terms, info->term));
}

static void free_arrays(struct machine *machine) {
  for (uint32_t i = 1; i < machine->program->variables.count; i++)
    if (is_array(machine->program, i))
      run_array_free((struct run_array *)(uintptr_t)words_get(
          machine->globals, machine->environment.globals[i]));
}

static void place_globals(struct machine *machine) {
  const struct program *program = machine->program;
  uint32_t count = program->variables.count;
  struct slot *slots = memory_new_zero(count + 1, sizeof *slots);
  uint32_t words = 0;
  for (uint32_t i = 1; i < count; i++) {
    if (program->variables.at[i].kind != VARIABLE_GLOBAL)
      continue;
    struct sort sort = term_sort(program->terms, program->variables.at[i].term);
    unsigned width = sort_is_bool(sort)    ? 1
                     : sort_is_array(sort) ? 64
                                           : sort_width(sort);
    slots[i] = (struct slot){words, width};
    words += width > 64 ? 2 : 1;
  }
  machine->environment.globals = slots;
  machine->globals = memory_new_zero(words + 1, sizeof *machine->globals);
  for (uint32_t i = 1; i < count; i++) {
    struct term initial = program->variables.at[i].initial;
    if (is_array(program, i))
      place_array(machine, slots[i], initial);
    else if (slots[i].width && !term_is_none(initial))
      words_put(machine->globals, slots[i], initial_value(machine, initial));
  }
}

uint64_t machine_object_address(struct machine *machine,
                                struct object_id object) {
  struct space_object *fixed = machine->environment.objects[object.id];
  if (fixed)
    return fixed->base;
  const struct object_info *info = program_object(machine->program, object);
  CHECK(info->is_thread_local, "address of a frame object without its frame");
  bool is_new;
  struct space_object **local =
      object_map_insert(&machine->current->locals, object, &is_new);
  if (is_new) {
    *local = allocate_static(machine, object);
    initialise(machine, info, *local);
  }
  return (*local)->base;
}

// Life cycle

static bool creates_threads(const struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++)
      if (edges->at[k].op.kind == OPERATION_THREAD &&
          edges->at[k].op.thread.action == THREAD_CREATE)
        return true;
  }
  return false;
}

struct thread *machine_add_thread(struct machine *machine) {
  struct thread *thread = memory_new_zero(1, sizeof *thread);
  size_t words = machine->threads.count ? THREAD_STACK_WORDS : MAIN_STACK_WORDS;
  thread->stack = mmap(NULL, words * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (thread->stack == MAP_FAILED) {
    free(thread);
    return NULL;
  }
  thread->stack_top = thread->stack;
  thread->stack_end = thread->stack + words;
  thread->id = thread_vec_push(&machine->threads, thread) + 1;
  return thread;
}

void machine_init(struct machine *machine, const struct program *program,
                  struct diag *diag, struct oracle *oracle, uint64_t bytes) {
  *machine =
      (struct machine){.program = program, .diag = diag, .oracle = oracle};
  machine->limits.bytes = bytes;
  space_init(&machine->space, program->pointer_width,
             oracle_indeterminate_seed(oracle), bytes);
  machine->environment.program = program;
  machine->environment.scratch = code_scratch_new();
  machine->environment.counts_edges = creates_threads(program);
  machine->environment.zeroes_indeterminate =
      oracle_indeterminate_seed(oracle) == 0 &&
      !oracle_has_uninitialised(oracle);
  machine->codes =
      memory_new_zero(program->procedures.count + 1, sizeof *machine->codes);
  machine->routines =
      memory_new_zero(program->procedures.count + 1, sizeof *machine->routines);
  machine->current = machine_add_thread(machine);
  CHECK(machine->current, "no address space for the interpreter's stack");
  place_objects(machine);
  place_globals(machine);
}

static void free_thread(struct thread *thread) {
  munmap(thread->stack,
         (size_t)(thread->stack_end - thread->stack) * sizeof(uint64_t));
  frame_vec_release(&thread->frames);
  object_map_release(&thread->locals);
  free(thread);
}

void machine_release(struct machine *machine) {
  for (uint32_t i = 0; i < machine->threads.count; i++)
    free_thread(machine->threads.at[i]);
  thread_vec_release(&machine->threads);
  mutex_map_release(&machine->mutexes);
  schedule_release(&machine->schedule);
  races_free(machine->races);
  for (uint32_t i = 0; i < machine->program->procedures.count; i++)
    code_free(machine->codes[i]);
  free(machine->codes);
  free(machine->routines);
  free_arrays(machine);
  free(machine->limbo);
  free(machine->globals);
  code_scratch_free(machine->environment.scratch);
  free(machine->environment.objects);
  free(machine->environment.globals);
  space_release(&machine->space);
  strbuf_release(&machine->outcome.message);
}

// Frames

static void log_code(const struct machine *machine, const struct code *code) {
  if (!machine->log || machine->log->level < LOG_EVERYTHING)
    return;
  struct strbuf text = {0};
  code_print(code, machine->program->names, &text);
  fputs(strbuf_text(&text), machine->log->out);
  strbuf_release(&text);
}

struct code *machine_code(struct machine *machine,
                          struct procedure_id procedure) {
  struct code **code = &machine->codes[procedure.id];
  if (!*code) {
    *code = code_compile(&machine->environment,
                         program_procedure(machine->program, procedure));
    log_code(machine, *code);
  }
  return *code;
}

// Indeterminate bytes of a frame object that the oracle knows: "f::buf".
static void fill_frame_object(struct machine *machine, const struct code *code,
                              struct space_object *object) {
  const struct oracle_object_vec *lines =
      &oracle_entry(machine->oracle)->objects;
  if (!lines->count)
    return;
  const struct interner *names = machine->program->names;
  struct strbuf name = {0};
  strbuf_format(&name, "%s::%s", name_text(names, code->procedure->name),
                name_text(names, object->name));
  for (uint32_t i = 0; i < lines->count; i++) {
    const struct oracle_object *line = &lines->at[i];
    if (!strcmp(line->name, strbuf_text(&name)) &&
        line->byte_count <= object->size && line->byte_count)
      memcpy(object->bytes, line->bytes, line->byte_count);
  }
  strbuf_release(&name);
}

static bool allocate_frame_object(struct machine *machine, struct frame *frame,
                                  const struct frame_object *wanted) {
  const struct code *code = frame->code;
  const struct object_info *info =
      program_object(machine->program, wanted->object);
  struct space_request request = {
      .kind = SPACE_FRAME,
      .size = info->size,
      .alignment = info->alignment,
      .tag = wanted->object.id,
      .name = info->name,
      .owner = code->procedure->name,
  };
  struct space_object *object = space_allocate(&machine->space, &request);
  if (!object) {
    machine_stop(machine, OUTCOME_LIMIT, "out of memory for frame objects");
    return false;
  }
  fill_frame_object(machine, code, object);
  object->next = frame->objects;
  frame->objects = object;
  frame->words[wanted->address] = object->base;
  frame->words[wanted->pointer] = (uint64_t)(uintptr_t)object->bytes;
  return true;
}

static bool allocate_frame_objects(struct machine *machine,
                                   struct frame *frame) {
  for (uint32_t i = 0; i < frame->code->object_count; i++)
    if (!allocate_frame_object(machine, frame, &frame->code->objects[i]))
      return false;
  return true;
}

// Where unchecked accesses to objects that are not alive would go: no block
// names an object of another.
static uint8_t *limbo(struct machine *machine) {
  if (!machine->limbo) {
    uint64_t most = 1;
    const struct object_info_vec *objects = &machine->program->objects;
    for (uint32_t i = 1; i < objects->count; i++)
      if (objects->at[i].kind == OBJECT_FRAME && objects->at[i].size > most)
        most = objects->at[i].size;
    machine->limbo = memory_new_zero(most, 1);
  }
  return machine->limbo;
}

void machine_end_object(struct machine *machine, struct frame *frame,
                        uint64_t address, const struct frame_object *named) {
  struct space_object *object = space_find(&machine->space, address);
  if (object->base != address || !object->is_alive)
    return;
  struct space_object **at = &frame->objects;
  while (*at && *at != object)
    at = &(*at)->next;
  if (!*at)
    return;
  *at = object->next;
  space_end(&machine->space, object, machine_frame_position(frame));
  if (named)
    frame->words[named->pointer] = (uint64_t)(uintptr_t)limbo(machine);
}

bool machine_begin_object(struct machine *machine, struct frame *frame,
                          const struct frame_object *named) {
  machine_end_object(machine, frame, frame->words[named->address], named);
  return allocate_frame_object(machine, frame, named);
}

void machine_renew_object(struct machine *machine, const struct frame *frame,
                          const struct frame_object *named) {
  struct space_object *object =
      space_find(&machine->space, frame->words[named->address]);
  if (!object->is_alive)
    return;
  space_fill(&machine->space, object->bytes, object->size);
  fill_frame_object(machine, frame->code, object);
}

bool machine_enter(struct machine *machine, struct thread *thread,
                   const struct code *code, struct slot target) {
  if ((uint64_t)(thread->stack_end - thread->stack_top) < code->words ||
      thread->frames.count >= FRAME_LIMIT) {
    machine_stop(machine, OUTCOME_LIMIT,
                 "stack overflow: the recursion is %u calls deep",
                 thread->frames.count);
    return false;
  }
  struct frame frame = {
      .code = code, .words = thread->stack_top, .target = target};
  memset(frame.words, 0, code->variable_words * sizeof(uint64_t));
  frame_vec_push(&thread->frames, frame);
  thread->stack_top += code->words;
  return code->object_count == 0 ||
         allocate_frame_objects(machine, frame_vec_last(&thread->frames));
}

void machine_leave(struct machine *machine, struct thread *thread) {
  struct frame frame = frame_vec_pop(&thread->frames);
  thread->stack_top = frame.words;
  struct position nowhere = {0};
  for (struct space_object *o = frame.objects, *next; o; o = next) {
    next = o->next;
    space_end(&machine->space, o, nowhere);
  }
}

// Calls from outside the interpreted code

struct procedure_id machine_function_at(const struct machine *machine,
                                        uint64_t address) {
  const struct space_object *object = space_find(&machine->space, address);
  if (object->kind != SPACE_FUNCTION || object->base != address)
    return (struct procedure_id){0};
  return program_object(machine->program, (struct object_id){object->tag})
      ->procedure;
}

static bool call_external(struct machine *machine,
                          struct procedure_id procedure,
                          const struct slot *slots, const uint64_t *words,
                          uint32_t count, u128 *result) {
  struct library_call call = {.machine = machine,
                              .procedure = procedure,
                              .words = words,
                              .arguments = slots,
                              .count = count,
                              .result_width = BITS_MAX_WIDTH};
  library_dispatch(&call);
  *result = call.result;
  return !machine_has_stopped(machine);
}

static bool call_defined(struct machine *machine, struct procedure_id procedure,
                         const struct slot *slots, const uint64_t *words,
                         uint32_t count, u128 *result) {
  const struct code *code = machine_code(machine, procedure);
  struct thread *thread = machine->current;
  uint32_t floor = thread->frames.count;
  if (!machine_enter(machine, thread, code, (struct slot){0, 0}))
    return false;
  uint64_t *to = frame_vec_last(&thread->frames)->words;
  if (!operate_pass_arguments(machine, code, to, words, slots, count))
    return false;
  machine->nesting++;
  machine->returned = 0;
  interpret(machine, thread, floor);
  machine->nesting--;
  *result = machine->returned;
  return !machine_has_stopped(machine);
}

bool machine_call(struct machine *machine, struct procedure_id procedure,
                  const u128 *values, const unsigned *widths, uint32_t count,
                  u128 *result) {
  if (machine->nesting >= NESTING_LIMIT) {
    machine_stop(machine, OUTCOME_LIMIT,
                 "library routines call back %d levels deep", NESTING_LIMIT);
    return false;
  }
  struct slot *slots = memory_new_zero(count + 1, sizeof *slots);
  uint64_t *words = memory_new_zero(2 * (size_t)count + 1, sizeof *words);
  for (uint32_t i = 0; i < count; i++) {
    slots[i] = (struct slot){2 * i, widths[i]};
    words_put(words, slots[i], values[i]);
  }
  bool is_defined = program_procedure(machine->program, procedure)->is_defined;
  bool ok = (is_defined ? call_defined : call_external)(
      machine, procedure, slots, words, count, result);
  free(slots);
  free(words);
  return ok;
}

bool machine_call_address(struct machine *machine, uint64_t address,
                          const u128 *values, const unsigned *widths,
                          uint32_t count, u128 *result) {
  struct procedure_id procedure = machine_function_at(machine, address);
  if (!procedure.id) {
    machine_stop_access(machine, ACCESS_CALL, address, 0, NULL);
    return false;
  }
  return machine_call(machine, procedure, values, widths, count, result);
}

// Ending

struct position machine_frame_position(const struct frame *frame) {
  const struct code *code = frame->code;
  uint32_t pc = frame->pc < code->instruction_count ? frame->pc : 0;
  uint32_t edge = code->edges[pc];
  if (edge) {
    struct position position = code->procedure->edges.at[edge].position;
    if (position_is_known(position))
      return position;
  }
  return code->procedure->position;
}

struct position machine_position(const struct machine *machine) {
  const struct thread *thread = machine->current;
  if (thread->frames.count == 0)
    return (struct position){0};
  return machine_frame_position(&thread->frames.at[thread->frames.count - 1]);
}

static bool begin_stop(struct machine *machine, enum outcome_kind kind) {
  if (machine_has_stopped(machine))
    return false;
  machine->outcome.kind = kind;
  machine->outcome.position = machine_position(machine);
  return true;
}

void machine_stop(struct machine *machine, enum outcome_kind kind,
                  const char *format, ...) {
  if (!begin_stop(machine, kind))
    return;
  va_list args;
  va_start(args, format);
  strbuf_vformat(&machine->outcome.message, format, args);
  va_end(args);
}

static void stop_undefined(struct machine *machine,
                           enum undefined_reason reason, bool is_refusal,
                           const char *format, va_list args) {
  if (!begin_stop(machine, OUTCOME_UNDEFINED))
    return;
  machine->outcome.reason = reason;
  machine->outcome.is_refusal = is_refusal;
  strbuf_vformat(&machine->outcome.message, format, args);
}

void machine_stop_undefined(struct machine *machine,
                            enum undefined_reason reason, const char *format,
                            ...) {
  va_list args;
  va_start(args, format);
  stop_undefined(machine, reason, false, format, args);
  va_end(args);
}

void machine_stop_refused(struct machine *machine, enum undefined_reason reason,
                          const char *format, ...) {
  va_list args;
  va_start(args, format);
  stop_undefined(machine, reason, true, format, args);
  va_end(args);
}

static enum undefined_reason reason_for(enum access_kind access) {
  switch (access) {
  case ACCESS_READ:
  case ACCESS_STRING:
  case ACCESS_HANDLE: return UNDEFINED_INVALID_READ;
  case ACCESS_OVERLAP: return UNDEFINED_OVERLAP;
  case ACCESS_WRITE: return UNDEFINED_INVALID_WRITE;
  case ACCESS_FREE: return UNDEFINED_INVALID_FREE;
  case ACCESS_CALL: return UNDEFINED_INVALID_CALL;
  }
  return UNDEFINED_NONE;
}

// Where a function starts in any state its pointers may lead to memory that is
// not there for us, wherever no object of ours is.
static bool is_outside(const struct machine *machine,
                       const struct space_object *object, uint64_t address) {
  return machine->is_open && object->kind == SPACE_NOTHING &&
         address >= ACCESS_PAGE_ZERO &&
         address <= machine->space.address_mask - ACCESS_PAGE_ZERO;
}

void machine_stop_access(struct machine *machine, enum access_kind access,
                         uint64_t address, uint64_t size, const char *routine) {
  const struct space_object *object = space_find(&machine->space, address);
  if (access != ACCESS_OVERLAP && is_outside(machine, object, address)) {
    machine_stop(machine, OUTCOME_UNSUPPORTED,
                 "access to memory outside, which is not modelled");
    return;
  }
  if (object->kind == SPACE_EXTERNAL && access != ACCESS_OVERLAP) {
    machine_stop(machine, OUTCOME_UNSUPPORTED,
                 "access to the external object `%s`, which is not modelled",
                 name_text(machine->program->names, object->name));
    return;
  }
  if (!begin_stop(machine, OUTCOME_UNDEFINED))
    return;
  machine->outcome.reason = reason_for(access);
  machine->outcome.is_refusal =
      routine && (access == ACCESS_FREE || access == ACCESS_HANDLE);
  struct strbuf *message = &machine->outcome.message;
  if (routine)
    strbuf_format(message, "%s: ", routine);
  space_describe_access(&machine->space, machine->program->names, access,
                        address, size, message);
  machine->outcome.beyond = space_beyond(&machine->space, address, size);
  machine->outcome.is_beyond_code =
      space_find(&machine->space, address)->kind == SPACE_FUNCTION;
}

void machine_exit(struct machine *machine, int code) {
  if (begin_stop(machine, OUTCOME_EXIT))
    machine->outcome.exit_code = code & 0xff;
}

const char *outcome_name(enum outcome_kind kind) {
  switch (kind) {
  case OUTCOME_NONE: return "running";
  case OUTCOME_EXIT: return "exit";
  case OUTCOME_ABORT: return "abort";
  case OUTCOME_ASSERTION: return "assertion";
  case OUTCOME_UNDEFINED: return "undefined";
  case OUTCOME_UNSUPPORTED: return "unsupported";
  case OUTCOME_BLOCKED: return "blocked";
  case OUTCOME_DEADLOCK: return "deadlock";
  case OUTCOME_LIMIT: return "limit";
  case OUTCOME_ORACLE: return "oracle";
  case OUTCOME_BUG: return "bug";
  }
  return "?";
}
