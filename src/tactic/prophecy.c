#include "tactic/prophecy.h"

#include "term/substitute.h"

struct variable prophecy_variable(struct program *program,
                                  const struct procedure *procedure,
                                  struct name name, struct ctype type,
                                  struct sort sort) {
  return program_add_variable(
      program,
      (struct variable_info){.kind = VARIABLE_LOCAL,
                             .name = name,
                             .text = name,
                             .type = type,
                             .owner = procedure->frame,
                             .is_made = true,
                             .position = procedure->position},
      sort);
}

void prophecy_add(struct prophecy_vec *all, struct program *program,
                  const struct procedure *procedure, struct variable of) {
  for (uint32_t i = 0; i < all->count; i++)
    if (variable_equal(all->at[i].of, of))
      return;
  const struct variable_info *info = program_variable(program, of);
  struct name name = intern_format(program->names, "any %s",
                                   name_text(program->names, info->text));
  struct variable constant =
      prophecy_variable(program, procedure, name, info->type,
                        term_sort(program->terms, info->term));
  prophecy_vec_push(all, (struct prophecy){of, constant});
}

struct term prophecy_come_true(const struct prophecy_vec *all,
                               const struct program *program) {
  struct term_table *terms = program->terms;
  struct term result = term_true(terms);
  for (uint32_t i = 0; i < all->count; i++)
    result = term_and(terms, result,
                      term_eq(terms, program_term(program, all->at[i].of),
                              program_term(program, all->at[i].constant)));
  return result;
}

struct term prophecy_foretell(const struct prophecy_vec *all,
                              const struct program *program, struct term t) {
  struct substitution *constants = substitution_new(program->terms);
  for (uint32_t i = 0; i < all->count; i++)
    substitution_set(constants, program_term(program, all->at[i].of),
                     program_term(program, all->at[i].constant));
  struct term result = substitution_apply(constants, t);
  substitution_free(constants);
  return result;
}
