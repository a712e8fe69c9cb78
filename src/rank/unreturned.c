#include "rank/unreturned.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "library/routine.h"
#include "program/callgraph.h"
#include "program/pass.h"

struct unreturning {
  struct program *program;
  struct term_table *terms;
  struct procedure *entry;
  enum unreturned kind;
  struct callgraph graph;
  struct bitset recursive;        // one procedure of each cycle, by id
  struct bitset reaching;         // that can make a recursive call
  struct variable_vec written;    // globals that recursive ones may change
  struct variable next, deeper;   // ghosts
  struct variable_vec *arguments; // by procedure: ghosts
  struct location_id dispatch;    // in the entry
};

enum { NAME_BITS = 16 }; // of what is called next

static struct term name_of(const struct unreturning *u, uint32_t value) {
  return term_const(u->terms, NAME_BITS, value);
}

static struct term next_is(const struct unreturning *u, uint32_t value) {
  return term_eq(u->terms, program_term(u->program, u->next),
                 name_of(u, value));
}

// What there is

static bool calls_any(const struct unreturning *u,
                      const struct procedure *procedure,
                      const struct bitset *wanted) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct procedure *callee =
        callgraph_callee(u->program, &procedure->edges.at[i].op);
    if (callee && bitset_has(wanted, callee->self.id))
      return true;
  }
  return false;
}

static void find_reaching(struct unreturning *u) {
  bitset_copy(&u->reaching, &u->recursive);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < u->graph.order.count; i++) {
      struct procedure_id id = u->graph.order.at[i];
      if (calls_any(u, program_procedure(u->program, id), &u->reaching))
        is_new |= bitset_add(&u->reaching, id.id);
    }
  }
}

// Does a procedure without a body leave memory alone?
static bool is_known_outside(const struct program *program,
                             const struct procedure *callee) {
  const char *name = name_text(program->names, callee->name);
  struct routine routine = routine_find(name);
  return callee->is_noreturn || routine_is_pure(&routine) ||
         !strncmp(name, "__VERIFIER_", strlen("__VERIFIER_"));
}

static bool is_harmless_call(const struct program *program,
                             const struct operation *op) {
  if (!op->call.callee.id || !term_is_none(op->call.variadic))
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  return callee->is_defined || is_known_outside(program, callee);
}

static bool is_harmless(const struct program *program,
                        const struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_HAVOC:
  case OPERATION_LOAD:
  case OPERATION_RETURN:
  case OPERATION_INVALID: return true;
  case OPERATION_CALL: return is_harmless_call(program, op);
  default: return false;
  }
}

static void note_written(struct unreturning *u, const struct operation *op) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 1; i < u->program->variables.count; i++)
    if (op->kind == OPERATION_CALL && !callgraph_callee(u->program, op) &&
        call_can_write(u->program, op, (struct variable){i}))
      variable_vec_push(&targets, (struct variable){i});
  for (uint32_t i = 0; i < targets.count; i++) {
    bool is_known =
        program_variable(u->program, targets.at[i])->kind != VARIABLE_GLOBAL;
    for (uint32_t k = 0; k < u->written.count && !is_known; k++)
      is_known = variable_equal(u->written.at[k], targets.at[i]);
    if (!is_known)
      variable_vec_push(&u->written, targets.at[i]);
  }
  variable_vec_release(&targets);
}

// What a recursive procedure and those that it calls do.
static bool is_treatable(struct unreturning *u, struct procedure_id root) {
  struct callgraph below;
  bool ok = root.id != u->entry->self.id;
  callgraph_init(&below, u->program, root);
  for (uint32_t i = 0; i < below.order.count && ok; i++) {
    const struct procedure *procedure =
        program_procedure(u->program, below.order.at[i]);
    ok = !procedure->objects.count && !procedure->is_variadic;
    for (uint32_t k = 1; k < procedure->edges.count && ok; k++) {
      ok = u->kind != UNRETURNED_OR_BEHIND ||
           is_harmless(u->program, &procedure->edges.at[k].op);
      note_written(u, &procedure->edges.at[k].op);
    }
  }
  callgraph_release(&below);
  return ok;
}

// Is the call as the procedure is declared?
static bool fits(const struct unreturning *u, const struct operation *call,
                 const struct procedure *callee) {
  bool ok = call->call.count == callee->parameters.count;
  for (uint32_t i = 0; i < call->call.count && ok; i++)
    ok =
        sort_equal(term_sort(u->terms, call->call.arguments[i]),
                   term_sort(u->terms, program_term(u->program,
                                                    callee->parameters.at[i])));
  return ok;
}

static bool all_fit(const struct unreturning *u) {
  bool ok = true;
  for (uint32_t i = 0; i < u->graph.order.count && ok; i++) {
    const struct procedure *procedure =
        program_procedure(u->program, u->graph.order.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count && ok; k++) {
      const struct operation *op = &procedure->edges.at[k].op;
      const struct procedure *callee = callgraph_callee(u->program, op);
      if (callee && bitset_has(&u->recursive, callee->self.id))
        ok = fits(u, op, callee);
    }
  }
  return ok;
}

static bool are_treatable(struct unreturning *u) {
  bool ok = all_fit(u);
  BITSET_EACH (id, &u->recursive)
    ok = ok && is_treatable(u, (struct procedure_id){id});
  return ok && u->program->procedures.count < 1 << NAME_BITS;
}

// Ghosts

static struct variable add_ghost(struct unreturning *u, const char *name,
                                 struct name text, struct ctype type,
                                 struct sort sort) {
  struct name chosen = intern(u->program->names, name);
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = chosen,
                               .text = name_is_none(text) ? chosen : text,
                               .type = type,
                               .is_internal = true,
                               .is_made = true};
  return program_add_variable(u->program, info, sort);
}

static void add_arguments(struct unreturning *u,
                          const struct procedure *procedure) {
  for (uint32_t i = 0; i < procedure->parameters.count; i++) {
    struct variable parameter = procedure->parameters.at[i];
    const struct variable_info *info = program_variable(u->program, parameter);
    struct strbuf name = {0};
    strbuf_format(&name, "%s::%s::passed",
                  name_text(u->program->names, procedure->name),
                  name_text(u->program->names, info->name));
    struct sort sort = term_sort(u->terms, info->term);
    variable_vec_push(
        &u->arguments[procedure->self.id],
        add_ghost(u, strbuf_text(&name), info->text, info->type, sort));
    strbuf_release(&name);
  }
}

static void add_ghosts(struct unreturning *u) {
  struct name none = {0};
  struct ctype unknown = {0};
  u->next = add_ghost(u, "next", none, unknown, sort_bits(NAME_BITS));
  u->deeper = add_ghost(u, "deeper", none, unknown, sort_bits(NAME_BITS));
  u->arguments =
      memory_new_zero(u->program->procedures.count, sizeof *u->arguments);
  BITSET_EACH (id, &u->recursive)
    add_arguments(u, program_procedure(u->program, (struct procedure_id){id}));
}

// Rewriting

static void add_edge(struct procedure *procedure, struct edge like,
                     struct location_id from, struct location_id to,
                     struct operation op) {
  like.from = from;
  like.to = to;
  like.op = op;
  like.undefined = UNDEFINED_NONE;
  procedure_add_edge(procedure, like);
}

static struct location_id add_location(struct procedure *procedure,
                                       const struct edge *like) {
  return procedure_add_location(procedure, like->position);
}

// Leaves the procedure, with any result, or main for the dispatcher.
static void add_leaving(struct unreturning *u, struct procedure *procedure,
                        struct edge like, struct location_id from) {
  struct operation leave = {.kind = OPERATION_RETURN};
  if (procedure == u->entry) {
    add_edge(procedure, like, from, u->dispatch, operation_skip());
    return;
  }
  if (sort_is_bits(procedure->result))
    leave.ret.value = term_const(u->terms, sort_width(procedure->result), 0);
  add_edge(procedure, like, from, procedure->exit, leave);
}

static struct operation pass_arguments(const struct unreturning *u,
                                       const struct procedure *callee,
                                       const struct operation *call) {
  struct binding_vec bindings = {0};
  const struct variable_vec *ghosts = &u->arguments[callee->self.id];
  binding_vec_push(&bindings,
                   (struct binding){u->next, name_of(u, callee->self.id)});
  for (uint32_t i = 0; i < ghosts->count; i++)
    binding_vec_push(&bindings,
                     (struct binding){ghosts->at[i], call->call.arguments[i]});
  struct operation op =
      operation_assign(u->program, bindings.at, bindings.count);
  binding_vec_release(&bindings);
  return op;
}

// Behind the call: anything that the callee may have left.
static struct operation forget(const struct unreturning *u,
                               const struct operation *call) {
  struct variable_vec targets = {0};
  variable_vec_append(&targets, u->written.at, u->written.count);
  bool is_known = variable_is_none(call->call.target);
  for (uint32_t i = 0; i < targets.count; i++)
    is_known |= variable_equal(targets.at[i], call->call.target);
  if (!is_known)
    variable_vec_push(&targets, call->call.target);
  struct operation op =
      targets.count
          ? operation_havoc(u->program, targets.at, targets.count,
                            ORIGIN_APPROXIMATION,
                            intern(u->program->names, UNRETURNED_RESULT))
          : operation_skip();
  variable_vec_release(&targets);
  return op;
}

static void rewrite_descent(struct unreturning *u, struct procedure *procedure,
                            uint32_t number, const struct procedure *callee) {
  struct edge call = procedure->edges.at[number];
  struct location_id leaves = add_location(procedure, &call);
  procedure->edges.at[number].to = leaves;
  procedure->edges.at[number].op = pass_arguments(u, callee, &call.op);
  add_leaving(u, procedure, call, leaves);
}

// A call as it is written, behind which it goes on unless something deeper did.
static void add_real_call(struct unreturning *u, struct procedure *procedure,
                          const struct edge *call, struct location_id from) {
  struct location_id back = add_location(procedure, call);
  struct location_id leaves = add_location(procedure, call);
  add_edge(procedure, *call, from, back, call->op);
  add_edge(procedure, *call, back, call->to, operation_assume(next_is(u, 0)));
  add_edge(procedure, *call, back, leaves,
           operation_assume(term_not(u->terms, next_is(u, 0))));
  add_leaving(u, procedure, *call, leaves);
}

static void rewrite_choice(struct unreturning *u, struct procedure *procedure,
                           uint32_t number, const struct procedure *callee) {
  struct edge call = procedure->edges.at[number];
  struct location_id chosen = add_location(procedure, &call);
  struct location_id stays = add_location(procedure, &call);
  struct location_id goes = add_location(procedure, &call);
  struct location_id leaves = add_location(procedure, &call);
  struct term deeper =
      term_eq(u->terms, program_term(u->program, u->deeper), name_of(u, 0));
  procedure->edges.at[number].to = chosen;
  procedure->edges.at[number].op =
      operation_havoc(u->program, &u->deeper, 1, ORIGIN_INPUT,
                      intern(u->program->names, UNRETURNED_CHOICE));
  add_edge(procedure, call, chosen, stays, operation_assume(deeper));
  add_edge(procedure, call, chosen, goes,
           operation_assume(term_not(u->terms, deeper)));
  if (u->kind == UNRETURNED_RETURNING)
    add_real_call(u, procedure, &call, stays);
  else
    add_edge(procedure, call, stays, call.to, forget(u, &call.op));
  add_edge(procedure, call, goes, leaves, pass_arguments(u, callee, &call.op));
  add_leaving(u, procedure, call, leaves);
}

static void rewrite_recursive(struct unreturning *u,
                              struct procedure *procedure, uint32_t number,
                              const struct procedure *callee) {
  if (u->kind == UNRETURNED_DESCENT)
    rewrite_descent(u, procedure, number, callee);
  else
    rewrite_choice(u, procedure, number, callee);
}

// A call that may have been left for the dispatcher.
static void rewrite_reaching(struct unreturning *u, struct procedure *procedure,
                             uint32_t number) {
  struct edge call = procedure->edges.at[number];
  struct location_id back = add_location(procedure, &call);
  struct location_id leaves = add_location(procedure, &call);
  procedure->edges.at[number].to = back;
  add_edge(procedure, call, back, call.to, operation_assume(next_is(u, 0)));
  add_edge(procedure, call, back, leaves,
           operation_assume(term_not(u->terms, next_is(u, 0))));
  add_leaving(u, procedure, call, leaves);
}

static void rewrite(struct unreturning *u, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  for (uint32_t i = 1; i < count; i++) {
    const struct procedure *callee =
        callgraph_callee(u->program, &procedure->edges.at[i].op);
    if (callee && bitset_has(&u->recursive, callee->self.id))
      rewrite_recursive(u, procedure, i, callee);
    else if (callee && bitset_has(&u->reaching, callee->self.id))
      rewrite_reaching(u, procedure, i);
  }
}

// while (next == f) { next = none; f(argument); }
static void add_dispatch(struct unreturning *u,
                         const struct procedure *callee) {
  struct edge like = {.position = callee->position};
  struct location_id begins = add_location(u->entry, &like);
  struct location_id calls = add_location(u->entry, &like);
  struct location_id ends = add_location(u->entry, &like);
  struct operation call = {.kind = OPERATION_CALL};
  struct term_vec arguments = {0};
  const struct variable_vec *ghosts = &u->arguments[callee->self.id];
  for (uint32_t i = 0; i < ghosts->count; i++)
    term_vec_push(&arguments, program_term(u->program, ghosts->at[i]));
  call.call.callee = callee->self;
  call.call.count = arguments.count;
  call.call.arguments =
      program_copy_terms(u->program, arguments.at, arguments.count);
  add_edge(u->entry, like, u->dispatch, begins,
           operation_assume(next_is(u, callee->self.id)));
  add_edge(u->entry, like, begins, calls,
           operation_assign_one(u->program, u->next, name_of(u, 0)));
  add_edge(u->entry, like, calls, ends, call);
  add_edge(u->entry, like, ends, u->dispatch,
           operation_assume(term_not(u->terms, next_is(u, 0))));
  term_vec_release(&arguments);
}

static void rewrite_all(struct unreturning *u) {
  uint32_t first = bitset_next(&u->recursive, 0);
  struct edge like = {
      .position = program_procedure(u->program, (struct procedure_id){first})
                      ->position};
  add_ghosts(u);
  u->dispatch = add_location(u->entry, &like);
  for (uint32_t i = 0; i < u->graph.order.count; i++)
    rewrite(u, program_procedure(u->program, u->graph.order.at[i]));
  BITSET_EACH (id, &u->recursive)
    add_dispatch(u, program_procedure(u->program, (struct procedure_id){id}));
  for (uint32_t i = 0; i < u->graph.order.count; i++) {
    struct procedure *procedure =
        program_procedure(u->program, u->graph.order.at[i]);
    if (!procedure->is_sealed)
      procedure_seal(procedure);
  }
}

static void tell(const struct unreturning *u, struct strbuf *why) {
  const struct procedure_id_vec *cycle = &u->graph.cycle;
  strbuf_add(why, "recursion: ");
  for (uint32_t i = 0; i < cycle->count; i++)
    strbuf_format(why, "%s%s", i ? " -> " : "",
                  name_text(u->program->names,
                            program_procedure(u->program, cycle->at[i])->name));
}

static void release(struct unreturning *u) {
  for (uint32_t i = 1; u->arguments && i < u->program->procedures.count; i++)
    variable_vec_release(&u->arguments[i]);
  free(u->arguments);
  variable_vec_release(&u->written);
  bitset_release(&u->recursive);
  bitset_release(&u->reaching);
  callgraph_release(&u->graph);
}

bool recursion_unreturn(struct program *program, struct procedure_id entry,
                        enum unreturned kind, bool *is_rewritten,
                        struct strbuf *why) {
  struct unreturning u = {.program = program,
                          .terms = program->terms,
                          .entry = program_procedure(program, entry),
                          .kind = kind};
  callgraph_init(&u.graph, program, entry);
  callgraph_find_kept(program, entry, &u.recursive);
  find_reaching(&u);
  *is_rewritten = !bitset_is_empty(&u.recursive);
  bool ok = !*is_rewritten || are_treatable(&u);
  if (!ok)
    tell(&u, why);
  else if (*is_rewritten)
    rewrite_all(&u);
  release(&u);
  return ok;
}
