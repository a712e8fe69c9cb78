// The frame of a procedure that is checked against its own abstraction: what is
// not in its `modifies` is as it was when it returns, because nothing else is
// written. A write counts, whatever the value is.
//
// At the entry the list is remembered: addresses and sizes, in globals of our
// own, for the procedures that are called write, too. Before every write
// through an address that is not in one of these ranges PERFORM says so, if the
// object is older than the call: locals, and what was allocated since, are
// nobody else's. Behind every write of a global that is a variable, PERFORM
// says so unless it is listed. What an abstraction fills is written by it.
//
// What code does that we do not see, or a routine of the library, is left to
// check/modifies.h.
#include "program/access.h"
#include "weave/weaver.h"

void weave_frame_mentioned(const struct spec_proc *proc,
                           struct term_vec *mentioned) {
  for (uint32_t i = 0; i < proc->modifies.count; i++) {
    const struct spec_lvalue *lvalue = &proc->modifies.at[i];
    if (!term_is_none(lvalue->address))
      term_vec_push(mentioned, lvalue->address);
    if (!term_is_none(lvalue->count))
      term_vec_push(mentioned, lvalue->count);
  }
}

// ---- The list at the entry --------------------------------------------------

// Is it made of constants and addresses of objects?
static bool is_fixed(const struct weaver *w, struct term t) {
  return program_has_only(w->program, t, 1u << VARIABLE_ADDRESS);
}

// Is it made of such things and of the present procedure's parameters? None of
// them is assigned to: weave_entry speaks of copies of those.
static bool is_named(const struct weaver *w, struct term t) {
  return program_has_only(w->program, t,
                          1u << VARIABLE_ADDRESS | 1u << VARIABLE_PARAMETER);
}

static struct location_id remember(struct weaver *w, struct term *value,
                                   struct term *own, struct name text,
                                   struct location_id from) {
  *own = *value;
  if (is_fixed(w, *value))
    return from;
  bool is_own = is_named(w, *value);
  struct variable kept = program_add_variable(
      w->program,
      (struct variable_info){
          .kind = VARIABLE_GLOBAL,
          .name = intern_format(w->program->names, "modifies %s",
                                name_text(w->program->names, text)),
          .text = text,
          .is_made = true,
          .is_internal = true,
          .position = w->position},
      term_sort(w->program->terms, *value));
  from = weave_assign(w, from, kept, *value);
  *value = program_term(w->program, kept);
  if (!is_own)
    *own = *value;
  return from;
}

// Is the number of elements one that no product with their size can wrap? It
// is never less than none (spec.h).
static bool is_small(const struct term_table *terms, struct term count) {
  enum { SMALL_BITS = 32 };
  switch (term_op(terms, count)) {
  case OP_CONST: return term_value(terms, count) >> SMALL_BITS == 0;
  case OP_ITE:
    return is_small(terms, term_operand(terms, count, 1)) &&
           is_small(terms, term_operand(terms, count, 2));
  case OP_SEXT:
  case OP_ZEXT:
    return term_width(terms, term_operand(terms, count, 0)) <= SMALL_BITS;
  default: return false;
  }
}

// No object is larger than half of all addresses.
static struct term size_of(const struct weaver *w,
                           const struct spec_lvalue *lvalue,
                           struct substitution *bound) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  uint64_t size = ctype_bare(w->program->types, lvalue->type)->bit_size / 8;
  struct term bytes = term_const(terms, width, size);
  if (lvalue->is_whole)
    return term_const(terms, width, bits_mask(width));
  if (term_is_none(lvalue->count))
    return bytes;
  struct term count = substitution_apply(bound, lvalue->count);
  struct term most = term_const(
      terms, width, (UINT64_C(1) << (width - 1)) / (size ? size : 1));
  if (width <= 32 || !is_small(terms, count))
    count =
        term_ite(terms, term_compare(terms, OP_ULE, count, most), count, most);
  return term_binary(terms, OP_MUL, count, bytes);
}

struct location_id weave_frame_enter(struct weaver *w,
                                     const struct spec_proc *proc,
                                     struct substitution *bound,
                                     struct location_id from) {
  for (uint32_t i = 0; i < proc->modifies.count; i++) {
    const struct spec_lvalue *lvalue = &proc->modifies.at[i];
    if (term_is_none(lvalue->address))
      continue;
    struct frame_range range = {.address =
                                    substitution_apply(bound, lvalue->address),
                                .size = size_of(w, lvalue, bound)};
    from = remember(w, &range.address, &range.own_address, lvalue->text, from);
    from = remember(w, &range.size, &range.own_size, lvalue->text, from);
    frame_range_vec_push(&w->ranges, range);
  }
  return from;
}

// ---- Writes -----------------------------------------------------------------

// By a call that stands for what an abstraction does.
static bool find_filled(const struct weaver *w, const struct operation *op,
                        struct term *address, struct term *size) {
  if (!op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(w->program, op->call.callee);
  uint64_t bytes = ctype_bare(w->program->types, callee->filled)->bit_size / 8;
  if (callee->outside != OUTSIDE_FILLS || !bytes)
    return false;
  *address = op->call.arguments[op->call.count - 1];
  *size = term_const(w->program->terms, w->program->pointer_width, bytes);
  return true;
}

// What is written, as an address and a number of bytes. False: nothing.
static bool find_written(const struct weaver *w, const struct operation *op,
                         struct term *address, struct term *size) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  switch (op->kind) {
  case OPERATION_STORE:
  case OPERATION_UPDATE: {
    struct sort sort = term_sort(terms, op->memory.value);
    uint64_t bytes = sort_is_bool(sort) ? 1 : (sort_width(sort) + 7) / 8;
    *address = op->memory.address;
    *size = term_const(terms, width, bytes);
    return true;
  }
  case OPERATION_COPY:
  case OPERATION_FILL:
    *address = op->block.address;
    *size = op->block.size;
    return true;
  case OPERATION_CALL: return find_filled(w, op, address, size);
  default: return false;
  }
}

static bool is_own_local(const struct weaver *w, struct term address) {
  struct object_id object;
  uint64_t offset;
  return access_split(w->program, address, &object, &offset) &&
         program_object(w->program, object)->kind == OBJECT_FRAME;
}

// What is performed there; `what` is the text of what is written, or none.
static struct operation *forbid(struct weaver *w, struct location_id from,
                                struct location_id to, struct name what) {
  weave_edge_to(w,
                weave_perform(w, from,
                              (struct performed){.kind = PERFORMED_CHANGE,
                                                 .trigger = SPEC_NONE,
                                                 .arm = SPEC_NONE}),
                to, operation_skip());
  struct edge_vec *edges = &w->procedure->edges;
  struct operation *op = &edges->at[edges->count - 2].op;
  if (!name_is_none(what))
    op->perform.action = intern_format(
        w->program->names, "a write of `%s`, which `modifies` does not list",
        name_text(w->program->names, what));
  return op;
}

// The ranges as the present procedure can name them.
static void list_ranges(const struct weaver *w, struct operation *op) {
  bool is_own = w->procedure->self.id == w->check->procedure.id;
  struct term_vec terms = {0};
  for (uint32_t i = 0; i < w->ranges.count; i++) {
    const struct frame_range *range = &w->ranges.at[i];
    term_vec_push(&terms, is_own ? range->own_address : range->address);
    term_vec_push(&terms, is_own ? range->own_size : range->size);
  }
  op->perform.ranges = program_copy_terms(w->program, terms.at, terms.count);
  op->perform.count = terms.count;
  term_vec_release(&terms);
}

static struct name text_of(const struct operation *op) {
  return op->kind == OPERATION_STORE ? op->memory.text : (struct name){0};
}

static bool guard_memory(struct weaver *w, uint32_t edge) {
  struct edge written = w->procedure->edges.at[edge];
  struct term address, size;
  if (!find_written(w, &written.op, &address, &size) ||
      is_own_local(w, address))
    return false;
  struct location_id to = weave_before(w, written.from);
  w->position = written.position;
  struct operation *op = forbid(w, written.from, to, text_of(&written.op));
  op->perform.address = address;
  op->perform.size = size;
  list_ranges(w, op);
  return true;
}

// A global that is not listed, and none that remembers the list.
static bool is_unlisted(const struct weaver *w, const struct spec_proc *proc,
                        struct variable variable) {
  const struct variable_info *info = program_variable(w->program, variable);
  bool is_fine = info->kind != VARIABLE_GLOBAL;
  for (uint32_t i = 0; i < proc->modifies.count; i++)
    is_fine |= variable_equal(proc->modifies.at[i].variable, variable);
  for (uint32_t i = 0; i < w->ranges.count; i++)
    is_fine |= term_equal(w->ranges.at[i].address, info->term) ||
               term_equal(w->ranges.at[i].size, info->term);
  return !is_fine;
}

static bool guard_variables(struct weaver *w, const struct spec_proc *proc,
                            uint32_t edge) {
  struct variable_vec targets = {0};
  struct edge written = w->procedure->edges.at[edge];
  struct name wrong = {0};
  operation_targets(&written.op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    if (is_unlisted(w, proc, targets.at[i]))
      wrong = program_variable(w->program, targets.at[i])->text;
  variable_vec_release(&targets);
  if (name_is_none(wrong) || written.undefined != UNDEFINED_NONE)
    return false;
  w->position = written.position;
  struct location_id behind = weave_location(w);
  w->procedure->edges.at[edge].to = behind;
  forbid(w, behind, written.to, wrong);
  return true;
}

void weave_frame(struct weaver *w, const struct spec_proc *proc) {
  uint32_t count = w->program->procedures.count;
  for (uint32_t i = 1; i < count; i++) {
    bool is_woven = false;
    w->procedure = w->program->procedures.at[i];
    uint32_t edges = w->procedure->is_defined ? w->procedure->edges.count : 0;
    for (uint32_t e = 1; e < edges; e++) {
      is_woven |= guard_memory(w, e);
      is_woven |= guard_variables(w, proc, e);
    }
    if (is_woven)
      procedure_seal(w->procedure);
  }
}
