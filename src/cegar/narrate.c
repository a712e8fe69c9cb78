#include "cegar/narrate.h"

#include "cegar/record.h"
#include "program/print.h"

static struct story_round *last_round(const struct cegar *cegar) {
  struct story *story = cegar->options.story;
  return story ? story_last(story) : NULL;
}

static struct position position_of(const struct cegar *cegar,
                                   struct edge_id edge) {
  return procedure_edge(cegar->component->procedure, edge)->position;
}

void narrate_search(const struct cegar *cegar, uint32_t predicates,
                    enum reach_outcome outcome,
                    const struct edge_id_vec *path) {
  static const enum round_end ends[] = {[REACH_SAFE] = ROUND_SAFE,
                                        [REACH_VIOLATION] = ROUND_REAL,
                                        [REACH_STOPPED] = ROUND_STOPPED};
  struct story *story = cegar->options.story;
  struct story_round *round = story ? story_add(story) : NULL;
  if (!round)
    return;
  round->who = cegar->options.who;
  round->predicates = predicates;
  round->states = cegar->options.progress->states;
  round->end = ends[outcome];
  for (uint32_t i = 0; i < path->count; i++)
    story_add_line(round, position_of(cegar, path->at[i]));
}

// As it is where the path is: not as the line of source may have it.
static void take_guard(const struct cegar *cegar, struct edge_id edge,
                       struct claim_vec *into) {
  const struct program *program = cegar->component->program;
  struct strbuf text = {0};
  program_print_term(program, cegar->component->effects->at[edge.id].guard,
                     &text);
  claim_vec_push(into,
                 (struct claim){position_of(cegar, edge),
                                intern(program->names, strbuf_text(&text))});
  strbuf_release(&text);
}

void narrate_spurious(const struct cegar *cegar,
                      const struct edge_id_vec *edges,
                      const struct u32_vec *core) {
  struct story_round *round = last_round(cegar);
  if (!round)
    return;
  round->end = ROUND_SPURIOUS;
  for (uint32_t i = 0; i < core->count && i < MOST_STORY_ADDED; i++) {
    struct edge_id edge = edges->at[core->at[i]];
    take_guard(cegar, edge, &round->because);
  }
}

static bool has_seed(const struct seed_vec *seeds, struct seed seed) {
  for (uint32_t i = 0; i < seeds->count; i++)
    if (seeds->at[i].location.id == seed.location.id &&
        term_equal(seeds->at[i].atom, seed.atom))
      return true;
  return false;
}

static bool has_claim(const struct claim_vec *claims, struct claim claim) {
  for (uint32_t i = 0; i < claims->count; i++)
    if (name_equal(claims->at[i].text, claim.text) &&
        claims->at[i].position.line == claim.position.line)
      return true;
  return false;
}

// Of several locations of one line once.
static void take_seed(const struct cegar *cegar, struct seed seed,
                      struct story_round *round) {
  const struct procedure *procedure =
      cegar->component->behaviour->plain.procedure;
  struct position position =
      seed.location.id ? procedure_location(procedure, seed.location)->position
                       : (struct position){0};
  bool is_kept = round->added.count < MOST_STORY_ADDED;
  struct claim claim = {0};
  if (is_kept)
    claim = record_condition(cegar, position, seed.atom);
  if (is_kept && has_claim(&round->added, claim))
    return;
  round->added_count++;
  if (is_kept)
    claim_vec_push(&round->added, claim);
}

void narrate_added(const struct cegar *cegar, const struct seed_vec *before) {
  struct story_round *round = last_round(cegar);
  struct seed_vec seeds = {0};
  if (!round)
    return;
  cegar_predicates(cegar, &seeds);
  for (uint32_t i = 0; i < seeds.count; i++)
    if (!has_seed(before, seeds.at[i]))
      take_seed(cegar, seeds.at[i], round);
  seed_vec_release(&seeds);
}
