#include "rank/prove.h"

#include "rank/coarse.h"
#include "rank/search.h"

void prove_release(struct prove *prove) {
  for (uint32_t i = 0; i < prove->levels.count; i++) {
    bitset_release(&prove->levels.at[i].rounds);
    bitset_release(&prove->levels.at[i].over);
  }
  bitset_release(&prove->never);
  level_vec_release(&prove->levels);
}

static void add_level(struct prove *prove, uint32_t group,
                      const struct measure *measure) {
  struct level level = {.group = group, .measure = *measure};
  for (uint32_t i = 0; i < prove->rounds->at.count; i++)
    if (round_is_in(prove->rounds, i, group))
      bitset_add(&level.rounds, i);
  level_vec_push(&prove->levels, level);
  log_line(prove->log, 2, "check", "cut point %u: %s gets smaller", group - 1,
           name_text(rounds_program(prove->rounds)->names, measure->text));
}

// A group that nothing was found for yet, or 0.
static uint32_t next_group(const struct prove *prove,
                           const struct bitset *given_up) {
  for (uint32_t cut = 0; cut < prove->rounds->blocks->count; cut++)
    if (prove->rounds->group[cut] == cut + 1 && !bitset_has(given_up, cut + 1))
      return cut + 1;
  return 0;
}

void prove_run(struct prove *prove) {
  struct search search = {.rounds = prove->rounds,
                          .solver = prove->solver,
                          .poll = prove->poll,
                          .is_quick = prove->is_quick};
  struct bitset given_up = {0};
  struct measure measure;
  search_begin_rounds(&search);
  rounds_group(prove->rounds);
  for (uint32_t group;
       (group = next_group(prove, &given_up)) && !poll_stops(prove->poll);) {
    if (search_measure(&search, group, &measure)) {
      add_level(prove, group, &measure);
      search_apply(&search, group, &measure);
      if (search.is_hopeless)
        bitset_add(&given_up, group);
      search.is_hopeless = false;
    } else {
      bitset_add(&given_up, group);
    }
    rounds_group(prove->rounds);
  }
  search_release(&search);
  bitset_release(&given_up);
}

// Checking

struct checking {
  struct rounds *rounds;
  struct solver *solver;   // null: what was noted is taken over
  struct term_vec *claims; // that were found to be impossible
};

static bool is_impossible(struct checking *c, const struct round *round,
                          struct term a, struct term b) {
  struct program *program = round->after->program;
  struct term both = term_and(program->terms, a, b);
  struct term excluded =
      c->solver ? coarse_excluded(c->solver, program, PURPOSE_PROOF, both)
                : both;
  if (!term_is_none(excluded))
    term_vec_push(c->claims, excluded);
  return !term_is_none(excluded);
}

// The level is about all rounds of one group, as they are now.
static bool is_group(const struct rounds *rounds, const struct level *level) {
  for (uint32_t i = 0; i < rounds->at.count; i++)
    if (round_is_in(rounds, i, level->group) && !bitset_has(&level->rounds, i))
      return false;
  return true;
}

// Is the round over, as was noted, or by what is asked?
static bool ends(struct checking *c, struct bitset *noted, uint32_t number,
                 struct term a, struct term b) {
  const struct round *round = &c->rounds->at.at[number];
  if (!c->solver && !bitset_has(noted, number))
    return false;
  bool is_over = is_impossible(c, round, a, a) && is_impossible(c, round, b, b);
  if (is_over)
    bitset_add(noted, number);
  return is_over;
}

static void drop_impossible(struct checking *c, struct bitset *never) {
  for (uint32_t i = 0; i < c->rounds->at.count; i++) {
    struct round *round = &c->rounds->at.at[i];
    round->is_over |= ends(c, never, i, round->loose, round->loose);
  }
  rounds_group(c->rounds);
}

// False when a round may let the measure grow.
static bool take_round(struct checking *c, struct level *level,
                       uint32_t number) {
  struct round *round = &c->rounds->at.at[number];
  struct term low = round_begins_low(round, &level->measure);
  if (!is_impossible(c, round, round->relation,
                     measure_grows(&level->measure, round->after)))
    return false;
  round_take(round, &level->measure);
  round->is_over = ends(c, &level->over, number, low, round->relation);
  return true;
}

static bool take_level(struct checking *c, struct level *level) {
  struct rounds *rounds = c->rounds;
  bool ok = is_group(rounds, level);
  for (uint32_t i = 0; i < rounds->at.count && ok; i++)
    if (round_is_in(rounds, i, level->group))
      ok = take_round(c, level, i);
  rounds_group(rounds);
  return ok;
}

bool prove_check(struct prove *prove, struct rounds *first,
                 struct solver *solver, struct term_vec *claims) {
  struct checking c = {first, solver, claims};
  drop_impossible(&c, &prove->never);
  for (uint32_t i = 0; i < prove->levels.count; i++)
    if (!take_level(&c, &prove->levels.at[i]))
      return false;
  return !rounds_has_groups(first);
}
