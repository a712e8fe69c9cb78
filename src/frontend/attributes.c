// Attributes of functions that say what callers see to, and what they get
// (program/attribute.h).
//
// Bitcode has nonnull, `static` in the bounds of a parameter, returns_nonnull,
// malloc and alloc_size. Of `access`, which clang does not know, there is a
// mark in the debug information (compile.c): "access read_only, 1, 2". Its
// numbers are those of C's parameters, so it is taken only where each of them
// is one argument. What does not make sense is not taken at all.
#include <stdlib.h>
#include <string.h>

#include "frontend/internal.h"

VEC_DEFINE(attribute_vec, struct attribute);

struct reading {
  struct translator *translator;
  LLVMValueRef function;
  struct procedure *procedure;
  struct attribute_vec required;
};

static LLVMAttributeRef find(LLVMValueRef function, unsigned index,
                             const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, index, kind);
}

// ---- Arguments --------------------------------------------------------------

static void read_argument(struct reading *r, uint32_t index) {
  struct attribute made = {.argument = index};
  LLVMAttributeRef bytes = find(r->function, index + 1, "dereferenceable");
  if (r->procedure->passing.at[index].kind != PASSED_VALUE)
    return;
  if (bytes) {
    made.kind = ATTRIBUTE_BYTES;
    made.size = LLVMGetEnumAttributeValue(bytes);
    attribute_vec_push(&r->required, made);
  } else if (find(r->function, index + 1, "nonnull")) {
    attribute_vec_push(&r->required, made);
  }
}

// The type of C's parameter, where that is the argument; none where it is not.
static struct ctype parameter_type(const struct reading *r, uint64_t number) {
  const struct procedure *procedure = r->procedure;
  if (!procedure->type.id)
    return (struct ctype){0};
  const struct ctype_info *type =
      ctype_bare(r->translator->program->types, procedure->type);
  bool is_one = type->kind == CTYPE_FUNCTION &&
                type->parameter_count == procedure->passing.count &&
                number >= 1 && number <= type->parameter_count &&
                procedure->passing.at[number - 1].kind == PASSED_VALUE;
  return is_one ? type->parameters[number - 1] : (struct ctype){0};
}

// Bytes of what the pointer points to, or 0.
static uint64_t element_size(const struct reading *r, struct ctype type) {
  const struct ctype_table *types = r->translator->program->types;
  const struct ctype_info *info = type.id ? ctype_bare(types, type) : NULL;
  if (!info || info->kind != CTYPE_POINTER)
    return 0;
  info = ctype_bare(types, info->target);
  return info->kind == CTYPE_VOID ? 1 : info->bit_size / 8;
}

static bool is_number(const struct reading *r, struct ctype type) {
  const struct program *program = r->translator->program;
  const struct ctype_info *info =
      type.id ? ctype_bare(program->types, type) : NULL;
  return info && info->kind == CTYPE_INT &&
         info->bit_size <= program->pointer_width;
}

// ", 1, 2": the numbers behind the mode, or false where there are not two.
static bool read_numbers(const char *text, unsigned long *first,
                         unsigned long *second) {
  char *end;
  if (*text != ',')
    return false;
  *first = strtoul(text + 1, &end, 10);
  if (*end != ',')
    return false;
  *second = strtoul(end + 1, &end, 10);
  return *end == '\0';
}

// "read_only, 1, 2"
static void read_access(struct reading *r, const char *text) {
  static const char none[] = "none";
  unsigned long pointer, counter;
  text += strspn(text, " _");
  size_t length = strcspn(text, ",");
  if (!strncmp(text, none, sizeof none - 1) ||
      !read_numbers(text + length, &pointer, &counter))
    return;
  struct ctype count = parameter_type(r, counter);
  uint64_t size = element_size(r, parameter_type(r, pointer));
  if (!size || !is_number(r, count))
    return;
  struct attribute made = {
      .kind = ATTRIBUTE_SIZED,
      .argument = (uint32_t)pointer - 1,
      .counter = (uint32_t)counter - 1,
      .size = size,
      .is_signed = ctype_is_signed(r->translator->program->types, count)};
  attribute_vec_push(&r->required, made);
}

static void read_marks(struct reading *r) {
  static const char access[] = "access ";
  const struct interner *names = r->translator->program->names;
  struct name mark = {0};
  uint32_t index = 0;
  do {
    mark = debug_function_mark(r->translator->debug, r->function, index++);
    const char *text = name_is_none(mark) ? "" : name_text(names, mark);
    if (!strncmp(text, access, sizeof access - 1))
      read_access(r, text + sizeof access - 1);
  } while (!name_is_none(mark));
}

// ---- Results ----------------------------------------------------------------

static bool is_size(const struct reading *r, uint64_t index) {
  LLVMTypeRef type = LLVMGlobalGetValueType(r->function);
  if (index >= LLVMCountParamTypes(type))
    return false;
  LLVMTypeRef parameter =
      LLVMTypeOf(LLVMGetParam(r->function, (unsigned)index));
  return LLVMGetTypeKind(parameter) == LLVMIntegerTypeKind &&
         type_width(r->translator, parameter) <=
             r->translator->program->pointer_width;
}

// alloc_size(1, 2): both in one number, each from 0; none is all ones.
static void read_sizes(const struct reading *r, struct attributes *into) {
  LLVMAttributeRef sizes =
      find(r->function, (unsigned)LLVMAttributeFunctionIndex, "allocsize");
  if (!sizes)
    return;
  uint64_t both = LLVMGetEnumAttributeValue(sizes);
  uint32_t element = (uint32_t)(both >> 32), count = (uint32_t)both;
  bool has_count = count != UINT32_MAX;
  if (!is_size(r, element) || (has_count && !is_size(r, count)))
    return;
  into->sizes[0] = element + 1;
  into->sizes[1] = has_count ? count + 1 : 0;
}

static void read_result(const struct reading *r, struct attributes *into) {
  LLVMTypeRef type = LLVMGlobalGetValueType(r->function);
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMPointerTypeKind)
    return;
  into->gives_nonnull = find(r->function, LLVMAttributeReturnIndex, "nonnull");
  into->gives_new = find(r->function, LLVMAttributeReturnIndex, "noalias");
  read_sizes(r, into);
}

void attributes_read(struct translator *translator, LLVMValueRef function,
                     struct procedure *procedure) {
  struct reading r = {translator, function, procedure, {0}};
  for (uint32_t i = 0; i < procedure->passing.count; i++)
    read_argument(&r, i);
  read_marks(&r);
  struct attributes *made = &procedure->attributes;
  if (r.required.count)
    made->required = arena_copy(&translator->program->arena, r.required.at,
                                r.required.count * sizeof *r.required.at);
  made->required_count = r.required.count;
  attribute_vec_release(&r.required);
  read_result(&r, made);
}
