// Functions and global variables of a module.
#include "frontend/checks.h"
#include "frontend/internal.h"
#include "frontend/startup.h"

#include <string.h>

#include "base/strbuf.h"

enum { LITERAL_SHOWN = 60 }; // characters of a string literal in its name

static const char *value_name(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool is_private_string(LLVMValueRef global, LLVMValueRef initial) {
  return initial && LLVMIsGlobalConstant(global) &&
         LLVMGetLinkage(global) == LLVMPrivateLinkage &&
         LLVMIsAConstantDataSequential(initial) &&
         LLVMIsConstantString(initial);
}

static struct name literal_name(struct program *program, LLVMValueRef initial) {
  size_t length;
  const char *text = LLVMGetAsString(initial, &length);
  if (length && !text[length - 1])
    length--;
  struct strbuf literal = {0};
  strbuf_char(&literal, '"');
  strbuf_escape(&literal, text,
                length < LITERAL_SHOWN ? length : LITERAL_SHOWN);
  strbuf_add(&literal, length < LITERAL_SHOWN ? "\"" : "...\"");
  struct name name = intern(program->names, strbuf_text(&literal));
  strbuf_release(&literal);
  return name;
}

static void remember(struct translator *translator, LLVMValueRef value,
                     struct storage storage) {
  uint32_t index = storage_vec_push(&translator->storages, storage);
  pointer_map_put(&translator->globals, value, index);
}

static bool is_internal(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

// Does nobody else write it: can no other unit name it, or is it a constant
// that is defined here for good?
static bool is_our_own(LLVMValueRef global) {
  return is_internal(global) ||
         (LLVMIsGlobalConstant(global) && LLVMGetInitializer(global) &&
          LLVMGetLinkage(global) == LLVMExternalLinkage);
}

// Variables

static void declare_variable(struct translator *translator, LLVMValueRef global,
                             LLVMTypeRef type,
                             const struct debug_variable *known) {
  struct program *program = translator->program;
  struct sort sort;
  type_sort(translator, type, &sort);
  struct name name = intern(program->names, value_name(global));
  struct variable variable = program_add_variable(
      program,
      (struct variable_info){
          .kind = VARIABLE_GLOBAL,
          .name = name,
          .text = name_is_none(known->name) ? name : known->name,
          .type = known->type,
          .is_internal = is_internal(global),
          .is_number = type_is_number(translator, type),
          .is_fixed = is_our_own(global) && storage_is_fixed(global),
          .position = known->position},
      sort);
  remember(translator, global, (struct storage){.variable = variable});
}

static void declare_object(struct translator *translator, LLVMValueRef global,
                           LLVMTypeRef type,
                           const struct debug_variable *known) {
  struct program *program = translator->program;
  LLVMValueRef initial = LLVMGetInitializer(global);
  struct object_info info = {
      .kind = OBJECT_GLOBAL,
      .name = name_is_none(known->name)
                  ? intern(program->names, value_name(global))
                  : known->name,
      .type = known->type,
      .size = type_size(translator, type),
      .alignment = LLVMGetAlignment(global),
      .is_constant = LLVMIsGlobalConstant(global),
      .is_external = !initial,
      .is_thread_local = LLVMIsThreadLocal(global),
      .is_internal = is_internal(global),
      .is_fixed = is_internal(global) && storage_is_fixed(global),
      .escapes = storage_escapes(global),
      .position = known->position};
  if (is_private_string(global, initial)) {
    info.kind = OBJECT_STRING;
    info.name = literal_name(program, initial);
  }
  struct object_id object = program_add_object(program, info);
  remember(translator, global, (struct storage){.object = object});
}

static bool is_compiler_internal(LLVMValueRef global) {
  const char *name = value_name(global);
  return !strncmp(name, "llvm.", 5) ||
         (checks_is_runtime(name) && LLVMIsDeclaration(global));
}

static void declare_global(struct translator *translator, LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  struct debug_variable known = {0};
  debug_global(translator->debug, global, &known);
  if (LLVMGetInitializer(global) && type_width(translator, type) &&
      !LLVMIsThreadLocal(global) && storage_is_promotable(global, type))
    declare_variable(translator, global, type, &known);
  else
    declare_object(translator, global, type, &known);
}

// Initialisers may mention any global, so they come after all declarations.
static void initialise_global(struct translator *translator,
                              LLVMValueRef global) {
  LLVMValueRef initial = LLVMGetInitializer(global);
  const struct storage *storage = globals_storage(translator, global);
  if (!initial || !storage)
    return;
  struct program *program = translator->program;
  if (variable_is_none(storage->variable)) {
    // The object table may grow while the initialiser is built.
    struct object_info info = *program_object(program, storage->object);
    struct object_id object = storage->object;
    constant_initialise(translator, initial, &info);
    *program_object(program, object) = info;
  } else {
    struct variable variable = storage->variable;
    struct term value = constant_term(translator, initial, NULL);
    program_variable(program, variable)->initial = value;
  }
}

const struct storage *globals_storage(struct translator *translator,
                                      LLVMValueRef value) {
  uint32_t *index = pointer_map_find(&translator->globals, value);
  return index ? &translator->storages.at[*index] : NULL;
}

// Functions

static bool has_attribute(LLVMValueRef function, unsigned kind) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                     kind) != NULL;
}

static enum passing_kind passing_kind(const struct translator *translator,
                                      LLVMValueRef function, unsigned index) {
  if (LLVMGetEnumAttributeAtIndex(function, index + 1, translator->sret_kind))
    return PASSED_RESULT;
  return LLVMGetEnumAttributeAtIndex(function, index + 1,
                                     translator->byval_kind)
             ? PASSED_COPY
             : PASSED_VALUE;
}

static void declare_passing(const struct translator *translator,
                            LLVMValueRef function,
                            struct procedure *procedure) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = memory_new_zero(count + 1, sizeof *types);
  LLVMGetParamTypes(type, types);
  for (unsigned i = 0; i < count; i++)
    passing_vec_push(
        &procedure->passing,
        (struct passing){passing_kind(translator, function, i),
                         (unsigned)(8 * type_size(translator, types[i]))});
  free(types);
}

// Another definition may be the one that is called: of a weak function, or of
// one whose body here is for those who inline it.
static bool is_replaceable(const struct translator *translator,
                           LLVMValueRef function, struct name name) {
  switch (LLVMGetLinkage(function)) {
  case LLVMAvailableExternallyLinkage:
  case LLVMWeakAnyLinkage:
  case LLVMWeakODRLinkage:
  case LLVMLinkOnceAnyLinkage:
  case LLVMLinkOnceODRLinkage: return true;
  default: break;
  }
  for (uint32_t i = 0; i < translator->substitute->count; i++)
    if (name_equal(translator->substitute->at[i], name))
      return true;
  return false;
}

static void declare_function(struct translator *translator,
                             LLVMValueRef function) {
  struct program *program = translator->program;
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMTypeRef result = LLVMGetReturnType(type);
  struct procedure *procedure = program_add_procedure(
      program, intern(program->names, value_name(function)));
  procedure->type = debug_function_type(translator->debug, function);
  procedure->position = debug_function_position(translator->debug, function);
  procedure->is_defined = LLVMGetFirstBasicBlock(function) != NULL;
  procedure->is_noreturn = has_attribute(function, translator->noreturn_kind);
  procedure->is_variadic = LLVMIsFunctionVarArg(type);
  procedure->is_internal = LLVMGetLinkage(function) == LLVMInternalLinkage;
  procedure->is_replaceable =
      procedure->is_defined &&
      is_replaceable(translator, function, procedure->name);
  procedure->is_absent = LLVMGetLinkage(function) == LLVMExternalWeakLinkage;
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind)
    type_sort(translator, result, &procedure->result);
  procedure->returns_integer = LLVMGetTypeKind(result) == LLVMIntegerTypeKind;
  declare_passing(translator, function, procedure);
  attributes_read(translator, function, procedure);
  procedure->function = program_add_object(
      program, (struct object_info){.kind = OBJECT_FUNCTION,
                                    .name = procedure->name,
                                    .type = procedure->type,
                                    .size = 1,
                                    .alignment = 16,
                                    .is_constant = true,
                                    .procedure = procedure->self,
                                    .position = procedure->position});
  pointer_map_put(&translator->procedures, function, procedure->self.id);
}

struct procedure_id globals_procedure(struct translator *translator,
                                      LLVMValueRef value) {
  while (LLVMIsAGlobalAlias(value))
    value = LLVMAliasGetAliasee(value);
  uint32_t *id = pointer_map_find(&translator->procedures, value);
  return (struct procedure_id){id ? *id : 0};
}

struct procedure_id globals_external(struct translator *translator,
                                     const char *name, struct sort result,
                                     bool is_noreturn) {
  struct program *program = translator->program;
  struct procedure *procedure = program_find(program, name);
  if (!procedure) {
    procedure = program_add_procedure(program, intern(program->names, name));
    procedure->result = result;
    procedure->is_noreturn = is_noreturn;
  }
  return procedure->self;
}

// Addresses

// A label is a byte inside its function, numbered in order of appearance: then
// tables of differences of labels have small constants, as in a real program.
static struct term label_address(struct translator *translator,
                                 LLVMValueRef address) {
  struct program *program = translator->program;
  LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(address);
  struct procedure_id id =
      globals_procedure(translator, LLVMGetBlockAddressFunction(address));
  struct object_info *function =
      program_object(program, program_procedure(program, id)->function);
  bool is_new;
  uint32_t *offset = pointer_map_insert(&translator->labels, block, &is_new);
  if (is_new)
    *offset = (uint32_t)function->size++;
  return term_add(program->terms, program_term(program, function->address),
                  term_const(program->terms, program->pointer_width, *offset));
}

struct term globals_address(struct translator *translator, LLVMValueRef value) {
  struct program *program = translator->program;
  if (LLVMIsABlockAddress(value))
    return label_address(translator, value);
  if (LLVMIsAGlobalAlias(value))
    return constant_term(translator, LLVMAliasGetAliasee(value), NULL);
  struct object_id object = {0};
  struct procedure_id procedure = globals_procedure(translator, value);
  const struct storage *storage = globals_storage(translator, value);
  if (procedure.id)
    object = program_procedure(program, procedure)->function;
  else if (storage)
    object = storage->object;
  bool is_absent = LLVMGetLinkage(value) == LLVMExternalWeakLinkage;
  if (!object.id || is_absent)
    return term_const(program->terms, program->pointer_width, 0);
  return program_term(program, program_object(program, object)->address);
}

void globals_limitation(struct translator *translator,
                        const struct procedure *procedure,
                        struct position position, const char *what,
                        bool is_havocked) {
  struct program *program = translator->program;
  program_add_limitation(
      program,
      (struct limitation){.procedure = procedure ? procedure->self
                                                 : (struct procedure_id){0},
                          .position = position,
                          .what = intern(program->names, what),
                          .is_havocked = is_havocked});
}

void globals_declare(struct translator *translator) {
  LLVMModuleRef module = translator->module;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    if (!is_compiler_internal(f))
      declare_function(translator, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (!is_compiler_internal(g))
      declare_global(translator, g);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (!is_compiler_internal(g))
      initialise_global(translator, g);
  startup_list(translator);
}
