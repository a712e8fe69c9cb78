#include "run/branch.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "program/turn.h"

enum { UNKNOWN = UINT32_MAX, SWITCH_MINIMUM = 4, DENSE_FACTOR = 4 };

static const struct edge *edge_at(const struct compiler *compiler,
                                  uint32_t edge) {
  return procedure_edge(compiler->builder.procedure, (struct edge_id){edge});
}

static bool is_laid_out(const struct compiler *compiler, uint32_t location) {
  return compiler->addresses[location] != UNKNOWN;
}

static uint32_t here(const struct compiler *compiler) {
  return compiler->builder.instructions.count;
}

// Links

static void patch(struct compiler *compiler, const struct fixup *fixup,
                  uint32_t address) {
  if (!fixup->table) {
    compiler->builder.instructions.at[fixup->instruction].d = address;
    return;
  }
  struct switch_table *table = &compiler->builder.switches.at[fixup->table - 1];
  if (fixup->entry == table->count)
    table->otherwise = address;
  else
    table->targets[fixup->entry] = address;
}

// Sends control from a jump or switch entry to where the edge leads.
static void link_edge(struct compiler *compiler, struct fixup from,
                      uint32_t edge) {
  const struct edge *e = edge_at(compiler, edge);
  if (e->undefined != UNDEFINED_NONE) {
    stub_vec_push(&compiler->stubs, (struct stub){from, edge});
    return;
  }
  from.location = e->to.id;
  fixup_vec_push(&compiler->fixups, from);
  u32_vec_push(&compiler->pending, e->to.id);
}

static void emit_stubs(struct compiler *compiler) {
  for (uint32_t i = 0; i < compiler->stubs.count; i++) {
    const struct stub *stub = &compiler->stubs.at[i];
    patch(compiler, &stub->from, here(compiler));
    builder_begin(&compiler->builder, stub->edge);
    builder_emit(&compiler->builder, CODE_UNDEFINED, 0, stub->edge, 0, 0);
  }
}

// Conditions

struct comparison {
  enum instruction_op registers;
  enum instruction_op constant;
  enum instruction_op swapped; // with the constant first
};

static bool find_comparison(enum term_op op, bool is_negated,
                            struct comparison *comparison) {
  switch (op) {
  case OP_EQ:
    *comparison =
        is_negated
            ? (struct comparison){CODE_JUMP_NE, CODE_JUMP_NE_K, CODE_JUMP_NE_K}
            : (struct comparison){CODE_JUMP_EQ, CODE_JUMP_EQ_K, CODE_JUMP_EQ_K};
    return true;
  case OP_ULT:
    *comparison =
        (struct comparison){CODE_JUMP_ULT, CODE_JUMP_ULT_K, CODE_JUMP_UGT_K};
    return !is_negated;
  case OP_ULE:
    *comparison =
        (struct comparison){CODE_JUMP_ULE, CODE_JUMP_ULE_K, CODE_JUMP_UGE_K};
    return !is_negated;
  case OP_SLT:
    *comparison =
        (struct comparison){CODE_JUMP_SLT, CODE_JUMP_SLT_K, CODE_JUMP_SGT_K};
    return !is_negated;
  case OP_SLE:
    *comparison =
        (struct comparison){CODE_JUMP_SLE, CODE_JUMP_SLE_K, CODE_JUMP_SGE_K};
    return !is_negated;
  default: return false;
  }
}

// For whoever follows.
static void emit_compared(struct builder *builder, unsigned aux,
                          enum instruction_op op, uint32_t a, uint32_t b) {
  if (builder->environment->compares)
    builder_emit(builder, op, aux, 0, a, b);
}

static struct fixup emit_with_constant(struct builder *builder,
                                       enum instruction_op op, struct term t,
                                       const struct operand *constant) {
  unsigned aux = 64 - constant->width;
  uint32_t word = builder_register(builder, t).word;
  uint32_t k = builder_constant(builder, (uint64_t)constant->value);
  emit_compared(builder, aux, CODE_COMPARED_K, word, k);
  return (struct fixup){.instruction =
                            builder_emit(builder, op, aux, 0, word, k)};
}

static struct fixup emit_comparison(struct builder *builder,
                                    const struct comparison *comparison,
                                    struct term a, struct term b) {
  struct term roots[2] = {a, b};
  builder_compute(builder, roots, 2);
  struct operand x = builder_operand(builder, a);
  struct operand y = builder_operand(builder, b);
  unsigned aux = 64 - x.width;
  if (y.is_constant)
    return emit_with_constant(builder, comparison->constant, a, &y);
  if (x.is_constant)
    return emit_with_constant(builder, comparison->swapped, b, &x);
  emit_compared(builder, aux, CODE_COMPARED, x.word, y.word);
  return (struct fixup){
      .instruction =
          builder_emit(builder, comparison->registers, aux, 0, x.word, y.word)};
}

// A jump that is taken when the condition holds.
static struct fixup emit_jump_if(struct compiler *compiler,
                                 struct term condition) {
  struct builder *builder = &compiler->builder;
  struct term_table *terms = builder->terms;
  bool is_negated = term_op(terms, condition) == OP_NOT;
  struct term inner =
      is_negated ? term_operand(terms, condition, 0) : condition;
  struct comparison comparison;
  if (find_comparison(term_op(terms, inner), is_negated, &comparison) &&
      builder_width(builder, term_operand(terms, inner, 0)) <= 64)
    return emit_comparison(builder, &comparison, term_operand(terms, inner, 0),
                           term_operand(terms, inner, 1));
  builder_compute(builder, &inner, 1);
  uint32_t word = builder_register(builder, inner).word;
  uint32_t at = builder_emit(
      builder, is_negated ? CODE_JUMP_UNLESS : CODE_JUMP_IF, 0, 0, word, 0);
  return (struct fixup){.instruction = at};
}

// Appends the operands of nested ANDs (ORs), or the term itself.
static void flatten(const struct term_table *terms, enum term_op op,
                    struct term t, struct term_vec *into) {
  uint32_t first = into->count;
  term_vec_push(into, t);
  for (uint32_t i = first; i < into->count;) {
    struct term next = into->at[i];
    if (term_op(terms, next) != op) {
      i++;
      continue;
    }
    into->at[i] = into->at[--into->count];
    uint32_t arity = term_arity(terms, next);
    for (uint32_t k = 0; k < arity; k++)
      term_vec_push(into, term_operand(terms, next, k));
  }
}

static struct term condition_of(const struct compiler *compiler,
                                uint32_t edge) {
  return edge_at(compiler, edge)->op.assume.condition;
}

static int compare_terms(const void *a, const void *b) {
  const struct term *x = a, *y = b;
  return x->id < y->id ? -1 : x->id > y->id;
}

// True if the last condition holds whenever all others fail: each of its
// conjuncts is the negation of one of them.
static bool is_total(struct compiler *compiler, const struct u32_vec *edges) {
  struct term_table *terms = compiler->builder.terms;
  struct term_vec negations = {0}, conjuncts = {0};
  for (uint32_t i = 0; i + 1 < edges->count; i++)
    flatten(terms, OP_AND,
            term_not(terms, condition_of(compiler, edges->at[i])), &negations);
  flatten(terms, OP_AND,
          condition_of(compiler, *u32_vec_last((struct u32_vec *)edges)),
          &conjuncts);
  if (negations.count)
    qsort(negations.at, negations.count, sizeof *negations.at, compare_terms);
  bool total = true;
  for (uint32_t i = 0; i < conjuncts.count && total; i++)
    total = term_is_true(terms, conjuncts.at[i]) ||
            (negations.count &&
             bsearch(&conjuncts.at[i], negations.at, negations.count,
                     sizeof *negations.at, compare_terms));
  term_vec_release(&negations);
  term_vec_release(&conjuncts);
  return total;
}

// Switches

struct switch_case {
  uint64_t value;
  uint32_t edge;
};

VEC_DEFINE(case_vec, struct switch_case);

static bool constant_value(const struct compiler *compiler, struct term t,
                           uint64_t *value) {
  const struct builder *builder = &compiler->builder;
  if (term_is_const(builder->terms, t)) {
    *value = (uint64_t)term_value(builder->terms, t);
    return true;
  }
  return builder_static_address(builder, t, value);
}

// `t` is x == constant.
static bool split_case(const struct compiler *compiler, struct term t,
                       struct term *subject, uint64_t *value) {
  const struct term_table *terms = compiler->builder.terms;
  if (term_op(terms, t) != OP_EQ)
    return false;
  struct term a = term_operand(terms, t, 0), b = term_operand(terms, t, 1);
  if (builder_width(&compiler->builder, a) > 64)
    return false;
  *subject = a;
  if (constant_value(compiler, b, value))
    return true;
  *subject = b;
  return constant_value(compiler, a, value);
}

// Appends the constants that the condition compares the subject with, which is
// found here if none. False when the condition is anything else.
static bool add_cases(const struct compiler *compiler, uint32_t edge,
                      struct term *subject, struct case_vec *cases) {
  struct term_vec parts = {0};
  flatten(compiler->builder.terms, OP_OR, condition_of(compiler, edge), &parts);
  uint32_t before = cases->count;
  bool fits = true;
  for (uint32_t i = 0; i < parts.count && fits; i++) {
    struct term compared;
    struct switch_case one = {.edge = edge};
    fits = split_case(compiler, parts.at[i], &compared, &one.value) &&
           (term_is_none(*subject) || term_equal(*subject, compared));
    if (fits) {
      *subject = compared;
      case_vec_push(cases, one);
    }
  }
  if (!fits)
    cases->count = before;
  term_vec_release(&parts);
  return fits;
}

static int compare_cases(const void *a, const void *b) {
  const struct switch_case *x = a, *y = b;
  return x->value < y->value ? -1 : x->value > y->value;
}

static struct switch_table make_table(const struct case_vec *cases) {
  uint64_t low = cases->at[0].value;
  uint64_t span = cases->at[cases->count - 1].value - low;
  struct switch_table table = {.low = low};
  bool is_dense = span / DENSE_FACTOR < cases->count;
  table.count = is_dense ? (uint32_t)span + 1 : cases->count;
  table.targets = memory_new_zero(table.count, sizeof *table.targets);
  if (is_dense)
    return table;
  table.values = memory_new_zero(table.count, sizeof *table.values);
  for (uint32_t i = 0; i < cases->count; i++)
    table.values[i] = cases->at[i].value;
  return table;
}

// Emits the switch. Entries of a dense table that no case has, and the rest
// of the values, are sent to where `otherwise` is patched to; returned.
static struct fixup emit_switch(struct compiler *compiler, struct term subject,
                                struct case_vec *cases) {
  struct builder *builder = &compiler->builder;
  qsort(cases->at, cases->count, sizeof *cases->at, compare_cases);
  builder_begin(builder, cases->at[0].edge);
  builder_compute(builder, &subject, 1);
  uint32_t word = builder_register(builder, subject).word;
  struct switch_table table = make_table(cases);
  uint32_t number = switch_vec_push(&builder->switches, table);
  unsigned aux = 64 - builder_width(builder, subject);
  for (uint32_t i = 0; builder->environment->compares && i < cases->count; i++)
    emit_compared(builder, aux, CODE_COMPARED_K, word,
                  builder_constant(builder, cases->at[i].value));
  builder_emit(builder, CODE_SWITCH, 0, number, word, 0);
  for (uint32_t i = 0; i < cases->count; i++) {
    uint32_t entry =
        table.values ? i : (uint32_t)(cases->at[i].value - table.low);
    link_edge(compiler, (struct fixup){.table = number + 1, .entry = entry},
              cases->at[i].edge);
  }
  return (struct fixup){.table = number + 1, .entry = table.count};
}

// Entries of a dense table without a case go to the address, where the other
// tests follow.
static void fill_gaps(struct compiler *compiler, uint32_t number,
                      const struct case_vec *cases, uint32_t address) {
  struct switch_table *table = &compiler->builder.switches.at[number];
  if (table->values)
    return;
  uint32_t next = 0;
  for (uint32_t i = 0; i < table->count; i++) {
    while (next < cases->count && cases->at[next].value < table->low + i)
      next++;
    if (next == cases->count || cases->at[next].value != table->low + i)
      table->targets[i] = address;
  }
}

// Takes the edges that compare one term with constants out of the list.
static void take_cases(struct compiler *compiler, struct u32_vec *edges,
                       struct term *subject, struct case_vec *cases) {
  struct u32_vec rest = {0};
  for (uint32_t i = 0; i < edges->count; i++)
    if (!add_cases(compiler, edges->at[i], subject, cases))
      u32_vec_push(&rest, edges->at[i]);
  if (cases->count < SWITCH_MINIMUM) {
    u32_vec_release(&rest);
    case_vec_clear(cases);
    return;
  }
  u32_vec_release(edges);
  *edges = rest;
}

// Choice

// Where control goes on after the last test: to the target of the edge, which
// may come next, or nowhere.
static uint32_t finish_with(struct compiler *compiler, uint32_t edge) {
  const struct edge *e = edge_at(compiler, edge);
  if (e->undefined == UNDEFINED_NONE)
    return e->to.id;
  builder_begin(&compiler->builder, edge);
  builder_emit(&compiler->builder, CODE_UNDEFINED, 0, edge, 0, 0);
  return 0;
}

static void emit_blocked(struct compiler *compiler) {
  builder_begin(&compiler->builder, compiler->builder.edge);
  builder_emit(&compiler->builder, CODE_BLOCKED, 0, 0, 0, 0);
}

// Of two edges, the one to fall through to is one that is not laid out yet.
static void order_pair(struct compiler *compiler, struct u32_vec *edges) {
  if (edges->count != 2)
    return;
  const struct edge *first = edge_at(compiler, edges->at[0]);
  const struct edge *second = edge_at(compiler, edges->at[1]);
  if (first->undefined == UNDEFINED_NONE &&
      !is_laid_out(compiler, first->to.id) &&
      (second->undefined != UNDEFINED_NONE ||
       is_laid_out(compiler, second->to.id))) {
    uint32_t swapped = edges->at[0];
    edges->at[0] = edges->at[1];
    edges->at[1] = swapped;
  }
}

static uint32_t emit_tests(struct compiler *compiler,
                           const struct u32_vec *edges, bool total) {
  for (uint32_t i = 0; i < edges->count; i++) {
    if (total && i + 1 == edges->count)
      return finish_with(compiler, edges->at[i]);
    builder_begin(&compiler->builder, edges->at[i]);
    struct fixup jump =
        emit_jump_if(compiler, condition_of(compiler, edges->at[i]));
    link_edge(compiler, jump, edges->at[i]);
  }
  emit_blocked(compiler);
  return 0;
}

// The choice between ASSUME edges. Returns the location that comes next.
static uint32_t emit_choice(struct compiler *compiler, struct u32_vec *edges) {
  bool total = is_total(compiler, edges);
  uint32_t last = *u32_vec_last(edges);
  struct case_vec cases = {0};
  struct term subject = {0};
  take_cases(compiler, edges, &subject, &cases);
  if (cases.count) {
    struct fixup otherwise = emit_switch(compiler, subject, &cases);
    patch(compiler, &otherwise, here(compiler));
    fill_gaps(compiler, otherwise.table - 1, &cases, here(compiler));
  } else if (total) {
    order_pair(compiler, edges);
  }
  bool is_switch_rest = cases.count > 0;
  case_vec_release(&cases);
  if (is_switch_rest)
    total = total && edges->count > 0 && *u32_vec_last(edges) == last;
  return emit_tests(compiler, edges, total);
}

// Memory operations and their INVALID siblings

static bool is_literal_size(const struct compiler *compiler, struct term size,
                            unsigned width) {
  const struct term_table *terms = compiler->builder.terms;
  return term_is_const(terms, size) &&
         term_value(terms, size) == (width + 7) / 8;
}

// True if the operation itself checks what the INVALID edge checks.
static bool is_covered(const struct compiler *compiler,
                       const struct operation *invalid,
                       const struct operation *op) {
  const struct builder *builder = &compiler->builder;
  struct term address = invalid->invalid.address;
  struct term size = invalid->invalid.size;
  enum access_kind access = invalid->invalid.access;
  switch (op->kind) {
  case OPERATION_LOAD: {
    struct term target = program_term(builder->program, op->memory.target);
    return access == ACCESS_READ && term_equal(address, op->memory.address) &&
           is_literal_size(compiler, size, builder_width(builder, target));
  }
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return (access == ACCESS_WRITE || op->kind == OPERATION_UPDATE) &&
           term_equal(address, op->memory.address) &&
           is_literal_size(compiler, size,
                           builder_width(builder, op->memory.value));
  case OPERATION_COPY:
    return term_equal(size, op->block.size) &&
           term_equal(address, access == ACCESS_WRITE ? op->block.address
                                                      : op->block.source);
  case OPERATION_FILL:
    return access == ACCESS_WRITE && term_equal(size, op->block.size) &&
           term_equal(address, op->block.address);
  case OPERATION_FREE:
    return access == ACCESS_FREE && term_equal(address, op->free.address);
  case OPERATION_CALL:
    return access == ACCESS_CALL && op->call.callee.id == 0 &&
           term_equal(address, op->call.function);
  default: return false;
  }
}

static void emit_validate(struct compiler *compiler, uint32_t edge) {
  struct builder *builder = &compiler->builder;
  const struct operation *op = &edge_at(compiler, edge)->op;
  struct term roots[2] = {op->invalid.address, op->invalid.size};
  bool has_size = !term_is_none(op->invalid.size);
  builder_begin(builder, edge);
  builder_compute(builder, roots, has_size ? 2 : 1);
  uint32_t address = builder_register(builder, op->invalid.address).word;
  uint32_t size =
      has_size ? builder_register(builder, op->invalid.size).word : 0;
  builder_emit(builder, CODE_VALIDATE, 0, edge, address, size);
}

// Sorts the edges of a location: tests, checks, and at most one that is always
// enabled (0 if none).
static uint32_t classify(const struct compiler *compiler,
                         const struct location *location, struct u32_vec *tests,
                         struct u32_vec *checks) {
  uint32_t always = 0;
  for (uint32_t i = 0; i < location->out_count; i++) {
    uint32_t edge = location->first_out + i;
    switch (edge_at(compiler, edge)->op.kind) {
    case OPERATION_ASSUME: u32_vec_push(tests, edge); break;
    case OPERATION_INVALID: u32_vec_push(checks, edge); break;
    default:
      CHECK(!always, "two edges of a location are always enabled");
      always = edge;
    }
  }
  return always;
}

// Does the operation, or what is done next, check it itself? Whether a routine
// changes the string at all, and how much it prints, only the routine knows.
static bool is_checked_later(const struct compiler *compiler,
                             const struct edge *check, uint32_t always) {
  return check->undefined == UNDEFINED_IN_PLACE ||
         check->undefined == UNDEFINED_UNSURE ||
         (always &&
          is_covered(compiler, &check->op, &edge_at(compiler, always)->op));
}

static void emit_turn(struct compiler *compiler, const struct operation *op) {
  bool is_event = operation_is_turn(compiler->builder.program, op);
  bool ends_section =
      op->kind == OPERATION_THREAD && op->thread.action == THREAD_ATOMIC_END;
  if (is_event || ends_section)
    builder_emit(&compiler->builder, CODE_TURN, 0, is_event, 0, 0);
}

// Returns the location that comes next, or 0 when control does not fall out.
static uint32_t emit_edges(struct compiler *compiler, struct u32_vec *tests,
                           const struct u32_vec *checks, uint32_t always) {
  for (uint32_t i = 0; i < checks->count; i++) {
    const struct edge *check = edge_at(compiler, checks->at[i]);
    CHECK(check->undefined != UNDEFINED_NONE, "an INVALID edge is harmless");
    if (!is_checked_later(compiler, check, always))
      emit_validate(compiler, checks->at[i]);
  }
  if (!always)
    return tests->count ? emit_choice(compiler, tests)
                        : (emit_blocked(compiler), 0);
  for (uint32_t i = 0; i < tests->count; i++) {
    builder_begin(&compiler->builder, tests->at[i]);
    link_edge(compiler,
              emit_jump_if(compiler, condition_of(compiler, tests->at[i])),
              tests->at[i]);
  }
  compiler_operation(compiler, always);
  const struct edge *edge = edge_at(compiler, always);
  if (compiler->builder.environment->has_turns)
    emit_turn(compiler, &edge->op);
  return edge->op.kind == OPERATION_RETURN ? 0 : finish_with(compiler, always);
}

// Layout

static void begin_piece(struct compiler *compiler, uint32_t edge) {
  builder_begin(&compiler->builder, edge);
  compiler->step = builder_emit(&compiler->builder, CODE_STEP, 0, 0, 0, 0);
}

// Returns the location that comes next, or 0. *is_piece_end tells whether a
// new piece begins there in any case.
static uint32_t emit_location(struct compiler *compiler, uint32_t id,
                              bool *is_piece_end) {
  const struct location *location =
      procedure_location(compiler->builder.procedure, (struct location_id){id});
  bool starts = *is_piece_end || compiler->in_degree[id] > 1 ||
                compiler->builder.environment->counts_edges;
  compiler->addresses[id] = here(compiler);
  if (starts)
    begin_piece(compiler, location->out_count ? location->first_out : 0);
  if (compiler->builder.environment->follows)
    builder_emit(&compiler->builder, CODE_ARRIVE, 0, id, 0, 0);
  if (compiler->builder.environment->records)
    builder_emit(&compiler->builder, CODE_RECORD_PLACE, 0, id, 0, 0);
  compiler->builder.instructions.at[compiler->step].d++;
  struct u32_vec tests = {0}, checks = {0};
  uint32_t always = classify(compiler, location, &tests, &checks);
  *is_piece_end = tests.count > 0;
  uint32_t next = emit_edges(compiler, &tests, &checks, always);
  u32_vec_release(&tests);
  u32_vec_release(&checks);
  return next;
}

static void emit_chain_from(struct compiler *compiler, uint32_t location) {
  bool is_piece_end = true;
  while (location && !is_laid_out(compiler, location))
    location = emit_location(compiler, location, &is_piece_end);
  if (!location)
    return;
  uint32_t jump = builder_emit(&compiler->builder, CODE_JUMP, 0, 0, 0, 0);
  fixup_vec_push(&compiler->fixups,
                 (struct fixup){.location = location, .instruction = jump});
}

static void count_in_edges(struct compiler *compiler) {
  const struct procedure *procedure = compiler->builder.procedure;
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    compiler->in_degree[procedure->edges.at[i].to.id]++;
}

void branch_compile(struct compiler *compiler) {
  const struct procedure *procedure = compiler->builder.procedure;
  uint32_t count = procedure->locations.count;
  compiler->addresses = memory_new(count * sizeof(uint32_t));
  memset(compiler->addresses, 0xff, count * sizeof(uint32_t));
  compiler->in_degree = memory_new_zero(count, sizeof(uint32_t));
  count_in_edges(compiler);
  if (compiler->builder.environment->records) {
    builder_begin(&compiler->builder, 0);
    builder_emit(&compiler->builder, CODE_RECORD_ENTER, 0, 0, 0, 0);
  }
  emit_chain_from(compiler, procedure->entry.id);
  while (compiler->pending.count) {
    uint32_t location = u32_vec_pop(&compiler->pending);
    if (!is_laid_out(compiler, location))
      emit_chain_from(compiler, location);
  }
  for (uint32_t i = 0; i < compiler->fixups.count; i++)
    patch(compiler, &compiler->fixups.at[i],
          compiler->addresses[compiler->fixups.at[i].location]);
  emit_stubs(compiler);
  fixup_vec_release(&compiler->fixups);
  stub_vec_release(&compiler->stubs);
  u32_vec_release(&compiler->pending);
  free(compiler->addresses);
  free(compiler->in_degree);
}
