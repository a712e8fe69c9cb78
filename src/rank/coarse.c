#include "rank/coarse.h"

#include "term/substitute.h"

static bool is_float(enum term_op op) {
  switch (op) {
  case OP_FEQ:
  case OP_FLT:
  case OP_FLE:
  case OP_FNEG:
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
  case OP_FTOF:
  case OP_FTOSI:
  case OP_FTOUI:
  case OP_SITOF:
  case OP_UITOF: return true;
  default: return false;
  }
}

struct term coarse(struct program *program, struct term t) {
  struct term_table *terms = program->terms;
  struct name name = intern(program->names, "any");
  struct term_vec parts = {0};
  struct substitution *known = substitution_new(terms);
  bool any = false;
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (is_float(term_op(terms, parts.at[i]))) {
      substitution_set_term(
          known, parts.at[i],
          term_variable(terms, name, term_sort(terms, parts.at[i])));
      any = true;
    }
  struct term result = any ? substitution_apply(known, t) : t;
  substitution_free(known);
  term_vec_release(&parts);
  return result;
}

struct term coarse_excluded(struct solver *solver, struct program *program,
                            enum purpose purpose, struct term t) {
  struct term simple = coarse(program, t);
  if (solver_check(solver, purpose, &simple, 1) == ANSWER_UNSAT)
    return simple;
  bool is_excluded = !term_equal(simple, t) &&
                     solver_check(solver, purpose, &t, 1) == ANSWER_UNSAT;
  return is_excluded ? t : (struct term){0};
}

bool coarse_excludes(struct solver *solver, struct program *program,
                     enum purpose purpose, struct term t) {
  return !term_is_none(coarse_excluded(solver, program, purpose, t));
}
