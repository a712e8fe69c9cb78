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
  uint32_t fixed;        // things of a clique, which have the first numbers
};

// Cliques

// By two things: does a clause demand that they are told apart?
static bool *demands_of(const struct colouring *colouring) {
  uint32_t count = colouring->things;
  const struct colour_clauses *clauses = &colouring->clauses;
  bool *apart = memory_new_zero((size_t)count * count, sizeof *apart);
  for (uint32_t i = 0; i < clauses->ends.count; i++) {
    uint32_t first = colour_clause_first(clauses, i);
    if (clauses->ends.at[i] != first + 1)
      continue;
    struct colour_pair pair = clauses->pairs.at[first];
    apart[pair.a * count + pair.b] = apart[pair.b * count + pair.a] = true;
  }
  return apart;
}

static uint32_t degree(const bool *apart, uint32_t count, uint32_t thing) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++)
    sum += apart[thing * count + i];
  return sum;
}

static bool is_apart_from_all(const bool *apart, uint32_t count, uint32_t thing,
                              const struct u32_vec *clique) {
  for (uint32_t i = 0; i < clique->count; i++)
    if (!apart[thing * count + clique->at[i]])
      return false;
  return true;
}

// From the thing on, always the one next that most is told apart from.
static void grow_clique(const bool *apart, uint32_t count, uint32_t thing,
                        struct u32_vec *clique) {
  u32_vec_clear(clique);
  for (uint32_t next = thing; next != UINT32_MAX;) {
    u32_vec_push(clique, next);
    next = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
      if (is_apart_from_all(apart, count, i, clique) &&
          (next == UINT32_MAX ||
           degree(apart, count, i) > degree(apart, count, next)))
        next = i;
  }
}

static void find_clique(const struct colouring *colouring,
                        struct u32_vec *best) {
  bool *apart = demands_of(colouring);
  struct u32_vec clique = {0};
  for (uint32_t i = 0; i < colouring->things; i++) {
    grow_clique(apart, colouring->things, i, &clique);
    if (clique.count > best->count) {
      u32_vec_clear(best);
      u32_vec_append(best, clique.at, clique.count);
    }
  }
  u32_vec_release(&clique);
  free(apart);
}

// Numbers

static unsigned bits_for(uint32_t classes) {
  unsigned bits = 1;
  while (bits < 32 && (UINT32_C(1) << bits) < classes)
    bits++;
  return bits;
}

static void compare(const struct palette *palette, enum term_op op,
                    uint32_t thing, uint32_t value) {
  struct term_table *terms = palette->terms;
  struct term number = palette->numbers[thing];
  struct term constant = term_const(terms, term_width(terms, number), value);
  query_assert(palette->query, op == OP_EQ
                                   ? term_eq(terms, number, constant)
                                   : term_compare(terms, op, number, constant));
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
    compare(palette, OP_ULE, i, classes - 1);
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

// Made anew if there are more classes, or a larger clique.
static void prepare(struct colouring *colouring, const struct u32_vec *clique) {
  if (clique->count > colouring->classes)
    colouring->classes = clique->count;
  if (colouring->palette && colouring->palette->fixed < clique->count) {
    palette_free(colouring->palette);
    colouring->palette = NULL;
  }
  if (colouring->palette)
    return;
  colouring->palette =
      palette_new(colouring->things, colouring->classes, colouring->limit);
  colouring->palette->fixed = clique->count;
  for (uint32_t i = 0; i < clique->count; i++)
    compare(colouring->palette, OP_EQ, clique->at[i], i);
}

// With no more classes than are tried now.
static enum answer try_colours(struct colouring *colouring,
                               const struct u32_vec *clique,
                               uint32_t *colours) {
  prepare(colouring, clique);
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
  struct u32_vec clique = {0};
  enum answer answer = ANSWER_UNSAT;
  find_clique(colouring, &clique);
  while (colouring->classes <= colouring->things) {
    answer = try_colours(colouring, &clique, colours);
    if (answer == ANSWER_SAT)
      break;
    colouring->is_doubtful |= answer == ANSWER_UNKNOWN;
    palette_free(colouring->palette);
    colouring->palette = NULL;
    colouring->classes++;
  }
  u32_vec_release(&clique);
  return answer == ANSWER_SAT;
}
