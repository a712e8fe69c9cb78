#include "solver/colour.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"

void colour_clauses_release(struct colour_clauses *clauses) {
  colour_pair_vec_release(&clauses->pairs);
  u32_vec_release(&clauses->ends);
}

void colour_clauses_end(struct colour_clauses *clauses) {
  u32_vec_push(&clauses->ends, clauses->pairs.count);
}

uint32_t colour_clause_first(const struct colour_clauses *clauses,
                             uint32_t clause) {
  return clause ? clauses->ends.at[clause - 1] : 0;
}

bool colours_satisfy(const struct colour_clauses *clauses,
                     const uint32_t *colours) {
  for (uint32_t i = 0; i < clauses->ends.count; i++) {
    bool is_met = false;
    for (uint32_t k = colour_clause_first(clauses, i); k < clauses->ends.at[i];
         k++) {
      struct colour_pair pair = clauses->pairs.at[k];
      is_met = is_met || colours[pair.a] != colours[pair.b];
    }
    if (!is_met)
      return false;
  }
  return true;
}

// The numbers as terms over bits of their own.
struct palette {
  struct term_table *terms;
  struct term *numbers; // by thing
  uint32_t things, classes;
};

static unsigned bits_for(uint32_t classes) {
  unsigned bits = 1;
  while (bits < 32 && (UINT32_C(1) << bits) < classes)
    bits++;
  return bits;
}

static void palette_init(struct palette *palette, struct interner *names) {
  unsigned bits = bits_for(palette->classes);
  palette->terms = term_table_new(names);
  palette->numbers = memory_new_zero(palette->things, sizeof(struct term));
  for (uint32_t i = 0; i < palette->things; i++)
    palette->numbers[i] = term_variable(
        palette->terms, intern_format(names, "class %u", i), sort_bits(bits));
}

static void palette_release(struct palette *palette) {
  free(palette->numbers);
  term_table_free(palette->terms);
}

static void bound(const struct palette *palette, struct query *query) {
  for (uint32_t i = 0; i < palette->things; i++) {
    uint32_t most = i < palette->classes ? i : palette->classes - 1;
    unsigned width = term_width(palette->terms, palette->numbers[i]);
    query_assert(query,
                 term_compare(palette->terms, OP_ULE, palette->numbers[i],
                              term_const(palette->terms, width, most)));
  }
}

static void assert_clause(const struct palette *palette, struct query *query,
                          const struct colour_pair *pairs, uint32_t count) {
  struct term any = term_false(palette->terms);
  for (uint32_t i = 0; i < count; i++)
    any = term_or(palette->terms, any,
                  term_not(palette->terms,
                           term_eq(palette->terms, palette->numbers[pairs[i].a],
                                   palette->numbers[pairs[i].b])));
  query_assert(query, any);
}

static void read_colours(const struct palette *palette, struct query *query,
                         uint32_t *colours) {
  struct assignment *model = assignment_new(palette->terms);
  query_model(query, model);
  for (uint32_t i = 0; i < palette->things; i++)
    colours[i] = (uint32_t)term_evaluate(model, palette->numbers[i]);
  assignment_free(model);
}

static enum answer paint(const struct palette *palette,
                         const struct colour_clauses *clauses, uint64_t limit,
                         uint32_t *colours) {
  struct solver *own = solver_new(palette->terms);
  solver_set_limit(own, limit);
  struct query *query = query_new(own, PURPOSE_REFINEMENT);
  bound(palette, query);
  for (uint32_t i = 0; i < clauses->ends.count; i++) {
    uint32_t first = colour_clause_first(clauses, i);
    assert_clause(palette, query, clauses->pairs.at + first,
                  clauses->ends.at[i] - first);
  }
  enum answer answer = query_check(query, NULL, 0);
  if (answer == ANSWER_SAT)
    read_colours(palette, query, colours);
  query_free(query);
  solver_free(own);
  return answer;
}

enum answer solver_colour(uint64_t limit, uint32_t things,
                          const struct colour_clauses *clauses,
                          uint32_t classes, uint32_t *colours) {
  struct interner *names = interner_new();
  struct palette palette = {.things = things, .classes = classes};
  palette_init(&palette, names);
  enum answer answer = paint(&palette, clauses, limit, colours);
  palette_release(&palette);
  interner_free(names);
  CHECK(answer != ANSWER_SAT || colours_satisfy(clauses, colours),
        "classes that do not tell apart what they have to");
  return answer;
}

bool solver_colour_least(uint64_t limit, uint32_t things,
                         const struct colour_clauses *clauses,
                         uint32_t *classes, uint32_t *colours) {
  for (uint32_t m = *classes; m <= things; m++) {
    enum answer answer = solver_colour(limit, things, clauses, m, colours);
    if (answer == ANSWER_UNKNOWN)
      return false;
    if (answer == ANSWER_SAT) {
      *classes = m;
      return true;
    }
  }
  return false;
}
