// Small pieces of automata that weaving is made of.
#include "weave/weaver.h"

bool weave_hears(const struct weaver *w, struct action action) {
  return !w->weaving->heard || bitset_has(w->weaving->heard, action.id);
}

struct location_id weave_location(struct weaver *w) {
  return procedure_add_location(w->procedure, w->position);
}

void weave_edge_to(struct weaver *w, struct location_id from,
                   struct location_id to, struct operation op) {
  procedure_add_edge(
      w->procedure,
      (struct edge){.from = from, .to = to, .position = w->position, .op = op});
}

struct location_id weave_edge(struct weaver *w, struct location_id from,
                              struct operation op) {
  struct location_id to = weave_location(w);
  weave_edge_to(w, from, to, op);
  return to;
}

static struct name performed_name(const struct weaver *w,
                                  const struct performed *performed) {
  const char *text = "arm";
  switch (performed->kind) {
  case PERFORMED_ACTION:
    text = action_text(w->spec->actions, performed->action);
    break;
  case PERFORMED_GOAL: text = "what must not happen"; break;
  case PERFORMED_ERROR: text = "ERROR"; break;
  case PERFORMED_CHANGE: text = "a write that `modifies` does not list"; break;
  case PERFORMED_ARM:
  case PERFORMED_ENTRY_ARM: break;
  }
  return intern(w->program->names, text);
}

struct location_id weave_perform(struct weaver *w, struct location_id from,
                                 struct performed performed) {
  return weave_perform_on(w, from, performed, (struct term){0});
}

struct location_id weave_perform_on(struct weaver *w, struct location_id from,
                                    struct performed performed,
                                    struct term object) {
  struct operation op = {.kind = OPERATION_PERFORM};
  op.perform.action = performed_name(w, &performed);
  op.perform.object = object;
  op.perform.number = performed_vec_push(&w->weaving->performed, performed);
  return weave_edge(w, from, op);
}

struct location_id weave_branch(struct weaver *w, struct location_id from,
                                struct term condition,
                                struct location_id *otherwise) {
  struct term_table *terms = w->program->terms;
  struct location_id none = {0};
  bool is_true = term_is_true(terms, condition);
  bool is_constant = is_true || term_is_false(terms, condition);
  *otherwise = is_true ? none : from;
  if (is_constant)
    return is_true ? from : none;
  *otherwise =
      weave_edge(w, from, operation_assume(term_not(terms, condition)));
  return weave_edge(w, from, operation_assume(condition));
}

struct variable weave_variable(struct weaver *w, const char *name,
                               struct sort sort, struct ctype type) {
  struct name text = intern(w->program->names, name);
  return program_add_variable(
      w->program,
      (struct variable_info){.kind = w->is_entry ? VARIABLE_LOCAL
                                                 : VARIABLE_TEMPORARY,
                             .name = text,
                             .text = text,
                             .type = type.id ? type : w->integer,
                             .owner = w->procedure->self,
                             .is_made = true,
                             .position = w->position},
      sort);
}

struct location_id weave_havoc(struct weaver *w, struct location_id from,
                               struct variable variable, struct name what) {
  return weave_edge(
      w, from,
      operation_havoc(w->program, &variable, 1, ORIGIN_ASSUMPTION, what));
}

struct location_id weave_assign(struct weaver *w, struct location_id from,
                                struct variable variable, struct term value) {
  return weave_edge(w, from, operation_assign_one(w->program, variable, value));
}

// Memory

// Is the pointer null that the address was computed from? Its constant offset
// tells.
struct term weave_null_test(struct weaver *w, struct term address) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  u128 offset = 0;
  if (term_op(terms, address) == OP_ADD)
    for (uint32_t i = 0; i < term_arity(terms, address); i++)
      if (term_is_const(terms, term_operand(terms, address, i)))
        offset = term_value(terms, term_operand(terms, address, i));
  return term_eq(terms, address, term_const(terms, width, offset));
}

// What a start asks for in vain is no start.
static enum undefined_reason reason_of(const struct weaver *w,
                                       enum access_kind access) {
  if (w->is_start)
    return UNDEFINED_IMPOSSIBLE;
  return access == ACCESS_READ ? UNDEFINED_INVALID_READ
                               : UNDEFINED_INVALID_WRITE;
}

static void add_invalid(struct weaver *w, struct location_id from,
                        enum access_kind access, struct term address,
                        uint64_t size) {
  struct operation op = {.kind = OPERATION_INVALID};
  op.invalid.access = access;
  op.invalid.address = address;
  op.invalid.size =
      term_const(w->program->terms, w->program->pointer_width, size);
  procedure_add_edge(w->procedure,
                     (struct edge){.from = from,
                                   .to = w->procedure->undefined,
                                   .position = w->position,
                                   .undefined = reason_of(w, access),
                                   .op = op});
}

struct location_id weave_load(struct weaver *w, struct location_id from,
                              struct variable target, struct term address,
                              struct term is_astray) {
  struct location_id valid, null, to = weave_location(w);
  null = weave_branch(w, from, is_astray, &valid);
  if (null.id)
    weave_edge_to(w, null, to,
                  operation_havoc(w->program, &target, 1, ORIGIN_ASSUMPTION,
                                  intern(w->program->names, "null")));
  if (!valid.id)
    return to;
  struct operation op = {.kind = OPERATION_LOAD};
  op.memory.target = target;
  op.memory.address = address;
  weave_edge_to(w, valid, to, op);
  add_invalid(w, valid, ACCESS_READ, address,
              sort_value_bytes(term_sort(w->program->terms,
                                         program_term(w->program, target))));
  return to;
}

struct location_id weave_store(struct weaver *w, struct location_id from,
                               struct term address, struct term value) {
  struct location_id valid, null, to = weave_location(w);
  null = weave_branch(w, from, weave_null_test(w, address), &valid);
  if (null.id)
    weave_edge_to(w, null, to, operation_skip());
  if (!valid.id)
    return to;
  struct operation op = {.kind = OPERATION_STORE};
  op.memory.address = address;
  op.memory.value = value;
  weave_edge_to(w, valid, to, op);
  add_invalid(w, valid, ACCESS_WRITE, address,
              sort_value_bytes(term_sort(w->program->terms, value)));
  return to;
}
