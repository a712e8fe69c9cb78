#include "slam/contracts.h"

#include "slam/contract_names.h"

enum { MOST_CLAUSES = 40 };

// One part, while its contract is made.
struct making {
  const struct c2bp *c2bp;
  const struct bp_code *code;
  const struct summaries *summaries;
  struct dd_manager *dd;
  struct solver *solver;
  struct term_table *terms;
  uint32_t part;
  struct contract_names names;
  struct substitution *entry; // global variables by what they are at the entry
  struct term required;       // by values at the entry
  struct contract *into;
};

// Names

// The global variable of the source that it is, if it can be named; or none.
static struct variable global_of(const struct making *m,
                                 struct variable variable) {
  const struct parts *parts = m->c2bp->parts;
  const struct variable_info *info = program_variable(parts->program, variable);
  if (info->kind != VARIABLE_GLOBAL || info->owner.id ||
      parts_owns(parts, m->part, variable))
    return (struct variable){0};
  struct variable original = inline_original(
      parts->program, &parts->component->behaviour->plain.inlining, variable);
  return !variable_is_none(original) && contract_can_name(&m->names, original)
             ? original
             : (struct variable){0};
}

static void name_global(struct making *m, struct variable variable) {
  struct variable global = global_of(m, variable);
  struct term term = program_term(m->c2bp->parts->program, variable);
  if (variable_is_none(global))
    return;
  struct term old = term_variable_again(m->terms, term);
  contract_name_global(&m->names, term, global, false);
  contract_name_global(&m->names, old, global, true);
  substitution_set(m->entry, term, old);
}

static void name_all(struct making *m) {
  struct program *program = m->c2bp->parts->program;
  const struct slam_part *part = &m->c2bp->parts->at.at[m->part];
  contract_names_init(&m->names, program, part->procedure);
  m->entry = substitution_new(m->terms);
  for (uint32_t i = 1; i < program->variables.count; i++)
    name_global(m, (struct variable){i});
  for (uint32_t i = 0; i < m->names.procedure->parameters.count; i++) {
    struct term formal = program_term(program, part->formals.at[i]);
    contract_name_parameter(&m->names, part->ghosts.at[i], i);
    if (!term_equal(formal, part->ghosts.at[i]))
      contract_name_parameter(&m->names, formal, i);
  }
  if (!variable_is_none(part->result))
    contract_name_result(&m->names, program_term(program, part->result));
}

// Literals

static struct term predicate_of_slot(const struct making *m, uint32_t slot) {
  const struct tracked *tracked = m->c2bp->tracked;
  uint32_t globals = tracked->globals.count;
  const struct predicate_vec *locals = &m->c2bp->made[m->part].locals;
  struct predicate p = {0};
  if (slot < globals)
    p = tracked->globals.at[slot];
  else if (slot - globals < locals->count)
    p = locals->at[slot - globals];
  return p.id ? predicate_term(tracked->table, p) : (struct term){0};
}

// The term that a variable of a diagram stands for; none if it is a temporary.
// Where the part begins what is now is what is at the entry.
static struct term term_of(const struct making *m, uint32_t variable) {
  bool is_at_entry;
  struct term t =
      predicate_of_slot(m, text_source_slot(variable, &is_at_entry));
  return is_at_entry && !term_is_none(t) ? substitution_apply(m->entry, t) : t;
}

enum spoken { NO_BUSINESS, UNSAYABLE, SAYABLE };

// Is it about what there is at the entry, or at a return?
static enum spoken spoken_of(const struct making *m, uint32_t variable,
                             bool is_entry) {
  bool is_at_entry;
  struct term t =
      predicate_of_slot(m, text_source_slot(variable, &is_at_entry));
  if (term_is_none(t) || (is_entry && is_at_entry))
    return NO_BUSINESS;
  struct reach_of_term scope = parts_scope(m->c2bp->parts, m->part, t);
  if (!(is_entry || is_at_entry ? scope.is_formal : scope.is_visible))
    return NO_BUSINESS;
  return contract_can_say(&m->names, term_of(m, variable)) ? SAYABLE
                                                           : UNSAYABLE;
}

// Diagrams

static void find_variables(const struct making *m, struct dd set,
                           struct bitset *seen, struct bitset *variables) {
  if (dd_is_false(set) || dd_is_true(set) ||
      bitset_has(seen, (uint32_t)set.node))
    return;
  bitset_add(seen, (uint32_t)set.node);
  bitset_add(variables, dd_top(set));
  find_variables(m, dd_high(m->dd, set), seen, variables);
  find_variables(m, dd_low(m->dd, set), seen, variables);
}

// Without what is spoken of less than that.
static struct dd project(const struct making *m, struct dd set, bool is_entry,
                         enum spoken least) {
  struct bitset seen = {0}, variables = {0};
  struct u32_vec gone = {0};
  find_variables(m, set, &seen, &variables);
  BITSET_EACH (v, &variables)
    if (spoken_of(m, v, is_entry) < least)
      u32_vec_push(&gone, v);
  set = dd_exists(m->dd, set, gone.at, gone.count);
  u32_vec_release(&gone);
  bitset_release(&variables);
  bitset_release(&seen);
  return set;
}

static struct dd reached_at(const struct making *m, uint32_t location) {
  const struct made_part *made = &m->c2bp->made[m->part];
  if (!bitset_has(&made->locations, location))
    return dd_false();
  return summaries_at(
      m->summaries,
      bp_code_location(m->code, m->part, made->starts.at[location]));
}

static struct dd reached_at_returns(const struct making *m) {
  const struct parts *parts = m->c2bp->parts;
  struct dd all = dd_false();
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++)
    if (parts_has_edge(parts, m->part, (struct edge_id){i}) &&
        parts_returns(parts, (struct edge_id){i}))
      all =
          dd_or(m->dd, all, reached_at(m, parts->procedure->edges.at[i].to.id));
  return all;
}

// Clauses: literals of which one is true

struct clause {
  struct term before; // about the entry alone; false if nothing is
  struct term after;  // the rest
};

VEC_DEFINE(clause_vec, struct clause);

static struct term clause_term(const struct making *m, struct clause clause) {
  return term_or(m->terms, clause.before, clause.after);
}

static bool is_of_entry(const struct making *m, uint32_t variable) {
  bool is_at_entry;
  struct term t =
      predicate_of_slot(m, text_source_slot(variable, &is_at_entry));
  struct reach_of_term scope = parts_scope(m->c2bp->parts, m->part, t);
  struct term named = term_of(m, variable);
  return is_at_entry ||
         (scope.is_formal &&
          term_equal(substitution_apply(m->entry, named), named));
}

// A conjunction that is within the set: the first that is found, with as few
// literals as suffice.
static struct dd cube_in(const struct making *m, struct dd left, struct dd set,
                         struct u32_vec *variables, struct bitset *positive) {
  u32_vec_clear(variables);
  bitset_clear(positive);
  while (!dd_is_true(left)) {
    uint32_t v = dd_top(left);
    bool is_high = dd_is_false(dd_low(m->dd, left));
    u32_vec_push(variables, v);
    if (is_high)
      bitset_add(positive, v);
    left = is_high ? dd_high(m->dd, left) : dd_low(m->dd, left);
  }
  for (uint32_t i = variables->count; i-- > 0;) {
    struct dd rest = dd_true();
    for (uint32_t k = 0; k < variables->count; k++)
      if (k != i)
        rest = dd_and(m->dd, rest,
                      dd_literal(m->dd, variables->at[k],
                                 bitset_has(positive, variables->at[k])));
    if (dd_is_false(dd_minus(m->dd, rest, set)))
      variables->at[i] = u32_vec_pop(variables);
  }
  struct dd cube = dd_true();
  for (uint32_t k = 0; k < variables->count; k++)
    cube = dd_and(m->dd, cube,
                  dd_literal(m->dd, variables->at[k],
                             bitset_has(positive, variables->at[k])));
  return cube;
}

static struct clause clause_of(const struct making *m,
                               const struct u32_vec *variables,
                               const struct bitset *positive) {
  struct clause clause = {term_false(m->terms), term_false(m->terms)};
  for (uint32_t i = 0; i < variables->count; i++) {
    uint32_t v = variables->at[i];
    struct term t = term_of(m, v);
    struct term *into = is_of_entry(m, v) ? &clause.before : &clause.after;
    if (bitset_has(positive, v))
      t = term_not(m->terms, t);
    *into = term_or(m->terms, *into, t);
  }
  return clause;
}

// The set as clauses: each excludes a conjunction. False when there are too
// many.
static bool find_clauses(const struct making *m, struct dd set,
                         struct clause_vec *into) {
  struct dd outside = dd_not(m->dd, set), left = outside;
  struct u32_vec variables = {0};
  struct bitset positive = {0};
  while (!dd_is_false(left) && into->count < MOST_CLAUSES) {
    struct dd cube = cube_in(m, left, outside, &variables, &positive);
    clause_vec_push(into, clause_of(m, &variables, &positive));
    left = dd_minus(m->dd, left, cube);
  }
  u32_vec_release(&variables);
  bitset_release(&positive);
  return dd_is_false(left);
}

static void drop_clause(struct clause_vec *clauses, uint32_t at) {
  for (uint32_t i = at + 1; i < clauses->count; i++)
    clauses->at[i - 1] = clauses->at[i];
  clauses->count--;
}

// Those that follow from the others, and from what is known, say nothing.
static void prune(const struct making *m, struct term known,
                  struct clause_vec *clauses) {
  for (uint32_t i = clauses->count; i-- > 0;) {
    struct term_vec all = {0};
    term_vec_push(&all, known);
    for (uint32_t k = 0; k < clauses->count; k++)
      if (k != i)
        term_vec_push(&all, clause_term(m, clauses->at[k]));
    term_vec_push(&all, term_not(m->terms, clause_term(m, clauses->at[i])));
    if (solver_check(m->solver, PURPOSE_PROOF, all.at, all.count) ==
        ANSWER_UNSAT)
      drop_clause(clauses, i);
    term_vec_release(&all);
  }
}

static struct name clause_text(const struct making *m, struct clause clause) {
  struct strbuf text = {0};
  bool has_after = !term_is_false(m->terms, clause.after);
  if (term_op(m->terms, clause.before) == OP_OR && has_after) {
    struct term condition = term_not(m->terms, clause.before);
    strbuf_add(&text, "!(");
    contract_say(&m->names, condition, &text);
    strbuf_add(&text, ") || ");
    contract_say(&m->names, clause.after, &text);
  } else {
    contract_say(&m->names, clause_term(m, clause), &text);
  }
  struct name name = intern(m->c2bp->parts->program->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static void say(const struct making *m, const struct clause_vec *clauses,
                struct name_vec *into) {
  for (uint32_t i = 0; i < clauses->count; i++)
    name_vec_push(into, clause_text(m, clauses->at[i]));
}

// Parts of a contract

static void leave_unsaid(const struct making *m, const char *why) {
  m->into->unsaid = intern(m->c2bp->parts->program->names, why);
}

static bool make_requires(struct making *m) {
  struct clause_vec clauses = {0};
  uint32_t entry = m->c2bp->parts->at.at[m->part].entry.id;
  struct dd all = project(m, reached_at(m, entry), true, UNSAYABLE);
  struct dd said = project(m, all, true, SAYABLE);
  bool ok = dd_equal(all, said) && find_clauses(m, said, &clauses);
  if (ok) {
    prune(m, term_true(m->terms), &clauses);
    say(m, &clauses, &m->into->requires);
    for (uint32_t i = 0; i < clauses.count; i++)
      m->required =
          term_and(m->terms, m->required, clause_term(m, clauses.at[i]));
    m->required = substitution_apply(m->entry, m->required);
  } else {
    leave_unsaid(m, "what its callers see to cannot be said in C");
  }
  clause_vec_release(&clauses);
  return ok;
}

static void make_ensures(struct making *m) {
  struct clause_vec clauses = {0};
  struct dd set = project(m, reached_at_returns(m), false, SAYABLE);
  m->into->never_returns = dd_is_false(set);
  if (!dd_is_false(set) && find_clauses(m, set, &clauses)) {
    prune(m, m->required, &clauses);
    say(m, &clauses, &m->into->ensures);
  }
  clause_vec_release(&clauses);
}

// False when what is written has no name.
static bool note_written(const struct making *m, uint32_t part,
                         struct variable variable) {
  const struct parts *parts = m->c2bp->parts;
  const struct variable_info *info = program_variable(parts->program, variable);
  if (info->kind != VARIABLE_GLOBAL || info->owner.id ||
      parts_owns(parts, part, variable))
    return true;
  return contract_add_modified(contract_name_of(&m->names, info->term),
                               m->into);
}

// What a part writes, with all that it calls; `seen` are those looked at.
static bool find_written(const struct making *m, uint32_t part,
                         struct bitset *seen) {
  const struct parts *parts = m->c2bp->parts;
  bool ok = true;
  if (bitset_has(seen, part))
    return true;
  bitset_add(seen, part);
  for (uint32_t i = 1; i < parts->procedure->edges.count && ok; i++) {
    const struct effect *effect = &parts->effects->at[i];
    if (!parts_has_edge(parts, part, (struct edge_id){i}))
      continue;
    if (parts->calls[i]) {
      ok = find_written(m, parts->calls[i]->part, seen) &&
           (variable_is_none(parts->calls[i]->target) ||
            note_written(m, part, parts->calls[i]->target));
      continue;
    }
    for (uint32_t k = 0; k < effect->binding_count && ok; k++)
      ok = note_written(m, part, effect->bindings[k].target);
    for (uint32_t k = 0; k < effect->havoc_count && ok; k++)
      ok = note_written(m, part, effect->havocked[k]);
  }
  return ok;
}

static void make_frame(struct making *m) {
  struct bitset seen = {0};
  m->into->has_frame = find_written(m, m->part, &seen);
  if (!m->into->has_frame)
    name_vec_clear(&m->into->modifies);
  bitset_release(&seen);
}

static void make_contract(struct making *m) {
  struct strbuf prototype = {0};
  struct program *program = m->c2bp->parts->program;
  struct procedure_id of = m->c2bp->parts->at.at[m->part].procedure;
  uint32_t scope = dd_scope_begin(m->dd);
  name_all(m);
  m->into->function = program_procedure(program, of)->name;
  m->required = term_true(m->terms);
  if (dd_is_false(reached_at(m, m->c2bp->parts->at.at[m->part].entry.id))) {
    leave_unsaid(m, "it is not called");
  } else if (!contract_prototype(&m->names, &prototype)) {
    leave_unsaid(m, "its prototype does not say what it is passed");
  } else if (make_requires(m)) {
    make_ensures(m);
    make_frame(m);
  }
  m->into->prototype = intern(program->names, strbuf_text(&prototype));
  contract_names_release(&m->names);
  substitution_free(m->entry);
  dd_scope_end(m->dd, scope);
  strbuf_release(&prototype);
}

void slam_contracts(const struct c2bp *c2bp, const struct bp_code *code,
                    const struct summaries *summaries, struct dd_manager *dd,
                    struct solver *solver, struct contracts *into) {
  const struct parts *parts = c2bp->parts;
  struct procedure_id entry = parts->at.at[0].procedure;
  into->entry = program_procedure(parts->program, entry)->name;
  for (uint32_t i = 1; i < parts->at.count; i++) {
    struct contract contract = {0};
    struct making m = {.c2bp = c2bp,
                       .code = code,
                       .summaries = summaries,
                       .dd = dd,
                       .solver = solver,
                       .terms = parts->program->terms,
                       .part = i,
                       .into = &contract};
    if (parts->at.at[i].procedure.id == entry.id)
      continue;
    make_contract(&m);
    contract_vec_push(&into->at, contract);
  }
}
