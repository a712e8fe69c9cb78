// Checks as SMT-LIB files, so that any solver can be asked again. A file is
// written before the check, in case it does not come back, and its last line
// says the answer.

#include <stdio.h>

#include "solver/internal.h"
#include "term/print.h"

static FILE *open_file(struct solver *solver, const char *kind,
                       const char *mode) {
  struct strbuf path = {0};
  strbuf_format(&path, "%s/%06u-%s.smt2", solver->dump_folder,
                solver->dump_count, kind);
  FILE *file = fopen(strbuf_text(&path), mode);
  strbuf_release(&path);
  return file;
}

void dump_text(struct solver *solver, const char *kind, const char *text) {
  if (!solver->dump_folder)
    return;
  solver->dump_count++;
  solver->dump_kind = kind;
  FILE *file = open_file(solver, kind, "w");
  if (!file)
    return;
  fputs(text, file);
  fclose(file);
}

static void print_assertions(struct solver *solver, const struct term_vec *list,
                             struct strbuf *out) {
  for (uint32_t i = 0; i < list->count; i++) {
    strbuf_add(out, "(assert ");
    term_print_smt(solver->terms, list->at[i], out);
    strbuf_add(out, ")\n");
  }
}

// ALL rather than QF_AUFBV, which does not have constant arrays everywhere.
void dump_query(struct solver *solver, enum purpose purpose,
                const struct term_vec *asserted,
                const struct term_vec *assumptions) {
  if (!solver->dump_folder)
    return;
  struct strbuf text = {0};
  struct term_vec all = {0};
  term_vec_append(&all, asserted->at, asserted->count);
  term_vec_append(&all, assumptions->at, assumptions->count);
  strbuf_add(&text, "(set-logic ALL)\n");
  term_print_smt_declarations(solver->terms, all.at, all.count, &text);
  print_assertions(solver, asserted, &text);
  if (assumptions->count > 0)
    strbuf_add(&text, "; assumptions\n");
  print_assertions(solver, assumptions, &text);
  strbuf_add(&text, "(check-sat)\n");
  dump_text(solver, purpose_name(purpose), strbuf_text(&text));
  term_vec_release(&all);
  strbuf_release(&text);
}

void dump_answer(struct solver *solver, enum answer answer) {
  static const char *const names[] = {[ANSWER_UNSAT] = "unsat",
                                      [ANSWER_SAT] = "sat",
                                      [ANSWER_UNKNOWN] = "unknown"};
  if (!solver->dump_folder)
    return;
  FILE *file = open_file(solver, solver->dump_kind, "a");
  if (!file)
    return;
  fprintf(file, "; %s\n", names[answer]);
  fclose(file);
}
