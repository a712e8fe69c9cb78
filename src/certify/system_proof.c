#include "certify/system_proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/certify.h"
#include "certify/composition.h"
#include "certify/system_text.h"
#include "system/system_alphabet.h"
#include "system/system_simulation.h"

struct proving {
  struct system_check *system;
  struct system_claim claim;
  struct poll poll;
  uint64_t *asked;
  struct strbuf *why;
  struct composed_part *parts; // by component
  struct bitset *alphabets;    // what each takes part in
  struct bitset *uncertain;    // of that, what it may stay out of
  struct bitset *waits;        // marks that its LTS knows
  struct bitset forbidden;     // ERROR and what is not modelled
};

static bool complain(const struct proving *proving, uint32_t i,
                     const char *what) {
  const struct system_check *system = proving->system;
  strbuf_format(proving->why, "not certified: component %s %s",
                name_text(system->program->names, system->parts[i].name), what);
  return false;
}

static const struct lts *lts_of(const struct proving *proving, uint32_t i) {
  return proving->claim.parts.at[i].lts;
}

// Whose certificate it is

static bool names_fit(const struct proving *proving) {
  const struct system_check *system = proving->system;
  bool ok = proving->claim.parts.count == system->count;
  for (uint32_t i = 0; ok && i < system->count; i++)
    ok = !strcmp(proving->claim.parts.at[i].name,
                 name_text(system->program->names, system->parts[i].name));
  if (!ok)
    strbuf_add(proving->why, "not certified: it is about other components");
  return ok;
}

// Alphabets

// What is said to be never performed, if the LTS says so, too.
static bool take_never(const struct proving *proving, uint32_t i) {
  const struct lts *lts = lts_of(proving, i);
  const struct bitset *never = &proving->claim.parts.at[i].never;
  BITSET_EACH (a, never)
    if (!bitset_has(&lts->alphabet, a) ||
        lts_has_action(lts, (struct action){a}))
      return complain(proving, i, "may perform what it never should");
  bitset_copy(&proving->system->parts[i].never, never);
  return true;
}

// A name of its own for an action is one thing or another by who takes part.
static bool has_own_name(const struct system_check *system, uint32_t part,
                         const struct bitset *actions) {
  for (uint32_t i = 0; i < system->own_names.count; i++)
    if (system->own_names.at[i].part == part &&
        bitset_has(actions, system->own_names.at[i].action.id))
      return true;
  return false;
}

// An execution that was run shows that an action is performed, whoever looked
// for it. That none was found says nothing.
static void drop_performed(struct proving *proving, uint32_t i) {
  struct system_check *system = proving->system;
  struct bitset *uncertain = &proving->uncertain[i];
  struct bitset performed = {0}, asked = {0};
  bitset_copy(&asked, uncertain);
  BITSET_EACH (a, &asked)
    if (!bitset_has(&performed, a) &&
        lts_has_action(lts_of(proving, i), (struct action){a}))
      part_performs_action(&system->parts[i], (struct action){a},
                           &system->options.cegar, system->stats, &performed);
  bitset_subtract(uncertain, &performed);
  bitset_release(&performed);
  bitset_release(&asked);
}

static bool settle_alphabets(struct proving *proving) {
  struct system_check *system = proving->system;
  for (uint32_t i = 0; i < system->count; i++)
    if (!take_never(proving, i))
      return false;
  system_alphabet_leave_out(system);
  for (uint32_t i = 0; i < system->count; i++) {
    bitset_copy(&proving->alphabets[i], &system->parts[i].alphabet);
    for (uint32_t k = 0; k < system->weaving.waits.count; k++)
      bitset_remove(&proving->alphabets[i],
                    system->weaving.waits.at[k].action.id);
    system_alphabet_open(system, i, &proving->uncertain[i]);
    drop_performed(proving, i);
    if (has_own_name(system, i, &proving->uncertain[i]))
      return complain(proving, i,
                      "may or may not perform what has a name of "
                      "its own");
  }
  return true;
}

// What an LTS has to know

static bool is_shared(const struct proving *proving, uint32_t but,
                      uint32_t action) {
  const struct lts *specification = proving->system->specification;
  bool found = specification && bitset_has(&specification->alphabet, action);
  for (uint32_t i = 0; i < proving->system->count; i++)
    found |= i != but && bitset_has(&proving->alphabets[i], action);
  return found;
}

// Does it offer something there that it does alone? What was left out it does
// not do at all.
static bool never_waits(const struct proving *proving, uint32_t i,
                        const struct lts_wait *wait) {
  const struct part *part = &proving->system->parts[i];
  BITSET_EACH (a, &wait->offer)
    if (!bitset_has(&part->left_out, a) &&
        (!bitset_has(&proving->alphabets[i], a) || !is_shared(proving, i, a)))
      return true;
  return false;
}

static bool knows_marks(const struct proving *proving, uint32_t i) {
  const struct wait_vec *waits = &proving->system->weaving.waits;
  const struct lts *lts = lts_of(proving, i);
  for (uint32_t k = 0; k < waits->count; k++) {
    uint32_t mark = waits->at[k].action.id;
    if (bitset_has(&lts->alphabet, mark))
      bitset_add(&proving->waits[i], mark);
    else if (!never_waits(proving, i, &waits->at[k]))
      return complain(proving, i, "waits in a way that its LTS does not know");
  }
  return true;
}

static bool knows_all(struct proving *proving, uint32_t i) {
  const struct part *part = &proving->system->parts[i];
  const struct lts *lts = lts_of(proving, i);
  bool ok = bitset_has(&lts->alphabet, part->labels.error.id);
  bitset_add(&proving->forbidden, part->labels.error.id);
  bitset_add(&proving->forbidden, part->unsupported.id);
  BITSET_EACH (a, &proving->alphabets[i])
    ok &= !is_shared(proving, i, a) || bitset_has(&lts->alphabet, a);
  if (!ok)
    return complain(proving, i, "takes part in what its LTS does not know");
  bitset_add(&proving->alphabets[i], part->labels.error.id);
  return knows_marks(proving, i);
}

// The code of a component against its LTS

static bool certify_joined(struct proving *proving, uint32_t i,
                           const struct component_options *options) {
  const struct part *part = &proving->system->parts[i];
  struct component component;
  bool ok = component_join(&component, &part->behaviour, options, proving->why);
  ok = ok && certify(component.question, &proving->claim.parts.at[i].formulas,
                     proving->poll, proving->asked, proving->why);
  component_release(&component);
  return ok;
}

static bool certify_part(struct proving *proving, uint32_t i) {
  struct part *part = &proving->system->parts[i];
  struct specification specification = part->labels;
  specification.systems = &proving->claim.parts.at[i].lts;
  specification.count = 1;
  struct component_options options = part->options;
  options.specification = &specification;
  options.rules.checks_specification = true;
  options.claim = (struct check_target){
      .kind = TARGET_CONFORMANCE,
      .procedure = options.entry,
      .text = intern(part->program->names, "does what its LTS does")};
  if (part->behaviour.unseen_call.id)
    return complain(proving, i, "is called back");
  part_enter(part);
  if (certify_joined(proving, i, &options))
    return true;
  strbuf_format(proving->why, " (component %s)",
                name_text(part->program->names, part->name));
  return false;
}

// All together

static bool is_composed(struct proving *proving, bool *is_heard) {
  const struct system_check *system = proving->system;
  for (uint32_t i = 0; i < system->count; i++)
    proving->parts[i] =
        (struct composed_part){.lts = lts_of(proving, i),
                               .alphabet = &proving->alphabets[i],
                               .uncertain = &proving->uncertain[i],
                               .waits = &proving->waits[i]};
  struct composition composition = {.parts = proving->parts,
                                    .count = system->count,
                                    .specification = system->specification,
                                    .forbidden = &proving->forbidden,
                                    .waits = system->weaving.waits.at,
                                    .wait_count = system->weaving.waits.count,
                                    .poll = proving->poll};
  bool ok = composition_holds(&composition, proving->why);
  *is_heard = composition.is_heard;
  return ok;
}

// The composition first: it asks nobody, and refuses most that is wrong.
static bool is_proof(struct proving *proving, bool *is_heard) {
  uint32_t count = proving->system->count;
  if (!names_fit(proving) || !settle_alphabets(proving))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!knows_all(proving, i))
      return false;
  if (!is_composed(proving, is_heard))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!certify_part(proving, i))
      return false;
  return true;
}

static struct bitset *new_sets(const struct proving *proving) {
  return memory_new_zero(proving->system->count, sizeof(struct bitset));
}

static void free_sets(const struct proving *proving, struct bitset *sets) {
  for (uint32_t i = 0; i < proving->system->count; i++)
    bitset_release(&sets[i]);
  free(sets);
}

// What the composition says nothing about.
static const char *out_of_reach(const struct system_check *system) {
  const struct spec_check *check = system->check;
  enum goal_kind goal = check->item->check.goal;
  if (goal != GOAL_REFINES && goal != GOAL_DEADLOCK_FREE)
    return "not certified: formulas about systems";
  if (check->item->check.refinement == REFINES_BISIMULATION)
    return "not certified: bisimulation of systems";
  return system_simulation_needed(system) ? "not certified: simulation" : NULL;
}

bool system_certify(struct system_check *system, const char *path,
                    struct poll poll, uint64_t *asked, bool *is_heard,
                    struct strbuf *why) {
  struct proving proving = {
      .system = system, .poll = poll, .asked = asked, .why = why};
  const char *limit = out_of_reach(system);
  if (limit) {
    strbuf_add(why, limit);
    return false;
  }
  proving.parts = memory_new_zero(system->count, sizeof *proving.parts);
  proving.alphabets = new_sets(&proving);
  proving.uncertain = new_sets(&proving);
  proving.waits = new_sets(&proving);
  bool ok =
      system_claim_read(&proving.claim, path, system->spec->actions, why) &&
      is_proof(&proving, is_heard);
  free_sets(&proving, proving.alphabets);
  free_sets(&proving, proving.uncertain);
  free_sets(&proving, proving.waits);
  free(proving.parts);
  bitset_release(&proving.forbidden);
  system_claim_release(&proving.claim);
  return ok;
}
