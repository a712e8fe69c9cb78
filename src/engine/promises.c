// Recursion by induction: recursive procedures stay calls, of which is assumed
// what the procedures promise. The promises are guessed, and those that are not
// kept together are dropped until the rest is (Houdini: C. Flanagan and K. R.
// M. Leino, Houdini, an annotation assistant for ESC/Java, FME 2001). Only then
// are they taken for granted where the property is checked.
#include "engine/internal.h"

#include "abstraction/block.h"
#include "base/memory.h"
#include "cegar/record.h"
#include "program/callgraph.h"
#include "program/draft.h"
#include "program/promise_text.h"
#include "refine/lemma.h"
#include "tactic/promises.h"

static void log_promises(const struct engine_context *context,
                         const struct program *program, const char *what,
                         const struct promise_vec *promises) {
  for (uint32_t i = 0; i < promises->count; i++) {
    struct strbuf text = {0};
    promise_print(program, &promises->at[i], &text);
    log_line(context->log, 2, "check", "%s: %s", what, strbuf_text(&text));
    strbuf_release(&text);
  }
}

static void guess(const struct inquiry *inquiry, const struct bitset *kept,
                  struct promise_vec *into) {
  const struct program *program = inquiry->context->program;
  BITSET_EACH (id, kept)
    if (id < program->procedures.count)
      promises_guess(program, program->procedures.at[id],
                     promise_may_require(program, inquiry->options.entry, id),
                     into);
  log_promises(inquiry->context, program, "guessed", into);
}

// Checking. Between two visits of loop heads a component is one formula
// (abstraction/block.h): whatever the values are at its start, can an execution
// come to where a promise is broken?

struct breach_check {
  const struct component *component;
  const struct promise_vec *promises;
  const struct promise_breach_vec *breaches;
  struct interner *names;
  struct solver *solver;
  struct bitset broken; // promises
  struct proof *proof;  // gets what holds at loop heads; or null
};

static void note_broken(struct breach_check *check, struct edge_id edge) {
  const struct component *component = check->component;
  for (uint32_t i = 0; i < component->violations.count; i++) {
    if (component->violations.at[i].id != edge.id)
      continue;
    struct name text = component->targets.at[component->target_of.at[i]].text;
    for (uint32_t k = 0; k < check->breaches->count; k++) {
      const struct promise_breach *breach = &check->breaches->at[k];
      if (name_equal(text, target_promise(check->names, breach->condition)))
        bitset_add(&check->broken, breach->promise);
    }
  }
}

// Ends of one block that were not seen to be reached yet.
struct open_ends {
  struct edge_id_vec edges;
  struct term_vec conditions;
  struct term_vec choices; // of promises, in the block
};

// What is known where a block starts: what globals hold when the program does,
// and what loops keep.
static struct term known_at(const struct breach_check *check,
                            const struct lemmas *lemmas, uint32_t block,
                            struct term t) {
  struct term_table *terms = check->component->program->terms;
  if (block == 0)
    return effects_at_entry(check->component->effects, t);
  for (uint32_t i = 0; i < lemmas->at[block].count; i++)
    t = term_and(terms, t, lemmas->at[block].at[i]);
  return t;
}

static bool is_choice(const struct breach_check *check,
                      struct variable variable) {
  return name_equal(program_variable(check->component->program, variable)->text,
                    intern(check->names, PROMISE_CHOICE));
}

static void open_ends_init(struct open_ends *open,
                           const struct breach_check *check,
                           const struct lemmas *lemmas, uint32_t block) {
  const struct block_end_vec *ends = &lemmas->blocks->at[block].ends;
  *open = (struct open_ends){0};
  for (uint32_t i = 0; i < ends->count; i++) {
    edge_id_vec_push(&open->edges, ends->at[i].edge);
    term_vec_push(&open->conditions,
                  known_at(check, lemmas, block, ends->at[i].condition));
  }
  const struct block_fresh_vec *fresh = &lemmas->blocks->at[block].fresh;
  for (uint32_t i = 0; i < fresh->count; i++)
    if (!variable_is_none(fresh->at[i].variable) &&
        is_choice(check, fresh->at[i].variable))
      term_vec_push(&open->choices, fresh->at[i].term);
}

static void open_ends_release(struct open_ends *open) {
  edge_id_vec_release(&open->edges);
  term_vec_release(&open->conditions);
  term_vec_release(&open->choices);
}

// Takes out those that the model reaches, or all without a model: what is not
// known to be kept is broken. False when something is reached that we do not
// model.
static bool take_reached(struct breach_check *check, struct open_ends *open,
                         struct assignment *model) {
  uint32_t left = 0;
  bool is_known = true;
  for (uint32_t i = 0; i < open->edges.count; i++) {
    if (model && !term_evaluate(model, open->conditions.at[i])) {
      open->edges.at[left] = open->edges.at[i];
      open->conditions.at[left++] = open->conditions.at[i];
      continue;
    }
    note_broken(check, open->edges.at[i]);
    is_known &= question_role(check->component->question, open->edges.at[i]) ==
                ROLE_VIOLATES;
  }
  open->edges.count = open->conditions.count = left;
  return is_known;
}

static struct term any_of(struct term_table *terms,
                          const struct term_vec *conditions) {
  struct term any = term_false(terms);
  for (uint32_t i = 0; i < conditions->count; i++)
    any = term_or(terms, any, conditions->at[i]);
  return any;
}

// With the model, whichever promise is looked at.
static bool take_chosen(struct breach_check *check, struct open_ends *open,
                        struct assignment *model) {
  bool is_known = true;
  for (uint32_t i = 0; i < check->promises->count && is_known; i++) {
    for (uint32_t k = 0; k < open->choices.count; k++)
      assignment_set(model, open->choices.at[k], i);
    is_known = take_reached(check, open, model);
  }
  return is_known;
}

// Can any of the ends be reached? Then those are taken out that are reached in
// the same way, but for the promise that is looked at.
static enum answer look_once(struct breach_check *check, struct open_ends *open,
                             bool *is_known) {
  struct term_table *terms = check->component->program->terms;
  struct assignment *model = assignment_new(terms);
  struct query *query = query_new(check->solver, PURPOSE_PROOF);
  uint32_t before = open->edges.count;
  query_assert(query, any_of(terms, &open->conditions));
  enum answer answer = query_check(query, NULL, 0);
  if (answer == ANSWER_SAT && query_model(query, model))
    *is_known =
        take_reached(check, open, model) && take_chosen(check, open, model);
  if (answer != ANSWER_UNSAT && *is_known && open->edges.count == before)
    *is_known = take_reached(check, open, NULL);
  query_free(query);
  assignment_free(model);
  return answer;
}

static bool look_at_block(struct breach_check *check, struct open_ends *open) {
  bool is_known = true;
  enum answer answer = ANSWER_SAT;
  while (is_known && open->edges.count && answer != ANSWER_UNSAT)
    answer = look_once(check, open, &is_known);
  return is_known;
}

// What is required of globals may hold at the start, and then wherever loops
// begin another round.
static void find_lemmas(const struct breach_check *check,
                        struct lemmas *lemmas) {
  const struct program *program = check->component->program;
  for (uint32_t i = 0; i < check->promises->count; i++) {
    const struct promise *one = &check->promises->at[i];
    if (!one->is_required || one->subject < COLUMN_BEFORE)
      continue;
    struct term columns[PROMISE_COLUMNS] = {0};
    columns[one->subject] =
        program_term(program, one->scope.globals[one->subject - COLUMN_BEFORE]);
    for (uint32_t k = 0; k < lemmas->blocks->count; k++)
      term_vec_push(&lemmas->at[k], promise_condition(program, one, columns));
  }
  lemmas_prove(lemmas);
}

static bool look_at_ends(struct breach_check *check) {
  struct blocks *blocks = blocks_new(check->component->question, NULL);
  struct lemmas lemmas;
  bool is_known = blocks->is_complete;
  lemmas_init(&lemmas, blocks, NULL, check->solver);
  if (is_known)
    find_lemmas(check, &lemmas);
  for (uint32_t i = 0; i < blocks->count && is_known; i++) {
    struct open_ends open;
    open_ends_init(&open, check, &lemmas, i);
    is_known = look_at_block(check, &open);
    open_ends_release(&open);
  }
  if (is_known && check->proof)
    record_lemma_formulas(check->component, &lemmas, check->proof);
  lemmas_release(&lemmas);
  blocks_free(blocks);
  return is_known;
}

static void drop(struct promise_vec *promises, const struct bitset *broken) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < promises->count; i++)
    if (!bitset_has(broken, i))
      promises->at[left++] = promises->at[i];
  promises->count = left;
}

// One round: promises that are not kept are dropped. False when that cannot be
// told. The proof, if it is asked for, gets the formulas.
static bool check_promises(const struct inquiry *asked,
                           const struct bitset *kept,
                           struct promise_vec *promises, struct proof *proof) {
  struct engine_context context;
  struct result result;
  struct inquiry apart;
  struct promise_breach_vec breaches = {0};
  struct strbuf why = {0};
  inquiry_begin_apart(&apart, &context, asked, &result);
  apart.options.rules = (struct target_rules){.checks_promises = true};
  apart.options.kept = kept;
  apart.options.promises = promises;
  apart.options.breaches = &breaches;
  bool is_known = component_init(&apart.component, &apart.behaviour,
                                 apart.program, &apart.options, &why);
  if (is_known) {
    struct breach_check check = {.component = &apart.component,
                                 .promises = promises,
                                 .breaches = &breaches,
                                 .names = context.names,
                                 .proof = proof,
                                 .solver = solver_new(context.program->terms)};
    is_known = look_at_ends(&check);
    drop(promises, &check.broken);
    log_promises(&context, context.program, "still promised", promises);
    solver_free(check.solver);
    bitset_release(&check.broken);
  }
  strbuf_release(&why);
  inquiry_end_apart(&apart);
  promise_breach_vec_release(&breaches);
  return is_known;
}

// Until all that are left are kept together.
static bool prove_promises(const struct inquiry *inquiry,
                           const struct bitset *kept,
                           struct promise_vec *promises) {
  const struct engine_context *context = inquiry->context;
  uint32_t before = 0;
  while (promises->count != before) {
    before = promises->count;
    if (limits_reason(&context->limits) ||
        !check_promises(inquiry, kept, promises, NULL))
      return false;
  }
  return true;
}

void promises_tell(const struct program *program,
                   const struct promise_vec *promises, struct result *result) {
  for (uint32_t i = 0; i < promises->count; i++) {
    const struct promise *promise = &promises->at[i];
    struct strbuf text = {0};
    strbuf_format(
        &text, "by induction, every call of %s %s",
        name_text(program->names,
                  program_procedure(program, promise->scope.procedure)->name),
        promise->kind == PROMISE_NEVER ? "never returns"
        : promise->is_required         ? "begins with: "
                                       : "returns with: ");
    if (promise->kind != PROMISE_NEVER)
      promise_print(program, promise, &text);
    ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
               strbuf_text(&text));
    strbuf_release(&text);
  }
}

// For a certificate

// What was proved of the promises, once more: those that are left are others
// than those of the last round, since some followed from them.
static void attach_promises(const struct inquiry *asked,
                            const struct bitset *kept,
                            const struct promise_vec *promises,
                            struct proof *proof) {
  struct proof *also = memory_new_zero(1, sizeof *also);
  struct promise_vec copy = {0};
  for (uint32_t i = 0; i < promises->count; i++) {
    promise_vec_push(&copy, promises->at[i]);
    promise_text_print(&promises->at[i], &proof->promises);
  }
  proof->keeps_calls = true;
  also->of = "promises";
  also->depth = asked->options.depth;
  check_promises(asked, kept, &copy, also);
  if (copy.count != promises->count)
    also->location_count = 0; // then there is none
  proof->also = also;
  promise_vec_release(&copy);
}

// What was asked for, with calls that do as promised. Only a proof counts.
static void ask_with_promises(struct inquiry *inquiry,
                              const struct bitset *kept,
                              const struct promise_vec *promises) {
  struct engine_context context;
  struct result result;
  struct inquiry apart;
  inquiry_begin_apart(&apart, &context, inquiry, &result);
  apart.options.kept = kept;
  apart.options.promises = promises;
  inquiry_run(&apart);
  if (result.verdict == VERDICT_TRUE) {
    promises_tell(apart.context->program, promises, &result);
    if (context.options->certificate && !result.proof.also)
      attach_promises(&apart, kept, promises, &result.proof);
    if (context.options->contracts)
      promises_contracts(apart.program, apart.options.entry, kept, promises,
                         &result.proof.contracts);
    inquiry_take_apart(inquiry, &apart);
  }
  inquiry_end_apart(&apart);
}

static bool is_anything_required(const struct promise_vec *promises) {
  for (uint32_t i = 0; i < promises->count; i++)
    if (promises->at[i].is_required)
      return true;
  return false;
}

// Where callers see to something, more may be promised.
static void guess_within(const struct inquiry *inquiry,
                         const struct bitset *kept,
                         struct promise_vec *promises) {
  const struct program *program = inquiry->context->program;
  BITSET_EACH (id, kept)
    if (id < program->procedures.count)
      promises_guess_within(program, program->procedures.at[id], promises);
}

static bool find_promises(const struct inquiry *inquiry,
                          const struct bitset *kept,
                          struct promise_vec *promises) {
  guess(inquiry, kept, promises);
  if (!prove_promises(inquiry, kept, promises))
    return false;
  if (!is_anything_required(promises))
    return true;
  guess_within(inquiry, kept, promises);
  return prove_promises(inquiry, kept, promises);
}

void inquiry_find_promises(const struct inquiry *inquiry,
                           const struct bitset *kept,
                           struct promise_vec *promises) {
  const struct engine_context *context = inquiry->context;
  if (!find_promises(inquiry, kept, promises))
    promise_vec_clear(promises);
  promises_prune(context->program, promises);
  log_promises(context, context->program, "promised", promises);
  log_line(context->log, 2, "check", "%u promises of recursive functions",
           promises->count);
}

void inquiry_try_promises(struct inquiry *inquiry) {
  struct bitset kept = {0};
  struct promise_vec promises = {0};
  if (target_rules_ask_memory(&inquiry->options.rules) ||
      inquiry->options.rules.checks_leaks || inquiry->options.kept)
    return;
  callgraph_find_kept(inquiry->program, inquiry->options.entry, &kept);
  inquiry_find_promises(inquiry, &kept, &promises);
  ask_with_promises(inquiry, &kept, &promises);
  promise_vec_release(&promises);
  bitset_release(&kept);
}
