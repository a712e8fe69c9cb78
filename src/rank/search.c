#include "rank/search.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rank/coarse.h"
#include "term/bits.h"

enum { MOST_PARTS = 3, MOST_ASKED = 40, MOST_UNBOUNDED = 6 };

// A sum that is tried.
struct sum {
  uint32_t count;
  uint32_t columns[MOST_PARTS];
  int factors[MOST_PARTS];
};

struct trial {
  struct search *search;
  uint32_t group;
  struct columns columns;
  i128 *values;        // of samples: columns before, then after
  uint32_t seen;       // samples whose values are there
  struct u32_vec used; // samples of the group
  bool is_clamped;     // measures stop at zero
  bool is_strict;      // they get smaller in all samples
  bool is_bounded;     // no round can begin at their floor
};

void search_release(struct search *search) {
  for (uint32_t i = 0; i < search->samples.count; i++)
    assignment_free(search->samples.at[i].model);
  round_sample_vec_release(&search->samples);
}

static struct term_table *terms_of(const struct search *search) {
  return rounds_program(search->rounds)->terms;
}

// Asking

// Can the round be taken so? What it is then becomes a sample.
static enum answer ask(struct search *search, uint32_t number,
                       struct term condition) {
  const struct round *round = &search->rounds->at.at[number];
  struct term both = term_and(terms_of(search), round->relation, condition);
  struct term simple = coarse(rounds_program(search->rounds), both);
  if (term_is_false(terms_of(search), both))
    return ANSWER_UNSAT;
  if (search->is_quick || !term_equal(simple, both)) {
    enum answer answer =
        solver_check(search->solver, PURPOSE_OTHER, &simple, 1);
    if (answer == ANSWER_UNSAT || search->is_quick)
      return answer;
  }
  struct query *query = query_new(search->solver, PURPOSE_OTHER);
  query_assert(query, round->relation);
  query_assert(query, condition);
  enum answer answer = query_check(query, NULL, 0);
  if (answer == ANSWER_SAT) {
    struct assignment *model = assignment_new(terms_of(search));
    if (query_model(query, model))
      round_sample_vec_push(&search->samples,
                            (struct round_sample){number, model});
    else
      assignment_free(model);
  }
  query_free(query);
  return answer;
}

static bool is_impossible(struct search *search, struct term t) {
  struct program *program = rounds_program(search->rounds);
  struct term simple = coarse(program, t);
  if (search->is_quick)
    return solver_check(search->solver, PURPOSE_OTHER, &simple, 1) ==
           ANSWER_UNSAT;
  return coarse_excludes(search->solver, program, PURPOSE_OTHER, t);
}

static bool is_never_taken(struct search *search, uint32_t number) {
  return is_impossible(search, search->rounds->at.at[number].loose);
}

void search_begin_rounds(struct search *search) {
  struct rounds *rounds = search->rounds;
  for (uint32_t i = 0; i < rounds->at.count; i++) {
    struct round *round = &rounds->at.at[i];
    uint32_t group = rounds->group[round->from];
    if (!group || !round_is_in(rounds, i, group))
      continue;
    if (!search->is_quick)
      ask(search, i, term_true(terms_of(search)));
    round->is_over = is_never_taken(search, i);
  }
}

// Samples

static i128 number_of(const struct trial *trial, struct assignment *model,
                      struct term t) {
  return bits_signed(term_evaluate(model, t), trial->columns.width);
}

static void take_sample(struct trial *trial, uint32_t index) {
  struct search *search = trial->search;
  const struct round_sample *sample = &search->samples.at[index];
  const struct round *round = &search->rounds->at.at[sample->round];
  uint32_t count = trial->columns.at.count;
  if (!round_is_in(search->rounds, sample->round, trial->group) ||
      !term_evaluate(sample->model, round->relation))
    return;
  uint32_t row = trial->used.count;
  u32_vec_push(&trial->used, index);
  trial->values = memory_resize(trial->values, (size_t)(row + 1) * 2 * count *
                                                   sizeof *trial->values);
  for (uint32_t k = 0; k < count; k++) {
    struct term value = trial->columns.at.at[k].value;
    i128 *at = &trial->values[(size_t)row * 2 * count];
    at[k] = number_of(trial, sample->model, value);
    at[count + k] = number_of(trial, sample->model,
                              symbolic_state_read(round->after, value));
  }
}

static void take_samples(struct trial *trial) {
  while (trial->seen < trial->search->samples.count)
    take_sample(trial, trial->seen++);
}

// Sums

static bool has_floor(const struct trial *trial, const struct sum *sum) {
  for (uint32_t i = 0; i < sum->count; i++)
    if (trial->columns.at.at[sum->columns[i]].has_floor)
      return true;
  return false;
}

// Of a sum that has one.
static i128 floor_of(const struct trial *trial) {
  return trial->is_clamped ? 0
                           : bits_signed(term_value(terms_of(trial->search),
                                                    trial->columns.floor),
                                         trial->columns.width);
}

static i128 value_of(const struct trial *trial, const struct sum *sum,
                     uint32_t row, bool is_after) {
  uint32_t count = trial->columns.at.count;
  const i128 *at = &trial->values[((size_t)row * 2 + is_after) * count];
  i128 value = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    value += sum->factors[i] * at[sum->columns[i]];
  bool is_floored = trial->is_clamped || has_floor(trial, sum);
  i128 least = floor_of(trial);
  return is_floored && value < least ? least : value;
}

// Does it get smaller in a sample, or in all, and grow in none?
static bool fits_samples(const struct trial *trial, const struct sum *sum) {
  uint32_t smaller = 0;
  for (uint32_t row = 0; row < trial->used.count; row++) {
    i128 before = value_of(trial, sum, row, false);
    i128 after = value_of(trial, sum, row, true);
    if (after > before)
      return false;
    smaller += after < before;
  }
  return trial->is_strict ? smaller == trial->used.count : smaller > 0;
}

static void print_sum(const struct trial *trial, const struct sum *sum,
                      struct strbuf *out) {
  struct interner *names = rounds_program(trial->search->rounds)->names;
  for (uint32_t i = 0; i < sum->count; i++) {
    const char *text =
        name_text(names, trial->columns.at.at[sum->columns[i]].text);
    int factor = sum->factors[i];
    bool is_single = trial->columns.at.at[sum->columns[i]].is_variable;
    strbuf_add(out, i ? (factor < 0 ? " - " : " + ") : (factor < 0 ? "-" : ""));
    if (abs(factor) != 1)
      strbuf_format(out, "%d * ", abs(factor));
    bool is_bare = is_single || (sum->count == 1 && factor == 1);
    strbuf_format(out, is_bare ? "%s" : "(%s)", text);
  }
}

static struct measure measure_of(const struct trial *trial,
                                 const struct sum *sum) {
  struct term_table *terms = terms_of(trial->search);
  unsigned width = trial->columns.width;
  struct term value = term_const(terms, width, 0);
  for (uint32_t i = 0; i < sum->count; i++)
    value = term_add(
        terms, value,
        term_binary(terms, OP_MUL, trial->columns.at.at[sum->columns[i]].value,
                    term_const(terms, width, (u128)(i128)sum->factors[i])));
  struct measure measure = {.value = value};
  if (trial->is_clamped)
    measure.floor = term_const(terms, width, 0);
  else if (has_floor(trial, sum))
    measure.floor = trial->columns.floor;
  struct strbuf text = {0};
  print_sum(trial, sum, &text);
  measure.text =
      intern(rounds_program(trial->search->rounds)->names, strbuf_text(&text));
  strbuf_release(&text);
  return measure;
}

static bool can_begin_low(struct search *search, const struct round *round,
                          const struct measure *measure) {
  return !is_impossible(search, round_begins_low(round, measure));
}

// Does no round of the group let it grow?
static bool is_measure(struct trial *trial, const struct measure *measure) {
  struct search *search = trial->search;
  for (uint32_t i = 0; i < search->rounds->at.count; i++) {
    struct round *round = &search->rounds->at.at[i];
    if (round_is_in(search->rounds, i, trial->group) &&
        (ask(search, i, measure_grows(measure, round->after)) != ANSWER_UNSAT ||
         (trial->is_bounded && can_begin_low(search, round, measure))))
      return false;
  }
  return true;
}

// Does a round of the group always make it smaller? Samples do not tell that
// where there are none.
static bool ends_round(struct trial *trial, const struct measure *measure) {
  struct search *search = trial->search;
  for (uint32_t i = 0; i < search->rounds->at.count; i++) {
    struct round *round = &search->rounds->at.at[i];
    if (round_is_in(search->rounds, i, trial->group) &&
        ask(search, i, measure_stays(measure, round->after)) == ANSWER_UNSAT)
      return true;
  }
  return false;
}

static bool tries(struct trial *trial, const struct sum *sum,
                  struct measure *found) {
  take_samples(trial);
  if (!fits_samples(trial, sum))
    return false;
  if (trial->search->asked++ >= MOST_ASKED)
    return false;
  *found = measure_of(trial, sum);
  return is_measure(trial, found) &&
         (!trial->search->is_quick || ends_round(trial, found));
}

// Candidates, simple ones first

static bool tries_single(struct trial *trial, struct measure *found) {
  for (uint32_t i = 0; i < trial->columns.at.count; i++)
    for (int sign = 1; sign >= -1; sign -= 2) {
      struct sum sum = {1, {i}, {sign}};
      if (tries(trial, &sum, found))
        return true;
    }
  return false;
}

static bool tries_pairs(struct trial *trial, struct measure *found) {
  static const int factors[][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1},
                                   {2, 1}, {2, -1}, {-2, 1}, {-2, -1},
                                   {1, 2}, {1, -2}, {-1, 2}, {-1, -2}};
  uint32_t count = trial->columns.at.count;
  for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = i + 1; k < count; k++) {
        struct sum sum = {2, {i, k}, {factors[f][0], factors[f][1]}};
        if (poll_stops(trial->search->poll))
          return false;
        if (tries(trial, &sum, found))
          return true;
      }
  return false;
}

static bool tries_signs(struct trial *trial, struct sum *sum,
                        struct measure *found) {
  for (int signs = 0; signs < 8; signs++) {
    for (int i = 0; i < 3; i++)
      sum->factors[i] = signs & 1 << i ? -1 : 1;
    if (tries(trial, sum, found))
      return true;
  }
  return false;
}

static bool tries_triples(struct trial *trial, struct measure *found) {
  enum { MOST = 14 };
  uint32_t count = trial->columns.at.count;
  for (uint32_t i = 0; i < count && count <= MOST; i++)
    for (uint32_t k = i + 1; k < count; k++)
      for (uint32_t m = k + 1; m < count; m++) {
        struct sum sum = {3, {i, k, m}, {0}};
        if (poll_stops(trial->search->poll))
          return false;
        if (tries_signs(trial, &sum, found))
          return true;
      }
  return false;
}

// Does nothing overflow in the rounds of the group?
static bool is_exact(struct search *search, uint32_t group) {
  const struct rounds *rounds = search->rounds;
  for (uint32_t i = 0; i < rounds->at.count; i++)
    if (round_is_in(rounds, i, group) &&
        !is_impossible(search, round_overflows(rounds, &rounds->at.at[i])))
      return false;
  return true;
}

// Ways to search, the best first.
struct way {
  bool is_strict, is_bounded, is_clamped;
};

bool search_measure(struct search *search, uint32_t group,
                    struct measure *found) {
  static const struct way ways[] = {{.is_strict = true, .is_bounded = true},
                                    {.is_bounded = true},
                                    {.is_strict = true},
                                    {.is_strict = true, .is_clamped = true},
                                    {.is_clamped = true},
                                    {0}};
  struct trial trial = {.search = search, .group = group};
  columns_init(&trial.columns, search->rounds, group, is_exact(search, group));
  bool is_found = false;
  for (size_t i = 0; i < sizeof ways / sizeof *ways && !is_found; i++) {
    if (!ways[i].is_bounded &&
        (search->is_quick || search->unbounded >= MOST_UNBOUNDED))
      break;
    search->asked = 0;
    trial.is_strict = ways[i].is_strict;
    trial.is_bounded = ways[i].is_bounded;
    trial.is_clamped = ways[i].is_clamped;
    is_found = tries_single(&trial, found) ||
               (!search->is_quick &&
                (tries_pairs(&trial, found) || tries_triples(&trial, found)));
    search->unbounded += is_found && !ways[i].is_bounded;
  }
  columns_release(&trial.columns);
  free(trial.values);
  u32_vec_release(&trial.used);
  return is_found;
}

void search_apply(struct search *search, uint32_t group,
                  const struct measure *measure) {
  for (uint32_t i = 0; i < search->rounds->at.count; i++) {
    struct round *round = &search->rounds->at.at[i];
    if (!round_is_in(search->rounds, i, group))
      continue;
    bool may_begin_low = can_begin_low(search, round, measure);
    round_take(round, measure);
    bool is_empty = ask(search, i, term_true(terms_of(search))) == ANSWER_UNSAT;
    round->is_over = is_empty && !may_begin_low;
    search->is_hopeless |= is_empty && may_begin_low;
  }
}
