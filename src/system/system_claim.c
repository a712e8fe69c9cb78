#include "system/system_claim.h"

#include "evidence/proof_text.h"
#include "system/system_simulation.h"

static void print_action(const struct lts *lts, const char *word,
                         struct action action, struct strbuf *out) {
  strbuf_format(out, "%s %s\n", word, action_text(lts->actions, action));
}

static void print_steps(const struct lts *lts, uint32_t state,
                        struct strbuf *out) {
  struct lts_step_range steps = lts_steps(lts, state);
  for (const struct lts_step *step = steps.begin; step < steps.end; step++)
    strbuf_format(out, "step %u %u %s\n", state, step->target,
                  action_text(lts->actions, step->action));
}

static void print_lts(const struct part *part, const struct lts *lts,
                      struct strbuf *out) {
  strbuf_format(out, "states %u %u\n", lts->state_count, lts->initial);
  BITSET_EACH (a, &lts->alphabet)
    print_action(lts, "alphabet", (struct action){a}, out);
  BITSET_EACH (a, &part->never)
    print_action(lts, "never", (struct action){a}, out);
  for (uint32_t s = 0; s < lts->state_count; s++)
    print_steps(lts, s, out);
}

// What was composed: the component's LTS, or blocks of its states. One whose
// values were followed has had none so far.
static const struct lts *composed_lts(struct system_check *system, uint32_t i) {
  struct part *part = &system->parts[i];
  if (part->lts)
    return system->is_coarse ? system->abstracts[i].lts : part->lts;
  part_stop_following(part);
  return part_abstract(part, true, &system->options.cegar) ? part->lts : NULL;
}

static bool print_part(struct system_check *system, uint32_t i,
                       struct strbuf *out) {
  struct part *part = &system->parts[i];
  struct interner *names = system->program->names;
  struct proof proof = {0};
  const struct lts *composed = composed_lts(system, i);
  struct lts *claimed = composed
                            ? part_claim(part, composed, &system->options.cegar,
                                         system->stats, &proof)
                            : NULL;
  bool is_proved = claimed && proof_has_formulas(&proof);
  if (is_proved) {
    strbuf_format(out, "component %s\n", name_text(names, part->name));
    print_lts(part, claimed, out);
    proof_print_formulas(&proof, names, out);
  }
  if (claimed)
    lts_free(claimed);
  proof_release(&proof);
  return is_proved;
}

void system_claim_print(struct system_check *system, struct strbuf *out,
                        struct strbuf *why) {
  struct strbuf text = {0};
  if (system_simulation_needed(system))
    strbuf_add(why, "simulation by a system was proved");
  for (uint32_t i = 0; i < system->count && !why->length; i++)
    if (!print_part(system, i, &text))
      strbuf_format(why,
                    "component %s has no small LTS that is proved of its "
                    "code alone",
                    name_text(system->program->names, system->parts[i].name));
  if (!why->length)
    strbuf_add(out, strbuf_text(&text));
  strbuf_release(&text);
}
