#include "rank/endless_text.h"

#include <string.h>

#include "base/lines.h"
#include "term/print.h"
#include "term/read_smt.h"

// ---- Printing ---------------------------------------------------------------

static void print_term(const struct term_table *terms, const char *word,
                       uint32_t number, struct term t, struct strbuf *out) {
  strbuf_format(out, "%s %u ", word, number);
  term_print_smt(terms, t, out);
  strbuf_char(out, '\n');
}

static void print_values(const struct term_table *terms,
                         const struct endless_value_vec *values,
                         struct strbuf *out) {
  for (uint32_t i = 0; i < values->count; i++)
    print_term(terms, "value", values->at[i].which, values->at[i].value, out);
}

static void print_steps(const struct term_table *terms,
                        const struct endless_step_vec *steps,
                        struct strbuf *out) {
  for (uint32_t i = 0; i < steps->count; i++) {
    strbuf_format(out, "%s %u\n", steps->at[i].is_exit ? "exit" : "edge",
                  steps->at[i].number);
    print_values(terms, &steps->at[i].values, out);
  }
}

void endless_print(const struct endless *endless,
                   const struct endless_frame *frame, struct strbuf *out) {
  const struct blocks *blocks = frame->blocks;
  const struct procedure *procedure = blocks->effects->procedure;
  const struct term_table *terms = blocks->effects->program->terms;
  strbuf_format(out, ENDLESS_FIRST "\nlocations %u\nedges %u\ncuts %u\n",
                procedure->locations.count, procedure->edges.count,
                blocks->count);
  for (uint32_t cut = 0; frame->lemmas && cut < blocks->count; cut++)
    for (uint32_t i = 0; i < frame->lemmas->at[cut].count; i++)
      print_term(terms, "lemma", cut, frame->lemmas->at[cut].at[i], out);
  for (uint32_t i = 0; i < endless->sets.count; i++)
    print_term(terms, "set", endless->sets.at[i].cut,
               endless->sets.at[i].states, out);
  strbuf_add(out, "entry\n");
  print_values(terms, &endless->entry, out);
  print_steps(terms, &endless->stem, out);
  for (uint32_t i = 0; i < endless->moves.count; i++) {
    strbuf_format(out, "move %u\n", endless->moves.at[i].from);
    print_steps(terms, &endless->moves.at[i].steps, out);
  }
}

// ---- Reading ----------------------------------------------------------------

struct reading {
  const struct blocks *blocks;
  struct endless *endless;
  struct lemmas *lemmas;
  struct program *program;
  struct smt_symbols *symbols;
  struct endless_step_vec *steps;   // that come next; or null
  struct endless_value_vec *values; // those too
};

static bool is_number(const char *at, uint32_t expected) {
  uint32_t number;
  return line_number(&at, UINT32_MAX, &number) && !*at && number == expected;
}

// A cut point and a formula.
static bool take_formula(struct reading *r, const char *at, uint32_t *cut,
                         struct term *formula) {
  if (!line_number(&at, r->blocks->count, cut))
    return false;
  *formula = term_read_smt(r->program->terms, r->symbols, at);
  return !term_is_none(*formula) &&
         sort_is_bool(term_sort(r->program->terms, *formula));
}

static bool read_lemma(struct reading *r, const char *at) {
  uint32_t cut;
  struct term formula;
  if (!take_formula(r, at, &cut, &formula))
    return false;
  term_vec_push(&r->lemmas->at[cut], formula);
  return true;
}

static bool read_set(struct reading *r, const char *at) {
  struct endless_set set;
  if (!take_formula(r, at, &set.cut, &set.states))
    return false;
  endless_set_vec_push(&r->endless->sets, set);
  return true;
}

static bool read_move(struct reading *r, const char *at) {
  struct endless_move move = {0};
  if (!line_number(&at, r->blocks->count, &move.from) || *at)
    return false;
  endless_move_vec_push(&r->endless->moves, move);
  r->steps = &endless_move_vec_last(&r->endless->moves)->steps;
  r->values = NULL;
  return true;
}

static bool read_step(struct reading *r, const char *at, bool is_exit) {
  struct endless_step step = {.is_exit = is_exit};
  if (!r->steps || !line_number(&at, UINT32_MAX, &step.number) || *at)
    return false;
  endless_step_vec_push(r->steps, step);
  r->values = &endless_step_vec_last(r->steps)->values;
  return true;
}

static bool read_value(struct reading *r, const char *at) {
  struct endless_value value;
  if (!r->values || !line_number(&at, UINT32_MAX, &value.which))
    return false;
  value.value = term_read_smt(r->program->terms, r->symbols, at);
  if (term_is_none(value.value))
    return false;
  endless_value_vec_push(r->values, value);
  return true;
}

static bool read_line(void *context, const char *line) {
  struct reading *r = context;
  const struct procedure *procedure = r->blocks->effects->procedure;
  const char *rest;
  if (!strcmp(line, ENDLESS_FIRST))
    return true;
  if (!strcmp(line, "entry")) {
    r->steps = &r->endless->stem;
    r->values = &r->endless->entry;
    return true;
  }
  if (line_starts(line, "locations", &rest))
    return is_number(rest, procedure->locations.count);
  if (line_starts(line, "edges", &rest))
    return is_number(rest, procedure->edges.count);
  if (line_starts(line, "cuts", &rest))
    return is_number(rest, r->blocks->count);
  if (line_starts(line, "lemma", &rest))
    return read_lemma(r, rest);
  if (line_starts(line, "set", &rest))
    return read_set(r, rest);
  if (line_starts(line, "move", &rest))
    return read_move(r, rest);
  bool is_exit = line_starts(line, "exit", &rest);
  if (is_exit || line_starts(line, "edge", &rest))
    return read_step(r, rest, is_exit);
  return line_starts(line, "value", &rest) && read_value(r, rest);
}

bool endless_read(const char *text, const struct blocks *blocks,
                  struct endless *endless, struct lemmas *lemmas,
                  struct strbuf *why) {
  struct program *program = blocks->effects->program;
  struct term_vec variables = {0};
  struct strbuf refused = {0};
  for (uint32_t i = 1; i < program->variables.count; i++)
    term_vec_push(&variables, program->variables.at[i].term);
  struct reading r = {.blocks = blocks,
                      .endless = endless,
                      .lemmas = lemmas,
                      .program = program,
                      .symbols = smt_symbols_new(program->terms, variables.at,
                                                 variables.count)};
  bool ok = lines_each(text, NULL, read_line, &r, &refused);
  if (!ok)
    strbuf_format(why, "the certificate has a line `%.60s`",
                  strbuf_text(&refused));
  smt_symbols_free(r.symbols);
  term_vec_release(&variables);
  strbuf_release(&refused);
  return ok;
}
