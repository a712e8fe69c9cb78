#include "certify/certify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process.h"
#include "certify/walk.h"
#include "program/formula_text.h"
#include "term/print.h"

struct asking {
  struct question *question;
  struct effects *effects;
  struct program *program;
  const struct certificate *certificate;
  struct poll poll;
  uint64_t *asked;
  struct strbuf *why;
  const char *assumed;    // of the walk: the formula where it began
  struct strbuf script;   // questions, without declarations
  struct term_vec roots;  // that they mention
  struct term_vec wrong;  // of unrolling: what must not be possible
  struct u32_vec edges;   // that the questions are about, 0: the entry
  char **formulas;        // by location; null: false, or between
};

static const char *formula_at(const struct asking *asking,
                              struct location_id location) {
  const char *text = asking->formulas[location.id];
  return text ? text : "false";
}

static bool is_between(const struct asking *asking,
                       struct location_id location) {
  return bitset_has(&asking->certificate->between, location.id);
}

static void add_term(struct asking *asking, struct term t,
                     struct strbuf *out) {
  term_print_smt(asking->program->terms, t, out);
}

// cvc5

// What every question can mention: variables of the program, and what the
// operators of its terms need.
static void declare(struct asking *asking, struct strbuf *out) {
  const struct program *program = asking->program;
  for (uint32_t i = 1; i < program->variables.count; i++)
    term_vec_push(&asking->roots, program->variables.at[i].term);
  strbuf_add(out, "(set-logic ALL)\n");
  term_print_smt_declarations(program->terms, asking->roots.at,
                              asking->roots.count, out);
}

static bool run_cvc5(struct asking *asking, const struct strbuf *script,
                     struct strbuf *answers) {
  const char *const arguments[] = {
      "cvc5", "--lang=smt2", "--incremental", "--tlimit-per=20000", "-", NULL};
  struct process_run how = {
      .arguments = arguments, .input = script, .is_deep = true};
  if (process_run(&how, asking->poll, answers, answers) != -1)
    return true;
  strbuf_format(asking->why, "not certified: cvc5: %s", strerror(errno));
  return false;
}

// Declarations and questions together.
static bool ask(struct asking *asking, struct strbuf *answers) {
  struct strbuf whole = {0};
  declare(asking, &whole);
  strbuf_add(&whole, strbuf_text(&asking->script));
  bool ok = run_cvc5(asking, &whole, answers);
  *asking->asked += asking->edges.count;
  strbuf_release(&whole);
  return ok;
}

// Questions

static void begin_question(struct asking *asking, uint32_t edge) {
  u32_vec_push(&asking->edges, edge);
  strbuf_add(&asking->script, "(push 1)\n");
}

static void end_question(struct asking *asking) {
  strbuf_add(&asking->script, "(check-sat)\n(pop 1)\n");
}

static void assert_term(struct asking *asking, struct term t) {
  term_vec_push(&asking->roots, t);
  strbuf_add(&asking->script, "(assert ");
  add_term(asking, t, &asking->script);
  strbuf_add(&asking->script, ")\n");
}

// The formula with what variables hold there instead of them, all at once.
static void add_formula(struct asking *asking, const struct term *values,
                        const char *formula) {
  struct strbuf *out = &asking->script;
  bool is_open = false;
  for (uint32_t i = 1; i < asking->program->variables.count; i++) {
    struct term variable = asking->program->variables.at[i].term;
    if (term_equal(variable, values[i]))
      continue;
    term_vec_push(&asking->roots, values[i]);
    strbuf_add(out, is_open ? " (" : "(let ((");
    is_open = true;
    add_term(asking, variable, out);
    strbuf_char(out, ' ');
    add_term(asking, values[i], out);
    strbuf_char(out, ')');
  }
  strbuf_format(out, "%s%s%s", is_open ? ") " : "", formula,
                is_open ? ")" : "");
}

static void ask_about(struct asking *asking, uint32_t edge,
                      const struct walk_state *state, const char *formula) {
  begin_question(asking, edge);
  if (asking->assumed)
    strbuf_format(&asking->script, "(assert %s)\n", asking->assumed);
  assert_term(asking, state->condition);
  if (strcmp(formula, "false") != 0) {
    strbuf_add(&asking->script, "(assert (not ");
    add_formula(asking, state->values, formula);
    strbuf_add(&asking->script, "))\n");
  }
  end_question(asking);
}

// Answers

static bool refuse(const struct asking *asking, uint32_t number,
                   const char *answer) {
  const struct procedure *procedure = asking->effects->procedure;
  uint32_t edge = number < asking->edges.count ? asking->edges.at[number] : 0;
  strbuf_format(asking->why, "not certified: cvc5 says `%.80s` of ", answer);
  if (edge)
    position_print(asking->program->names, procedure->edges.at[edge].position,
                   asking->why);
  else
    strbuf_add(asking->why, "the start");
  return false;
}

// A line for each question, and each is `unsat`.
static bool all_refuted(const struct asking *asking, const char *answers) {
  static const char expected[] = "unsat\n";
  for (uint32_t i = 0; i < asking->edges.count; i++) {
    if (strncmp(answers, expected, strlen(expected)) != 0) {
      char first[81] = "nothing";
      size_t length = strcspn(answers, "\n");
      if (length)
        memcpy(first, answers, length < 80 ? length : 80);
      first[length ? (length < 80 ? length : 80) : 7] = '\0';
      return refuse(asking, i, first);
    }
    answers += strlen(expected);
  }
  return !*answers || refuse(asking, UINT32_MAX, answers);
}

static bool all_hold(struct asking *asking) {
  struct strbuf answers = {0};
  bool ok = ask(asking, &answers) && all_refuted(asking, strbuf_text(&answers));
  strbuf_release(&answers);
  return ok;
}

// By formulas

static bool goes_between(void *context, struct location_id location) {
  return is_between(context, location);
}

// Where everything may be, there is nothing to ask.
static void ask_at_end(void *context, struct edge_id id,
                       const struct walk_state *after) {
  struct asking *asking = context;
  bool is_step = question_role(asking->question, id) == ROLE_STEP;
  const char *formula =
      is_step ? formula_at(asking, procedure_edge(asking->effects->procedure,
                                                  id)->to)
              : "false";
  if (strcmp(formula, "true") != 0)
    ask_about(asking, id.id, after, formula);
}

static void clear_next(struct walker *walker) {
  uint32_t count = walker->effects->procedure->locations.count;
  for (uint32_t i = 1; i < count; i++)
    walk_state_release(&walker->next[i]);
}

// False when there is a circle in which no formula stands.
static bool walk_from(struct asking *asking, struct walker *walker,
                      struct location_id from, bool is_entry) {
  walker_start(walker, from, is_entry);
  asking->assumed = is_entry ? NULL : formula_at(asking, from);
  walker_round(walker);
  if (!walker->is_open)
    return true;
  strbuf_add(asking->why, "not certified: a loop has no formula");
  return false;
}

static bool walk_from_entry(struct asking *asking, struct walker *walker) {
  struct location_id entry = asking->effects->procedure->entry;
  if (is_between(asking, entry))
    return walk_from(asking, walker, entry, true);
  walker_start(walker, entry, true);
  asking->assumed = NULL;
  ask_about(asking, 0, &walker->next[entry.id], formula_at(asking, entry));
  clear_next(walker);
  return true;
}

static bool walk_all(struct asking *asking) {
  struct procedure *procedure = asking->effects->procedure;
  struct walker walker;
  struct walk_rules rules = {goes_between, ask_at_end, asking};
  walker_init(&walker, asking->question, rules);
  bool ok = walk_from_entry(asking, &walker);
  for (uint32_t i = 1; ok && i < procedure->locations.count; i++)
    if (strcmp(formula_at(asking, (struct location_id){i}), "false") != 0)
      ok = walk_from(asking, &walker, (struct location_id){i}, false);
  walker_release(&walker);
  return ok;
}

// Formulas speak of variables of the program, and of nothing that a question
// leaves open.
static bool resolve(struct asking *asking) {
  const struct certificate *certificate = asking->certificate;
  asking->formulas =
      memory_new_zero(certificate->locations + 1, sizeof *asking->formulas);
  for (uint32_t i = 1; i < certificate->locations; i++) {
    struct strbuf text = {0};
    bool ok = !certificate->formulas[i] ||
              formula_text_resolve(asking->program, certificate->formulas[i],
                                   &text);
    asking->formulas[i] = text.length ? strbuf_detach(&text) : NULL;
    strbuf_release(&text);
    if (!ok) {
      strbuf_add(asking->why, "not certified: a formula speaks of what is no "
                              "variable of the program");
      return false;
    }
  }
  return true;
}

static bool fits(const struct asking *asking) {
  const struct procedure *procedure = asking->effects->procedure;
  const struct certificate *certificate = asking->certificate;
  if (certificate->locations == procedure->locations.count &&
      certificate->edges == procedure->edges.count)
    return true;
  strbuf_format(asking->why,
                "not certified: it is about %u locations and %u edges, and the "
                "program has %u and %u",
                certificate->locations, certificate->edges,
                procedure->locations.count, procedure->edges.count);
  return false;
}

static bool certify_formulas(struct asking *asking) {
  return fits(asking) && resolve(asking) && walk_all(asking) &&
         all_hold(asking);
}

// By unrolling

static bool goes_always(void *context, struct location_id location) {
  (void)context;
  (void)location;
  return true;
}

static void note_wrong(void *context, struct edge_id id,
                       const struct walk_state *after) {
  struct asking *asking = context;
  (void)id;
  term_vec_push(&asking->wrong, after->condition);
}

static void clear_questions(struct asking *asking) {
  strbuf_clear(&asking->script);
  asking->roots.count = asking->edges.count = 0;
}

// One question: is it possible?
static bool is_impossible(struct asking *asking, struct term condition,
                          bool *ok) {
  if (term_is_false(asking->program->terms, condition))
    return true;
  struct strbuf answers = {0};
  clear_questions(asking);
  begin_question(asking, 0);
  assert_term(asking, condition);
  end_question(asking);
  *ok = ask(asking, &answers);
  bool is_so = *ok && !strcmp(strbuf_text(&answers), "unsat\n");
  strbuf_release(&answers);
  return is_so;
}

// Whether executions go on is asked now and then.
static bool unroll(struct asking *asking, struct walker *walker) {
  uint32_t due = 1;
  bool ok = true;
  walker_start(walker, asking->effects->procedure->entry, true);
  for (uint32_t round = 1; walker->is_open && ok; round++) {
    walker_round(walker);
    struct term open = walker_condition(walker);
    if (term_is_false(asking->program->terms, open))
      break;
    if (poll_stops(asking->poll)) {
      strbuf_format(asking->why,
                    "not certified: executions go on after %u rounds", round);
      return false;
    }
    if (round < due)
      continue;
    due *= 2;
    if (is_impossible(asking, open, &ok))
      break;
  }
  return ok;
}

static bool certify_unrolled(struct asking *asking) {
  struct walker walker;
  struct walk_rules rules = {goes_always, note_wrong, asking};
  walker_init(&walker, asking->question, rules);
  bool ok = unroll(asking, &walker);
  struct term wrong = term_or_all(asking->program->terms, asking->wrong.at,
                                  asking->wrong.count);
  if (ok && !is_impossible(asking, wrong, &ok) && ok) {
    strbuf_add(asking->why, "not certified: cvc5 does not refute that an "
                            "execution violates it");
    ok = false;
  }
  walker_release(&walker);
  return ok;
}

bool certify(struct question *question, const struct certificate *certificate,
             struct poll poll, uint64_t *asked, struct strbuf *why) {
  struct asking asking = {.question = question,
                          .effects = question->effects,
                          .program = question->effects->program,
                          .certificate = certificate,
                          .poll = poll,
                          .asked = asked,
                          .why = why};
  bool ok = certificate->is_unrolled ? certify_unrolled(&asking)
                                     : certify_formulas(&asking);
  for (uint32_t i = 0; asking.formulas && i < certificate->locations; i++)
    free(asking.formulas[i]);
  free(asking.formulas);
  strbuf_release(&asking.script);
  term_vec_release(&asking.roots);
  term_vec_release(&asking.wrong);
  u32_vec_release(&asking.edges);
  return ok;
}
