#include "memory/derived.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/operation.h"

static void note_variable(struct derived *derived, struct variable variable) {
  const struct ctype_table *types = derived->program->types;
  struct ctype type = program_variable(derived->program, variable)->type;
  const struct ctype_info *info = type.id ? ctype_bare(types, type) : NULL;
  if (info && info->kind == CTYPE_POINTER && info->target.id)
    bitset_add(&derived->pointed, ctype_strip(types, info->target).id);
}

void derived_init(struct derived *derived, struct program *program,
                  const struct procedure *procedure) {
  struct variable_vec targets = {0};
  *derived = (struct derived){.program = program};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    operation_targets(&procedure->edges.at[i].op, &targets);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    variable_vec_push(&targets, procedure->parameters.at[i]);
  for (uint32_t i = 0; i < targets.count; i++)
    note_variable(derived, targets.at[i]);
  variable_vec_release(&targets);
}

void derived_release(struct derived *derived) {
  bitset_release(&derived->pointed);
  derived_pair_vec_release(&derived->known);
}

// The same structure, perhaps of another file.
static bool is_same(const struct ctype_info *a, const struct ctype_info *b) {
  return a == b || (a->kind == CTYPE_STRUCT && b->kind == CTYPE_STRUCT &&
                    !name_is_none(a->name) && name_equal(a->name, b->name) &&
                    a->bit_size == b->bit_size);
}

bool derived_begins_with(const struct ctype_table *types,
                         const struct ctype_info *whole,
                         const struct ctype_info *base) {
  if (whole->kind != CTYPE_STRUCT || !whole->field_count ||
      whole->bit_size <= base->bit_size || whole->fields[0].is_bit_field ||
      whole->fields[0].bit_offset)
    return false;
  const struct ctype_info *first = ctype_bare(types, whole->fields[0].type);
  return is_same(first, base) || derived_begins_with(types, first, base);
}

// Those that begin with the base, without repeating one of another file; only
// those that the code points to, if there are any.
static void collect(const struct derived *derived,
                    const struct ctype_info *base, bool is_pointed,
                    struct ctype_vec *into) {
  const struct ctype_table *types = derived->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    bool is_new = derived_begins_with(types, info, base) &&
                  (!is_pointed || bitset_has(&derived->pointed, i));
    for (uint32_t k = 0; k < into->count && is_new; k++)
      is_new = !is_same(info, ctype_info(types, into->at[k]));
    if (is_new)
      ctype_vec_push(into, (struct ctype){i});
  }
}

// ---- One of several ---------------------------------------------------------

// What the structure has behind the base, as one of its own.
static struct ctype rest_of(struct ctype_table *types,
                            const struct ctype_info *whole, uint64_t from) {
  struct cfield *fields = memory_new_zero(whole->field_count, sizeof *fields);
  struct ctype_info rest = {.kind = CTYPE_STRUCT,
                            .name = whole->name,
                            .bit_size = whole->bit_size - from,
                            .fields = fields};
  for (uint32_t i = 0; i < whole->field_count; i++)
    if (whole->fields[i].bit_offset >= from) {
      struct cfield *field = &fields[rest.field_count++];
      *field = whole->fields[i];
      field->bit_offset -= from;
    }
  struct ctype type = ctype_add(types, rest);
  free(fields);
  return type;
}

static struct ctype union_of(struct ctype_table *types,
                             const struct ctype_vec *wholes, uint64_t from) {
  struct cfield *fields = memory_new_zero(wholes->count, sizeof *fields);
  struct ctype_info info = {.kind = CTYPE_UNION, .fields = fields};
  for (uint32_t i = 0; i < wholes->count; i++) {
    struct ctype_info whole = *ctype_info(types, wholes->at[i]);
    struct ctype rest = rest_of(types, &whole, from);
    fields[info.field_count++] =
        (struct cfield){.type = rest, .bit_size = whole.bit_size - from};
    if (info.bit_size < whole.bit_size - from)
      info.bit_size = whole.bit_size - from;
  }
  struct ctype type = ctype_add(types, info);
  free(fields);
  return type;
}

// The base's fields, then the union.
static struct ctype join(struct ctype_table *types, struct ctype_info base,
                         const struct ctype_vec *wholes) {
  struct ctype rest = union_of(types, wholes, base.bit_size);
  struct cfield *fields = memory_new_zero(base.field_count + 1, sizeof *fields);
  for (uint32_t i = 0; i < base.field_count; i++)
    fields[i] = base.fields[i];
  uint64_t more = ctype_info(types, rest)->bit_size;
  fields[base.field_count] = (struct cfield){
      .type = rest, .bit_offset = base.bit_size, .bit_size = more};
  struct ctype type = ctype_add(
      types, (struct ctype_info){.kind = CTYPE_STRUCT,
                                 .name = base.name,
                                 .bit_size = base.bit_size + more,
                                 .fields = fields,
                                 .field_count = base.field_count + 1});
  free(fields);
  return type;
}

static struct ctype find(struct derived *derived, struct ctype type) {
  struct ctype_table *types = derived->program->types;
  const struct ctype_info *base = ctype_bare(types, type);
  struct ctype_vec wholes = {0};
  if (base->kind == CTYPE_STRUCT && base->bit_size)
    collect(derived, base, true, &wholes);
  if (base->kind == CTYPE_STRUCT && base->bit_size && !wholes.count)
    collect(derived, base, false, &wholes);
  struct ctype whole = !wholes.count      ? type
                       : wholes.count > 1 ? join(types, *base, &wholes)
                                          : wholes.at[0];
  ctype_vec_release(&wholes);
  return whole;
}

struct ctype derived_whole(struct derived *derived, struct ctype type) {
  struct ctype base = ctype_strip(derived->program->types, type);
  for (uint32_t i = 0; i < derived->known.count; i++)
    if (derived->known.at[i].base.id == base.id)
      return derived->known.at[i].whole;
  struct ctype whole = find(derived, type);
  derived_pair_vec_push(&derived->known, (struct derived_pair){base, whole});
  return whole;
}
