// Reading DWARF-like metadata through LLVM's C API.
//
// The API has accessors for names, sizes and offsets only. Everything else is
// an operand of the metadata node, and the operand numbers below are LLVM 19's
// (llvm/IR/DebugInfoMetadata.h). Signs of basic types follow from their names;
// values of enumerators exist only in their printed form.
#include "frontend/debug_info.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "frontend/pointer_map.h"

enum {
  TYPE_BASE = 3, // DIDerivedType, DICompositeType
  TYPE_ELEMENTS = 4,
  MEMBER_MARKS = 5,      // DIDerivedType
  SUBPROGRAM_MARKS = 11, // DISubprogram
  MARK_TEXT = 1,         // of one of them
  SUBROUTINE_TYPES = 3,
  SUBPROGRAM_TYPE = 4,
  SUBRANGE_COUNT = 0,
  VARIABLE_NAME = 1, // DILocalVariable, DIGlobalVariable
  VARIABLE_TYPE = 3,
  LABEL_NAME = 1,
  BLOCK_SCOPE = 1, // DILexicalBlock, DILexicalBlockFile
  LOOP_START = 1,
  ENUMERATOR_NAME = 0,
  DECLARE_STORAGE = 0, // operands of llvm.dbg.declare and llvm.dbg.label
  DECLARE_VARIABLE = 1,
  MARKED_LABEL = 0
};

enum dwarf_tag {
  TAG_ARRAY = 0x01,
  TAG_ENUM = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCT = 0x13,
  TAG_SUBROUTINE = 0x15,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_BASE = 0x24,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47
};

struct debug_info {
  struct program *program;
  LLVMContextRef context;
  const struct mark_vec *marks; // that the files were compiled with
  char *directory;              // ours, to shorten file names
  struct pointer_map types;     // metadata node -> ctype
  struct pointer_map files;     // DIFile or scope -> file name
  struct pointer_map records;   // interned "struct.conn" -> ctype
  struct ctype void_type;
};

struct debug_info *debug_info_new(LLVMModuleRef module, struct program *program,
                                  const struct mark_vec *marks) {
  struct debug_info *debug = memory_new_zero(1, sizeof *debug);
  debug->program = program;
  debug->marks = marks;
  debug->context = LLVMGetModuleContext(module);
  debug->directory = getcwd(NULL, 0);
  debug->void_type =
      ctype_add(program->types,
                (struct ctype_info){.kind = CTYPE_VOID,
                                    .name = intern(program->names, "void")});
  return debug;
}

void debug_info_free(struct debug_info *debug) {
  free(debug->directory);
  pointer_map_release(&debug->types);
  pointer_map_release(&debug->files);
  pointer_map_release(&debug->records);
  free(debug);
}

// Metadata nodes

struct operands {
  LLVMValueRef *at;
  unsigned count;
};

static struct operands node_operands(struct debug_info *debug,
                                     LLVMMetadataRef node) {
  LLVMValueRef value = LLVMMetadataAsValue(debug->context, node);
  struct operands operands = {.count = LLVMGetMDNodeNumOperands(value)};
  operands.at = memory_new_zero(operands.count + 1, sizeof *operands.at);
  LLVMGetMDNodeOperands(value, operands.at);
  return operands;
}

static LLVMMetadataRef node_operand(struct debug_info *debug,
                                    LLVMMetadataRef node, unsigned index) {
  struct operands operands = node_operands(debug, node);
  LLVMMetadataRef result = NULL;
  if (index < operands.count && operands.at[index])
    result = LLVMValueAsMetadata(operands.at[index]);
  free(operands.at);
  return result;
}

static struct name node_string(struct debug_info *debug, LLVMMetadataRef node,
                               unsigned index) {
  LLVMMetadataRef string = node_operand(debug, node, index);
  if (!string)
    return (struct name){0};
  unsigned length;
  const char *text =
      LLVMGetMDString(LLVMMetadataAsValue(debug->context, string), &length);
  return text ? intern_bytes(debug->program->names, text, length)
              : (struct name){0};
}

static bool is_type(LLVMMetadataRef node) {
  if (!node)
    return false;
  switch (LLVMGetMetadataKind(node)) {
  case LLVMDIBasicTypeMetadataKind:
  case LLVMDIDerivedTypeMetadataKind:
  case LLVMDICompositeTypeMetadataKind:
  case LLVMDISubroutineTypeMetadataKind: return true;
  default: return false;
  }
}

// Positions

// The file as the user would name it: relative to where we run if it is there.
static struct name file_name(struct debug_info *debug, LLVMMetadataRef file) {
  unsigned length, directory_length;
  const char *name = LLVMDIFileGetFilename(file, &length);
  const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
  struct strbuf path = {0};
  bool is_ours = debug->directory &&
                 strlen(debug->directory) == directory_length &&
                 !strncmp(debug->directory, directory, directory_length);
  if (length && name[0] != '/' && directory_length && !is_ours) {
    strbuf_bytes(&path, directory, directory_length);
    strbuf_char(&path, '/');
  }
  strbuf_bytes(&path, name, length);
  struct name result = intern(debug->program->names, strbuf_text(&path));
  strbuf_release(&path);
  return result;
}

static struct name scope_file(struct debug_info *debug, LLVMMetadataRef scope) {
  bool is_new;
  uint32_t *known = pointer_map_insert(&debug->files, scope, &is_new);
  if (!is_new)
    return (struct name){*known};
  LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
  *known = file ? file_name(debug, file).id : 0;
  return (struct name){*known};
}

// The position in the text as the user wrote it. The compiler and its debug
// information may call a file by different paths.
static struct position without_marks(const struct debug_info *debug,
                                     struct position position) {
  const struct interner *names = debug->program->names;
  for (uint32_t i = 0; i < debug->marks->count; i++) {
    struct spot at = debug->marks->at[i].at;
    if (at.line != position.line ||
        strcmp(file_base_name(name_text(names, at.file)),
               file_base_name(name_text(names, position.file))))
      continue;
    at.column = position.column;
    position.column = marks_column(debug->marks, at);
    break;
  }
  return position;
}

struct position debug_position(struct debug_info *debug,
                               LLVMValueRef instruction) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  if (!location)
    return (struct position){0};
  struct position position = {
      .file = scope_file(debug, LLVMDILocationGetScope(location)),
      .line = LLVMDILocationGetLine(location),
      .column = LLVMDILocationGetColumn(location)};
  return name_is_none(position.file) ? position
                                     : without_marks(debug, position);
}

struct position debug_function_position(struct debug_info *debug,
                                        LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (!subprogram)
    return (struct position){0};
  return (struct position){.file = scope_file(debug, subprogram),
                           .line = LLVMDISubprogramGetLine(subprogram)};
}

// Types

static struct ctype type_of(struct debug_info *debug, LLVMMetadataRef node);

static struct name type_name(struct debug_info *debug, LLVMMetadataRef node) {
  size_t length;
  const char *text = LLVMDITypeGetName(node, &length);
  return length ? intern_bytes(debug->program->names, text, length)
                : (struct name){0};
}

static struct ctype_info basic_info(struct debug_info *debug,
                                    LLVMMetadataRef node) {
  struct ctype_info info = {.kind = CTYPE_INT,
                            .name = type_name(debug, node),
                            .bit_size = LLVMDITypeGetSizeInBits(node)};
  const char *text = name_text(debug->program->names, info.name);
  info.is_signed = !strstr(text, "unsigned") && !strstr(text, "char16") &&
                   !strstr(text, "char32");
  if (!strcmp(text, "_Bool"))
    info.kind = CTYPE_BOOL;
  else if (strstr(text, "float") || strstr(text, "double") ||
           strstr(text, "_Float") || !strcmp(text, "half") ||
           strstr(text, "complex"))
    info.kind = CTYPE_FLOAT;
  if (info.kind != CTYPE_INT)
    info.is_signed = info.kind == CTYPE_FLOAT;
  return info;
}

static struct ctype_info alias_info(struct debug_info *debug,
                                    LLVMMetadataRef node, enum ctype_kind kind,
                                    const char *name) {
  LLVMMetadataRef base = node_operand(debug, node, TYPE_BASE);
  struct ctype target = is_type(base) ? type_of(debug, base) : debug->void_type;
  return (struct ctype_info){
      .kind = kind,
      .name =
          name ? intern(debug->program->names, name) : type_name(debug, node),
      .bit_size = kind == CTYPE_POINTER
                      ? LLVMDITypeGetSizeInBits(node)
                      : ctype_info(debug->program->types, target)->bit_size,
      .target = target};
}

// The number of elements of one dimension, 0 when it is not constant.
static uint64_t subrange_count(struct debug_info *debug,
                               LLVMMetadataRef subrange) {
  LLVMMetadataRef count = node_operand(debug, subrange, SUBRANGE_COUNT);
  if (!count ||
      LLVMGetMetadataKind(count) != LLVMConstantAsMetadataMetadataKind)
    return 0;
  struct operands value = {0};
  LLVMValueRef wrapped = LLVMMetadataAsValue(debug->context, count);
  value.count = LLVMGetMDNodeNumOperands(wrapped);
  if (value.count != 1)
    return 0;
  LLVMValueRef constant;
  LLVMGetMDNodeOperands(wrapped, &constant);
  int64_t result =
      LLVMIsAConstantInt(constant) ? LLVMConstIntGetSExtValue(constant) : 0;
  return result > 0 ? (uint64_t)result : 0;
}

// int a[2][3] is one node with two subranges; we nest them.
static struct ctype_info array_info(struct debug_info *debug,
                                    LLVMMetadataRef node) {
  struct ctype_table *types = debug->program->types;
  LLVMMetadataRef base = node_operand(debug, node, TYPE_BASE);
  struct ctype element =
      is_type(base) ? type_of(debug, base) : debug->void_type;
  LLVMMetadataRef ranges = node_operand(debug, node, TYPE_ELEMENTS);
  struct operands ranges_list = {0};
  if (ranges)
    ranges_list = node_operands(debug, ranges);
  struct ctype_info info = {.kind = CTYPE_ARRAY, .target = element};
  for (unsigned i = ranges_list.count; i-- > 0;) {
    uint64_t count =
        ranges_list.at[i]
            ? subrange_count(debug, LLVMValueAsMetadata(ranges_list.at[i]))
            : 0;
    info = (struct ctype_info){
        .kind = CTYPE_ARRAY,
        .target = element,
        .count = count,
        .bit_size = count * ctype_info(types, element)->bit_size};
    if (i > 0)
      element = ctype_add(types, info);
  }
  free(ranges_list.at);
  return info;
}

// What a declaration was marked with; none behind the last.
static struct name mark_of(struct debug_info *debug, LLVMMetadataRef node,
                           unsigned marks, uint32_t index) {
  LLVMMetadataRef list = node_operand(debug, node, marks);
  LLVMMetadataRef mark = list ? node_operand(debug, list, index) : NULL;
  return mark ? node_string(debug, mark, MARK_TEXT) : (struct name){0};
}

// "counted_by n"
static struct name counter_of(struct debug_info *debug,
                              LLVMMetadataRef member) {
  static const char word[] = "counted_by ";
  struct interner *names = debug->program->names;
  struct name mark = {0}, counter = {0};
  uint32_t index = 0;
  do {
    mark = mark_of(debug, member, MEMBER_MARKS, index++);
    const char *text = name_is_none(mark) ? "" : name_text(names, mark);
    if (!strncmp(text, word, sizeof word - 1))
      counter = intern(names, text + sizeof word - 1);
  } while (!name_is_none(mark));
  return counter;
}

static struct cfield field_of(struct debug_info *debug,
                              LLVMMetadataRef member) {
  struct cfield field = {.name = type_name(debug, member),
                         .bit_offset = LLVMDITypeGetOffsetInBits(member),
                         .bit_size = LLVMDITypeGetSizeInBits(member)};
  LLVMMetadataRef base = node_operand(debug, member, TYPE_BASE);
  if (is_type(base))
    field.type = type_of(debug, base);
  // Only integers can be bit-fields; other types may still be incomplete here.
  const struct ctype_info *bare = ctype_bare(debug->program->types, field.type);
  bool is_integer = bare->kind == CTYPE_INT || bare->kind == CTYPE_BOOL ||
                    bare->kind == CTYPE_ENUM;
  field.is_bit_field = is_integer && (field.bit_size != bare->bit_size ||
                                      field.bit_offset % 8 != 0);
  field.counted_by = counter_of(debug, member);
  return field;
}

VEC_DEFINE(cfield_vec, struct cfield);
VEC_DEFINE(cenumerator_vec, struct cenumerator);

static void fill_record(struct debug_info *debug, LLVMMetadataRef node,
                        struct ctype type, struct ctype_info info) {
  LLVMMetadataRef elements = node_operand(debug, node, TYPE_ELEMENTS);
  struct operands members = {0};
  if (elements)
    members = node_operands(debug, elements);
  struct cfield_vec fields = {0};
  for (unsigned i = 0; i < members.count; i++) {
    LLVMMetadataRef member =
        members.at[i] ? LLVMValueAsMetadata(members.at[i]) : NULL;
    if (is_type(member) && LLVMGetDINodeTag(member) == TAG_MEMBER)
      cfield_vec_push(&fields, field_of(debug, member));
  }
  info.fields = fields.at;
  info.field_count = fields.count;
  ctype_fill(debug->program->types, type, info);
  cfield_vec_release(&fields);
  free(members.at);
}

// The value stands only in the text: !DIEnumerator(name: "A", value: -5).
static u128 enumerator_value(LLVMValueRef enumerator) {
  char *text = LLVMPrintValueToString(enumerator);
  const char *value = strstr(text, "value: ");
  u128 result = 0;
  if (value) {
    value += strlen("value: ");
    result = *value == '-' ? (u128)(i128)strtoll(value, NULL, 10)
                           : (u128)strtoull(value, NULL, 10);
  }
  LLVMDisposeMessage(text);
  return result;
}

static struct ctype_info enum_info(struct debug_info *debug,
                                   LLVMMetadataRef node) {
  LLVMMetadataRef base = node_operand(debug, node, TYPE_BASE);
  struct ctype_info info = {.kind = CTYPE_ENUM,
                            .name = type_name(debug, node),
                            .bit_size = LLVMDITypeGetSizeInBits(node)};
  if (is_type(base))
    info.is_signed =
        ctype_is_signed(debug->program->types, type_of(debug, base));
  LLVMMetadataRef elements = node_operand(debug, node, TYPE_ELEMENTS);
  struct operands members = {0};
  if (elements)
    members = node_operands(debug, elements);
  struct cenumerator_vec enumerators = {0};
  for (unsigned i = 0; i < members.count; i++) {
    LLVMMetadataRef member = LLVMValueAsMetadata(members.at[i]);
    cenumerator_vec_push(
        &enumerators, (struct cenumerator){
                          .name = node_string(debug, member, ENUMERATOR_NAME),
                          .value = enumerator_value(members.at[i])});
  }
  free(members.at);
  // The table copies the array; the caller releases this one.
  info.enumerators = enumerators.at;
  info.enumerator_count = enumerators.count;
  return info;
}

static struct ctype_info function_info(struct debug_info *debug,
                                       LLVMMetadataRef node) {
  struct ctype_info info = {.kind = CTYPE_FUNCTION, .target = debug->void_type};
  LLVMMetadataRef list = node_operand(debug, node, SUBROUTINE_TYPES);
  if (!list)
    return info;
  struct operands types = node_operands(debug, list);
  struct ctype_vec parameters = {0};
  for (unsigned i = 0; i < types.count; i++) {
    LLVMMetadataRef type =
        types.at[i] ? LLVMValueAsMetadata(types.at[i]) : NULL;
    if (i == 0)
      info.target = is_type(type) ? type_of(debug, type) : debug->void_type;
    else if (is_type(type))
      ctype_vec_push(&parameters, type_of(debug, type));
    else
      info.is_variadic = true;
  }
  free(types.at);
  info.parameters = parameters.at; // released by the caller, like enumerators
  info.parameter_count = parameters.count;
  return info;
}

// "struct.conn" is what clang calls the LLVM type of struct conn.
static void remember_record(struct debug_info *debug, struct ctype type,
                            const struct ctype_info *info) {
  if (name_is_none(info->name))
    return;
  const char *text = name_text(debug->program->names, info->name);
  struct name key =
      intern_format(debug->program->names, "%s.%s",
                    info->kind == CTYPE_UNION ? "union" : "struct", text);
  pointer_map_put(&debug->records, (const void *)(uintptr_t)key.id, type.id);
}

static struct ctype record_type(struct debug_info *debug, LLVMMetadataRef node,
                                enum ctype_kind kind) {
  struct ctype_info info = {.kind = kind,
                            .name = type_name(debug, node),
                            .bit_size = LLVMDITypeGetSizeInBits(node)};
  struct ctype type = ctype_add(debug->program->types, info);
  pointer_map_put(&debug->types, node, type.id);
  if (info.bit_size)
    remember_record(debug, type, &info);
  fill_record(debug, node, type, info);
  return type;
}

static struct ctype_info plain_info(struct debug_info *debug,
                                    LLVMMetadataRef node) {
  switch (LLVMGetDINodeTag(node)) {
  case TAG_BASE: return basic_info(debug, node);
  case TAG_POINTER: return alias_info(debug, node, CTYPE_POINTER, NULL);
  case TAG_TYPEDEF: return alias_info(debug, node, CTYPE_TYPEDEF, NULL);
  case TAG_CONST: return alias_info(debug, node, CTYPE_QUALIFIED, "const");
  case TAG_VOLATILE:
    return alias_info(debug, node, CTYPE_QUALIFIED, "volatile");
  case TAG_RESTRICT:
    return alias_info(debug, node, CTYPE_QUALIFIED, "restrict");
  case TAG_ATOMIC: return alias_info(debug, node, CTYPE_QUALIFIED, "_Atomic");
  case TAG_ARRAY: return array_info(debug, node);
  case TAG_ENUM: return enum_info(debug, node);
  case TAG_SUBROUTINE: return function_info(debug, node);
  default:
    return (struct ctype_info){.bit_size = LLVMDITypeGetSizeInBits(node)};
  }
}

static struct ctype type_of(struct debug_info *debug, LLVMMetadataRef node) {
  uint32_t *known = pointer_map_find(&debug->types, node);
  if (known)
    return (struct ctype){*known};
  unsigned tag = LLVMGetDINodeTag(node);
  if (tag == TAG_STRUCT || tag == TAG_UNION)
    return record_type(debug, node,
                       tag == TAG_STRUCT ? CTYPE_STRUCT : CTYPE_UNION);
  // A pointer may lead back to itself through a typedef of a function type:
  // reserve its handle before looking at its parts.
  struct ctype type =
      ctype_add(debug->program->types, (struct ctype_info){.kind = 0});
  pointer_map_put(&debug->types, node, type.id);
  struct ctype_info info = plain_info(debug, node);
  ctype_fill(debug->program->types, type, info);
  free(info.enumerators);
  free(info.parameters);
  return type;
}

struct ctype debug_function_type(struct debug_info *debug,
                                 LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef type =
      subprogram ? node_operand(debug, subprogram, SUBPROGRAM_TYPE) : NULL;
  return is_type(type) ? type_of(debug, type) : (struct ctype){0};
}

struct name debug_function_mark(struct debug_info *debug, LLVMValueRef function,
                                uint32_t index) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  return subprogram ? mark_of(debug, subprogram, SUBPROGRAM_MARKS, index)
                    : (struct name){0};
}

struct ctype debug_record(struct debug_info *debug, LLVMTypeRef type) {
  const char *text = LLVMGetTypeKind(type) == LLVMStructTypeKind
                         ? LLVMGetStructName(type)
                         : NULL;
  struct name key = {0};
  if (text)
    key = intern_lookup(debug->program->names, text);
  const void *address = (const void *)(uintptr_t)key.id;
  uint32_t *known = key.id ? pointer_map_find(&debug->records, address) : NULL;
  return (struct ctype){known ? *known : 0};
}

// Variables

static struct debug_variable variable_of(struct debug_info *debug,
                                         LLVMMetadataRef node) {
  struct debug_variable variable = {
      .name = node_string(debug, node, VARIABLE_NAME)};
  LLVMMetadataRef type = node_operand(debug, node, VARIABLE_TYPE);
  if (is_type(type))
    variable.type = type_of(debug, type);
  LLVMMetadataRef file = LLVMDIVariableGetFile(node);
  variable.position = (struct position){.file = file ? file_name(debug, file)
                                                     : (struct name){0},
                                        .line = LLVMDIVariableGetLine(node)};
  return variable;
}

bool debug_global(struct debug_info *debug, LLVMValueRef global,
                  struct debug_variable *variable) {
  size_t count;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) {
    LLVMMetadataRef node =
        LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    *variable =
        variable_of(debug, LLVMDIGlobalVariableExpressionGetVariable(node));
    found = true;
  }
  LLVMDisposeValueMetadataEntries(entries);
  return found;
}

bool debug_declaration(struct debug_info *debug, LLVMValueRef call,
                       struct debug_variable *variable, LLVMValueRef *storage) {
  LLVMValueRef wrapped = LLVMGetOperand(call, DECLARE_STORAGE);
  LLVMValueRef node = LLVMGetOperand(call, DECLARE_VARIABLE);
  if (LLVMGetMDNodeNumOperands(wrapped) != 1)
    return false;
  LLVMGetMDNodeOperands(wrapped, storage);
  if (!*storage)
    return false;
  *variable = variable_of(debug, LLVMValueAsMetadata(node));
  return true;
}

bool debug_declared_storage(LLVMValueRef call, LLVMValueRef *storage) {
  LLVMValueRef wrapped = LLVMGetOperand(call, DECLARE_STORAGE);
  if (LLVMGetMDNodeNumOperands(wrapped) != 1)
    return false;
  LLVMGetMDNodeOperands(wrapped, storage);
  return *storage != NULL;
}

// Scopes

LLVMMetadataRef debug_declared_scope(LLVMValueRef call) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call);
  if (!location || LLVMDILocationGetInlinedAt(location))
    return NULL;
  LLVMValueRef node = LLVMGetOperand(call, DECLARE_VARIABLE);
  return LLVMDIVariableGetScope(LLVMValueAsMetadata(node));
}

LLVMMetadataRef debug_scope(LLVMValueRef instruction) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  if (!location)
    return NULL;
  while (LLVMDILocationGetInlinedAt(location))
    location = LLVMDILocationGetInlinedAt(location);
  return LLVMDILocationGetScope(location);
}

bool debug_is_block(LLVMMetadataRef scope) {
  return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

LLVMMetadataRef debug_outer_scope(struct debug_info *debug,
                                  LLVMMetadataRef scope) {
  if (!debug_is_block(scope) &&
      LLVMGetMetadataKind(scope) != LLVMDILexicalBlockFileMetadataKind)
    return NULL;
  return node_operand(debug, scope, BLOCK_SCOPE);
}

// Only the printed form has it.
struct position debug_block_position(struct debug_info *debug,
                                     LLVMMetadataRef block) {
  char *text =
      LLVMPrintValueToString(LLVMMetadataAsValue(debug->context, block));
  const char *line = strstr(text, "line: ");
  const char *column = strstr(text, "column: ");
  struct position position = {0};
  if (line && column)
    position = (struct position){
        .file = scope_file(debug, block),
        .line = (uint32_t)strtoul(line + strlen("line: "), NULL, 10),
        .column = (uint32_t)strtoul(column + strlen("column: "), NULL, 10)};
  LLVMDisposeMessage(text);
  return position;
}

LLVMMetadataRef debug_loop_scope(struct debug_info *debug,
                                 LLVMValueRef branch) {
  static const char kind[] = "llvm.loop";
  unsigned id = LLVMGetMDKindIDInContext(debug->context, kind, sizeof kind - 1);
  LLVMValueRef node = LLVMGetMetadata(branch, id);
  if (!node)
    return NULL;
  LLVMMetadataRef start =
      node_operand(debug, LLVMValueAsMetadata(node), LOOP_START);
  if (!start || LLVMGetMetadataKind(start) != LLVMDILocationMetadataKind ||
      LLVMDILocationGetInlinedAt(start))
    return NULL;
  return LLVMDILocationGetScope(start);
}

struct name debug_label(struct debug_info *debug, LLVMValueRef call) {
  LLVMValueRef node = LLVMGetOperand(call, MARKED_LABEL);
  return node_string(debug, LLVMValueAsMetadata(node), LABEL_NAME);
}
