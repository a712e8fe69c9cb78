#include "system/part.h"

#include <stdlib.h>

#include "abstraction/finite.h"
#include "lts/contract.h"
#include "lts/transform.h"

// The same over the visible actions. What the component has in its alphabet and
// never performs it blocks.
static struct lts *show_visible(struct lts *full,
                                const struct bitset *visible) {
  struct lts *projected = lts_project(full, visible);
  struct lts *extended = lts_extend(projected, visible);
  lts_free(full);
  lts_free(projected);
  return extended;
}

// ---- Life cycle -------------------------------------------------------------

static void add_given(struct part *part, struct location_id place,
                      struct term condition) {
  struct term_vec atoms = {0};
  predicate_atoms(part->program->terms, condition, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    seed_vec_push(&part->given, (struct seed){place, atoms.at[i]});
  term_vec_release(&atoms);
}

// What the specification says of returned values is always tracked (seed 000,
// figure 5).
static void give_returns(struct part *part) {
  const struct labelled *labelled = &part->labelled;
  const struct edge_vec *edges = &labelled->product.procedure->edges;
  for (uint32_t i = 1; i < edges->count; i++) {
    struct edge_id origin =
        provenance_last(&labelled->product.provenance, (struct edge_id){i});
    if (edges->at[i].op.kind == OPERATION_ASSUME &&
        procedure_edge(part->behaviour.procedure, origin)->op.kind ==
            OPERATION_RETURN)
      add_given(part, effects_place(labelled->effects, edges->at[i].from),
                labelled->effects->at[i].guard);
  }
}

// The exact LTS of a finite component; null if it is none, or a large one.
static struct lts *value_lts(const struct part *part, struct action start,
                             uint32_t states, bool marks_end) {
  struct finite finite;
  struct finite_limits limits = {.states = states,
                                 .steps = PART_VALUE_STEP_LIMIT /
                                          PART_VALUE_LIMIT * (uint64_t)states};
  struct action *actions = labelled_actions(&part->labelled);
  struct edge_labels labels = {.edges = actions,
                               .unsupported = part->unsupported,
                               .start = start,
                               .waits = &part->waits,
                               .marks_end = marks_end};
  finite_init(&finite, part->labelled.question);
  struct lts *lts = finite_lts(&finite, &labels,
                               part->labels.weaving->spec->actions, &limits);
  finite_release(&finite);
  free(actions);
  return lts;
}

static void follow_values(struct part *part) {
  struct finite_limits limits = {.states = PART_VALUE_LIMIT,
                                 .steps = PART_VALUE_STEP_LIMIT};
  struct edge_labels labels = {.unsupported = part->unsupported,
                               .waits = &part->waits};
  part->values = value_lts(part, (struct action){0}, PART_SMALL, false);
  part->is_finite = part->values != NULL;
  if (!part->is_finite)
    part->followed = followed_new(&part->labelled, &labels, &limits);
}

void part_stop_following(struct part *part) {
  if (!part->followed)
    return;
  followed_free(part->followed);
  part->followed = NULL;
  part->values = value_lts(part, (struct action){0}, PART_VALUE_LIMIT, false);
  part->is_finite = part->values != NULL;
}

// The program starts where the component does that is looked at: several may be
// `main`, each with arguments of its own.
void part_enter(const struct part *part) {
  if (part->options.starts_program)
    part->program->entry = part->options.entry;
}

// The only way to go at first, up to where it does something.
static void walk_start(const struct part *part, struct edge_id_vec *edges) {
  const struct procedure *procedure = part->behaviour.procedure;
  struct location_id at = procedure->entry;
  for (uint32_t i = 0; i < procedure->locations.count; i++) {
    const struct location *location = &procedure->locations.at[at.id];
    struct edge_id edge = {location->first_out};
    if (location->out_count != 1 ||
        part->behaviour.effects->at[edge.id].kind != EFFECT_STEP ||
        procedure_edge(procedure, edge)->op.kind == OPERATION_PERFORM)
      return;
    edge_id_vec_push(edges, edge);
    at = procedure_edge(procedure, edge)->to;
  }
}

// Is there a state in which it can start? The arguments and the condition that
// the system names may contradict what is assumed of entry states.
static bool can_start(const struct part *part) {
  if (!part->has_condition)
    return true;
  struct edge_id_vec edges = {0};
  walk_start(part, &edges);
  struct path path = {0};
  struct u32_vec core = {0};
  path_execute(&path, part->behaviour.effects, &edges);
  bool can = path_check(&path, part->solver, NULL, &core) != ANSWER_UNSAT;
  u32_vec_release(&core);
  path_release(&path);
  edge_id_vec_release(&edges);
  return can;
}

bool part_init(struct part *part, bool by_values, struct strbuf *why) {
  part->options.specification = NULL;
  part_enter(part);
  if (!component_init(&part->component, &part->behaviour, part->program,
                      &part->options, why))
    return false;
  if (!can_start(part)) {
    strbuf_add(why, "no entry satisfies its arguments and condition, where "
                    "pointers are null or point to objects of their own");
    return false;
  }
  if (!labelled_init(&part->labelled, &part->behaviour, &part->options,
                     &part->labels)) {
    strbuf_add(why, "the component is too large");
    return false;
  }
  part->table = predicate_table_new(part->program->terms);
  give_returns(part);
  if (by_values)
    follow_values(part);
  return true;
}

void part_release(struct part *part) {
  part_forget_run(part);
  if (part->lts)
    lts_free(part->lts);
  if (part->values)
    lts_free(part->values);
  followed_free(part->followed);
  labelled_release(&part->labelled);
  component_release(&part->component);
  behaviour_release(&part->behaviour);
  if (part->table)
    predicate_table_free(part->table);
  seed_vec_release(&part->given);
  seed_vec_release(&part->seeds);
  bitset_release(&part->alphabet);
  bitset_release(&part->imposed);
  bitset_release(&part->shown);
  bitset_release(&part->never);
  bitset_release(&part->left_out);
  bitset_release(&part->open);
  bitset_release(&part->visible);
  bitset_release(&part->waits);
  return_case_vec_release(&part->labels.cases);
  action_pair_vec_release(&part->own_names);
}

// ---- The LTS ----------------------------------------------------------------

// Without kinds: that it comes back, or waits, is an action where it matters.
static struct lts *contract(struct lts *lts, enum lts_equivalence equivalence) {
  lts_forget_kinds(lts);
  struct lts *small =
      lts_contract(lts, &lts->alphabet, equivalence, lts->state_count);
  lts_free(lts);
  return small;
}

static struct lts *full_lts(const struct part *part, bool is_certain,
                            struct action start,
                            const struct cegar_options *options) {
  if (part->is_finite)
    return value_lts(part, start, PART_VALUE_LIMIT, false);
  struct labelling labelling = {.table = part->table,
                                .solver = part->solver,
                                .dd = part->dd,
                                .unsupported = part->unsupported,
                                .start = start,
                                .waits = &part->waits,
                                .is_certain = is_certain,
                                .limit = PART_STATE_LIMIT,
                                .poll = limits_poll(&options->limits)};
  struct seed_vec seeds = {0};
  seed_vec_append(&seeds, part->given.at, part->given.count);
  seed_vec_append(&seeds, part->seeds.at, part->seeds.count);
  struct lts *full = labelled_lts(&part->labelled, &seeds, &labelling);
  seed_vec_release(&seeds);
  return full;
}

static bool has_silent_cycle(const struct lts *lts) {
  uint32_t count;
  uint32_t *components = lts_tau_components(lts, &count);
  bool *on_cycle = lts_on_tau_cycle(lts, components, count);
  bool found = false;
  for (uint32_t s = 0; s < lts->state_count && !found; s++)
    found = on_cycle[s];
  free(components);
  free(on_cycle);
  return found;
}

bool part_abstract(struct part *part, bool contracts,
                   const struct cegar_options *options) {
  struct lts *full = part->values;
  part->values = NULL;
  if (!full)
    full = full_lts(part, false, (struct action){0}, options);
  if (!full)
    return false;
  full = show_visible(full, &part->visible);
  part->full_states = full->state_count;
  part->may_loop_silently = has_silent_cycle(full);
  if (part->lts)
    lts_free(part->lts);
  part->lts = contracts ? contract(full, LTS_WEAK_TRACE) : full;
  return true;
}

struct lts *part_branching_lts(const struct part *part, bool is_certain,
                               struct action start,
                               const struct cegar_options *options) {
  struct lts *full = full_lts(part, is_certain, start, options);
  if (!full)
    return NULL;
  struct bitset shown = {0};
  bitset_copy(&shown, &part->visible);
  bitset_add(&shown, start.id);
  full = show_visible(full, &shown);
  bitset_release(&shown);
  return contract(full, LTS_BRANCHING);
}

// Is there a state in which it goes no further and has not come back?
static bool is_cut_off(const struct lts *lts) {
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range steps = lts_steps(lts, s);
    if (lts_kind(lts, s) == STATE_PLAIN && steps.begin == steps.end)
      return true;
  }
  return false;
}

struct lts *part_value_lts(struct part *part, struct strbuf *why) {
  struct lts *full = NULL;
  part_stop_following(part);
  if (part->is_finite)
    full = value_lts(part, (struct action){0}, PART_VALUE_LIMIT, true);
  if (!full)
    strbuf_add(why, "has too many values to follow them one by one");
  else if (lts_has_action(full, part->unsupported))
    strbuf_add(why, "does something that is not modelled");
  else if (is_cut_off(full))
    strbuf_add(why, "has executions that are cut off or leave the program");
  if (!why->length)
    return show_visible(full, &part->visible);
  if (full)
    lts_free(full);
  return NULL;
}

bool part_track_all(struct part *part) {
  if (part->is_finite)
    return false;
  struct units *units = units_new(part->behaviour.effects, part->table);
  uint32_t before = part->seeds.count;
  for (uint32_t u = 0; u < units_count(units); u++) {
    const struct seed_vec *seeds = unit_seeds(units, u);
    for (uint32_t i = 0; i < seeds->count; i++)
      seeds_add(&part->seeds, seeds->at[i]);
  }
  units_free(units);
  return part->seeds.count > before;
}

// ---- What always holds ------------------------------------------------------

static void track_lemmas(struct part *part, const struct loops *loops) {
  struct term_vec atoms = {0};
  for (uint32_t cut = 0; cut < loops->blocks->count; cut++)
    for (uint32_t i = 0; i < loops->lemmas.at[cut].count; i++) {
      term_vec_clear(&atoms);
      predicate_atoms(part->program->terms, loops->lemmas.at[cut].at[i],
                      &atoms);
      if (atoms.count == 1) // no case distinction
        seeds_add(&part->seeds,
                  (struct seed){loops->blocks->cuts[cut], atoms.at[0]});
    }
  term_vec_release(&atoms);
}

// All variables that the code reads or writes.
static void find_variables(const struct part *part, struct bitset *into) {
  const struct program *program = part->program;
  for (uint32_t i = 1; i < part->behaviour.procedure->edges.count; i++) {
    const struct effect *effect = &part->behaviour.effects->at[i];
    program_mark_variables(program, effect->guard, into);
    for (uint32_t k = 0; k < effect->binding_count; k++) {
      bitset_add(into, effect->bindings[k].target.id);
      program_mark_variables(program, effect->bindings[k].value, into);
    }
    for (uint32_t k = 0; k < effect->havoc_count; k++)
      bitset_add(into, effect->havocked[k].id);
  }
}

void part_learn_loops(struct part *part, const struct cegar_options *options) {
  part->has_learnt = true;
  struct loops loops;
  struct bitset variables = {0};
  struct question *all =
      component_question(&part->options, part->behaviour.effects, NULL);
  find_variables(part, &variables);
  loops_init(&loops, all, &variables, part->solver, options->log);
  loops.poll = limits_poll(&options->limits);
  if (loops_start(&loops))
    loops_learn(&loops);
  track_lemmas(part, &loops);
  loops_release(&loops);
  question_free(all);
  bitset_release(&variables);
}
