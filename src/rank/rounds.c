#include "rank/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

static bool mentions(const struct program *program, struct term t,
                     const struct bitset *variables) {
  struct bitset read = {0};
  program_mark_variables(program, t, &read);
  bool found = bitset_intersects(&read, variables);
  bitset_release(&read);
  return found;
}

static struct term known_at(const struct rounds *rounds,
                            const struct lemmas *lemmas, uint32_t cut,
                            const struct bitset *without) {
  const struct program *program = rounds_program(rounds);
  struct term known = term_true(program->terms);
  for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
    if (!mentions(program, lemmas->at[cut].at[i], without))
      known = term_and(program->terms, known, lemmas->at[cut].at[i]);
  return known;
}

static void list_rounds(struct rounds *rounds, const struct loose *loose) {
  const struct blocks *blocks = rounds->blocks;
  struct term_table *terms = rounds_program(rounds)->terms;
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    for (uint32_t i = 0; i < blocks->at[cut].exits.count; i++) {
      struct block_exit *exit = &blocks->at[cut].exits.at[i];
      struct symbolic_state *wide = loose_after(loose, cut, exit->cut);
      struct term relation = exit->state.condition;
      round_vec_push(&rounds->at,
                     (struct round){.from = cut,
                                    .to = exit->cut,
                                    .after = &exit->state,
                                    .relation = relation,
                                    .loose = wide->condition,
                                    .loose_after = wide,
                                    .plain = wide->condition,
                                    .is_over = term_is_false(terms, relation)});
    }
}

static void add_reading(const struct symbolic_state *after,
                        struct term_vec *into) {
  term_vec_push(into, after->condition);
  for (uint32_t i = 0; i < after->values.count; i++)
    term_vec_push(into, after->values.at[i].value);
}

// What is known of the nodes that the round reads.
static void restrict_reading(const struct rounds *rounds, struct round *round,
                             const struct bitset *without) {
  struct term_table *terms = rounds_program(rounds)->terms;
  struct term_vec reading = {0};
  if (!rounds->nodes)
    return;
  add_reading(round->after, &reading);
  add_reading(round->loose_after, &reading);
  struct term known =
      nodes_known(rounds->nodes, round->from, &reading, without);
  round->relation = term_and(terms, round->relation, known);
  round->loose = term_and(terms, round->loose, known);
  term_vec_release(&reading);
}

// What is known where they begin.
static void restrict_rounds(struct rounds *rounds, const struct lemmas *lemmas,
                            const struct lemmas *wrapped) {
  struct term_table *terms = rounds_program(rounds)->terms;
  for (uint32_t i = 0; i < rounds->at.count; i++) {
    struct round *round = &rounds->at.at[i];
    struct bitset without = {0};
    if (rounds->group[round->from])
      rounds_advance(rounds, rounds->group[round->from], &without);
    round->relation =
        term_and(terms, known_at(rounds, lemmas, round->from, &without),
                 round->relation);
    round->loose = term_and(
        terms, known_at(rounds, wrapped, round->from, &without), round->loose);
    restrict_reading(rounds, round, &without);
    round->first = round->relation;
    bitset_release(&without);
  }
  for (uint32_t i = 0; i < rounds->at.count; i++)
    rounds->at.at[i].is_over |= term_is_false(terms, rounds->at.at[i].relation);
}

void rounds_init(struct rounds *rounds, const struct bitset *tops,
                 const struct blocks *blocks, const struct lemmas *lemmas,
                 const struct loose *loose, const struct lemmas *wrapped,
                 const struct nodes *nodes) {
  *rounds = (struct rounds){
      .blocks = blocks,
      .wide = loose->blocks,
      .tops = tops,
      .nodes = nodes,
      .group = memory_new_zero(blocks->count, sizeof *rounds->group)};
  list_rounds(rounds, loose);
  rounds_group(rounds);
  restrict_rounds(rounds, lemmas, wrapped);
  rounds_group(rounds);
}

void round_take(struct round *round, const struct measure *measure) {
  struct term_table *terms = round->after->program->terms;
  round->relation =
      term_and(terms, round->relation, measure_stays(measure, round->after));
  round->loose =
      term_and(terms, round->loose, measure_stays(measure, round->loose_after));
}

struct term round_begins_low(const struct round *round,
                             const struct measure *measure) {
  struct term_table *terms = round->after->program->terms;
  return term_is_none(measure->floor)
             ? term_false(terms)
             : term_and(
                   terms, round->loose,
                   term_compare(terms, OP_SLE, measure->value, measure->floor));
}

// What loose blocks take from outside, as the others call it. False when they
// take other things.
static bool align(const struct block_fresh_vec *wide,
                  const struct block_fresh_vec *fresh,
                  struct substitution *into) {
  bool ok = wide->count == fresh->count;
  for (uint32_t i = 0; i < wide->count && ok; i++) {
    ok = wide->at[i].edge.id == fresh->at[i].edge.id &&
         variable_equal(wide->at[i].variable, fresh->at[i].variable);
    if (ok)
      substitution_set(into, wide->at[i].term, fresh->at[i].term);
  }
  return ok;
}

struct term round_overflows(const struct rounds *rounds,
                            const struct round *round) {
  struct term_table *terms = rounds_program(rounds)->terms;
  struct substitution *names = substitution_new(terms);
  struct term overflows = term_true(terms);
  if (align(&rounds->wide->at[round->from].fresh,
            &rounds->blocks->at[round->from].fresh, names))
    overflows = term_and(terms, substitution_apply(names, round->loose),
                         term_not(terms, round->after->condition));
  substitution_free(names);
  return overflows;
}

void rounds_release(struct rounds *rounds) {
  round_vec_release(&rounds->at);
  free(rounds->group);
}

struct rounds rounds_copy(const struct rounds *rounds) {
  struct rounds copy = *rounds;
  uint32_t count = rounds->blocks->count;
  copy.at = (struct round_vec){0};
  round_vec_append(&copy.at, rounds->at.at, rounds->at.count);
  copy.group = memory_new_zero(count, sizeof *copy.group);
  memcpy(copy.group, rounds->group, count * sizeof *copy.group);
  return copy;
}

// What can be reached from the cut point by at least one round.
static void reach(const struct rounds *rounds, uint32_t cut,
                  struct bitset *reached) {
  struct u32_vec pending = {0};
  u32_vec_push(&pending, cut);
  while (pending.count) {
    uint32_t at = u32_vec_pop(&pending);
    for (uint32_t i = 0; i < rounds->at.count; i++) {
      const struct round *round = &rounds->at.at[i];
      if (round->from == at && !round->is_over &&
          bitset_add(reached, round->to))
        u32_vec_push(&pending, round->to);
    }
  }
  u32_vec_release(&pending);
}

void rounds_group(struct rounds *rounds) {
  uint32_t count = rounds->blocks->count;
  struct bitset *reached = memory_new_zero(count, sizeof *reached);
  for (uint32_t cut = 0; cut < count; cut++)
    reach(rounds, cut, &reached[cut]);
  for (uint32_t cut = 0; cut < count; cut++) {
    rounds->group[cut] = 0;
    for (uint32_t other = 0; other <= cut && !rounds->group[cut]; other++)
      if (bitset_has(&reached[cut], other) && bitset_has(&reached[other], cut))
        rounds->group[cut] = other + 1;
  }
  for (uint32_t cut = 0; cut < count; cut++)
    bitset_release(&reached[cut]);
  free(reached);
}

bool round_is_in(const struct rounds *rounds, uint32_t number, uint32_t group) {
  const struct round *round = &rounds->at.at[number];
  return !round->is_over && rounds->group[round->from] == group &&
         rounds->group[round->to] == group;
}

bool rounds_has_groups(const struct rounds *rounds) {
  for (uint32_t cut = 0; cut < rounds->blocks->count; cut++)
    if (rounds->group[cut])
      return true;
  return false;
}

// Adds what the values of variables in the set are computed from.
static bool depend_on_values(const struct program *program,
                             const struct symbolic_state *after,
                             struct bitset *variables) {
  bool is_new = false;
  for (uint32_t i = 0; i < after->values.count; i++)
    if (bitset_has(variables, after->values.at[i].target.id))
      is_new |=
          program_mark_variables(program, after->values.at[i].value, variables);
  return is_new;
}

void rounds_depend(const struct rounds *rounds, uint32_t group,
                   struct bitset *variables) {
  const struct program *program = rounds_program(rounds);
  for (uint32_t i = 0; i < rounds->at.count; i++)
    if (round_is_in(rounds, i, group))
      program_mark_variables(program, rounds->at.at[i].first, variables);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < rounds->at.count; i++)
      if (round_is_in(rounds, i, group))
        is_new |= depend_on_values(program, rounds->at.at[i].after, variables);
  }
}

// Adds the tops that the round moves, and what it makes of variables in the
// set.
static bool advance(const struct rounds *rounds, const struct round *round,
                    struct bitset *variables) {
  const struct program *program = rounds_program(rounds);
  bool is_new = false;
  for (uint32_t i = 0; i < round->after->values.count; i++) {
    struct binding binding = round->after->values.at[i];
    bool is_moved =
        bitset_has(rounds->tops, binding.target.id) &&
        !term_equal(binding.value, program_term(program, binding.target));
    if (is_moved || mentions(program, binding.value, variables))
      is_new |= bitset_add(variables, binding.target.id);
  }
  return is_new;
}

void rounds_advance(const struct rounds *rounds, uint32_t group,
                    struct bitset *variables) {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < rounds->at.count; i++)
      if (round_is_in(rounds, i, group))
        is_new |= advance(rounds, &rounds->at.at[i], variables);
  }
}
