#include "bp/concrete.h"

#include <string.h>

// Expressions

static unsigned set_of(bool value) {
  return value ? BP_CAN_BE_TRUE : BP_CAN_BE_FALSE;
}

static bool apply(enum bp_operator operator, bool a, bool b) {
  switch (operator) {
  case BP_AND: return a && b;
  case BP_OR: return a || b;
  case BP_XOR: return a != b;
  case BP_IMPLIES: return !a || b;
  case BP_EQUAL: return a == b;
  default: BUG("no binary operator");
  }
}

static unsigned eval_binary(enum bp_operator operator, unsigned a, unsigned b) {
  unsigned result = 0;
  for (int x = 0; x < 2; x++)
    for (int y = 0; y < 2; y++)
      if ((a & set_of(x)) && (b & set_of(y)))
        result |= operator== BP_CHOOSE
                      ? (x ? BP_CAN_BE_TRUE
                           : (y ? BP_CAN_BE_FALSE : BP_CAN_BE_BOTH))
                      : set_of(apply(operator, x, y));
  return result;
}

static unsigned eval_if(unsigned c, unsigned a, unsigned b) {
  return (c & BP_CAN_BE_TRUE ? a : 0) | (c & BP_CAN_BE_FALSE ? b : 0);
}

unsigned bp_eval(const struct bp *bp, struct bp_expr expr, const bool *now,
                 const bool *next) {
  const struct bp_node *node = bp_expr_node(bp->exprs, expr);
  unsigned of[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++)
    if (!bp_expr_is_none(node->operands[i]))
      of[i] = bp_eval(bp, node->operands[i], now, next);
  switch (node->operator) {
  case BP_FALSE: return BP_CAN_BE_FALSE;
  case BP_TRUE: return BP_CAN_BE_TRUE;
  case BP_ANY: return BP_CAN_BE_BOTH;
  case BP_VARIABLE: return set_of(now[bp_slot(bp, node->variable)]);
  case BP_NEXT: return set_of(next[bp_slot(bp, node->variable)]);
  case BP_NOT: return eval_if(of[0], BP_CAN_BE_FALSE, BP_CAN_BE_TRUE);
  case BP_IF: return eval_if(of[0], of[1], of[2]);
  default: return eval_binary(node->operator, of[0], of[1]);
  }
}

bool bp_can_be(const struct bp *bp, struct bp_expr expr, const bool *now,
               bool value) {
  return bp_expr_is_none(expr) ? value
                               : bp_eval(bp, expr, now, NULL) & set_of(value);
}

bool bp_is_enforced(const struct bp *bp, uint32_t procedure, const bool *now) {
  return bp_can_be(bp, bp->procedures.at[procedure].enforce, now, true);
}

// Choices

void bp_choices_init(struct bp_choices *choices, uint32_t count) {
  choices->count = count;
  choices->possible = memory_new_zero(count + 1u, 1);
  choices->values = memory_new_zero(count + 1u, sizeof(bool));
}

void bp_choices_release(struct bp_choices *choices) {
  free(choices->possible);
  free(choices->values);
}

static bool least(unsigned possible) {
  return !(possible & BP_CAN_BE_FALSE);
}

bool bp_choices_first(struct bp_choices *choices) {
  for (uint32_t i = 0; i < choices->count; i++)
    choices->values[i] = least(choices->possible[i]);
  return true;
}

bool bp_choices_next(struct bp_choices *choices) {
  for (uint32_t i = 0; i < choices->count; i++) {
    if (choices->possible[i] == BP_CAN_BE_BOTH && !choices->values[i]) {
      choices->values[i] = true;
      return true;
    }
    choices->values[i] = least(choices->possible[i]);
  }
  return false;
}

void bp_choices_of_values(struct bp_choices *choices, const struct bp *bp,
                          const struct bp_statement *s, const bool *now) {
  bp_choices_init(choices, s->value_count);
  for (uint32_t i = 0; i < s->value_count; i++)
    choices->possible[i] = (unsigned char)bp_eval(bp, s->values[i], now, NULL);
}

static unsigned char initial_set(enum bp_initial initial) {
  switch (initial) {
  case BP_INITIAL_FALSE: return BP_CAN_BE_FALSE;
  case BP_INITIAL_TRUE: return BP_CAN_BE_TRUE;
  case BP_INITIAL_ANY: break;
  }
  return BP_CAN_BE_BOTH;
}

static void choices_of(struct bp_choices *choices,
                       const struct bp_declaration_vec *list, uint32_t first) {
  bp_choices_init(choices, list->count - first);
  for (uint32_t i = first; i < list->count; i++)
    choices->possible[i - first] = initial_set(list->at[i].initial);
}

void bp_choices_of_globals(struct bp_choices *choices, const struct bp *bp) {
  choices_of(choices, &bp->globals, 0);
}

void bp_choices_of_locals(struct bp_choices *choices, const struct bp *bp,
                          uint32_t procedure) {
  const struct bp_procedure *p = &bp->procedures.at[procedure];
  choices_of(choices, &p->locals, p->parameter_count);
}

// Statements

bool bp_assign(const struct bp *bp, uint32_t procedure,
               const struct bp_statement *s, const bool *values,
               const bool *now, bool *next) {
  memcpy(next, now, bp_slot_count(bp, procedure) * sizeof *next);
  for (uint32_t i = 0; i < s->variable_count; i++)
    next[bp_slot(bp, s->variables[i])] = values[i];
  return (bp_expr_is_none(s->condition) ||
          bp_eval(bp, s->condition, now, next) & BP_CAN_BE_TRUE) &&
         bp_is_enforced(bp, procedure, next);
}

// The i-th of the places that satisfy a condition each.
static bool nth_of_two(bool first, bool second, uint32_t i, uint32_t a,
                       uint32_t b, uint32_t *to) {
  if (first && i == 0) {
    *to = a;
    return true;
  }
  *to = b;
  return second && i == (uint32_t)first;
}

bool bp_next_place(const struct bp *bp, uint32_t procedure, uint32_t statement,
                   const bool *now, uint32_t i, uint32_t *to) {
  const struct bp_statement *s =
      &bp->procedures.at[procedure].statements.at[statement];
  uint32_t next = statement + 1;
  switch (s->kind) {
  case BP_GOTO:
    if (i < s->target_count)
      *to = s->targets[i];
    return i < s->target_count;
  case BP_BRANCH:
    return nth_of_two(bp_can_be(bp, s->condition, now, true),
                      bp_can_be(bp, s->condition, now, false), i, s->targets[0],
                      next, to);
  case BP_ASSUME:
  case BP_ASSERT:
    return nth_of_two(bp_can_be(bp, s->condition, now, true), false, i, next, 0,
                      to);
  case BP_SKIP:
  case BP_START_THREAD:
  case BP_ATOMIC_BEGIN:
  case BP_ATOMIC_END:
  case BP_BROADCAST: return nth_of_two(true, false, i, next, 0, to);
  case BP_END_THREAD:
  case BP_WAIT:
  case BP_SYNC: return false;
  case BP_ASSIGN:
  case BP_CALL:
  case BP_RETURN: break;
  }
  BUG("a statement that changes more than the place");
}
