#include "certify/certify.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/asking.h"
#include "certify/walk.h"
#include "program/formula_text.h"

struct certifying {
  struct question *question;
  struct effects *effects;
  struct program *program;
  const struct certificate *certificate;
  struct poll poll;
  struct strbuf *why;
  struct asking asking;
  const char *assumed;        // of the walk: the formula where it began
  struct term_vec wrong;      // of unrolling: what must not be possible
  struct u32_vec wrong_edges; // in their order
  char **formulas;            // by location; null: false, or between
};

static const char *formula_at(const struct certifying *certifying,
                              struct location_id location) {
  const char *text = certifying->formulas[location.id];
  return text ? text : "false";
}

static bool is_between(const struct certifying *certifying,
                       struct location_id location) {
  return bitset_has(&certifying->certificate->between, location.id);
}

static void ask_about(struct certifying *certifying, uint32_t edge,
                      const struct walk_state *state, const char *formula) {
  struct asking *asking = &certifying->asking;
  asking_begin(asking, edge);
  if (certifying->assumed)
    asking_assert_text(asking, certifying->assumed);
  asking_assert(asking, state->condition);
  asking_deny(asking, state->values, NULL, formula);
  asking_end(asking);
}

// By formulas

static bool goes_between(void *context, struct location_id location) {
  return is_between(context, location);
}

// Where everything may be, there is nothing to ask.
static void ask_at_end(void *context, struct edge_id id,
                       const struct walk_state *after) {
  struct certifying *certifying = context;
  bool is_step = question_role(certifying->question, id) == ROLE_STEP;
  const char *formula =
      is_step
          ? formula_at(certifying,
                       procedure_edge(certifying->effects->procedure, id)->to)
          : "false";
  if (strcmp(formula, "true") != 0)
    ask_about(certifying, id.id, after, formula);
}

// False when there is a circle in which no formula stands.
static bool walk_from(struct certifying *certifying, struct walker *walker,
                      struct location_id from, bool is_entry) {
  walker_start(walker, from, is_entry);
  certifying->assumed = is_entry ? NULL : formula_at(certifying, from);
  walker_round(walker);
  if (!walker->is_open && !walker->is_stopped)
    return true;
  strbuf_add(certifying->why, walker->is_stopped
                                  ? "not certified: " ASKING_OUT_OF_TIME
                                  : "not certified: a loop has no formula");
  return false;
}

static bool walk_from_entry(struct certifying *certifying,
                            struct walker *walker) {
  struct location_id entry = certifying->effects->procedure->entry;
  if (is_between(certifying, entry))
    return walk_from(certifying, walker, entry, true);
  walker_start(walker, entry, true);
  certifying->assumed = NULL;
  ask_about(certifying, 0, &walker->next[entry.id],
            formula_at(certifying, entry));
  walker_drop(walker);
  return true;
}

static bool walk_all(struct certifying *certifying) {
  struct procedure *procedure = certifying->effects->procedure;
  struct walker walker;
  struct walk_rules rules = {goes_between, ask_at_end, certifying};
  walker_init(&walker, certifying->question, rules);
  walker.poll = certifying->poll;
  bool ok = walk_from_entry(certifying, &walker);
  for (uint32_t i = 1; ok && i < procedure->locations.count; i++)
    if (strcmp(formula_at(certifying, (struct location_id){i}), "false") != 0)
      ok = walk_from(certifying, &walker, (struct location_id){i}, false);
  walker_release(&walker);
  return ok;
}

// Formulas speak of variables of the program, and of nothing that a question
// leaves open.
static bool resolve(struct certifying *certifying) {
  const struct certificate *certificate = certifying->certificate;
  certifying->formulas =
      memory_new_zero(certificate->locations + 1, sizeof *certifying->formulas);
  for (uint32_t i = 1; i < certificate->locations; i++) {
    struct strbuf text = {0};
    bool ok = !certificate->formulas[i] ||
              formula_text_resolve(certifying->program,
                                   certificate->formulas[i], &text);
    certifying->formulas[i] = text.length ? strbuf_detach(&text) : NULL;
    strbuf_release(&text);
    if (!ok) {
      strbuf_add(certifying->why,
                 "not certified: a formula speaks of what is no "
                 "variable of the program");
      return false;
    }
  }
  return true;
}

static bool fits(const struct certifying *certifying) {
  const struct procedure *procedure = certifying->effects->procedure;
  const struct certificate *certificate = certifying->certificate;
  if (certificate->locations == procedure->locations.count &&
      certificate->edges == procedure->edges.count)
    return true;
  strbuf_format(certifying->why,
                "not certified: it is about %u locations and %u edges, and the "
                "program has %u and %u",
                certificate->locations, certificate->edges,
                procedure->locations.count, procedure->edges.count);
  return false;
}

static bool certify_formulas(struct certifying *certifying) {
  return fits(certifying) && resolve(certifying) && walk_all(certifying) &&
         asking_all_refuted(&certifying->asking);
}

// By unrolling

static bool goes_always(void *context, struct location_id location) {
  (void)context;
  (void)location;
  return true;
}

static void note_wrong(void *context, struct edge_id id,
                       const struct walk_state *after) {
  struct certifying *certifying = context;
  term_vec_push(&certifying->wrong, after->condition);
  u32_vec_push(&certifying->wrong_edges, id.id);
}

// One question: is it possible?
static bool is_impossible(struct certifying *certifying, struct term condition,
                          bool *ok) {
  if (term_is_false(certifying->program->terms, condition))
    return true;
  struct strbuf answers = {0};
  struct asking *asking = &certifying->asking;
  asking_clear(asking);
  asking_begin(asking, 0);
  asking_assert(asking, condition);
  asking_end(asking);
  *ok = asking_put(asking, &answers);
  bool is_so = *ok && !strcmp(strbuf_text(&answers), "unsat\n");
  strbuf_release(&answers);
  return is_so;
}

// Whether executions go on is asked now and then.
static bool unroll(struct certifying *certifying, struct walker *walker) {
  uint32_t due = 1;
  bool ok = true;
  walker_start(walker, certifying->effects->procedure->entry, true);
  for (uint32_t round = 1; walker->is_open && ok; round++) {
    walker_round(walker);
    struct term open = walker_condition(walker);
    if (!walker->is_stopped && term_is_false(certifying->program->terms, open))
      break;
    if (walker->is_stopped || poll_stops(certifying->poll)) {
      strbuf_format(certifying->why,
                    "not certified: executions go on after %u rounds", round);
      return false;
    }
    if (round < due)
      continue;
    due *= 2;
    if (is_impossible(certifying, open, &ok))
      break;
  }
  return ok;
}

// Not all at once: each by itself may be easier, and tells where it is.
static bool all_impossible(struct certifying *certifying) {
  struct asking *asking = &certifying->asking;
  asking_clear(asking);
  for (uint32_t i = 0; i < certifying->wrong.count; i++) {
    if (term_is_false(certifying->program->terms, certifying->wrong.at[i]))
      continue;
    asking_begin(asking, certifying->wrong_edges.at[i]);
    asking_assert(asking, certifying->wrong.at[i]);
    asking_end(asking);
  }
  return asking_all_refuted(asking);
}

static bool certify_unrolled(struct certifying *certifying) {
  struct walker walker;
  struct walk_rules rules = {goes_always, note_wrong, certifying};
  walker_init(&walker, certifying->question, rules);
  walker.poll = certifying->poll;
  bool ok = unroll(certifying, &walker);
  struct term wrong =
      term_or_all(certifying->program->terms, certifying->wrong.at,
                  certifying->wrong.count);
  if (ok && !is_impossible(certifying, wrong, &ok) && ok)
    ok = all_impossible(certifying);
  walker_release(&walker);
  return ok;
}

bool certify(struct question *question, const struct certificate *certificate,
             struct poll poll, uint64_t *asked, struct strbuf *why) {
  struct certifying certifying = {.question = question,
                                  .effects = question->effects,
                                  .program = question->effects->program,
                                  .certificate = certificate,
                                  .poll = poll,
                                  .why = why};
  asking_init(&certifying.asking, certifying.program,
              certifying.effects->procedure, poll, asked, why);
  bool ok = certificate->is_unrolled ? certify_unrolled(&certifying)
                                     : certify_formulas(&certifying);
  for (uint32_t i = 0; certifying.formulas && i < certificate->locations; i++)
    free(certifying.formulas[i]);
  free(certifying.formulas);
  asking_release(&certifying.asking);
  term_vec_release(&certifying.wrong);
  u32_vec_release(&certifying.wrong_edges);
  return ok;
}
