#include "rank/draw.h"

enum { MOST_CONSTANTS = 60 };

void draw_find_constants(const struct term_table *terms,
                         const struct term_vec *conditions,
                         struct term_vec *into) {
  struct term_vec parts = {0};
  term_collect(terms, conditions->at, conditions->count, &parts);
  for (uint32_t i = 0; i < parts.count && into->count < MOST_CONSTANTS; i++)
    if (sort_is_bits(term_sort(terms, parts.at[i])) &&
        term_is_const(terms, parts.at[i]))
      term_vec_push(into, parts.at[i]);
  term_vec_release(&parts);
}
