// What recursive functions promise and require, as contracts in C.
//
// What is kept by induction (promises.c) is what callers and body have to show
// each other: each condition is a clause. What a function changes is known
// where it, and all that it calls, writes nothing but variables.
#include "engine/internal.h"

#include "program/callgraph.h"
#include "slam/contract_names.h"

// One function, while its contract is made.
struct making {
  struct program *program;
  const struct promise_vec *promises;
  struct procedure_id procedure;
  struct contract_names names;
  struct term entry[PROMISE_COLUMNS]; // of what is required: globals are as now
  struct term columns[PROMISE_COLUMNS];
  struct contract *into;
};

static const struct promise_scope *scope_of(const struct making *m) {
  for (uint32_t i = 0; i < m->promises->count; i++)
    if (m->promises->at[i].scope.procedure.id == m->procedure.id)
      return &m->promises->at[i].scope;
  return NULL;
}

// Names

static struct term new_column(const struct making *m,
                              const struct promise_scope *scope,
                              uint32_t column) {
  return term_variable(m->program->terms, intern(m->program->names, "column"),
                       sort_bits(promise_width(m->program, scope, column)));
}

static void name_columns(struct making *m) {
  const struct promise_scope *scope = scope_of(m);
  for (uint32_t i = 0; scope && i < PROMISE_COLUMNS; i++) {
    if (!promise_has(m->program, scope, i))
      continue;
    struct term t = m->entry[i] = m->columns[i] = new_column(m, scope, i);
    if (i == COLUMN_RESULT)
      contract_name_result(&m->names, t);
    else if (i < COLUMN_BEFORE)
      contract_name_parameter(&m->names, t, i);
    else if (i < COLUMN_AFTER)
      contract_name_global(&m->names, t, scope->globals[i - COLUMN_BEFORE],
                           true);
    else
      contract_name_global(&m->names, t, scope->globals[i - COLUMN_AFTER],
                           false);
  }
  for (uint32_t i = COLUMN_BEFORE; i < COLUMN_AFTER; i++)
    m->entry[i] = m->columns[i - COLUMN_BEFORE + COLUMN_AFTER];
}

// Clauses

// False when something is required that C cannot say.
static bool add_clause(const struct making *m, const struct promise *promise) {
  bool is_required = promise->is_required;
  struct strbuf text = {0};
  if (promise->kind == PROMISE_NEVER) {
    m->into->never_returns = promise->guard == GUARD_NONE;
    return true;
  }
  struct term t = promise_condition(m->program, promise,
                                    is_required ? m->entry : m->columns);
  bool ok = contract_can_say(&m->names, t);
  if (ok) {
    contract_say(&m->names, t, &text);
    name_vec_push(is_required ? &m->into->requires : &m->into->ensures,
                  intern(m->program->names, strbuf_text(&text)));
  }
  strbuf_release(&text);
  return ok || !is_required;
}

static bool add_clauses(const struct making *m) {
  bool ok = true;
  for (uint32_t i = 0; i < m->promises->count; i++)
    if (m->promises->at[i].scope.procedure.id == m->procedure.id)
      ok &= add_clause(m, &m->promises->at[i]);
  return ok;
}

// What it changes

static bool add_target(const struct making *m, struct variable variable) {
  const struct variable_info *info = program_variable(m->program, variable);
  if (info->kind != VARIABLE_GLOBAL)
    return true;
  struct contract_name name = {.text = info->text};
  return contract_can_name(&m->names, variable) &&
         contract_add_modified(&name, m->into);
}

// Does it change variables only, and do these have names?
static bool add_written(const struct making *m, const struct operation *op) {
  struct variable_vec targets = {0};
  bool ok;
  switch (op->kind) {
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_INVALID:
  case OPERATION_HAVOC:
  case OPERATION_LOAD:
  case OPERATION_RETURN: ok = true; break;
  case OPERATION_CALL:
    ok = op->call.callee.id &&
         program_procedure(m->program, op->call.callee)->is_defined;
    break;
  default: ok = false;
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count && ok; i++)
    ok = add_target(m, targets.at[i]);
  variable_vec_release(&targets);
  return ok;
}

static void add_frame(const struct making *m) {
  struct callgraph graph;
  bool ok = true;
  callgraph_init(&graph, m->program, m->procedure);
  for (uint32_t i = 0; i < graph.order.count; i++) {
    const struct procedure *p =
        program_procedure(m->program, graph.order.at[i]);
    for (uint32_t k = 1; k < p->edges.count && ok; k++)
      ok = add_written(m, &p->edges.at[k].op);
  }
  m->into->has_frame = ok;
  if (!ok)
    name_vec_clear(&m->into->modifies);
  callgraph_release(&graph);
}

static void make_contract(struct making *m) {
  struct strbuf prototype = {0};
  const char *why = NULL;
  contract_names_init(&m->names, m->program, m->procedure);
  name_columns(m);
  m->into->function = m->names.procedure->name;
  if (!contract_prototype(&m->names, &prototype))
    why = "its prototype does not say what it is passed";
  else if (!add_clauses(m))
    why = "what its callers see to cannot be said in C";
  else
    add_frame(m);
  m->into->prototype = intern(m->program->names, strbuf_text(&prototype));
  if (why)
    m->into->unsaid = intern(m->program->names, why);
  contract_names_release(&m->names);
  strbuf_release(&prototype);
}

void promises_contracts(struct program *program, struct procedure_id entry,
                        const struct bitset *kept,
                        const struct promise_vec *promises,
                        struct contracts *into) {
  into->entry = program_procedure(program, entry)->name;
  BITSET_EACH (id, kept) {
    struct contract contract = {0};
    struct making m = {.program = program,
                       .promises = promises,
                       .procedure = {id},
                       .into = &contract};
    if (id == entry.id || id >= program->procedures.count)
      continue;
    make_contract(&m);
    contract_vec_push(&into->at, contract);
  }
}
