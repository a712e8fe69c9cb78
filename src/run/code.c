// From control-flow automaton to register code: locations and edges.
//
// Locations are laid out along chains: after an edge comes its target unless
// that has been laid out before. Edges to the undefined location end in stubs
// after the chains, out of the way.
#include "run/code.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"
#include "program/access.h"
#include "run/branch.h"
#include "run/builder.h"
#include "program/turn.h"
#include "run/compiler.h"
#include "run/races.h"
#include "run/watch.h"

// Frame layout. A procedure that is another form of one shares its variables.

static const struct procedure *owner_of(const struct program *program,
                                        const struct code *code) {
  return program_procedure(program, code->procedure->frame);
}

static unsigned variable_width(const struct program *program,
                               struct variable variable) {
  return sort_value_bits(
      term_sort(program->terms, program_term(program, variable)));
}

static void lay_out_variables(struct code *code,
                              const struct program *program) {
  const struct variable_vec *variables = &owner_of(program, code)->variables;
  code->variables = memory_new_zero(variables->count + 1, sizeof(struct slot));
  uint32_t word = 0;
  for (uint32_t i = 0; i < variables->count; i++) {
    unsigned width = variable_width(program, variables->at[i]);
    code->variables[i] = (struct slot){word, width};
    word += width > 64 ? 2 : 1;
  }
  code->variable_words = word;
}

static struct slot slot_of(const struct code *code,
                           const struct program *program,
                           struct variable variable) {
  if (variable_is_none(variable))
    return (struct slot){0, 0};
  return code->variables[program_variable(program, variable)->slot];
}

static void lay_out_parameters(struct code *code,
                               const struct program *program) {
  const struct variable_vec *parameters = &code->procedure->parameters;
  code->parameter_count = parameters->count;
  code->parameters =
      memory_new_zero(parameters->count + 1, sizeof(struct slot));
  for (uint32_t i = 0; i < parameters->count; i++)
    code->parameters[i] = slot_of(code, program, parameters->at[i]);
  code->variadic = slot_of(code, program, code->procedure->variadic);
}

static int compare_objects(const void *a, const void *b) {
  const struct frame_object *x = a, *y = b;
  return x->object.id < y->object.id ? -1 : x->object.id > y->object.id;
}

static void lay_out_objects(struct code *code, const struct program *program) {
  const struct object_vec *objects = &owner_of(program, code)->objects;
  uint32_t count = objects->count;
  code->object_count = count;
  code->objects = memory_new_zero(count + 1, sizeof(struct frame_object));
  for (uint32_t i = 0; i < count; i++)
    code->objects[i].object = objects->at[i];
  if (count)
    qsort(code->objects, count, sizeof *code->objects, compare_objects);
  for (uint32_t i = 0; i < count; i++) {
    const struct object_info *info =
        program_object(program, code->objects[i].object);
    code->objects[i].address = slot_of(code, program, info->address).word;
    code->objects[i].pointer = code->variable_words + i;
  }
  code->words = code->variable_words + count;
}

// Memory accesses

enum access_form { FORM_CHECKED, FORM_FRAME, FORM_FIXED };

// Where an access goes: a checked address, a frame object, or a host pointer.
struct access {
  enum access_form form;
  struct term base; // of CHECKED, without its constant part
  uint32_t pointer; // of FRAME: the word with the host pointer
  int32_t offset;   // of CHECKED and FRAME
  uint8_t *fixed;   // of FIXED
};

static unsigned byte_count(unsigned width) {
  return (width + 7) / 8;
}

static bool has_plain_size(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

const struct frame_object *code_frame_object(const struct code *code,
                                             struct object_id object) {
  struct frame_object wanted = {.object = object};
  return code->object_count
             ? bsearch(&wanted, code->objects, code->object_count,
                       sizeof wanted, compare_objects)
             : NULL;
}

static uint32_t frame_pointer(const struct compiler *compiler,
                              struct object_id object) {
  const struct frame_object *found =
      code_frame_object(compiler->builder.code, object);
  return found ? found->pointer : UINT32_MAX;
}

// An access at a constant offset of an object that lives long enough.
static bool resolve_access(const struct compiler *compiler, struct term address,
                           unsigned bytes, bool is_write,
                           struct access *access) {
  const struct program *program = compiler->builder.program;
  struct object_id object;
  uint64_t offset;
  if (!access_split(program, address, &object, &offset))
    return false;
  const struct space_object *fixed =
      compiler->builder.environment->objects[object.id];
  if (fixed) {
    uint64_t limit = is_write ? fixed->writable : fixed->readable;
    if (offset >= limit || bytes > limit - offset)
      return false;
    *access =
        (struct access){.form = FORM_FIXED, .fixed = fixed->bytes + offset};
    return true;
  }
  const struct object_info *info = program_object(program, object);
  uint32_t pointer = frame_pointer(compiler, object);
  if (pointer == UINT32_MAX || offset > INT32_MAX || offset >= info->size ||
      bytes > info->size - offset || (is_write && info->is_constant))
    return false;
  *access = (struct access){
      .form = FORM_FRAME, .pointer = pointer, .offset = (int32_t)offset};
  return true;
}

// Splits off a constant summand that fits into the instruction.
static void split_offset(struct builder *builder, struct term address,
                         struct access *access) {
  *access = (struct access){.form = FORM_CHECKED, .base = address};
  if (term_op(builder->terms, address) != OP_ADD)
    return;
  uint32_t arity = term_arity(builder->terms, address);
  struct term last = term_operand(builder->terms, address, arity - 1);
  if (!term_is_const(builder->terms, last))
    return;
  unsigned width = term_width(builder->terms, address);
  i128 value = bits_signed(term_value(builder->terms, last), width);
  if (value < INT32_MIN || value > INT32_MAX)
    return;
  access->base = term_sub(builder->terms, address, last);
  access->offset = (int32_t)value;
}

static struct access find_access(struct compiler *compiler, struct term address,
                                 unsigned width, bool is_write) {
  struct access access;
  if (!has_plain_size(width) ||
      !resolve_access(compiler, address, byte_count(width), is_write, &access))
    split_offset(&compiler->builder, address, &access);
  return access;
}

// 0, 1, 2, 3 for 8, 16, 32, 64 bits and 4 for any other number.
static unsigned size_index(unsigned width) {
  switch (width) {
  case 8: return 0;
  case 16: return 1;
  case 32: return 2;
  case 64: return 3;
  default: return 4;
  }
}

// `first` is the instruction for 8 bits; the other sizes follow it.
static void emit_access(struct builder *builder, const struct access *access,
                        bool is_store, unsigned width, uint32_t value,
                        uint32_t base) {
  static const enum instruction_op first[2][3] = {
      {CODE_LOAD8, CODE_LOAD8_FRAME, CODE_LOAD8_FIXED},
      {CODE_STORE8, CODE_STORE8_FRAME, CODE_STORE8_FIXED}};
  enum instruction_op op = first[is_store][access->form] + size_index(width);
  switch (access->form) {
  case FORM_CHECKED:
    builder_emit(builder, op, width, value, base, (uint32_t)access->offset);
    break;
  case FORM_FRAME:
    builder_emit(builder, op, width, value, access->pointer,
                 (uint32_t)access->offset);
    break;
  case FORM_FIXED:
    builder_emit_word(builder, op, value, (uint64_t)(uintptr_t)access->fixed);
    break;
  }
}

// Shows an address to the watcher unless the guard, or the address itself when
// there is none, is 0.
static void emit_watch(struct compiler *compiler, struct term address,
                       struct term guard, enum watch_role role) {
  struct builder *builder = &compiler->builder;
  if (!builder->environment->watches)
    return;
  guard = term_is_none(guard) ? address : guard;
  struct term roots[2] = {address, guard};
  builder_compute(builder, roots, 2);
  builder_emit(builder, CODE_WATCH, role, builder->edge,
               builder_register(builder, address).word,
               builder_register(builder, guard).word);
}

static void compile_load(struct compiler *compiler,
                         const struct operation *op) {
  struct builder *builder = &compiler->builder;
  struct slot target = builder_target(builder, op->memory.target);
  struct access access =
      find_access(compiler, op->memory.address, target.width, false);
  uint32_t base = 0;
  emit_watch(compiler, op->memory.address, (struct term){0}, WATCH_ADDRESS);
  if (access.form == FORM_CHECKED) {
    builder_compute(builder, &access.base, 1);
    base = builder_register(builder, access.base).word;
  }
  emit_access(builder, &access, false, target.width, target.word, base);
  if (op->kind == OPERATION_LOAD)
    builder_store_variable(builder, op->memory.target, target);
}

static void compile_store(struct compiler *compiler,
                          const struct operation *op) {
  struct builder *builder = &compiler->builder;
  unsigned width = builder_width(builder, op->memory.value);
  struct access access = find_access(compiler, op->memory.address, width, true);
  struct term roots[2] = {op->memory.value, access.base};
  bool is_checked = access.form == FORM_CHECKED;
  emit_watch(compiler, op->memory.address, (struct term){0}, WATCH_ADDRESS);
  builder_compute(builder, roots, is_checked ? 2 : 1);
  uint32_t value = builder_register(builder, op->memory.value).word;
  uint32_t base = is_checked ? builder_register(builder, access.base).word : 0;
  emit_access(builder, &access, true, width, value, base);
}

// Reads, then writes what may depend on the value read. The address is that
// of before, so it is kept in a register of its own.
static void compile_update(struct compiler *compiler,
                           const struct operation *op) {
  struct builder *builder = &compiler->builder;
  unsigned width = builder_width(builder, op->memory.value);
  struct slot address = builder_temporary(builder, 64);
  emit_watch(compiler, op->memory.address, (struct term){0}, WATCH_ADDRESS);
  builder_compute(builder, &op->memory.address, 1);
  struct slot computed = builder_register(builder, op->memory.address);
  builder_emit(builder, CODE_MOVE, 0, address.word, computed.word, 0);
  struct slot target = builder_target(builder, op->memory.target);
  struct access access = {.form = FORM_CHECKED};
  emit_access(builder, &access, false, width, target.word, address.word);
  builder_store_variable(builder, op->memory.target, target);
  builder_compute(builder, &op->memory.value, 1);
  uint32_t value = builder_register(builder, op->memory.value).word;
  emit_access(builder, &access, true, width, value, address.word);
}

static void compile_block(struct compiler *compiler,
                          const struct operation *op) {
  struct builder *builder = &compiler->builder;
  bool is_copy = op->kind == OPERATION_COPY;
  struct term from = is_copy ? op->block.source : op->block.value;
  struct term roots[3] = {op->block.address, from, op->block.size};
  emit_watch(compiler, op->block.address, op->block.size, WATCH_ADDRESS);
  if (is_copy)
    emit_watch(compiler, from, op->block.size, WATCH_SOURCE);
  builder_compute(builder, roots, 3);
  uint32_t address = builder_register(builder, op->block.address).word;
  uint32_t source = builder_register(builder, from).word;
  uint32_t size = builder_register(builder, op->block.size).word;
  builder_emit(builder, is_copy ? CODE_COPY : CODE_FILL, 0, size, address,
               source);
}

static void compile_allocate(struct compiler *compiler,
                             const struct operation *op) {
  struct builder *builder = &compiler->builder;
  builder_compute(builder, &op->allocate.size, 1);
  uint32_t size = builder_register(builder, op->allocate.size).word;
  struct slot target = builder_target(builder, op->allocate.target);
  builder_emit(builder, CODE_ALLOCATE, 0, target.word, size, builder->edge);
  builder_store_variable(builder, op->allocate.target, target);
}

static void compile_free(struct compiler *compiler,
                         const struct operation *op) {
  struct builder *builder = &compiler->builder;
  emit_watch(compiler, op->free.address, (struct term){0}, WATCH_ADDRESS);
  builder_compute(builder, &op->free.address, 1);
  builder_emit(builder, CODE_FREE, 0, 0,
               builder_register(builder, op->free.address).word, 0);
}

static void compile_live(struct compiler *compiler,
                         const struct operation *op) {
  struct builder *builder = &compiler->builder;
  builder_compute(builder, op->live.addresses, op->live.count);
  for (uint32_t i = 0; i < op->live.count; i++)
    builder_emit(builder, CODE_LIVE, 0, i,
                 builder_register(builder, op->live.addresses[i]).word,
                 builder->edge);
}

// Variables are zero when their procedure begins.
static bool is_at_entry(const struct compiler *compiler) {
  const struct procedure *procedure = compiler->builder.procedure;
  const struct edge *edge =
      procedure_edge(procedure, (struct edge_id){compiler->builder.edge});
  return edge->from.id == procedure->entry.id &&
         compiler->in_degree[edge->from.id] == 0;
}

// Indeterminate arrays are zero everywhere.
static bool compile_array_havoc(struct compiler *compiler,
                                struct variable variable) {
  struct builder *builder = &compiler->builder;
  struct term t = program_term(builder->program, variable);
  struct sort sort = term_sort(builder->terms, t);
  if (!sort_is_array(sort))
    return false;
  struct term zero = term_const(builder->terms, sort_width(sort), 0);
  struct term roots[2] = {t, zero};
  builder_compute(builder, roots, 2);
  uint32_t to = builder_register(builder, t).word;
  struct slot value = builder_register(builder, zero);
  builder_emit(builder, CODE_ARRAY_FILL, value.width, to, value.word, 0);
  return true;
}

static void compile_zeroing(struct compiler *compiler,
                            const struct operation *op) {
  struct builder *builder = &compiler->builder;
  if (is_at_entry(compiler))
    return;
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    if (compile_array_havoc(compiler, op->havoc.targets[i]))
      continue;
    struct slot target = builder_target(builder, op->havoc.targets[i]);
    builder_emit_word(builder, CODE_CONST, target.word, 0);
    if (target.width > 64)
      builder_emit_word(builder, CODE_CONST, target.word + 1, 0);
    builder_store_variable(builder, op->havoc.targets[i], target);
  }
}

static void compile_havoc(struct compiler *compiler,
                          const struct operation *op) {
  struct builder *builder = &compiler->builder;
  if (op->havoc.origin == ORIGIN_UNINITIALISED &&
      builder->environment->zeroes_indeterminate) {
    compile_zeroing(compiler, op);
    return;
  }
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    if (compile_array_havoc(compiler, op->havoc.targets[i]))
      continue;
    struct slot target = builder_target(builder, op->havoc.targets[i]);
    builder_emit(builder, CODE_HAVOC, target.width, target.word, i,
                 builder->edge);
    builder_store_variable(builder, op->havoc.targets[i], target);
  }
}

// Calls

static uint32_t add_site(struct builder *builder, struct call_site site,
                         const struct term *arguments) {
  site.edge = builder->edge;
  site.arguments = memory_new_zero(site.count + 1, sizeof(struct slot));
  for (uint32_t i = 0; i < site.count; i++)
    site.arguments[i] = builder_register(builder, arguments[i]);
  return site_vec_push(&builder->sites, site);
}

static void compile_call(struct compiler *compiler,
                         const struct operation *op) {
  struct builder *builder = &compiler->builder;
  struct term_vec roots = {0};
  term_vec_append(&roots, op->call.arguments, op->call.count);
  bool is_indirect = op->call.callee.id == 0;
  if (is_indirect)
    emit_watch(compiler, op->call.function, (struct term){0}, WATCH_FUNCTION);
  if (is_indirect)
    term_vec_push(&roots, op->call.function);
  if (!term_is_none(op->call.variadic))
    term_vec_push(&roots, op->call.variadic);
  builder_compute(builder, roots.at, roots.count);
  term_vec_release(&roots);
  struct call_site site = {.callee = op->call.callee, .count = op->call.count};
  if (is_indirect)
    site.function = builder_register(builder, op->call.function);
  if (!term_is_none(op->call.variadic))
    site.variadic = builder_register(builder, op->call.variadic);
  bool has_target = !variable_is_none(op->call.target);
  if (has_target)
    site.target = builder_target(builder, op->call.target);
  uint32_t index = add_site(builder, site, op->call.arguments);
  builder_emit(builder, CODE_CALL, 0, index, 0, 0);
  if (has_target)
    builder_store_variable(builder, op->call.target, site.target);
}

static void compile_thread(struct compiler *compiler,
                           const struct operation *op) {
  struct builder *builder = &compiler->builder;
  builder_compute(builder, op->thread.arguments, op->thread.count);
  struct call_site site = {.count = op->thread.count};
  bool has_target = !variable_is_none(op->thread.target);
  if (has_target)
    site.target = builder_target(builder, op->thread.target);
  uint32_t index = add_site(builder, site, op->thread.arguments);
  builder_emit(builder, CODE_THREAD, 0, index, 0, 0);
  if (has_target)
    builder_store_variable(builder, op->thread.target, site.target);
}

static void compile_perform(struct compiler *compiler,
                            const struct operation *op) {
  struct builder *builder = &compiler->builder;
  struct term_vec roots = {0};
  operation_terms(op, &roots);
  builder_compute(builder, roots.at, roots.count);
  struct call_site site = {.count = roots.count};
  builder_emit(builder, CODE_PERFORM, 0, add_site(builder, site, roots.at), 0,
               0);
  term_vec_release(&roots);
}

static void compile_return(struct compiler *compiler,
                           const struct operation *op) {
  struct builder *builder = &compiler->builder;
  if (term_is_none(op->ret.value)) {
    builder_emit(builder, CODE_RETURN_VOID, 0, 0, 0, 0);
    return;
  }
  builder_compute(builder, &op->ret.value, 1);
  struct slot value = builder_register(builder, op->ret.value);
  builder_emit(builder, CODE_RETURN, value.width, 0, value.word, 0);
}

// Where memory is read or written: the address and the number of bytes.
static bool memory_touched(const struct compiler *compiler,
                           const struct operation *op, struct term touched[2]) {
  const struct builder *builder = &compiler->builder;
  const struct program *program = builder->program;
  bool is_block = op->kind == OPERATION_COPY || op->kind == OPERATION_FILL;
  if (!is_block && op->kind != OPERATION_LOAD && op->kind != OPERATION_STORE &&
      op->kind != OPERATION_UPDATE)
    return false;
  touched[0] = is_block ? op->block.address : op->memory.address;
  touched[1] = is_block ? op->block.size : (struct term){0};
  if (is_block)
    return true;
  struct term value = op->kind == OPERATION_LOAD
                          ? program_term(program, op->memory.target)
                          : op->memory.value;
  touched[1] = term_const(builder->terms, program->pointer_width,
                          byte_count(builder_width(builder, value)));
  return true;
}

static void emit_before(struct compiler *compiler, const struct operation *op,
                        uint32_t edge) {
  struct builder *builder = &compiler->builder;
  struct term touched[2];
  if (!builder->environment->records)
    return;
  bool has_memory = memory_touched(compiler, op, touched);
  if (has_memory)
    builder_compute(builder, touched, 2);
  builder_emit(builder, CODE_RECORD_BEFORE, has_memory, edge,
               has_memory ? builder_register(builder, touched[0]).word : 0,
               has_memory ? builder_register(builder, touched[1]).word : 0);
}

static void emit_touched(struct compiler *compiler, enum race_role role,
                         uint32_t edge, const struct term touched[2]) {
  struct builder *builder = &compiler->builder;
  if (role != RACE_VARIABLE)
    builder_compute(builder, touched, 2);
  builder_emit(builder, CODE_ACCESS, role, edge,
               role ? builder_register(builder, touched[0]).word : 0,
               role ? builder_register(builder, touched[1]).word : 0);
}

static void emit_freed(struct compiler *compiler, uint32_t edge,
                       struct term address) {
  struct builder *builder = &compiler->builder;
  builder_compute(builder, &address, 1);
  uint32_t word = builder_register(builder, address).word;
  builder_emit(builder, CODE_ACCESS, RACE_FREE, edge, word, word);
}

// For who looks for races: what the edge is about to access.
static void emit_accesses(struct compiler *compiler, const struct operation *op,
                          uint32_t edge) {
  struct builder *builder = &compiler->builder;
  struct term touched[2] = {{0}, {0}};
  if (!builder->environment->finds_races)
    return;
  if (memory_touched(compiler, op, touched))
    emit_touched(compiler, RACE_ADDRESS, edge, touched);
  else if (op->kind == OPERATION_FREE)
    emit_freed(compiler, edge, op->free.address);
  else if (op->kind == OPERATION_ASSIGN &&
           operation_is_turn(builder->program, op))
    emit_touched(compiler, RACE_VARIABLE, edge, touched);
  if (op->kind != OPERATION_COPY)
    return;
  touched[0] = op->block.source;
  emit_touched(compiler, RACE_SOURCE, edge, touched);
}

static void emit_after(struct compiler *compiler, const struct operation *op,
                       uint32_t edge) {
  struct builder *builder = &compiler->builder;
  if (builder->environment->records && op->kind != OPERATION_RETURN)
    builder_emit(builder, CODE_RECORD_AFTER, 0, edge, 0, 0);
}

static void compile_operation(struct compiler *compiler,
                              const struct operation *op, uint32_t edge) {
  struct builder *builder = &compiler->builder;
  switch (op->kind) {
  case OPERATION_ASSIGN:
    builder_assign(builder, op->assign.bindings, op->assign.count);
    break;
  case OPERATION_HAVOC: compile_havoc(compiler, op); break;
  case OPERATION_LOAD: compile_load(compiler, op); break;
  case OPERATION_STORE: compile_store(compiler, op); break;
  case OPERATION_UPDATE: compile_update(compiler, op); break;
  case OPERATION_COPY:
  case OPERATION_FILL: compile_block(compiler, op); break;
  case OPERATION_ALLOCATE: compile_allocate(compiler, op); break;
  case OPERATION_FREE: compile_free(compiler, op); break;
  case OPERATION_LIVE: compile_live(compiler, op); break;
  case OPERATION_CALL: compile_call(compiler, op); break;
  case OPERATION_RETURN: compile_return(compiler, op); break;
  case OPERATION_THREAD: compile_thread(compiler, op); break;
  case OPERATION_PERFORM: compile_perform(compiler, op); break;
  case OPERATION_UNSUPPORTED:
    builder_emit(builder, CODE_UNSUPPORTED, 0, edge, 0, 0);
    break;
  case OPERATION_ASSUME:
  case OPERATION_INVALID:
  case OPERATION_KIND_COUNT:
    BUG("%s is not an unconditional operation", operation_kind_name(op->kind));
  }
}

void compiler_operation(struct compiler *compiler, uint32_t edge) {
  const struct procedure *procedure = compiler->builder.procedure;
  const struct operation *op =
      &procedure_edge(procedure, (struct edge_id){edge})->op;
  builder_begin(&compiler->builder, edge);
  emit_before(compiler, op, edge);
  emit_accesses(compiler, op, edge);
  compile_operation(compiler, op, edge);
  emit_after(compiler, op, edge);
}

struct code *code_compile(const struct code_environment *environment,
                          const struct procedure *procedure) {
  CHECK(procedure->is_defined && procedure->is_sealed,
        "compilation of a procedure without a finished body");
  struct code *code = memory_new_zero(1, sizeof *code);
  code->procedure = procedure;
  code->result_width = sort_value_bits(procedure->result);
  lay_out_variables(code, environment->program);
  lay_out_parameters(code, environment->program);
  lay_out_objects(code, environment->program);
  struct compiler compiler = {0};
  builder_init(&compiler.builder, environment, procedure, code);
  branch_compile(&compiler);
  builder_finish(&compiler.builder);
  return code;
}

void code_free(struct code *code) {
  if (!code)
    return;
  for (uint32_t i = 0; i < code->switch_count; i++) {
    free(code->switches[i].values);
    free(code->switches[i].targets);
  }
  for (uint32_t i = 0; i < code->site_count; i++)
    free(code->sites[i].arguments);
  free(code->instructions);
  free(code->edges);
  free(code->constants);
  free(code->generals);
  free(code->switches);
  free(code->sites);
  free(code->variables);
  free(code->parameters);
  free(code->objects);
  free(code);
}
