#include "exact/warrant.h"

void warrants_release(struct warrants *warrants) {
  warrant_vec_release(&warrants->at);
  u32_vec_release(&warrants->rests);
  u32_vec_release(&warrants->ranks);
  warrant_choice_vec_release(&warrants->choices);
  term_vec_release(&warrants->values);
  u32_vec_release(&warrants->tops);
  variable_vec_release(&warrants->given);
  term_vec_release(&warrants->given_values);
}

enum mu_kind warrants_kind(const struct mu_table *table, uint32_t part,
                           bool is_dual) {
  static const enum mu_kind dual[] = {[MU_TRUE] = MU_FALSE,
                                      [MU_FALSE] = MU_TRUE,
                                      [MU_ATOM] = MU_NOT_ATOM,
                                      [MU_NOT_ATOM] = MU_ATOM,
                                      [MU_AND] = MU_OR,
                                      [MU_OR] = MU_AND,
                                      [MU_SOME] = MU_ALL,
                                      [MU_ALL] = MU_SOME,
                                      [MU_VARIABLE] = MU_VARIABLE,
                                      [MU_LEAST] = MU_GREATEST,
                                      [MU_GREATEST] = MU_LEAST};
  enum mu_kind kind = mu_node(table, part)->kind;
  return is_dual ? dual[kind] : kind;
}

uint32_t warrants_part(const struct mu_table *table, uint32_t part) {
  const struct mu_node *node = mu_node(table, part);
  return node->kind == MU_VARIABLE ? node->a : part;
}

uint32_t warrants_width(const struct mu_table *table, bool is_dual) {
  uint32_t width = 0;
  for (uint32_t i = 0; i < table->nodes.count; i++)
    if (warrants_kind(table, i, is_dual) == MU_LEAST &&
        mu_node(table, i)->level >= width)
      width = mu_node(table, i)->level + 1;
  return width;
}
