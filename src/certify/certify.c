#include "certify/certify.h"

#include <errno.h>
#include <string.h>

#include "base/process.h"
#include "term/print.h"

struct asking {
  const struct question *question;
  struct effects *effects;
  const struct program *program;
  const struct certificate *certificate;
  struct strbuf script;
  struct u32_vec edges; // that the questions are about, 0: the entry
};

static const char *formula_at(const struct asking *asking,
                              struct location_id location) {
  const char *text = asking->certificate->formulas[location.id];
  return text ? text : "false";
}

static void add_term(struct asking *asking, struct term t) {
  term_print_smt(asking->program->terms, t, &asking->script);
}

// Values of variables where a formula is put: all at once, over those before.

struct values {
  struct asking *asking;
  bool is_open; // a `let` has begun
};

static void add_variable(struct values *values, struct variable variable) {
  strbuf_add(&values->asking->script, values->is_open ? " (" : "(let ((");
  values->is_open = true;
  add_term(values->asking, program_term(values->asking->program, variable));
  strbuf_char(&values->asking->script, ' ');
}

static void add_value(struct values *values, struct variable variable,
                      struct term value) {
  add_variable(values, variable);
  add_term(values->asking, value);
  strbuf_char(&values->asking->script, ')');
}

// A constant of the sort that is not said anything of.
static void add_any(struct values *values, struct variable variable,
                    uint32_t number) {
  add_variable(values, variable);
  strbuf_format(&values->asking->script, "|any %u %u|)", variable.id, number);
}

static void add_formula(struct values *values, const char *formula) {
  struct strbuf *out = &values->asking->script;
  strbuf_format(out, "%s%s%s", values->is_open ? ") " : "", formula,
                values->is_open ? ")" : "");
}

// Questions

static void begin_question(struct asking *asking, uint32_t edge) {
  u32_vec_push(&asking->edges, edge);
  strbuf_add(&asking->script, "(push 1)\n");
}

static void end_question(struct asking *asking) {
  strbuf_add(&asking->script, "(check-sat)\n(pop 1)\n");
}

static void assert_formula(struct asking *asking, const char *formula) {
  strbuf_format(&asking->script, "(assert %s)\n", formula);
}

// Appends the sort as the declaration of the variable has it: between its name
// and the end of "(declare-fun NAME () SORT)".
static void declare_any(struct asking *asking, struct variable variable) {
  struct strbuf text = {0};
  struct term t = program_term(asking->program, variable);
  term_print_smt_declarations(asking->program->terms, &t, 1, &text);
  const char *sort = strstr(strbuf_text(&text), " () ");
  if (sort)
    strbuf_format(&asking->script, "(declare-fun |any %u %u|%.*s\n",
                  variable.id, asking->edges.count, (int)strcspn(sort, "\n"),
                  sort);
  strbuf_release(&text);
}

static void assert_after(struct asking *asking, const struct effect *effect,
                         const char *formula) {
  struct values values = {.asking = asking};
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    declare_any(asking, effect->havocked[i]);
  strbuf_add(&asking->script, "(assert (not ");
  for (uint32_t i = 0; i < effect->binding_count; i++)
    add_value(&values, effect->bindings[i].target, effect->bindings[i].value);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    add_any(&values, effect->havocked[i], asking->edges.count);
  add_formula(&values, formula);
  strbuf_add(&asking->script, "))\n");
}

// Where nobody comes, or everything may be, there is nothing to ask.
static void ask_about_edge(struct asking *asking, struct edge_id id) {
  const struct edge *edge = procedure_edge(asking->effects->procedure, id);
  const struct effect *effect = &asking->effects->at[id.id];
  enum role role = question_role(asking->question, id);
  const char *before = formula_at(asking, edge->from);
  const char *after = formula_at(asking, edge->to);
  bool is_step = role == ROLE_STEP;
  if (role == ROLE_ENDS || !strcmp(before, "false") ||
      (is_step && !strcmp(after, "true")))
    return;
  begin_question(asking, id.id);
  assert_formula(asking, before);
  strbuf_add(&asking->script, "(assert ");
  add_term(asking, effect->guard);
  strbuf_add(&asking->script, ")\n");
  if (is_step)
    assert_after(asking, effect, after);
  end_question(asking);
}

static void ask_about_entry(struct asking *asking) {
  const struct program *program = asking->program;
  struct values values = {.asking = asking};
  begin_question(asking, 0);
  strbuf_add(&asking->script, "(assert (not ");
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct term before = program->variables.at[i].term;
    struct term value = effects_at_entry(asking->effects, before);
    if (!term_equal(before, value))
      add_value(&values, (struct variable){i}, value);
  }
  add_formula(&values, formula_at(asking, asking->effects->procedure->entry));
  strbuf_add(&asking->script, "))\n");
  end_question(asking);
}

// Every variable of the program, and what operators of guards and values need.
static void declare(struct asking *asking) {
  const struct program *program = asking->program;
  const struct effects *effects = asking->effects;
  struct term_vec roots = {0};
  for (uint32_t i = 1; i < program->variables.count; i++) {
    term_vec_push(&roots, program->variables.at[i].term);
    term_vec_push(&roots, effects_at_entry(asking->effects,
                                           program->variables.at[i].term));
  }
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    const struct effect *effect = &effects->at[i];
    term_vec_push(&roots, effect->guard);
    for (uint32_t k = 0; k < effect->binding_count; k++)
      term_vec_push(&roots, effect->bindings[k].value);
  }
  strbuf_add(&asking->script, "(set-logic ALL)\n");
  term_print_smt_declarations(program->terms, roots.at, roots.count,
                              &asking->script);
  term_vec_release(&roots);
}

// Answers

static bool refuse(const struct asking *asking, uint32_t number,
                   const char *answer, struct strbuf *why) {
  const struct procedure *procedure = asking->effects->procedure;
  uint32_t edge = number < asking->edges.count ? asking->edges.at[number] : 0;
  strbuf_format(why, "not certified: cvc5 says `%.80s` of ", answer);
  if (edge)
    position_print(asking->program->names, procedure->edges.at[edge].position,
                   why);
  else
    strbuf_add(why, "the start");
  return false;
}

// A line for each question, and each is `unsat`.
static bool all_refuted(const struct asking *asking, const char *answers,
                        struct strbuf *why) {
  static const char expected[] = "unsat\n";
  for (uint32_t i = 0; i < asking->edges.count; i++) {
    if (strncmp(answers, expected, strlen(expected)) != 0) {
      char first[81] = "nothing";
      size_t length = strcspn(answers, "\n");
      if (length)
        memcpy(first, answers, length < 80 ? length : 80);
      first[length ? (length < 80 ? length : 80) : 7] = '\0';
      return refuse(asking, i, first, why);
    }
    answers += strlen(expected);
  }
  return !*answers || refuse(asking, UINT32_MAX, answers, why);
}

static bool ask_cvc5(const struct asking *asking, struct poll poll,
                     struct strbuf *why) {
  const char *const arguments[] = {
      "cvc5", "--lang=smt2", "--incremental", "--tlimit-per=20000", "-", NULL};
  struct process_run how = {
      .arguments = arguments, .input = &asking->script, .is_deep = true};
  struct strbuf answers = {0};
  bool ok = process_run(&how, poll, &answers, &answers) != -1;
  if (!ok)
    strbuf_format(why, "not certified: cvc5: %s", strerror(errno));
  ok = ok && all_refuted(asking, strbuf_text(&answers), why);
  strbuf_release(&answers);
  return ok;
}

static bool fits(const struct asking *asking, struct strbuf *why) {
  const struct procedure *procedure = asking->effects->procedure;
  const struct certificate *certificate = asking->certificate;
  if (certificate->locations == procedure->locations.count &&
      certificate->edges == procedure->edges.count)
    return true;
  strbuf_format(why,
                "not certified: it is about %u locations and %u edges, and the "
                "program has %u and %u",
                certificate->locations, certificate->edges,
                procedure->locations.count, procedure->edges.count);
  return false;
}

bool certify(const struct question *question,
             const struct certificate *certificate, struct poll poll,
             uint64_t *asked, struct strbuf *why) {
  struct asking asking = {.question = question,
                          .effects = question->effects,
                          .program = question->effects->program,
                          .certificate = certificate};
  bool ok = fits(&asking, why);
  if (ok) {
    declare(&asking);
    ask_about_entry(&asking);
    for (uint32_t i = 1; i < asking.effects->procedure->edges.count; i++)
      ask_about_edge(&asking, (struct edge_id){i});
    *asked += asking.edges.count;
    ok = ask_cvc5(&asking, poll, why);
  }
  strbuf_release(&asking.script);
  u32_vec_release(&asking.edges);
  return ok;
}
