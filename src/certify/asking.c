#include "certify/asking.h"

#include <errno.h>
#include <string.h>

#include "base/process.h"
#include "term/print.h"

void asking_init(struct asking *asking, struct program *program,
                 const struct procedure *procedure, struct poll poll,
                 uint64_t *asked, struct strbuf *why) {
  *asking = (struct asking){.program = program,
                            .procedure = procedure,
                            .poll = poll,
                            .asked = asked,
                            .why = why,
                            .known = interner_new()};
}

void asking_release(struct asking *asking) {
  interner_free(asking->known);
  strbuf_release(&asking->script);
  term_vec_release(&asking->roots);
  u32_vec_release(&asking->edges);
}

void asking_clear(struct asking *asking) {
  strbuf_clear(&asking->script);
  asking->roots.count = asking->edges.count = 0;
  interner_free(asking->known);
  asking->known = interner_new();
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
  strbuf_format(asking->why, "not certified: cvc5: %s",
                errno == EINTR ? ASKING_OUT_OF_TIME : strerror(errno));
  return false;
}

bool asking_put(struct asking *asking, struct strbuf *answers) {
  struct strbuf whole = {0};
  declare(asking, &whole);
  strbuf_add(&whole, strbuf_text(&asking->script));
  bool ok = run_cvc5(asking, &whole, answers);
  *asking->asked += asking->edges.count;
  strbuf_release(&whole);
  return ok;
}

// Questions

void asking_begin(struct asking *asking, uint32_t edge) {
  u32_vec_push(&asking->edges, edge);
  asking->begun = asking->script.length;
  strbuf_add(&asking->script, "(push 1)\n");
}

// Copies of an edge, at other states of a specification, often come to the same
// question.
void asking_end(struct asking *asking) {
  strbuf_add(&asking->script, "(check-sat)\n(pop 1)\n");
  const char *text = strbuf_text(&asking->script) + asking->begun;
  if (name_is_none(intern_lookup(asking->known, text))) {
    intern(asking->known, text);
    return;
  }
  strbuf_cut(&asking->script, asking->begun);
  asking->edges.count--;
}

void asking_assert(struct asking *asking, struct term t) {
  term_vec_push(&asking->roots, t);
  strbuf_add(&asking->script, "(assert ");
  term_print_smt(asking->program->terms, t, &asking->script);
  strbuf_add(&asking->script, ")\n");
}

void asking_assert_text(struct asking *asking, const char *formula) {
  strbuf_format(&asking->script, "(assert %s)\n", formula);
}

static void bind_one(struct asking *asking, struct term variable,
                     struct term value, bool *is_open) {
  struct strbuf *out = &asking->script;
  if (term_equal(variable, value))
    return;
  term_vec_push(&asking->roots, value);
  strbuf_add(out, *is_open ? " (" : "(let ((");
  *is_open = true;
  term_print_smt(asking->program->terms, variable, out);
  strbuf_char(out, ' ');
  term_print_smt(asking->program->terms, value, out);
  strbuf_char(out, ')');
}

static void add_formula(struct asking *asking, const struct term *values,
                        const struct term_vec *more, const char *formula) {
  const struct program *program = asking->program;
  bool is_open = false;
  for (uint32_t i = 1; i < program->variables.count; i++)
    bind_one(asking, program->variables.at[i].term, values[i], &is_open);
  for (uint32_t i = 0; more && i + 1 < more->count; i += 2)
    bind_one(asking, more->at[i], more->at[i + 1], &is_open);
  strbuf_format(&asking->script, "%s%s%s", is_open ? ") " : "", formula,
                is_open ? ")" : "");
}

void asking_deny(struct asking *asking, const struct term *values,
                 const struct term_vec *more, const char *formula) {
  if (!strcmp(formula, "false"))
    return;
  strbuf_add(&asking->script, "(assert (not ");
  add_formula(asking, values, more, formula);
  strbuf_add(&asking->script, "))\n");
}

void asking_bind(struct asking *asking, const struct term *values,
                 const struct term_vec *more, const char *formula) {
  strbuf_add(&asking->script, "(assert ");
  add_formula(asking, values, more, formula);
  strbuf_add(&asking->script, ")\n");
}

// Answers

static bool refuse(const struct asking *asking, uint32_t number,
                   const char *answer) {
  uint32_t edge = number < asking->edges.count ? asking->edges.at[number] : 0;
  strbuf_format(asking->why, "not certified: cvc5 says `%.80s` of ", answer);
  if (edge)
    position_print(asking->program->names,
                   asking->procedure->edges.at[edge].position, asking->why);
  else
    strbuf_add(asking->why, "the start");
  return false;
}

// A line for each question, and each is `unsat`.
static bool are_refuted(const struct asking *asking, const char *answers) {
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

bool asking_all_refuted(struct asking *asking) {
  struct strbuf answers = {0};
  bool ok = asking_put(asking, &answers) &&
            are_refuted(asking, strbuf_text(&answers));
  strbuf_release(&answers);
  return ok;
}
