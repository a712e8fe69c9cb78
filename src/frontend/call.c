// Calls: arguments as the ABI passes them, made explicit.
//
// Structs passed by value are copied to a frame object of the caller. Variable
// arguments of a call that may reach a body of ours are stored to a frame
// object laid out like the argument area of the stack; see program.h.
#include "frontend/checks.h"
#include "frontend/facts.h"
#include "frontend/internal.h"
#include "frontend/startup.h"

#include <string.h>

// An alias names the function it stands for.
static LLVMValueRef named_function(LLVMValueRef callee) {
  while (LLVMIsAGlobalAlias(callee))
    callee = LLVMAliasGetAliasee(callee);
  return LLVMIsAFunction(callee) ? callee : NULL;
}

static LLVMTypeRef byval_type(struct body *body, LLVMValueRef call,
                              unsigned index) {
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(
      call, index + 1, body->translator->byval_kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static struct term object_address(struct body *body, struct object_id object) {
  return program_term(body->program,
                      program_object(body->program, object)->address);
}

// An object for the arguments of a call: it lives as long as the call. What was
// made is noted in `made`.
static struct term argument_object(struct body *body, const char *name,
                                   struct ctype type, uint64_t size,
                                   struct term_vec *made) {
  struct object_id object = body_add_object(body, name, type, size, 16);
  struct term_vec begun = {0};
  struct term address = object_address(body, object);
  term_vec_push(&begun, address);
  body_emit_lives(body, &begun, LIFE_BEGINS);
  term_vec_release(&begun);
  term_vec_push(made, address);
  return address;
}

// The callee may change its copy but not the original.
static struct term copy_of_struct(struct body *body, LLVMTypeRef type,
                                  struct ctype c, struct term original,
                                  struct term_vec *made) {
  uint64_t size = type_size(body->translator, type);
  struct term address = argument_object(body, "argument", c, size, made);
  memory_copy(body, address, original, body_pointer_const(body, size));
  return address;
}

// The C type of a struct that is passed by value: that of what is copied.
static struct ctype type_of_struct(struct body *body, LLVMValueRef call,
                                   unsigned index, LLVMTypeRef type) {
  struct ctype_table *types = body->program->types;
  struct ctype c = register_place(body, LLVMGetOperand(call, index)).type;
  return ctype_is_record(types, c) && ctype_bare(types, c)->bit_size ==
                                          8 * type_size(body->translator, type)
             ? c
             : (struct ctype){0};
}

// The operands as they are, each read once.
static void collect_operands(struct body *body, LLVMValueRef call,
                             struct term_vec *into) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    term_vec_push(into, register_operand(body, LLVMGetOperand(call, i)));
}

// The first `count` operands as the callee gets them.
static struct term *pass(struct body *body, LLVMValueRef call,
                         const struct term_vec *operands, uint32_t count,
                         struct term_vec *made) {
  struct term *arguments =
      program_copy_terms(body->program, operands->at, count);
  for (uint32_t i = 0; i < count; i++) {
    LLVMTypeRef type = byval_type(body, call, i);
    if (type)
      arguments[i] = copy_of_struct(
          body, type, type_of_struct(body, call, i, type), arguments[i], made);
  }
  return arguments;
}

// Variable arguments

static uint64_t round_up(uint64_t value, uint64_t to) {
  return (value + to - 1) / to * to;
}

// Size and alignment of an argument in the area.
static void slot_shape(struct body *body, LLVMValueRef call, unsigned index,
                       uint64_t *size, uint64_t *alignment) {
  struct translator *translator = body->translator;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, index));
  LLVMTypeRef byval = byval_type(body, call, index);
  uint64_t word = body->program->pointer_width / 8;
  *size = round_up(type_size(translator, byval ? byval : type), word);
  *alignment = word;
  uint64_t natural = byval ? LLVMABIAlignmentOfType(translator->layout, byval)
                           : LLVMABIAlignmentOfType(translator->layout, type);
  if (word == 8 && natural >= 16)
    *alignment = 16;
}

static struct term variadic_area(struct body *body, LLVMValueRef call,
                                 const struct term_vec *operands,
                                 unsigned first, struct term_vec *made) {
  unsigned count = operands->count;
  uint64_t total = 0, size, alignment;
  for (unsigned i = first; i < count; i++) {
    slot_shape(body, call, i, &size, &alignment);
    total = round_up(total, alignment) + size;
  }
  // An object is never empty. Of a single byte no argument can be read.
  struct term base = argument_object(body, "arguments", (struct ctype){0},
                                     total ? total : 1, made);
  uint64_t offset = 0;
  for (unsigned i = first; i < count; i++) {
    slot_shape(body, call, i, &size, &alignment);
    offset = round_up(offset, alignment);
    struct term address =
        term_add(body->terms, base, body_pointer_const(body, offset));
    struct term value = operands->at[i];
    LLVMTypeRef byval = byval_type(body, call, i);
    if (byval)
      memory_copy(body, address, value,
                  body_pointer_const(body, type_size(body->translator, byval)));
    else
      memory_write(body, address, value);
    offset += size;
  }
  return base;
}

// Results

static struct name result_text(struct body *body, const char *callee) {
  return intern_format(body->program->names, "%s()", callee);
}

static struct variable call_target(struct body *body, LLVMValueRef call,
                                   const char *callee, struct ctype type) {
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
  if (is_void || !LLVMGetFirstUse(call))
    return (struct variable){0};
  return register_target(body, call, result_text(body, callee), type);
}

// The objects that were made for the arguments end with the call.
static void emit_call(struct body *body, struct operation op,
                      struct term_vec *made) {
  body_emit(body, op);
  body_emit_lives(body, made, LIFE_ENDS);
  term_vec_release(made);
}

// Calls by name

// A call that disagrees with the definition is undefined in C.
static bool fits(struct body *body, LLVMValueRef call,
                 const struct procedure *callee) {
  if (!callee->is_defined)
    return true;
  LLVMTypeRef type =
      LLVMGlobalGetValueType(named_function(LLVMGetCalledValue(call)));
  unsigned expected = LLVMCountParamTypes(type);
  if (LLVMGetNumArgOperands(call) < expected)
    return false;
  LLVMTypeRef *types = memory_new_zero(expected + 1, sizeof *types);
  LLVMGetParamTypes(type, types);
  bool ok = true;
  for (unsigned i = 0; i < expected && ok; i++) {
    struct sort formal, actual;
    type_sort(body->translator, types[i], &formal);
    type_sort(body->translator, LLVMTypeOf(LLVMGetOperand(call, i)), &actual);
    ok = sort_equal(formal, actual);
  }
  free(types);
  struct sort result = {0};
  if (LLVMGetFirstUse(call))
    type_sort(body->translator, LLVMTypeOf(call), &result);
  return ok && (!result.code || sort_equal(result, callee->result));
}

static struct ctype returned_type(struct body *body, struct ctype function) {
  return ctype_bare(body->program->types, function)->target;
}

static bool is_opaque_name(const struct body *body, struct name name) {
  const struct frontend_options *options = &body->translator->frontend->options;
  for (uint32_t i = 0; i < options->opaque_count; i++)
    if (name_equal(options->opaque[i], name))
      return true;
  return false;
}

static bool is_opaque(const struct body *body, const struct procedure *callee) {
  return is_opaque_name(body, callee->name);
}

struct procedure_id call_opaque(struct body *body, const char *name) {
  bool is_so = is_opaque_name(body, intern(body->program->names, name));
  return is_so
             ? globals_external(body->translator, name, (struct sort){0}, false)
             : (struct procedure_id){0};
}

static void call_library(struct body *body, struct operation op,
                         const char *name, struct term_vec *made) {
  struct routine routine = routine_find(name);
  struct facts_before before = facts_before(body, &routine, &op);
  emit_call(body, op, made);
  facts_assume_range(body, &routine, &op, before);
}

// Main's objects have ended when what comes after it runs.
static void end_frame(struct body *body) {
  struct term_vec addresses = {0};
  for (uint32_t i = 0; i < body->procedure->objects.count; i++)
    term_vec_push(&addresses,
                  program_term(body->program,
                               program_object(body->program,
                                              body->procedure->objects.at[i])
                                   ->address));
  body_emit_lives(body, &addresses, LIFE_ENDS);
  term_vec_release(&addresses);
}

static void call_direct(struct body *body, LLVMValueRef call,
                        const struct procedure *callee) {
  const char *name = name_text(body->program->names, callee->name);
  if (startup_is_after_main(call))
    end_frame(body);
  if (!callee->is_defined && !is_opaque(body, callee) &&
      library_translate(body, call, name))
    return;
  if (!fits(body, call, callee)) {
    body_emit_undefined(body, term_true(body->terms), UNDEFINED_INVALID_CALL);
    return;
  }
  LLVMTypeRef type =
      LLVMGlobalGetValueType(named_function(LLVMGetCalledValue(call)));
  struct term_vec operands = {0}, made = {0};
  collect_operands(body, call, &operands);
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = callee->self;
  op.call.count =
      callee->is_defined ? LLVMCountParamTypes(type) : operands.count;
  op.call.arguments = pass(body, call, &operands, op.call.count, &made);
  if (callee->is_defined && callee->is_variadic)
    op.call.variadic =
        variadic_area(body, call, &operands, op.call.count, &made);
  term_vec_release(&operands);
  op.call.target =
      call_target(body, call, name, returned_type(body, callee->type));
  register_save_globals(body);
  if (callee->is_defined || is_opaque(body, callee))
    emit_call(body, op, &made);
  else
    call_library(body, op, name, &made);
}

void call_external(struct body *body, LLVMValueRef instruction,
                   const char *name, const struct term *arguments,
                   uint32_t count) {
  struct sort result = {0};
  if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind)
    type_sort(body->translator, LLVMTypeOf(instruction), &result);
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = globals_external(body->translator, name, result, false);
  op.call.arguments = program_copy_terms(body->program, arguments, count);
  op.call.count = count;
  op.call.target = call_target(body, instruction, name, (struct ctype){0});
  register_save_globals(body);
  body_emit(body, op);
}

// Calls through pointers. The callee may be a body of ours, so variable
// arguments are passed both ways: as terms and in an area.

static void call_indirect(struct body *body, LLVMValueRef call) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  struct operation op = {.kind = OPERATION_CALL};
  op.call.function = register_operand(body, LLVMGetCalledValue(call));
  struct term_vec operands = {0}, made = {0};
  collect_operands(body, call, &operands);
  op.call.count = operands.count;
  op.call.arguments = pass(body, call, &operands, operands.count, &made);
  if (LLVMIsFunctionVarArg(type))
    op.call.variadic =
        variadic_area(body, call, &operands, LLVMCountParamTypes(type), &made);
  term_vec_release(&operands);
  op.call.target = call_target(body, call, "(*)", (struct ctype){0});
  register_save_globals(body);
  body_emit_access_check(body, ACCESS_CALL, op.call.function, (struct term){0});
  emit_call(body, op, &made);
}

void call_translate(struct body *body, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee)) {
    assembly_translate(body, call);
    return;
  }
  LLVMValueRef function = named_function(callee);
  if (!function) {
    call_indirect(body, call);
    return;
  }
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  if (!strncmp(name, "llvm.", 5)) {
    intrinsic_translate(body, call, name);
    return;
  }
  if (checks_translate(body, name))
    return;
  struct procedure_id id = globals_procedure(body->translator, function);
  call_direct(body, call, program_procedure(body->program, id));
}
