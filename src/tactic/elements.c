#include "tactic/elements.h"

#include "program/print.h"
#include "term/variables.h"

// With what is known of the other variables, and before.
enum { UNITS = 40000000, FIRST_UNITS = 10000000 };

static void add_known(struct elements *elements, const struct lemmas *known) {
  const struct blocks *blocks = elements->blocks;
  const struct term_table *terms = elements->watch.program->terms;
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    for (uint32_t from = 0; from < known->blocks->count; from++) {
      const struct term_vec *lemmas = &known->at[from];
      if (known->blocks->cuts[from].id != blocks->cuts[cut].id)
        continue;
      for (uint32_t i = 0; i < lemmas->count; i++)
        if (!term_has_array(terms, lemmas->at[i]))
          term_vec_push(&elements->lemmas.at[cut], lemmas->at[i]);
    }
}

static void guess(struct elements *elements, const struct lemmas *known,
                  bool more) {
  struct term_vec guesses = {0};
  watch_guess(&elements->watch, more, &guesses);
  if (known)
    add_known(elements, known);
  for (uint32_t cut = 0; cut < elements->blocks->count; cut++)
    for (uint32_t i = 0; i < guesses.count; i++)
      if (!term_vec_has(&elements->lemmas.at[cut], guesses.at[i]))
        term_vec_push(&elements->lemmas.at[cut], guesses.at[i]);
  term_vec_release(&guesses);
}

static void log_lemmas(const struct elements *elements, const struct log *log,
                       const char *what) {
  struct strbuf text = {0};
  for (uint32_t cut = 0; cut < elements->blocks->count; cut++)
    for (uint32_t i = 0; i < elements->lemmas.at[cut].count; i++) {
      strbuf_clear(&text);
      program_print_term(elements->watch.program,
                         elements->lemmas.at[cut].at[i], &text);
      log_line(log, 3, "check", "%s at cut point %u: %s", what, cut,
               strbuf_text(&text));
    }
  strbuf_release(&text);
}

static bool prove(struct elements *elements, const struct lemmas *known,
                  bool more, const struct log *log) {
  guess(elements, known, more);
  log_lemmas(elements, log, "guess about elements");
  lemmas_prove(&elements->lemmas);
  log_lemmas(elements, log, "lemma about elements");
  bool suffices = lemmas_suffice(&elements->lemmas);
  log_line(log, 2, "check", "%u elements are watched: %s",
           elements->watch.elements.count, suffices ? "a proof" : "no answer");
  return suffices;
}

bool elements_prove(struct elements *elements, const struct question *question,
                    const struct lemmas *known, struct solver *solver,
                    const struct log *log, struct poll poll,
                    struct term_vec *claims) {
  *elements = (struct elements){0};
  if (!watch_init(&elements->watch, question))
    return false;
  elements->question = question_about(question, elements->watch.effects);
  question_mark_variables(elements->question, &elements->relevant);
  elements->blocks = blocks_new(elements->question, &elements->relevant);
  bool is_proved = false;
  for (int more = 0; more < 2 && elements->blocks->is_complete && !is_proved;
       more++) {
    lemmas_release(&elements->lemmas);
    lemmas_init(&elements->lemmas, elements->blocks, &elements->relevant,
                solver);
    elements->lemmas.units = known ? UNITS : FIRST_UNITS;
    elements->lemmas.poll = poll;
    is_proved = prove(elements, known, more, log);
  }
  if (is_proved) {
    lemmas_shrink(&elements->lemmas);
    lemmas_claims(&elements->lemmas, claims);
  }
  return is_proved;
}

void elements_release(struct elements *elements) {
  if (elements->blocks) {
    lemmas_release(&elements->lemmas);
    blocks_free(elements->blocks);
  }
  question_free(elements->question);
  bitset_release(&elements->relevant);
  watch_release(&elements->watch);
}
