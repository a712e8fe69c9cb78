#include "rank/loose.h"

#include "base/check.h"

static bool is_overflow(enum undefined_reason reason) {
  return reason == UNDEFINED_OVERFLOW || reason == UNDEFINED_SHIFT_OVERFLOW;
}

// Does the edge lead to a place where all there is is an overflow?
static bool leads_to_overflow(const struct procedure *procedure,
                              const struct edge *edge) {
  if (is_overflow(edge->undefined))
    return true;
  const struct location *to = procedure_location(procedure, edge->to);
  for (uint32_t i = 0; i < to->out_count; i++)
    if (is_overflow(procedure->edges.at[to->first_out + i].undefined))
      return true;
  return false;
}

// A test of overflow, which has two outcomes, has one.
static void loosen(struct effects *effects, const struct location *location) {
  struct term_table *terms = effects->program->terms;
  const struct procedure *procedure = effects->procedure;
  if (location->out_count != 2)
    return;
  uint32_t first = location->first_out;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t bad = first + i, good = first + 1 - i;
    if (leads_to_overflow(procedure, &procedure->edges.at[bad]) &&
        !leads_to_overflow(procedure, &procedure->edges.at[good])) {
      effects->at[bad].guard = term_false(terms);
      effects->at[good].guard = term_true(terms);
      return;
    }
  }
}

void loose_init(struct loose *loose, const struct question *question,
                const struct bitset *relevant) {
  struct effects *effects = effects_derive(question->effects);
  const struct procedure *procedure = effects->procedure;
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    loosen(effects, &procedure->locations.at[i]);
  *loose = (struct loose){.effects = effects,
                          .question = question_about(question, effects)};
  loose->blocks = blocks_new(loose->question, relevant);
}

void loose_release(struct loose *loose) {
  blocks_free(loose->blocks);
  question_free(loose->question);
  effects_free(loose->effects);
}

struct symbolic_state *loose_after(const struct loose *loose, uint32_t from,
                                   uint32_t to) {
  const struct block_exit_vec *exits = &loose->blocks->at[from].exits;
  for (uint32_t i = 0; i < exits->count; i++)
    if (exits->at[i].cut == to)
      return &exits->at[i].state;
  BUG("no loose round from %u to %u", from, to);
}
