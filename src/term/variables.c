#include "term/variables.h"

bool term_vec_has(const struct term_vec *list, struct term t) {
  for (uint32_t i = 0; i < list->count; i++)
    if (term_equal(list->at[i], t))
      return true;
  return false;
}

bool term_mentions(const struct term_table *terms, struct term t,
                   struct term part) {
  struct term_vec parts = {0};
  term_collect(terms, &t, 1, &parts);
  bool found = term_vec_has(&parts, part);
  term_vec_release(&parts);
  return found;
}

bool term_share_variable(const struct term_table *terms, struct term a,
                         struct term b) {
  struct term_vec of_a = {0}, of_b = {0};
  term_variables(terms, &a, 1, &of_a);
  term_variables(terms, &b, 1, &of_b);
  bool found = false;
  for (uint32_t i = 0; i < of_a.count && !found; i++)
    found = term_vec_has(&of_b, of_a.at[i]);
  term_vec_release(&of_a);
  term_vec_release(&of_b);
  return found;
}

bool term_has_array(const struct term_table *terms, struct term t) {
  struct term_vec parts = {0};
  bool found = false;
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++)
    found = sort_is_array(term_sort(terms, parts.at[i]));
  term_vec_release(&parts);
  return found;
}
