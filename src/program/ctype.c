// The table of C types, and their declarations as text.
#include "program/ctype.h"

#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/memory.h"

VEC_DEFINE(ctype_info_vec, struct ctype_info);

struct ctype_table {
  struct interner *names;      // borrowed
  struct arena arena;          // fields, enumerators and parameters
  struct ctype_info_vec infos; // [0] is the unknown type
};

struct ctype_table *ctype_table_new(struct interner *names) {
  struct ctype_table *types = memory_new_zero(1, sizeof *types);
  types->names = names;
  arena_init(&types->arena);
  ctype_info_vec_resize(&types->infos, 1);
  return types;
}

void ctype_table_free(struct ctype_table *types) {
  if (!types)
    return;
  ctype_info_vec_release(&types->infos);
  arena_release(&types->arena);
  free(types);
}

static void *copy_array(struct ctype_table *types, const void *from,
                        uint32_t count, size_t size) {
  return count ? arena_copy(&types->arena, from, count * size) : NULL;
}

static struct ctype_info own(struct ctype_table *types,
                             struct ctype_info info) {
  info.fields =
      copy_array(types, info.fields, info.field_count, sizeof *info.fields);
  info.enumerators = copy_array(types, info.enumerators, info.enumerator_count,
                                sizeof *info.enumerators);
  info.parameters = copy_array(types, info.parameters, info.parameter_count,
                               sizeof *info.parameters);
  return info;
}

struct ctype ctype_add(struct ctype_table *types, struct ctype_info info) {
  return (struct ctype){ctype_info_vec_push(&types->infos, own(types, info))};
}

void ctype_fill(struct ctype_table *types, struct ctype type,
                struct ctype_info info) {
  CHECK(type.id && type.id < types->infos.count, "no type %u", type.id);
  types->infos.at[type.id] = own(types, info);
}

// Queries

uint32_t ctype_count(const struct ctype_table *types) {
  return types->infos.count;
}

const struct ctype_info *ctype_info(const struct ctype_table *types,
                                    struct ctype type) {
  CHECK(type.id < types->infos.count, "no type %u", type.id);
  return &types->infos.at[type.id];
}

struct ctype ctype_strip(const struct ctype_table *types, struct ctype type) {
  const struct ctype_info *info = ctype_info(types, type);
  while (info->kind == CTYPE_TYPEDEF || info->kind == CTYPE_QUALIFIED) {
    type = info->target;
    info = ctype_info(types, type);
  }
  return type;
}

bool ctype_is_volatile(const struct ctype_table *types, struct ctype type) {
  const struct ctype_info *info = ctype_info(types, type);
  while (info->kind == CTYPE_QUALIFIED || info->kind == CTYPE_TYPEDEF ||
         info->kind == CTYPE_ARRAY) {
    if (info->kind == CTYPE_QUALIFIED &&
        !strcmp(name_text(types->names, info->name), "volatile"))
      return true;
    info = ctype_info(types, info->target);
  }
  return false;
}

const struct ctype_info *ctype_bare(const struct ctype_table *types,
                                    struct ctype type) {
  return ctype_info(types, ctype_strip(types, type));
}

const char *ctype_name_text(const struct ctype_table *types, struct name name) {
  return name_text(types->names, name);
}

// The same name and kind, and it has a size.
static bool completes(const struct ctype_info *info,
                      const struct ctype_info *declared) {
  return info->kind == declared->kind && info->bit_size &&
         name_equal(info->name, declared->name);
}

struct ctype ctype_completed(const struct ctype_table *types,
                             struct ctype type) {
  const struct ctype_info *declared = ctype_bare(types, type);
  struct ctype found = type;
  uint64_t size = 0;
  bool is_declared =
      (declared->kind == CTYPE_STRUCT || declared->kind == CTYPE_UNION) &&
      !declared->bit_size && !name_is_none(declared->name);
  for (uint32_t i = 1; is_declared && i < types->infos.count; i++) {
    const struct ctype_info *info = &types->infos.at[i];
    if (!completes(info, declared))
      continue;
    if (size && size != info->bit_size)
      return type;
    if (!size)
      found = (struct ctype){i};
    size = info->bit_size;
  }
  return found;
}

bool ctype_is_record(const struct ctype_table *types, struct ctype type) {
  enum ctype_kind kind = ctype_bare(types, type)->kind;
  return kind == CTYPE_STRUCT || kind == CTYPE_UNION;
}

bool ctype_is_signed(const struct ctype_table *types, struct ctype type) {
  const struct ctype_info *info = ctype_bare(types, type);
  return (info->kind == CTYPE_INT || info->kind == CTYPE_ENUM) &&
         info->is_signed;
}

struct name ctype_enumerator(const struct ctype_table *types, struct ctype type,
                             u128 value) {
  const struct ctype_info *info = ctype_bare(types, type);
  for (uint32_t i = 0; i < info->enumerator_count; i++)
    if (bits_truncate(info->enumerators[i].value, (unsigned)info->bit_size) ==
        value)
      return info->enumerators[i].name;
  return (struct name){0};
}

// Printing
//
// A C declaration is read from the name outwards. We walk the type from the
// outside in, wrapping the declarator: a pointer puts a star before it, arrays
// and functions put brackets after it, and whatever is left is the base.

static void prepend(struct strbuf *declarator, const char *before,
                    const char *after) {
  struct strbuf wrapped = {0};
  strbuf_add(&wrapped, before);
  strbuf_add(&wrapped, strbuf_text(declarator));
  strbuf_add(&wrapped, after);
  strbuf_release(declarator);
  *declarator = wrapped;
}

// Looks through qualifiers but not typedefs, which print as names.
static enum ctype_kind written_kind(const struct ctype_table *types,
                                    struct ctype type) {
  const struct ctype_info *info = ctype_info(types, type);
  while (info->kind == CTYPE_QUALIFIED)
    info = ctype_info(types, info->target);
  return info->kind;
}

static void wrap_pointer(const struct ctype_table *types,
                         const struct ctype_info *info,
                         struct strbuf *declarator) {
  enum ctype_kind target = written_kind(types, info->target);
  if (target == CTYPE_ARRAY || target == CTYPE_FUNCTION)
    prepend(declarator, "(*", ")");
  else
    prepend(declarator, "*", "");
}

static void wrap_function(const struct ctype_table *types,
                          const struct ctype_info *info,
                          struct strbuf *declarator) {
  strbuf_char(declarator, '(');
  for (uint32_t i = 0; i < info->parameter_count; i++) {
    strbuf_add(declarator, i ? ", " : "");
    ctype_print(types, info->parameters[i], "", declarator);
  }
  if (info->is_variadic)
    strbuf_add(declarator, info->parameter_count ? ", ..." : "...");
  else if (!info->parameter_count)
    strbuf_add(declarator, "void");
  strbuf_char(declarator, ')');
}

static void wrap_array(const struct ctype_info *info,
                       struct strbuf *declarator) {
  if (info->count)
    strbuf_format(declarator, "[%llu]", (unsigned long long)info->count);
  else
    strbuf_add(declarator, "[]");
}

// `const` binds to a pointer's star; before any other type it goes first.
static void wrap_qualifier(const struct ctype_table *types,
                           const struct ctype_info *info,
                           struct strbuf *declarator, struct strbuf *base) {
  const char *qualifier = name_text(types->names, info->name);
  if (written_kind(types, info->target) != CTYPE_POINTER) {
    strbuf_format(base, "%s ", qualifier);
    return;
  }
  if (declarator->length)
    prepend(declarator, " ", "");
  prepend(declarator, qualifier, "");
}

static void print_tagged(const struct ctype_table *types, const char *keyword,
                         const struct ctype_info *info, struct strbuf *base) {
  if (name_is_none(info->name))
    strbuf_format(base, "%s {...}", keyword);
  else
    strbuf_format(base, "%s %s", keyword, name_text(types->names, info->name));
}

static void print_base(const struct ctype_table *types,
                       const struct ctype_info *info, struct strbuf *base) {
  switch (info->kind) {
  case CTYPE_STRUCT: print_tagged(types, "struct", info, base); return;
  case CTYPE_UNION: print_tagged(types, "union", info, base); return;
  case CTYPE_ENUM: print_tagged(types, "enum", info, base); return;
  case CTYPE_VOID: strbuf_add(base, "void"); return;
  default:
    strbuf_add(base, name_is_none(info->name)
                         ? "?"
                         : name_text(types->names, info->name));
  }
}

void ctype_print(const struct ctype_table *types, struct ctype type,
                 const char *declarator, struct strbuf *out) {
  struct strbuf inner = {0}, base = {0};
  strbuf_add(&inner, declarator);
  const struct ctype_info *info = ctype_info(types, type);
  for (;; info = ctype_info(types, info->target)) {
    if (info->kind == CTYPE_POINTER)
      wrap_pointer(types, info, &inner);
    else if (info->kind == CTYPE_ARRAY)
      wrap_array(info, &inner);
    else if (info->kind == CTYPE_FUNCTION)
      wrap_function(types, info, &inner);
    else if (info->kind == CTYPE_QUALIFIED)
      wrap_qualifier(types, info, &inner, &base);
    else
      break;
  }
  print_base(types, info, &base);
  strbuf_add(out, strbuf_text(&base));
  if (inner.length)
    strbuf_format(out, " %s", strbuf_text(&inner));
  strbuf_release(&base);
  strbuf_release(&inner);
}

static struct ctype leaf_of_struct(const struct ctype_table *types,
                                   const struct ctype_info *info,
                                   uint64_t offset) {
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    uint64_t first = field->bit_offset / 8;
    uint64_t size = ctype_bare(types, field->type)->bit_size / 8;
    if (!field->is_bit_field && first <= offset && offset < first + size)
      return ctype_leaf(types, field->type, offset - first);
  }
  return (struct ctype){0};
}

struct ctype ctype_leaf(const struct ctype_table *types, struct ctype type,
                        uint64_t offset) {
  const struct ctype_info *info = ctype_bare(types, type);
  struct ctype none = {0};
  switch (info->kind) {
  case CTYPE_ARRAY: {
    uint64_t size = ctype_bare(types, info->target)->bit_size / 8;
    return size ? ctype_leaf(types, info->target, offset % size) : none;
  }
  case CTYPE_STRUCT: return leaf_of_struct(types, info, offset);
  case CTYPE_UNION: return none;
  default: return offset == 0 ? type : none;
  }
}

// That of the fields, if all lie where it wants them.
static uint64_t record_alignment(const struct ctype_table *types,
                                 const struct ctype_info *record,
                                 uint64_t word) {
  uint64_t most = 1;
  for (uint32_t i = 0; i < record->field_count; i++) {
    const struct cfield *field = &record->fields[i];
    uint64_t own = ctype_alignment(types, field->type, word);
    if (field->is_bit_field)
      continue;
    if (field->bit_offset % (8 * own))
      return 1;
    most = own > most ? own : most;
  }
  return record->bit_size % (8 * most) ? 1 : most;
}

uint64_t ctype_alignment(const struct ctype_table *types, struct ctype type,
                         uint64_t word) {
  const struct ctype_info *info = ctype_bare(types, type);
  uint64_t size = info->bit_size / 8;
  switch (info->kind) {
  case CTYPE_STRUCT:
  case CTYPE_UNION: return record_alignment(types, info, word);
  case CTYPE_ARRAY: return ctype_alignment(types, info->target, word);
  case CTYPE_INT:
  case CTYPE_FLOAT:
  case CTYPE_ENUM:
  case CTYPE_POINTER:
    return !size || size & (size - 1) ? 1 : size < word ? size : word;
  default: return 1;
  }
}
