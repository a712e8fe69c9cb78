#include "solver/cvc5.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/process.h"
#include "term/print.h"

void conjunctions_add(struct conjunctions *list, const struct term *terms,
                      uint32_t count) {
  term_vec_append(&list->terms, terms, count);
  u32_vec_push(&list->ends, list->terms.count);
}

void conjunctions_release(struct conjunctions *list) {
  term_vec_release(&list->terms);
  u32_vec_release(&list->ends);
}

// The script

// Some of the conjunctions, and how they are asked about.
struct part {
  const struct term_table *terms;
  const struct conjunctions *list;
  uint32_t from, to;   // of them
  bool is_by_integers; // bit-vectors are translated, by cvc5 itself
};

static void write_script(const struct part *part, struct strbuf *out) {
  const struct conjunctions *list = part->list;
  strbuf_add(out, "(set-logic ALL)\n");
  term_print_smt_declarations(part->terms, list->terms.at, list->terms.count,
                              out);
  for (uint32_t i = part->from; i < part->to; i++) {
    strbuf_add(out, "(push 1)\n");
    for (uint32_t k = i ? list->ends.at[i - 1] : 0; k < list->ends.at[i]; k++) {
      strbuf_add(out, "(assert ");
      term_print_smt(part->terms, list->terms.at[k], out);
      strbuf_add(out, ")\n");
    }
    strbuf_add(out, "(check-sat)\n(pop 1)\n");
  }
}

// The answers

// `failed` is the first that is not UNSAT.
static enum answer read_answers(const char *said, const struct part *part,
                                uint32_t *failed, struct strbuf *why) {
  for (*failed = part->from; *failed < part->to; ++*failed) {
    size_t length = strcspn(said, "\n");
    bool is_unsat = length == 5 && !strncmp(said, "unsat", length);
    if (!is_unsat) {
      strbuf_add(why, "cvc5 says ");
      strbuf_bytes(why, length ? said : "nothing", length ? length : 7);
      bool is_sat = length == 3 && !strncmp(said, "sat", length);
      return is_sat ? ANSWER_SAT : ANSWER_UNKNOWN;
    }
    said += length + (said[length] == '\n');
  }
  return ANSWER_UNSAT;
}

static enum answer refute_part(const struct part *part,
                               const struct cvc5_options *options,
                               uint32_t *failed, struct strbuf *why) {
  char limit[40];
  snprintf(limit, sizeof limit, "--tlimit-per=%u", options->query_ms);
  const char *arguments[] = {"cvc5",
                             "--lang=smt2",
                             "--incremental",
                             part->is_by_integers ? "--solve-bv-as-int=sum"
                                                  : "--solve-bv-as-int=off",
                             limit,
                             "-",
                             NULL};
  struct strbuf text = {0}, said = {0};
  enum answer answer = ANSWER_UNKNOWN;
  *failed = part->list->ends.count;
  write_script(part, &text);
  struct process_run how = {.arguments = arguments, .input = &text};
  if (process_run(&how, options->poll, &said, &said) >= 0)
    answer = read_answers(strbuf_text(&said), part, failed, why);
  else if (errno == EINTR)
    strbuf_add(why, "cvc5 was stopped");
  else
    strbuf_format(why, "cannot run cvc5: %s", strerror(errno));
  strbuf_release(&text);
  strbuf_release(&said);
  return answer;
}

// What it does not know as bits is asked as integers, then it goes on with
// those that follow.
enum answer cvc5_refutes(const struct term_table *terms,
                         const struct conjunctions *list,
                         const struct cvc5_options *options, uint32_t *failed,
                         struct strbuf *why) {
  uint32_t count = list->ends.count;
  struct part part = {terms, list, 0, count, false};
  struct strbuf said = {0};
  for (;;) {
    strbuf_clear(&said);
    enum answer answer = refute_part(&part, options, failed, &said);
    bool is_open = answer == ANSWER_UNKNOWN && *failed < count;
    if (part.is_by_integers && answer == ANSWER_UNSAT && part.to < count)
      part = (struct part){terms, list, part.to, count, false};
    else if (is_open && !part.is_by_integers)
      part = (struct part){terms, list, *failed, *failed + 1, true};
    else {
      strbuf_add(why, strbuf_text(&said));
      strbuf_release(&said);
      *failed = answer == ANSWER_UNSAT ? count : *failed;
      return answer;
    }
  }
}
