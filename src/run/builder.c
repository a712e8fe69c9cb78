// Emission, registers, and assignment. The translation of terms is in
// expression.c.
#include "run/builder.h"

#include "base/check.h"
#include "base/memory.h"
#include "run/expression.h"

struct code_scratch *code_scratch_new(void) {
  return memory_new_zero(1, sizeof(struct code_scratch));
}

void code_scratch_free(struct code_scratch *scratch) {
  if (scratch)
    free(scratch->nodes);
  free(scratch);
}

void builder_init(struct builder *builder,
                  const struct code_environment *environment,
                  const struct procedure *procedure, struct code *code) {
  *builder = (struct builder){
      .environment = environment,
      .program = environment->program,
      .terms = environment->program->terms,
      .procedure = procedure,
      .code = code,
      .scratch = environment->scratch,
  };
}

void builder_finish(struct builder *builder) {
  struct code *code = builder->code;
  code->instructions = builder->instructions.at;
  code->instruction_count = builder->instructions.count;
  code->edges = builder->edges.at;
  code->constants = builder->constants.at;
  code->constant_count = builder->constants.count;
  code->generals = builder->generals.at;
  code->general_count = builder->generals.count;
  code->switches = builder->switches.at;
  code->switch_count = builder->switches.count;
  code->sites = builder->sites.at;
  code->site_count = builder->sites.count;
  u32_vec_release(&builder->order);
  u32_vec_release(&builder->free_words);
  u32_vec_release(&builder->free_pairs);
}

void builder_begin(struct builder *builder, uint32_t edge) {
  builder->edge = edge;
  u32_vec_clear(&builder->free_words);
  u32_vec_clear(&builder->free_pairs);
  builder->next_temporary =
      builder->code->variable_words + builder->code->object_count;
}

// Emission

uint32_t builder_emit(struct builder *builder, enum instruction_op op,
                      unsigned aux, uint32_t d, uint32_t a, uint32_t b) {
  u32_vec_push(&builder->edges, builder->edge);
  struct instruction instruction = {
      .op = (uint16_t)op, .aux = (uint16_t)aux, .d = d};
  instruction.a = a;
  instruction.b = b;
  return instruction_vec_push(&builder->instructions, instruction);
}

uint32_t builder_emit_word(struct builder *builder, enum instruction_op op,
                           uint32_t d, uint64_t word) {
  uint32_t at = builder_emit(builder, op, 0, d, 0, 0);
  builder->instructions.at[at].word = word;
  return at;
}

uint32_t builder_constant(struct builder *builder, uint64_t word) {
  uint32_t count = builder->constants.count;
  uint32_t recent = count > 16 ? count - 16 : 0;
  for (uint32_t i = recent; i < count; i++)
    if (builder->constants.at[i] == word)
      return i;
  return word_vec_push(&builder->constants, word);
}

// Registers

unsigned builder_width(const struct builder *builder, struct term t) {
  struct sort sort = term_sort(builder->terms, t);
  if (sort_is_array(sort))
    return 64; // the host address of an array
  return sort_value_bits(sort);
}

struct slot builder_temporary(struct builder *builder, unsigned width) {
  bool is_wide = width > 64;
  struct u32_vec *unused =
      is_wide ? &builder->free_pairs : &builder->free_words;
  if (unused->count)
    return (struct slot){u32_vec_pop(unused), width};
  struct slot slot = {builder->next_temporary, width};
  builder->next_temporary += is_wide ? 2 : 1;
  if (builder->next_temporary > builder->code->words)
    builder->code->words = builder->next_temporary;
  return slot;
}

static bool is_global(const struct variable_info *info) {
  return info->kind == VARIABLE_GLOBAL;
}

struct slot builder_target(struct builder *builder, struct variable variable) {
  const struct variable_info *info =
      program_variable(builder->program, variable);
  if (is_global(info))
    return builder_temporary(builder, builder_width(builder, info->term));
  return builder->code->variables[info->slot];
}

static void emit_move(struct builder *builder, struct slot to, uint32_t from) {
  if (to.word != from)
    builder_emit(builder, to.width > 64 ? CODE_MOVE_WIDE : CODE_MOVE, 0,
                 to.word, from, 0);
}

static void emit_constant(struct builder *builder, struct slot to, u128 value) {
  builder_emit_word(builder, CODE_CONST, to.word, (uint64_t)value);
  if (to.width > 64)
    builder_emit_word(builder, CODE_CONST, to.word + 1,
                      (uint64_t)(value >> 64));
}

static void emit_operand(struct builder *builder, struct slot to,
                         const struct operand *operand) {
  if (operand->is_constant)
    emit_constant(builder, to, operand->value);
  else
    emit_move(builder, to, operand->word);
}

void builder_store_variable(struct builder *builder, struct variable variable,
                            struct slot from) {
  const struct variable_info *info =
      program_variable(builder->program, variable);
  if (!is_global(info)) {
    emit_move(builder, builder->code->variables[info->slot], from.word);
    return;
  }
  struct slot global = builder->environment->globals[variable.id];
  builder_emit(builder, CODE_GLOBAL_SET, 0, global.word, from.word, 0);
  if (global.width > 64)
    builder_emit(builder, CODE_GLOBAL_SET, 0, global.word + 1, from.word + 1,
                 0);
}

struct slot builder_register(struct builder *builder, struct term t) {
  struct operand operand = builder_operand(builder, t);
  if (!operand.is_constant)
    return (struct slot){operand.word, operand.width};
  struct slot slot = builder_temporary(builder, operand.width);
  emit_constant(builder, slot, operand.value);
  return slot;
}

// Assignment: all values are computed before any variable changes. A value
// goes straight into its variable's register when nothing reads the old value
// afterwards; the others are moved at the end.

static void mark_targets(struct builder *builder,
                         const struct binding *bindings, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct term variable = program_term(builder->program, bindings[i].target);
    builder->scratch->nodes[variable.id].assigned = builder->scratch->stamp;
  }
}

// Saves old values of variables that are moved to others, so that the moves
// may come in any order.
static void save_sources(struct builder *builder,
                         const struct binding *bindings, uint32_t count,
                         struct operand *values) {
  for (uint32_t i = 0; i < count; i++) {
    values[i] = builder_operand(builder, bindings[i].value);
    if (values[i].is_constant)
      continue;
    struct term source = expression_source(builder, bindings[i].value);
    const struct code_scratch *scratch = builder->scratch;
    if (scratch->nodes[source.id].assigned != scratch->stamp)
      continue;
    struct slot saved = builder_temporary(builder, values[i].width);
    emit_move(builder, saved, values[i].word);
    values[i].word = saved.word;
  }
}

static void store_values(struct builder *builder,
                         const struct binding *bindings, uint32_t count,
                         const struct operand *values) {
  for (uint32_t i = 0; i < count; i++) {
    struct slot to = builder_target(builder, bindings[i].target);
    const struct variable_info *info =
        program_variable(builder->program, bindings[i].target);
    if (!is_global(info) || values[i].is_constant)
      emit_operand(builder, to, &values[i]);
    else
      to.word = values[i].word;
    if (is_global(info))
      builder_store_variable(builder, bindings[i].target, to);
  }
}

// Arrays change in place: everything that is read is computed first, then whole
// arrays are copied and filled, then elements are put.

static bool is_array(const struct builder *builder, struct variable variable) {
  return sort_is_array(
      term_sort(builder->terms, program_term(builder->program, variable)));
}

// Below the elements that are put: a variable, or an array of one value.
static struct term array_base(const struct builder *builder, struct term t) {
  while (term_op(builder->terms, t) == OP_STORE)
    t = term_operand(builder->terms, t, 0);
  enum term_op op = term_op(builder->terms, t);
  CHECK(op == OP_VAR || op == OP_CONST_ARRAY, "an array by %s",
        term_op_name(op));
  return t;
}

static void list_array_roots(const struct builder *builder,
                             const struct binding *binding,
                             struct term_vec *roots) {
  struct term t = binding->value;
  term_vec_push(roots, program_term(builder->program, binding->target));
  for (; term_op(builder->terms, t) == OP_STORE;
       t = term_operand(builder->terms, t, 0)) {
    term_vec_push(roots, term_operand(builder->terms, t, 1));
    term_vec_push(roots, term_operand(builder->terms, t, 2));
  }
  struct term base = array_base(builder, t);
  term_vec_push(roots, term_op(builder->terms, base) == OP_VAR
                           ? base
                           : term_operand(builder->terms, base, 0));
}

static void set_whole(struct builder *builder, const struct binding *binding,
                      bool copies) {
  struct term target = program_term(builder->program, binding->target);
  struct term base = array_base(builder, binding->value);
  bool is_copy = term_op(builder->terms, base) == OP_VAR;
  if (is_copy != copies || term_equal(base, target))
    return;
  uint32_t to = builder_register(builder, target).word;
  if (is_copy) {
    builder_emit(builder, CODE_ARRAY_COPY, 0, to,
                 builder_register(builder, base).word, 0);
    return;
  }
  struct slot value =
      builder_register(builder, term_operand(builder->terms, base, 0));
  builder_emit(builder, CODE_ARRAY_FILL, value.width, to, value.word, 0);
}

static void put_elements(struct builder *builder,
                         const struct binding *binding) {
  struct term_vec puts = {0};
  uint32_t to =
      builder_register(builder, program_term(builder->program, binding->target))
          .word;
  for (struct term t = binding->value; term_op(builder->terms, t) == OP_STORE;
       t = term_operand(builder->terms, t, 0))
    term_vec_push(&puts, t);
  while (puts.count) {
    struct term put = term_vec_pop(&puts);
    struct slot index =
        builder_register(builder, term_operand(builder->terms, put, 1));
    struct slot value =
        builder_register(builder, term_operand(builder->terms, put, 2));
    builder_emit(builder, CODE_ARRAY_PUT, value.width, to, index.word,
                 value.word);
  }
  term_vec_release(&puts);
}

static void assign_arrays(struct builder *builder,
                          const struct binding *bindings, uint32_t count) {
  struct term_vec roots = {0};
  struct binding *scalars = memory_new(count * sizeof *scalars);
  struct operand *values = memory_new(count * sizeof *values);
  uint32_t scalar_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (is_array(builder, bindings[i].target)) {
      list_array_roots(builder, &bindings[i], &roots);
    } else {
      term_vec_push(&roots, bindings[i].value);
      scalars[scalar_count++] = bindings[i];
    }
  }
  expression_compute(builder, roots.at, roots.count, NULL, 0);
  mark_targets(builder, scalars, scalar_count);
  save_sources(builder, scalars, scalar_count, values);
  for (int pass = 0; pass < 3; pass++)
    for (uint32_t i = 0; i < count; i++) {
      if (!is_array(builder, bindings[i].target))
        continue;
      if (pass < 2)
        set_whole(builder, &bindings[i], pass == 0);
      else
        put_elements(builder, &bindings[i]);
    }
  store_values(builder, scalars, scalar_count, values);
  free(values);
  free(scalars);
  term_vec_release(&roots);
}

void builder_assign(struct builder *builder, const struct binding *bindings,
                    uint32_t count) {
  if (count == 0)
    return;
  for (uint32_t i = 0; i < count; i++)
    if (is_array(builder, bindings[i].target)) {
      assign_arrays(builder, bindings, count);
      return;
    }
  struct term *roots = memory_new(count * sizeof *roots);
  struct builder_hint *hints = memory_new(count * sizeof *hints);
  struct operand *values = memory_new(count * sizeof *values);
  uint32_t hint_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    roots[i] = bindings[i].value;
    const struct variable_info *info =
        program_variable(builder->program, bindings[i].target);
    if (!is_global(info))
      hints[hint_count++] = (struct builder_hint){
          roots[i], info->term, builder->code->variables[info->slot].word};
  }
  expression_compute(builder, roots, count, hints, hint_count);
  mark_targets(builder, bindings, count);
  save_sources(builder, bindings, count, values);
  store_values(builder, bindings, count, values);
  free(values);
  free(hints);
  free(roots);
}

void builder_compute(struct builder *builder, const struct term *roots,
                     uint32_t count) {
  expression_compute(builder, roots, count, NULL, 0);
}
