#include "pointer/targets.h"

#include <stdlib.h>

#include "base/memory.h"
#include "pointer/routine.h"

// What is stored at a place, for a number of bytes.
struct content {
  struct place at;
  uint64_t size;
  struct place_vec value;
};

VEC_DEFINE(content_vec, struct content);

enum { MOST_CONTENTS = 200, MOST_DEPTH = 40 };

static const uint64_t any_size = (uint64_t)1 << 40;

struct targets {
  const struct program *program;
  const struct procedure *procedure;
  struct targets_options options;
  struct block_vec blocks; // [0] unused; objects of the program first
  uint32_t outside;
  uint32_t *of_edge;        // block that an edge allocates
  struct place_vec *values; // by variable
  uint32_t variable_count;
  struct content_vec *contents; // by block
  struct bitset collapsed;      // blocks whose contents are one
  struct bitset escaped;
  bool has_changed;
};

// Values of terms

static void evaluate(struct targets *t, struct term term, unsigned depth,
                     struct place_vec *into);

static void evaluate_variable(struct targets *t, struct term term,
                              struct place_vec *into) {
  struct variable variable = program_variable_of(t->program, term);
  if (variable_is_none(variable) || variable.id >= t->variable_count)
    return;
  const struct variable_info *info = program_variable(t->program, variable);
  if (info->kind == VARIABLE_ADDRESS &&
      program_object(t->program, info->object)->is_external)
    place_add(into, (struct place){t->outside, 0, 1});
  else if (info->kind == VARIABLE_ADDRESS)
    place_add(into, (struct place){info->object.id, 0, 0});
  else
    place_unite(into, &t->values[variable.id]);
}

static uint64_t magnitude(const struct term_table *terms, struct term c) {
  i128 value = bits_signed(term_value(terms, c), term_width(terms, c));
  return (uint64_t)(value < 0 ? -value : value);
}

// A number that divides the value of the term; 0 when the value is 0.
static uint64_t divisor(const struct term_table *terms, struct term x,
                        unsigned depth) {
  if (term_is_const(terms, x))
    return magnitude(terms, x);
  if (depth == 0)
    return 1;
  switch (term_op(terms, x)) {
  case OP_MUL: {
    struct term c = term_operand(terms, x, 1);
    return term_is_const(terms, c) ? magnitude(terms, c) : 1;
  }
  case OP_ADD: {
    uint64_t common = 0;
    for (uint32_t i = 0; i < term_arity(terms, x); i++)
      common = place_gcd(common,
                         divisor(terms, term_operand(terms, x, i), depth - 1));
    return common;
  }
  case OP_SHL: {
    struct term c = term_operand(terms, x, 1);
    return term_is_const(terms, c) && term_value(terms, c) < 30
               ? (uint64_t)1 << (unsigned)term_value(terms, c)
               : 1;
  }
  case OP_ITE:
    return place_gcd(divisor(terms, term_operand(terms, x, 1), depth - 1),
                     divisor(terms, term_operand(terms, x, 2), depth - 1));
  case OP_ZEXT:
  case OP_SEXT: {
    // The narrow value may have wrapped: only powers of two survive that.
    uint64_t d = divisor(terms, term_operand(terms, x, 0), depth - 1);
    return d ? d & -d : 0;
  }
  default: return 1;
  }
}

static bool is_minus(const struct term_table *terms, struct term x) {
  if (term_op(terms, x) != OP_MUL)
    return false;
  struct term c = term_operand(terms, x, 1);
  return term_is_const(terms, c) &&
         term_value(terms, c) == bits_mask(term_width(terms, c));
}

// A pointer plus numbers keeps its objects; which summand is the pointer shows
// in what it can hold. A difference of pointers is a number. Gives the places
// without the numbers that are not constant, and what those are multiples of.
static uint64_t evaluate_base(struct targets *t, struct term term,
                              unsigned depth, struct place_vec *into) {
  const struct term_table *terms = t->program->terms;
  struct place_vec base = {0}, part = {0};
  int64_t constant = 0;
  uint64_t stride = 0;
  uint32_t bases = 0;
  for (uint32_t i = 0; i < term_arity(terms, term); i++) {
    struct term summand = term_operand(terms, term, i);
    place_vec_clear(&part);
    if (term_is_const(terms, summand)) {
      constant += (int64_t)bits_signed(term_value(terms, summand),
                                       term_width(terms, summand));
      continue;
    }
    if (is_minus(terms, summand)) {
      evaluate(t, term_operand(terms, summand, 0), depth, &part);
      stride = part.count
                   ? 1
                   : place_gcd(stride, divisor(terms, summand, MOST_DEPTH));
      continue;
    }
    evaluate(t, summand, depth, &part);
    if (part.count) {
      bases++;
      place_unite(&base, &part);
    } else {
      stride = place_gcd(stride, divisor(terms, summand, MOST_DEPTH));
    }
  }
  if (bases > 1)
    stride = 1;
  for (uint32_t i = 0; i < base.count; i++)
    place_add(into, place_shift(base.at[i], constant, 0));
  place_vec_release(&base);
  place_vec_release(&part);
  return stride;
}

static void evaluate_sum(struct targets *t, struct term term, unsigned depth,
                         struct place_vec *into) {
  struct place_vec base = {0};
  uint64_t stride = evaluate_base(t, term, depth, &base);
  for (uint32_t i = 0; i < base.count; i++)
    place_add(into, place_shift(base.at[i], 0, stride));
  place_vec_release(&base);
}

// Offsets are lost.
static void add_blurred(struct place_vec *into, const struct place_vec *from) {
  for (uint32_t i = 0; i < from->count; i++)
    place_add(into, (struct place){from->at[i].object, 0, 1});
}

static void evaluate_pieces(struct targets *t, struct term term, unsigned depth,
                            struct place_vec *into) {
  const struct term_table *terms = t->program->terms;
  struct place_vec part = {0};
  for (uint32_t i = 0; i < term_arity(terms, term); i++)
    evaluate(t, term_operand(terms, term, i), depth, &part);
  add_blurred(into, &part);
  place_vec_release(&part);
}

// Whatever the term's variables can hold.
static void evaluate_leaves(struct targets *t, struct term term,
                            struct place_vec *into) {
  struct term_vec parts = {0};
  struct place_vec found = {0};
  term_collect(t->program->terms, &term, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (term_op(t->program->terms, parts.at[i]) == OP_VAR)
      evaluate_variable(t, parts.at[i], &found);
  add_blurred(into, &found);
  place_vec_release(&found);
  term_vec_release(&parts);
}

static void evaluate(struct targets *t, struct term term, unsigned depth,
                     struct place_vec *into) {
  const struct term_table *terms = t->program->terms;
  if (depth == 0) {
    evaluate_leaves(t, term, into);
    return;
  }
  switch (term_op(terms, term)) {
  case OP_VAR: evaluate_variable(t, term, into); return;
  case OP_ADD: evaluate_sum(t, term, depth - 1, into); return;
  case OP_ITE:
    evaluate(t, term_operand(terms, term, 1), depth - 1, into);
    evaluate(t, term_operand(terms, term, 2), depth - 1, into);
    return;
  case OP_EXTRACT:
  case OP_CONCAT:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR:
  case OP_BVNOT:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_MUL: evaluate_pieces(t, term, depth - 1, into); return;
  default: return; // truth values, quotients, floating point
  }
}

void targets_of(struct targets *t, struct term pointer,
                struct place_vec *into) {
  evaluate(t, pointer, MOST_DEPTH, into);
}

static int64_t start_of(const struct term_table *terms, struct term x,
                        unsigned depth) {
  if (term_is_const(terms, x))
    return (int64_t)bits_signed(term_value(terms, x), term_width(terms, x));
  if (depth == 0)
    return 0;
  int64_t sum = 0;
  switch (term_op(terms, x)) {
  case OP_ADD:
    for (uint32_t i = 0; i < term_arity(terms, x); i++)
      sum += start_of(terms, term_operand(terms, x, i), depth - 1);
    return sum;
  case OP_MUL: {
    struct term c = term_operand(terms, x, 1);
    sum = start_of(terms, term_operand(terms, x, 0), depth - 1);
    if (!term_is_const(terms, c) || sum > 0x7fffffff || sum < -0x7fffffff ||
        magnitude(terms, c) > 0x7fffffff)
      return 0;
    return sum *
           (int64_t)bits_signed(term_value(terms, c), term_width(terms, c));
  }
  case OP_ZEXT:
  case OP_SEXT: return start_of(terms, term_operand(terms, x, 0), depth - 1);
  default: return 0;
  }
}

int64_t targets_start(const struct targets *t, struct term term) {
  return start_of(t->program->terms, term, 6);
}

bool targets_base(struct targets *t, struct term address, uint32_t block,
                  int64_t *lowest, int64_t *highest) {
  const struct term_table *terms = t->program->terms;
  struct place_vec base = {0};
  bool is_known = true, is_first = true;
  int64_t ahead = 0;
  *lowest = *highest = 0;
  if (term_op(terms, address) == OP_ADD) {
    evaluate_base(t, address, MOST_DEPTH, &base);
    for (uint32_t i = 0; i < term_arity(terms, address); i++)
      if (!term_is_const(terms, term_operand(terms, address, i)))
        ahead += targets_start(t, term_operand(terms, address, i));
  } else {
    targets_of(t, address, &base);
  }
  for (uint32_t i = 0; i < base.count; i++) {
    if (base.at[i].object != block)
      continue;
    is_known &= base.at[i].modulus == 0;
    if (is_first || base.at[i].offset < *lowest)
      *lowest = base.at[i].offset;
    if (is_first || base.at[i].offset > *highest)
      *highest = base.at[i].offset;
    is_first = false;
  }
  *lowest += ahead;
  *highest += ahead;
  place_vec_release(&base);
  return is_known && !is_first;
}

// Contents of memory

static void note(struct targets *t, bool changed) {
  t->has_changed |= changed;
}

static void set_value(struct targets *t, struct variable variable,
                      const struct place_vec *value) {
  if (value->count)
    note(t, place_unite(&t->values[variable.id], value));
}

static struct content *find_content(struct content_vec *contents,
                                    struct place at, uint64_t size) {
  for (uint32_t i = 0; i < contents->count; i++) {
    struct content *content = &contents->at[i];
    if (content->at.offset == at.offset && content->at.modulus == at.modulus &&
        content->size == size)
      return content;
  }
  return NULL;
}

// Too many fields: the block's contents become one.
static void collapse_contents(struct content_vec *contents, uint32_t block) {
  struct content all = {.at = {block, 0, 1}, .size = any_size};
  for (uint32_t i = 0; i < contents->count; i++) {
    add_blurred(&all.value, &contents->at[i].value);
    place_vec_release(&contents->at[i].value);
  }
  content_vec_clear(contents);
  content_vec_push(contents, all);
}

static void put_content(struct targets *t, struct place at, uint64_t size,
                        const struct place_vec *value) {
  struct content_vec *contents = &t->contents[at.object];
  if (!value->count)
    return;
  struct content *found = bitset_has(&t->collapsed, at.object)
                              ? &contents->at[0]
                              : find_content(contents, at, size);
  if (!found && contents->count >= MOST_CONTENTS) {
    collapse_contents(contents, at.object);
    bitset_add(&t->collapsed, at.object);
    found = &contents->at[0];
  } else if (!found) {
    uint32_t index =
        content_vec_push(contents, (struct content){at, size, {0}});
    found = &contents->at[index];
  }
  note(t, place_unite(&found->value, value));
}

// Does the content lie inside `size` bytes at the place, as it was stored?
static bool is_whole(const struct content *content, struct place at,
                     uint64_t size) {
  if (content->size != size)
    return false;
  uint64_t modulus = place_gcd(content->at.modulus, at.modulus);
  return place_residue(content->at.offset, modulus) ==
         place_residue(at.offset, modulus);
}

static void add_outside(struct targets *t, struct place_vec *into) {
  place_add(into, (struct place){t->outside, 0, 1});
  for (uint32_t b = bitset_next(&t->escaped, 0); b != UINT32_MAX;
       b = bitset_next(&t->escaped, b + 1))
    place_add(into, (struct place){b, 0, 1});
}

static void get_content(struct targets *t, struct place at, uint64_t size,
                        struct place_vec *into) {
  if (at.object == t->outside)
    add_outside(t, into);
  const struct content_vec *contents = &t->contents[at.object];
  for (uint32_t i = 0; i < contents->count; i++) {
    const struct content *content = &contents->at[i];
    if (!place_overlaps(content->at, content->size, at, size))
      continue;
    if (is_whole(content, at, size))
      place_unite(into, &content->value);
    else
      add_blurred(into, &content->value);
  }
}

void targets_held(struct targets *t, struct place at, uint64_t size,
                  struct place_vec *into) {
  get_content(t, at, size, into);
}

static void escape(struct targets *t, const struct place_vec *value) {
  for (uint32_t i = 0; i < value->count; i++)
    if (value->at[i].object != t->outside)
      note(t, bitset_add(&t->escaped, value->at[i].object));
}

// True when the set grew.
static bool reach(const struct targets *t, struct bitset *blocks) {
  bool changed = false, grows = true;
  while (grows) {
    grows = false;
    for (uint32_t b = bitset_next(blocks, 0); b != UINT32_MAX;
         b = bitset_next(blocks, b + 1))
      for (uint32_t i = 0; i < t->contents[b].count; i++) {
        const struct place_vec *value = &t->contents[b].at[i].value;
        for (uint32_t k = 0; k < value->count; k++)
          if (value->at[k].object != t->outside)
            grows |= bitset_add(blocks, value->at[k].object);
      }
    changed |= grows;
  }
  return changed;
}

// What is reachable from an escaped block escapes too.
static void close_escaped(struct targets *t) {
  note(t, reach(t, &t->escaped));
}

// Code that we do not see may name every global.
static void escape_globals(struct targets *t) {
  for (uint32_t i = 1; i < t->program->objects.count; i++) {
    const struct object_info *info = &t->program->objects.at[i];
    if (info->kind == OBJECT_GLOBAL && !info->is_external)
      note(t, bitset_add(&t->escaped, i));
  }
}

void targets_reach(const struct targets *t, struct bitset *blocks) {
  reach(t, blocks);
}

// Operations

static unsigned bytes_of(const struct targets *t, struct term value) {
  struct sort sort = term_sort(t->program->terms, value);
  return sort_is_bool(sort) ? 1 : (sort_width(sort) + 7) / 8;
}

static void flow_load(struct targets *t, const struct operation *op) {
  struct place_vec places = {0}, value = {0};
  struct term target = program_term(t->program, op->memory.target);
  evaluate(t, op->memory.address, MOST_DEPTH, &places);
  for (uint32_t i = 0; i < places.count; i++)
    get_content(t, places.at[i], bytes_of(t, target), &value);
  set_value(t, op->memory.target, &value);
  place_vec_release(&places);
  place_vec_release(&value);
}

static void flow_store(struct targets *t, const struct operation *op) {
  struct place_vec places = {0}, value = {0};
  evaluate(t, op->memory.value, MOST_DEPTH, &value);
  if (value.count) {
    evaluate(t, op->memory.address, MOST_DEPTH, &places);
    for (uint32_t i = 0; i < places.count; i++) {
      if (places.at[i].object == t->outside)
        escape(t, &value);
      else
        put_content(t, places.at[i], bytes_of(t, op->memory.value), &value);
    }
  }
  place_vec_release(&places);
  place_vec_release(&value);
}

// One content, moved from one place to another.
static void copy_content(struct targets *t, const struct content *content,
                         struct place from, struct place to, uint64_t size) {
  struct place_vec value = {0};
  if (!place_overlaps(content->at, content->size, from, size))
    return;
  bool is_exact = content->at.modulus == 0 && from.modulus == 0;
  bool is_inside =
      is_exact && content->at.offset >= from.offset &&
      (uint64_t)(content->at.offset - from.offset) + content->size <= size;
  struct place at = to;
  if (is_inside || (is_exact && size == any_size))
    at = place_shift(to, content->at.offset - from.offset, 0);
  else
    at = place_shift(place_shift(to, content->at.offset - from.offset, 0), 0,
                     place_gcd(content->at.modulus, from.modulus));
  if (is_exact && !is_inside) {
    at = (struct place){to.object, 0, 1};
    add_blurred(&value, &content->value);
  } else {
    place_unite(&value, &content->value);
  }
  put_content(t, at, content->size, &value);
  place_vec_release(&value);
}

static void copy_between(struct targets *t, struct place from, struct place to,
                         uint64_t size) {
  if (from.object == t->outside) {
    struct place_vec value = {0};
    add_outside(t, &value);
    if (to.object != t->outside)
      put_content(t, (struct place){to.object, 0, 1}, any_size, &value);
    place_vec_release(&value);
    return;
  }
  // The vector may move while it grows: a block can be copied into itself.
  for (uint32_t i = 0; i < t->contents[from.object].count; i++) {
    struct content content = t->contents[from.object].at[i];
    struct place_vec value = {0};
    place_unite(&value, &content.value);
    content.value = value;
    if (to.object == t->outside)
      escape(t, &value);
    else
      copy_content(t, &content, from, to, size);
    place_vec_release(&value);
  }
}

static void flow_copy(struct targets *t, const struct operation *op) {
  struct place_vec from = {0}, to = {0};
  evaluate(t, op->block.source, MOST_DEPTH, &from);
  evaluate(t, op->block.address, MOST_DEPTH, &to);
  uint64_t size = any_size;
  if (term_is_const(t->program->terms, op->block.size))
    size = (uint64_t)term_value(t->program->terms, op->block.size);
  for (uint32_t i = 0; i < from.count; i++)
    for (uint32_t k = 0; k < to.count; k++)
      copy_between(t, from.at[i], to.at[k], size);
  place_vec_release(&from);
  place_vec_release(&to);
}

// Code that we do not see stores pointers where the type of the object has
// pointers: integers are no addresses. Nesting is that of the declaration.
static void put_typed(struct targets *t, struct place at, struct ctype type,
                      const struct place_vec *value) {
  const struct ctype_info *info = ctype_bare(t->program->types, type);
  switch (info->kind) {
  case CTYPE_POINTER:
    put_content(t, at, t->program->pointer_width / 8, value);
    break;
  case CTYPE_STRUCT:
    for (uint32_t i = 0; i < info->field_count; i++)
      put_typed(t,
                place_shift(at, (int64_t)(info->fields[i].bit_offset / 8), 0),
                info->fields[i].type, value);
    break;
  case CTYPE_ARRAY:
    put_typed(
        t,
        place_shift(at, 0,
                    ctype_bare(t->program->types, info->target)->bit_size / 8),
        info->target, value);
    break;
  case CTYPE_INT:
  case CTYPE_BOOL:
  case CTYPE_ENUM:
  case CTYPE_FLOAT: break;
  default: put_content(t, (struct place){at.object, 0, 1}, any_size, value);
  }
}

static void put_unknown(struct targets *t, uint32_t block,
                        const struct place_vec *value) {
  struct ctype type = {0};
  if (t->blocks.at[block].object.id)
    type = program_object(t->program, t->blocks.at[block].object)->type;
  put_typed(t, (struct place){block, 0, 0}, type, value);
}

static bool returns_pointer(const struct targets *t,
                            const struct procedure *callee) {
  const struct ctype_table *types = t->program->types;
  const struct ctype_info *info = ctype_bare(types, callee->type);
  if (info->kind != CTYPE_FUNCTION)
    return sort_equal(callee->result, sort_bits(t->program->pointer_width));
  return ctype_bare(types, info->target)->kind == CTYPE_POINTER;
}

// Is there room for an address in the variable?
static bool holds_addresses(const struct targets *t, struct variable variable) {
  struct sort sort =
      term_sort(t->program->terms, program_term(t->program, variable));
  return sort_is_bits(sort) && sort_width(sort) >= t->program->pointer_width;
}

// Everything the arguments' targets hold, and the arguments.
static void flow_call(struct targets *t, const struct operation *op,
                      uint32_t edge) {
  struct place_vec arguments = {0}, result = {0};
  for (uint32_t i = 0; i < op->call.count; i++)
    evaluate(t, op->call.arguments[i], MOST_DEPTH, &arguments);
  if (!term_is_none(op->call.variadic))
    evaluate(t, op->call.variadic, MOST_DEPTH, &arguments);
  struct routine routine = {0};
  const struct procedure *callee = NULL;
  if (op->call.callee.id) {
    callee = program_procedure(t->program, op->call.callee);
    routine = routine_find(name_text(t->program->names, callee->name));
  }
  bool is_known =
      routine.flags & ROUTINE_KNOWN || (callee && callee->is_noreturn);
  if (!is_known)
    escape(t, &arguments);
  bool has_target = !variable_is_none(op->call.target);
  bool gives_pointer = has_target && (!callee || returns_pointer(t, callee));
  if (t->of_edge[edge])
    place_add(&result, (struct place){t->of_edge[edge], 0, 0});
  else if (gives_pointer && !(routine.flags & ROUTINE_RETURNS))
    place_add(&result, (struct place){t->outside, 0, 1});
  bool is_wide = has_target && holds_addresses(t, op->call.target);
  if (has_target && is_wide && (!is_known || routine.flags & ROUTINE_RETURNS)) {
    add_blurred(&result, &arguments);
    if (gives_pointer && !is_known)
      add_outside(t, &result);
  }
  // What realloc moves, and what copying routines copy.
  struct place_vec moved = {0};
  for (uint32_t i = 0; i < arguments.count; i++)
    get_content(t, (struct place){arguments.at[i].object, 0, 1}, any_size,
                &moved);
  struct place_vec blurred = {0};
  add_blurred(&blurred, &moved);
  if (t->of_edge[edge])
    put_content(t, (struct place){t->of_edge[edge], 0, 1}, any_size, &blurred);
  for (uint32_t i = 0; i < op->call.count && routine.writes; i++) {
    if (!routine_writes(routine, i) || !blurred.count)
      continue;
    struct place_vec written = {0};
    evaluate(t, op->call.arguments[i], MOST_DEPTH, &written);
    for (uint32_t k = 0; k < written.count; k++)
      if (written.at[k].object != t->outside)
        put_content(t, (struct place){written.at[k].object, 0, 1}, any_size,
                    &blurred);
    place_vec_release(&written);
  }
  place_vec_release(&moved);
  place_vec_release(&blurred);
  if (has_target)
    set_value(t, op->call.target, &result);
  if (!is_known && !t->options.unknown_writes_nothing) {
    place_vec_clear(&result);
    escape_globals(t);
    close_escaped(t);
    add_outside(t, &result);
    for (uint32_t b = bitset_next(&t->escaped, 0); b != UINT32_MAX;
         b = bitset_next(&t->escaped, b + 1))
      put_unknown(t, b, &result);
  }
  place_vec_release(&arguments);
  place_vec_release(&result);
}

static void flow_edge(struct targets *t, uint32_t id) {
  const struct operation *op = &t->procedure->edges.at[id].op;
  struct place_vec value = {0};
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++) {
      place_vec_clear(&value);
      evaluate(t, op->assign.bindings[i].value, MOST_DEPTH, &value);
      set_value(t, op->assign.bindings[i].target, &value);
    }
    break;
  case OPERATION_LOAD: flow_load(t, op); break;
  case OPERATION_STORE: flow_store(t, op); break;
  case OPERATION_UPDATE:
    flow_load(t, op);
    flow_store(t, op);
    break;
  case OPERATION_COPY: flow_copy(t, op); break;
  case OPERATION_ALLOCATE:
    place_add(&value, (struct place){t->of_edge[id], 0, 0});
    set_value(t, op->allocate.target, &value);
    break;
  case OPERATION_CALL: flow_call(t, op, id); break;
  case OPERATION_THREAD:
    for (uint32_t i = 0; i < op->thread.count; i++)
      evaluate(t, op->thread.arguments[i], MOST_DEPTH, &value);
    escape(t, &value);
    break;
  default: break;
  }
  place_vec_release(&value);
}

// Blocks

// Strongly connected components, by two walks (Kosaraju): locations are listed
// as they are left, and collected backwards from the last one.
struct components {
  const struct procedure *procedure;
  struct u32_vec order; // of leaving
  uint32_t *component;  // by location
};

static void list_in_order(struct components *c) {
  const struct procedure *procedure = c->procedure;
  uint32_t count = procedure->locations.count;
  uint32_t *next = memory_new_zero(count, sizeof *next); // edge + 1, 0: unseen
  struct u32_vec stack = {0};
  next[procedure->entry.id] = 1;
  u32_vec_push(&stack, procedure->entry.id);
  while (stack.count) {
    uint32_t at = *u32_vec_last(&stack);
    const struct location *location = &procedure->locations.at[at];
    if (next[at] > location->out_count) {
      u32_vec_push(&c->order, u32_vec_pop(&stack));
      continue;
    }
    uint32_t edge = location->first_out + next[at]++ - 1;
    uint32_t to = procedure->edges.at[edge].to.id;
    if (!next[to]) {
      next[to] = 1;
      u32_vec_push(&stack, to);
    }
  }
  free(next);
  u32_vec_release(&stack);
}

static void collect_components(struct components *c) {
  const struct procedure *procedure = c->procedure;
  struct u32_vec *sources =
      memory_new_zero(procedure->locations.count, sizeof *sources);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    u32_vec_push(&sources[procedure->edges.at[i].to.id],
                 procedure->edges.at[i].from.id);
  struct u32_vec pending = {0};
  for (uint32_t i = c->order.count; i-- > 0;) {
    uint32_t root = c->order.at[i];
    if (c->component[root])
      continue;
    c->component[root] = root;
    u32_vec_push(&pending, root);
    while (pending.count) {
      const struct u32_vec *from = &sources[u32_vec_pop(&pending)];
      for (uint32_t k = 0; k < from->count; k++) {
        if (c->component[from->at[k]])
          continue;
        c->component[from->at[k]] = root;
        u32_vec_push(&pending, from->at[k]);
      }
    }
  }
  for (uint32_t i = 0; i < procedure->locations.count; i++)
    u32_vec_release(&sources[i]);
  free(sources);
  u32_vec_release(&pending);
}

static bool allocates(const struct targets *t, const struct operation *op) {
  if (op->kind == OPERATION_ALLOCATE)
    return true;
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(t->program, op->call.callee);
  return !callee->is_defined &&
         routine_find(name_text(t->program->names, callee->name)).flags &
             ROUTINE_ALLOCATES;
}

static void add_blocks(struct targets *t) {
  const struct program *program = t->program;
  block_vec_resize(&t->blocks, 1);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    bool is_ours = !program->objects.at[i].is_external;
    struct block block = {is_ours ? BLOCK_NAMED : BLOCK_OUTSIDE,
                          {i},
                          0,
                          program->objects.at[i].size};
    const struct entry_object *input =
        t->options.entry
            ? entry_state_find(t->options.entry, (struct object_id){i})
            : NULL;
    if (input && !input->has_size) {
      block.kind = BLOCK_ONCE;
      block.size = 0;
    }
    block_vec_push(&t->blocks, block);
  }
  struct components c = {.procedure = t->procedure};
  c.component =
      memory_new_zero(t->procedure->locations.count, sizeof *c.component);
  list_in_order(&c);
  collect_components(&c);
  t->of_edge =
      memory_new_zero(t->procedure->edges.count + 1, sizeof *t->of_edge);
  for (uint32_t i = 1; i < t->procedure->edges.count; i++) {
    const struct edge *edge = &t->procedure->edges.at[i];
    if (!allocates(t, &edge->op))
      continue;
    bool is_once = c.component[edge->from.id] != c.component[edge->to.id];
    struct block block = {is_once ? BLOCK_ONCE : BLOCK_MANY, {0}, i, 0};
    if (edge->op.kind == OPERATION_ALLOCATE &&
        term_is_const(program->terms, edge->op.allocate.size))
      block.size = (uint64_t)term_value(program->terms, edge->op.allocate.size);
    t->of_edge[i] = block_vec_push(&t->blocks, block);
  }
  free(c.component);
  u32_vec_release(&c.order);
  t->outside =
      block_vec_push(&t->blocks, (struct block){.kind = BLOCK_OUTSIDE});
}

// Addresses in initialisers.
static void start(struct targets *t) {
  for (uint32_t i = 1; i < t->program->objects.count; i++) {
    const struct object_info *info = &t->program->objects.at[i];
    for (uint32_t k = 0; k < info->relocation_count; k++) {
      const struct relocation *relocation = &info->relocations[k];
      struct place_vec value = {0};
      evaluate(t, relocation->value, MOST_DEPTH, &value);
      put_content(t, (struct place){i, (int64_t)relocation->offset, 0},
                  bytes_of(t, relocation->value), &value);
      place_vec_release(&value);
    }
  }
  for (uint32_t i = 1; i < t->variable_count; i++) {
    const struct variable_info *info = &t->program->variables.at[i];
    struct place_vec value = {0};
    if (info->kind == VARIABLE_GLOBAL && !term_is_none(info->initial))
      evaluate(t, info->initial, MOST_DEPTH, &value);
    set_value(t, (struct variable){i}, &value);
    place_vec_release(&value);
  }
}

static bool holds_pointer(const struct targets *t, struct variable variable) {
  const struct variable_info *info = program_variable(t->program, variable);
  enum ctype_kind kind = ctype_bare(t->program->types, info->type)->kind;
  struct sort sort = term_sort(t->program->terms, info->term);
  return kind == CTYPE_POINTER ||
         (kind == CTYPE_UNKNOWN &&
          sort_equal(sort, sort_bits(t->program->pointer_width)));
}

// A pointer that has no input object points outside.
static void start_variable(struct targets *t, struct variable variable) {
  const struct entry_state *entry = t->options.entry;
  struct place_vec value = {0};
  if (!holds_pointer(t, variable))
    return;
  for (uint32_t i = 0; entry && i < entry->pointers.count; i++)
    if (variable_equal(entry->pointers.at[i].variable, variable))
      place_add(&value, (struct place){entry->pointers.at[i].target.id, 0, 0});
  if (!value.count)
    place_add(&value, (struct place){t->outside, 0, 1});
  set_value(t, variable, &value);
  place_vec_release(&value);
}

static void start_entry(struct targets *t) {
  const struct entry_state *entry = t->options.entry;
  for (uint32_t i = 1; i < t->variable_count; i++)
    if (t->program->variables.at[i].kind == VARIABLE_GLOBAL)
      start_variable(t, (struct variable){i});
  for (uint32_t i = 0; i < entry->pointers.count; i++) {
    const struct entry_pointer *pointer = &entry->pointers.at[i];
    struct place_vec value = {0};
    place_add(&value, (struct place){pointer->target.id, 0, 0});
    if (pointer->holder.id)
      put_content(
          t, (struct place){pointer->holder.id, (int64_t)pointer->offset, 0},
          t->program->pointer_width / 8, &value);
    place_vec_release(&value);
  }
  struct place_vec outside = {0};
  place_add(&outside, (struct place){t->outside, 0, 1});
  for (uint32_t b = bitset_next(&entry->open, 0); b != UINT32_MAX;
       b = bitset_next(&entry->open, b + 1))
    put_content(t, (struct place){b, 0, 1}, any_size, &outside);
  place_vec_release(&outside);
}

struct targets *targets_new(const struct program *program,
                            const struct procedure *procedure,
                            const struct targets_options *options) {
  struct targets *t = memory_new_zero(1, sizeof *t);
  t->program = program;
  t->procedure = procedure;
  t->options = *options;
  t->variable_count = program->variables.count;
  t->values = memory_new_zero(t->variable_count, sizeof *t->values);
  add_blocks(t);
  t->contents = memory_new_zero(t->blocks.count, sizeof *t->contents);
  start(t);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    start_variable(t, procedure->parameters.at[i]);
  if (options->entry)
    start_entry(t);
  do {
    t->has_changed = false;
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      flow_edge(t, i);
    close_escaped(t);
  } while (t->has_changed);
  return t;
}

void targets_free(struct targets *t) {
  for (uint32_t i = 0; i < t->variable_count; i++)
    place_vec_release(&t->values[i]);
  for (uint32_t i = 0; i < t->blocks.count; i++) {
    for (uint32_t k = 0; k < t->contents[i].count; k++)
      place_vec_release(&t->contents[i].at[k].value);
    content_vec_release(&t->contents[i]);
  }
  free(t->contents);
  free(t->values);
  free(t->of_edge);
  block_vec_release(&t->blocks);
  bitset_release(&t->collapsed);
  bitset_release(&t->escaped);
  free(t);
}

uint64_t targets_divisor(const struct targets *t, struct term term) {
  return divisor(t->program->terms, term, MOST_DEPTH);
}

void targets_set_size(struct targets *t, uint32_t block, uint64_t size) {
  t->blocks.at[block].size = size;
}

const struct block_vec *targets_blocks(const struct targets *t) {
  return &t->blocks;
}

uint32_t targets_outside(const struct targets *t) {
  return t->outside;
}

uint32_t targets_of_edge(const struct targets *t, uint32_t edge) {
  return t->of_edge[edge];
}

bool targets_escapes(const struct targets *t, uint32_t block) {
  return bitset_has(&t->escaped, block);
}

bool targets_has_address(const struct targets *t, struct variable variable) {
  return variable.id < t->variable_count && t->values[variable.id].count > 0;
}
