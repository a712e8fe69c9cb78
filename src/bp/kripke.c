#include "bp/kripke.h"

#include "bp/concrete.h"

enum partial kripke_value(const struct kripke *k, uint32_t valuation,
                          uint32_t slot) {
  uint32_t base = k->semantics == BP_OVER ? 2 : 3;
  for (uint32_t i = 0; i < slot; i++)
    valuation /= base;
  return (enum partial)(valuation % base);
}

// Expressions

// The next completion of a partial valuation; false behind the last.
static bool next_completion(const struct kripke *k, uint32_t valuation,
                            bool *values) {
  for (uint32_t i = 0; i < k->variables; i++) {
    if (kripke_value(k, valuation, i) != PARTIAL_UNKNOWN)
      continue;
    values[i] = !values[i];
    if (values[i])
      return true;
  }
  return false;
}

static void first_completion(const struct kripke *k, uint32_t valuation,
                             bool *values) {
  for (uint32_t i = 0; i < k->variables; i++)
    values[i] = kripke_value(k, valuation, i) == PARTIAL_T;
}

// What it can be, over all completions.
static unsigned possible(const struct kripke *k, uint32_t valuation,
                         struct bp_expr expr) {
  bool values[BP_KRIPKE_VARIABLES + 1] = {false};
  unsigned all = 0;
  first_completion(k, valuation, values);
  do
    all |= bp_eval(k->bp, expr, values, NULL);
  while (next_completion(k, valuation, values));
  return all;
}

enum belnap kripke_evaluate(const struct kripke *k, uint32_t valuation,
                            struct bp_expr expr) {
  switch (possible(k, valuation, expr)) {
  case BP_CAN_BE_TRUE: return BELNAP_T;
  case BP_CAN_BE_FALSE: return BELNAP_F;
  default: return BELNAP_BOTTOM;
  }
}

// Steps

// What the semantics makes of a condition that is t, f or bottom.
static enum belnap as_step(const struct kripke *k, enum belnap value) {
  if (value != BELNAP_BOTTOM || k->semantics == BP_EXACT)
    return value;
  return k->semantics == BP_OVER ? BELNAP_T : BELNAP_F;
}

// An update: the variable becomes `after` where it is assigned a value that is
// t, f or bottom.
static enum belnap update(const struct kripke *k, enum belnap value,
                          enum partial after) {
  if (after == PARTIAL_UNKNOWN)
    return k->semantics == BP_EXACT ? BELNAP_TOP : BELNAP_T;
  return as_step(k, after == PARTIAL_T ? value : belnap_not(value));
}

static enum belnap kept(const struct kripke *k, uint32_t from, uint32_t to,
                        uint32_t slot) {
  static const enum belnap values[] = {[PARTIAL_F] = BELNAP_F,
                                       [PARTIAL_T] = BELNAP_T,
                                       [PARTIAL_UNKNOWN] = BELNAP_BOTTOM};
  return update(k, values[kripke_value(k, from, slot)],
                kripke_value(k, to, slot));
}

enum belnap kripke_assignment(const struct kripke *k,
                              const struct bp_statement *s, uint32_t from,
                              uint32_t to) {
  enum belnap all = BELNAP_T;
  for (uint32_t slot = 0; slot < k->variables; slot++) {
    enum belnap one = kept(k, from, to, slot);
    for (uint32_t i = 0; s && i < s->variable_count; i++)
      if (bp_slot(k->bp, s->variables[i]) == slot)
        one = update(k, kripke_evaluate(k, from, s->values[i]),
                     kripke_value(k, to, slot));
    all = belnap_and(all, one);
  }
  return all;
}

static void add_steps(struct kripke *k, uint32_t state, uint32_t statement,
                      const struct bp_statement *assignment,
                      enum belnap condition) {
  uint32_t from = state % k->valuations;
  for (uint32_t to = 0; condition != BELNAP_F && to < k->valuations; to++) {
    enum belnap value =
        belnap_and(condition, kripke_assignment(k, assignment, from, to));
    if (value != BELNAP_F)
      kripke_step_vec_push(
          &k->steps[state],
          (struct kripke_step){statement * k->valuations + to, value});
  }
}

static const struct bp_statement *statement_of(const struct kripke *k,
                                               uint32_t state) {
  return &k->bp->procedures.at[k->bp->main]
              .statements.at[kripke_statement(k, state)];
}

bool kripke_is_total(const struct kripke *k, uint32_t state) {
  const struct bp_statement *s = statement_of(k, state);
  return s->kind != BP_ASSUME ||
         kripke_evaluate(k, state % k->valuations, s->condition) == BELNAP_T;
}

// Where the program ends it stays.
static void add_state(struct kripke *k, uint32_t state) {
  uint32_t at = kripke_statement(k, state), valuation = state % k->valuations;
  const struct bp_statement *s = statement_of(k, state);
  enum belnap condition = BELNAP_T;
  if (s->kind == BP_BRANCH || s->kind == BP_ASSUME)
    condition = kripke_evaluate(k, valuation, s->condition);
  switch (s->kind) {
  case BP_GOTO:
    for (uint32_t i = 0; i < s->target_count; i++)
      add_steps(k, state, s->targets[i], NULL, BELNAP_T);
    return;
  case BP_BRANCH:
    add_steps(k, state, s->targets[0], NULL, as_step(k, condition));
    add_steps(k, state, at + 1, NULL, as_step(k, belnap_not(condition)));
    return;
  case BP_RETURN: add_steps(k, state, at, NULL, BELNAP_T); return;
  case BP_ASSIGN: add_steps(k, state, at + 1, s, BELNAP_T); return;
  default: add_steps(k, state, at + 1, NULL, as_step(k, condition)); return;
  }
}

// Life

static const char *find_trouble(const struct bp *bp) {
  const struct bp_procedure *main = &bp->procedures.at[bp->main];
  if (bp_slot_count(bp, bp->main) > BP_KRIPKE_VARIABLES)
    return "too many variables";
  for (uint32_t i = 0; i < main->statements.count; i++) {
    const struct bp_statement *s = &main->statements.at[i];
    if (s->kind >= BP_START_THREAD || s->kind == BP_CALL)
      return "calls and threads";
    if (s->kind == BP_ASSIGN && !bp_expr_is_none(s->condition))
      return "constraints";
  }
  return bp_expr_is_none(main->enforce) ? NULL : "`enforce`";
}

bool kripke_init(struct kripke *k, const struct bp *bp,
                 enum bp_semantics semantics, struct strbuf *why) {
  const char *trouble = find_trouble(bp);
  *k = (struct kripke){.bp = bp, .semantics = semantics, .valuations = 1};
  if (trouble) {
    strbuf_format(why, "formulas of programs with %s are not decided", trouble);
    return false;
  }
  k->variables = bp_slot_count(bp, bp->main);
  for (uint32_t i = 0; i < k->variables; i++)
    k->valuations *= semantics == BP_OVER ? 2 : 3;
  k->count = bp->procedures.at[bp->main].statements.count * k->valuations;
  k->steps = memory_new_zero(k->count + 1u, sizeof *k->steps);
  for (uint32_t i = 0; i < k->count; i++)
    add_state(k, i);
  return true;
}

void kripke_release(struct kripke *k) {
  for (uint32_t i = 0; i < k->count; i++)
    kripke_step_vec_release(&k->steps[i]);
  free(k->steps);
}

// A variable that is not initialised is unknown, or either value.
bool kripke_is_initial(const struct kripke *k, uint32_t state) {
  if (kripke_statement(k, state))
    return false;
  for (uint32_t i = 0; i < k->variables; i++) {
    enum partial value = kripke_value(k, state % k->valuations, i);
    enum bp_initial initial = bp_declaration(k->bp, k->bp->main, i)->initial;
    bool fits =
        initial == BP_INITIAL_ANY
            ? k->semantics == BP_OVER || value == PARTIAL_UNKNOWN
            : value == (initial == BP_INITIAL_TRUE ? PARTIAL_T : PARTIAL_F);
    if (!fits)
      return false;
  }
  return true;
}
