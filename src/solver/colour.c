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

// The numbers as terms over bits of their own, and what was said of them.
struct palette {
  struct interner *names;
  struct term_table *terms;
  struct solver *solver;
  struct query *query;
  struct term *numbers;  // by thing
  uint32_t clause_count; // that were asserted
};

static unsigned bits_for(uint32_t classes) {
  unsigned bits = 1;
  while (bits < 32 && (UINT32_C(1) << bits) < classes)
    bits++;
  return bits;
}

static void bound(const struct palette *palette, uint32_t thing,
                  uint32_t classes) {
  struct term_table *terms = palette->terms;
  uint32_t most = thing < classes ? thing : classes - 1;
  unsigned width = term_width(terms, palette->numbers[thing]);
  query_assert(palette->query,
               term_compare(terms, OP_ULE, palette->numbers[thing],
                            term_const(terms, width, most)));
}

static struct palette *palette_new(uint32_t things, uint32_t classes,
                                   uint64_t limit) {
  struct palette *palette = memory_new_zero(1, sizeof *palette);
  palette->names = interner_new();
  palette->terms = term_table_new(palette->names);
  palette->solver = solver_new(palette->terms);
  solver_set_limit(palette->solver, limit);
  palette->query = query_new(palette->solver, PURPOSE_REFINEMENT);
  palette->numbers = memory_new_zero(things, sizeof *palette->numbers);
  for (uint32_t i = 0; i < things; i++) {
    palette->numbers[i] = term_variable(
        palette->terms, intern_format(palette->names, "class %u", i),
        sort_bits(bits_for(classes)));
    bound(palette, i, classes);
  }
  return palette;
}

static void palette_free(struct palette *palette) {
  if (!palette)
    return;
  query_free(palette->query);
  solver_free(palette->solver);
  term_table_free(palette->terms);
  interner_free(palette->names);
  free(palette->numbers);
  free(palette);
}

static void assert_clause(const struct palette *palette,
                          const struct colour_pair *pairs, uint32_t count) {
  struct term_table *terms = palette->terms;
  struct term any = term_false(terms);
  for (uint32_t i = 0; i < count; i++)
    any = term_or(terms, any,
                  term_not(terms, term_eq(terms, palette->numbers[pairs[i].a],
                                          palette->numbers[pairs[i].b])));
  query_assert(palette->query, any);
}

static void assert_new(struct palette *palette,
                       const struct colour_clauses *clauses) {
  for (; palette->clause_count < clauses->ends.count; palette->clause_count++) {
    uint32_t first = colour_clause_first(clauses, palette->clause_count);
    assert_clause(palette, clauses->pairs.at + first,
                  clauses->ends.at[palette->clause_count] - first);
  }
}

static void read_colours(const struct palette *palette, uint32_t things,
                         uint32_t *colours) {
  struct assignment *model = assignment_new(palette->terms);
  query_model(palette->query, model);
  for (uint32_t i = 0; i < things; i++)
    colours[i] = (uint32_t)term_evaluate(model, palette->numbers[i]);
  assignment_free(model);
}

void colouring_init(struct colouring *colouring, uint32_t things,
                    uint64_t limit) {
  *colouring =
      (struct colouring){.things = things, .classes = 1, .limit = limit};
}

void colouring_release(struct colouring *colouring) {
  palette_free(colouring->palette);
  colour_clauses_release(&colouring->clauses);
}

void colouring_add(struct colouring *colouring, const struct colour_pair *pairs,
                   uint32_t count) {
  colour_pair_vec_append(&colouring->clauses.pairs, pairs, count);
  colour_clauses_end(&colouring->clauses);
}

// With no more classes than are tried now.
static enum answer try_colours(struct colouring *colouring, uint32_t *colours) {
  if (!colouring->palette)
    colouring->palette =
        palette_new(colouring->things, colouring->classes, colouring->limit);
  assert_new(colouring->palette, &colouring->clauses);
  enum answer answer = query_check(colouring->palette->query, NULL, 0);
  if (answer == ANSWER_SAT) {
    read_colours(colouring->palette, colouring->things, colours);
    CHECK(colours_satisfy(&colouring->clauses, colours),
          "classes that do not tell apart what they have to");
  }
  return answer;
}

bool colouring_solve(struct colouring *colouring, uint32_t *colours) {
  while (colouring->classes <= colouring->things) {
    enum answer answer = try_colours(colouring, colours);
    if (answer != ANSWER_UNSAT)
      return answer == ANSWER_SAT;
    palette_free(colouring->palette);
    colouring->palette = NULL;
    colouring->classes++;
  }
  return false;
}
