#include "bp/bp.h"

struct bp *bp_new(struct interner *names) {
  struct bp *bp = memory_new_zero(1, sizeof *bp);
  bp->names = names;
  bp->exprs = bp_exprs_new();
  arena_init(&bp->arena);
  return bp;
}

void bp_free(struct bp *bp) {
  if (!bp)
    return;
  for (uint32_t i = 0; i < bp->procedures.count; i++) {
    bp_declaration_vec_release(&bp->procedures.at[i].locals);
    bp_statement_vec_release(&bp->procedures.at[i].statements);
    bp_label_vec_release(&bp->procedures.at[i].labels);
  }
  bp_procedure_vec_release(&bp->procedures);
  bp_declaration_vec_release(&bp->globals);
  bp_exprs_free(bp->exprs);
  arena_release(&bp->arena);
  free(bp);
}

uint32_t bp_slot_count(const struct bp *bp, uint32_t procedure) {
  return bp->globals.count + bp->procedures.at[procedure].locals.count;
}

const struct bp_declaration *bp_declaration(const struct bp *bp,
                                            uint32_t procedure, uint32_t slot) {
  uint32_t globals = bp->globals.count;
  return slot < globals
             ? &bp->globals.at[slot]
             : &bp->procedures.at[procedure].locals.at[slot - globals];
}

// Threads and recursion

bool bp_has_threads(const struct bp *bp) {
  for (uint32_t p = 0; p < bp->procedures.count; p++) {
    const struct bp_statement_vec *list = &bp->procedures.at[p].statements;
    for (uint32_t i = 0; i < list->count; i++)
      if (list->at[i].kind == BP_START_THREAD)
        return true;
  }
  return false;
}

struct call_search {
  const struct bp *bp;
  bool *is_open;
  bool *is_done;
};

// Depth first; the depth of the recursion is the number of procedures.
static uint32_t find_cycle(struct call_search *search, uint32_t procedure) {
  const struct bp_statement_vec *list =
      &search->bp->procedures.at[procedure].statements;
  if (search->is_open[procedure])
    return procedure;
  if (search->is_done[procedure])
    return UINT32_MAX;
  search->is_open[procedure] = true;
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < list->count && found == UINT32_MAX; i++) {
    const struct bp_statement *s = &list->at[i];
    bool starts = s->kind == BP_START_THREAD && !s->target_count;
    if (s->kind == BP_CALL)
      found = find_cycle(search, s->callee);
    else if (starts && !search->is_open[s->callee])
      found = find_cycle(search, s->callee);
  }
  search->is_open[procedure] = false;
  search->is_done[procedure] = true;
  return found;
}

uint32_t bp_find_recursion(const struct bp *bp) {
  uint32_t count = bp->procedures.count;
  struct call_search search = {bp, memory_new_zero(count, sizeof(bool)),
                               memory_new_zero(count, sizeof(bool))};
  uint32_t found = find_cycle(&search, bp->main);
  free(search.is_open);
  free(search.is_done);
  return found;
}

// Validity

static bool expr_is_valid(const struct bp *bp, const struct bp_procedure *p,
                          struct bp_expr expr, bool allows_next) {
  if (bp_expr_is_none(expr))
    return true;
  const struct bp_node *node = bp_expr_node(bp->exprs, expr);
  if (node->operator== BP_NEXT && !allows_next)
    return false;
  if (node->operator== BP_NEXT || node->operator== BP_VARIABLE)
    return node->variable.index <
           (node->variable.is_local ? p->locals.count : bp->globals.count);
  for (int i = 0; i < 3; i++)
    if (!expr_is_valid(bp, p, node->operands[i], allows_next))
      return false;
  return true;
}

static bool is_assigned_twice(const struct bp_statement *s) {
  for (uint32_t i = 0; i < s->variable_count; i++)
    for (uint32_t j = 0; j < i; j++)
      if (bp_variable_equal(s->variables[i], s->variables[j]) &&
          !(s->is_dropped && (s->is_dropped[i] || s->is_dropped[j])))
        return true;
  return false;
}

static const char *check_counts(const struct bp *bp,
                                const struct bp_procedure *p,
                                const struct bp_statement *s) {
  const struct bp_procedure *callee = &bp->procedures.at[s->callee];
  if (s->kind == BP_RETURN && s->value_count != p->return_count)
    return "a return with another number of values than declared";
  if (s->kind == BP_ASSIGN && s->value_count != s->variable_count)
    return "an assignment of other values than variables";
  if (s->kind == BP_CALL &&
      (s->value_count != callee->parameter_count ||
       (s->variable_count != callee->return_count && s->variable_count)))
    return "a call with another number of values than declared";
  return NULL;
}

static const char *check_statement(const struct bp *bp,
                                   const struct bp_procedure *p,
                                   const struct bp_statement *s) {
  for (uint32_t i = 0; i < s->target_count; i++)
    if (s->targets[i] >= p->statements.count)
      return "a jump out of its procedure";
  for (uint32_t i = 0; i < s->value_count; i++)
    if (!expr_is_valid(bp, p, s->values[i], false))
      return "an expression over variables that are not there";
  if (!expr_is_valid(bp, p, s->condition, s->kind == BP_ASSIGN))
    return "a condition over variables that are not there";
  if (is_assigned_twice(s))
    return "a variable that is assigned twice at once";
  return check_counts(bp, p, s);
}

const char *bp_validate(const struct bp *bp) {
  for (uint32_t i = 0; i < bp->procedures.count; i++) {
    const struct bp_procedure *p = &bp->procedures.at[i];
    const struct bp_statement_vec *list = &p->statements;
    if (!list->count || bp_statement_falls_through(&list->at[list->count - 1]))
      return "control falls off the end of a procedure";
    for (uint32_t s = 0; s < list->count; s++) {
      const char *trouble = check_statement(bp, p, &list->at[s]);
      if (trouble)
        return trouble;
    }
  }
  return bp->main < bp->procedures.count ? NULL : "no main";
}
