#include "cegar/simulated.h"

#include <stdlib.h>

#include "abstraction/predicate_lts.h"
#include "base/memory.h"
#include "cegar/view.h"
#include "lts/levels.h"
#include "lts/simulation.h"
#include "lts/transform.h"
#include "lts/weak.h"

enum { MOST_PAIRS = 20000000, MOST_NODES = 5000, MOST_ROUNDS = 30 };

struct game {
  struct cegar *cegar;
  const struct component *component;
  const struct lts *system;
  struct effects *effects;
  struct question *base, *question; // all edges take part
  struct action *labels;            // by edge: what the specification hears
  struct bitset units;              // tracked besides what the proof tracks
  // One round
  struct lts *abstraction;
  struct u32_vec locations; // by its states
  struct lts *moves;        // the abstraction and the system
  struct lts *answers;      // the same, with the system's weak steps
  struct simulation *simulation;
};

static void game_init(struct game *game, struct cegar *cegar) {
  const struct component *component = cegar->component;
  const struct component_options *options = cegar->component_options;
  const struct product *product = &component->product;
  *game = (struct game){.cegar = cegar,
                        .component = component,
                        .system = options->specification->systems[0]};
  game->effects = component->effects;
  game->base = component_question(options, component->behaviour->effects, NULL);
  game->question = component_question(options, game->effects, game->base);
  uint32_t count = component->procedure->edges.count;
  game->labels = memory_new_zero(count, sizeof *game->labels);
  for (uint32_t i = 1; i < count; i++)
    if (bitset_has(&game->system->alphabet, product->actions.at[i]))
      game->labels[i] = (struct action){product->actions.at[i]};
}

static void game_release(struct game *game) {
  question_free(game->question);
  question_free(game->base);
  free(game->labels);
  bitset_release(&game->units);
  u32_vec_release(&game->locations);
}

// ---- The abstraction and the game on it -------------------------------------

static struct precision *precision_of(const struct game *game) {
  const struct refinement *refinement = &game->cegar->refinement;
  struct precision *precision =
      precision_new(game->question, game->cegar->table);
  struct seed_vec seeds = {0};
  refinement_seeds(refinement, &seeds);
  seed_vec_append(&seeds, refinement->given.at, refinement->given.count);
  BITSET_EACH (u, &game->units) {
    const struct seed_vec *own = unit_seeds(refinement->units, u);
    seed_vec_append(&seeds, own->at, own->count);
  }
  for (uint32_t i = 0; i < seeds.count; i++)
    precision_seed(precision, seeds.at[i].location, seeds.at[i].atom);
  seed_vec_release(&seeds);
  precision_infer(precision);
  return precision;
}

static bool abstract(struct game *game) {
  const struct cegar *cegar = game->cegar;
  struct precision *precision = precision_of(game);
  struct transfer *transfer = transfer_new(game->effects, cegar->table,
                                           precision, cegar->solver, cegar->dd);
  struct predicate_lts_options options = {.labels = {.edges = game->labels},
                                          .is_named = true,
                                          .locations = &game->locations,
                                          .limit = VIEW_STATE_LIMIT};
  game->abstraction = predicate_lts_new(game->question, transfer, precision,
                                        &options, game->system->actions);
  transfer_free(transfer);
  precision_free(precision);
  return game->abstraction;
}

// Only actions count: whether a state is STOP or not is no step.
static bool play(struct game *game) {
  struct lts *system = lts_copy(game->system);
  lts_forget_kinds(system);
  lts_forget_kinds(game->abstraction);
  struct lts *weak = lts_saturate(system, MOST_PAIRS);
  game->moves = lts_union(game->abstraction, system);
  if (weak) {
    game->answers = lts_union(game->abstraction, weak);
    game->simulation = simulation_new(
        game->moves, game->answers, game->abstraction->initial,
        game->abstraction->state_count + system->initial, MOST_PAIRS);
    lts_free(weak);
  }
  lts_free(system);
  return game->simulation;
}

static void end_round(struct game *game) {
  lts_free(game->abstraction);
  lts_free(game->moves);
  lts_free(game->answers);
  simulation_free(game->simulation);
  game->abstraction = game->moves = game->answers = NULL;
  game->simulation = NULL;
}

// ---- The tree ---------------------------------------------------------------

struct node {
  uint32_t parent;          // the first has none
  uint32_t state;           // of the abstraction
  struct action action;     // that led here
  struct u32_vec defenders; // states of the union that the system may be in
  struct u32_vec refusing; // of the parent's defenders: no answer to the action
};

VEC_DEFINE(node_vec, struct node);

static uint32_t rank_of(const struct game *game, uint32_t state,
                        uint32_t defender) {
  return simulation_rank(game->simulation, state, defender);
}

// Does the step bring the component closer to its win, whatever the answer?
static bool is_winning(const struct game *game, uint32_t state,
                       uint32_t defender, const struct lts_step *step) {
  uint32_t rank = rank_of(game, state, defender);
  struct lts_step_range answers =
      lts_steps_by(game->answers, defender, step->action);
  for (const struct lts_step *answer = answers.begin; answer != answers.end;
       answer++)
    if (rank_of(game, step->target, answer->target) >= rank)
      return false;
  return true;
}

static void add_once(struct u32_vec *list, uint32_t value) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i] == value)
      return;
  u32_vec_push(list, value);
}

// The component makes the step against these defenders.
static struct node make_child(const struct game *game, uint32_t parent,
                              const struct u32_vec *defenders,
                              const struct lts_step *step) {
  struct node child = {
      .parent = parent, .state = step->target, .action = step->action};
  for (uint32_t i = 0; i < defenders->count; i++) {
    struct lts_step_range answers =
        lts_steps_by(game->answers, defenders->at[i], step->action);
    if (answers.begin == answers.end)
      u32_vec_push(&child.refusing, defenders->at[i]);
    for (const struct lts_step *answer = answers.begin; answer != answers.end;
         answer++)
      add_once(&child.defenders, answer->target);
  }
  return child;
}

// One step for as many defenders as possible, then for those that are left.
static bool expand(const struct game *game, struct node_vec *nodes,
                   uint32_t number) {
  struct u32_vec left = {0}, beaten = {0}, rest = {0};
  uint32_t state = nodes->at[number].state;
  u32_vec_append(&left, nodes->at[number].defenders.at,
                 nodes->at[number].defenders.count);
  struct lts_step_range steps = lts_steps(game->moves, state);
  while (left.count) {
    const struct lts_step *best = NULL;
    uint32_t most = 0;
    for (const struct lts_step *step = steps.begin; step != steps.end; step++) {
      uint32_t count = 0;
      for (uint32_t i = 0; i < left.count; i++)
        count += is_winning(game, state, left.at[i], step);
      if (count > most) {
        best = step;
        most = count;
      }
    }
    if (!best)
      break;
    u32_vec_clear(&beaten);
    u32_vec_clear(&rest);
    for (uint32_t i = 0; i < left.count; i++)
      u32_vec_push(is_winning(game, state, left.at[i], best) ? &beaten : &rest,
                   left.at[i]);
    node_vec_push(nodes, make_child(game, number, &beaten, best));
    u32_vec_clear(&left);
    u32_vec_append(&left, rest.at, rest.count);
  }
  bool ok = !left.count;
  u32_vec_release(&left);
  u32_vec_release(&beaten);
  u32_vec_release(&rest);
  return ok;
}

static struct edge_id edge_between(const struct game *game, uint32_t from,
                                   uint32_t to, struct action action) {
  const struct procedure *procedure = game->component->procedure;
  struct location_id at = {game->locations.at[from]};
  const struct location *location = procedure_location(procedure, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    struct edge_id id = {location->first_out + i};
    struct action label = game->labels[id.id];
    if (procedure_edge(procedure, id)->to.id == game->locations.at[to] &&
        question_is_step(game->question, id) &&
        action_equal(action_is_none(label) ? action_tau : label, action))
      return id;
  }
  BUG("a step of the predicate LTS without an edge");
}

// From the root to the leaf.
static void add_branch(const struct game *game, const struct node_vec *nodes,
                       uint32_t leaf, struct attack *attack) {
  struct attack_branch branch = {0};
  struct u32_vec way = {0};
  for (uint32_t i = leaf; i; i = nodes->at[i].parent)
    u32_vec_push(&way, i);
  for (uint32_t k = way.count; k-- > 0;) {
    const struct node *node = &nodes->at[way.at[k]];
    uint32_t from = nodes->at[node->parent].state;
    if (game->locations.at[from]) {
      edge_id_vec_push(&branch.edges,
                       edge_between(game, from, node->state, node->action));
      u32_vec_push(&branch.nodes, way.at[k]);
    }
    if (!action_is_tau(node->action))
      lts_action_vec_push(&branch.actions, node->action);
  }
  const struct u32_vec *refusing = &nodes->at[leaf].refusing;
  for (uint32_t i = 0; i < refusing->count; i++)
    u32_vec_push(&branch.refusing,
                 refusing->at[i] - game->abstraction->state_count);
  attack_branch_vec_push(&attack->branches, branch);
  u32_vec_release(&way);
}

// False when the tree is too large.
static bool find_attack(const struct game *game, struct attack *attack) {
  struct node_vec nodes = {0};
  struct node root = {.state = game->abstraction->initial};
  u32_vec_push(&root.defenders,
               game->abstraction->state_count + game->system->initial);
  node_vec_push(&nodes, root);
  bool ok = true;
  for (uint32_t i = 0; i < nodes.count && ok; i++) {
    if (!nodes.at[i].defenders.count)
      add_branch(game, &nodes, i, attack);
    else
      ok = expand(game, &nodes, i) && nodes.count < MOST_NODES;
  }
  for (uint32_t i = 0; i < nodes.count; i++) {
    u32_vec_release(&nodes.at[i].defenders);
    u32_vec_release(&nodes.at[i].refusing);
  }
  node_vec_release(&nodes);
  return ok;
}

// ---- Rounds -----------------------------------------------------------------

// Tracks what the guards compare. False when all of it is tracked.
static bool learn(struct game *game, const struct attack *attack,
                  const struct attack_guard_vec *core) {
  const struct refinement *refinement = &game->cegar->refinement;
  bool is_new = false;
  for (uint32_t i = 0; i < core->count; i++) {
    const struct attack_branch *branch =
        &attack->branches.at[core->at[i].branch];
    struct edge_id edge = branch->edges.at[core->at[i].step];
    struct u32_vec units = {0};
    units_of(refinement->units, game->effects->at[edge.id].guard, &units);
    for (uint32_t k = 0; k < units.count; k++)
      if (!bitset_has(&refinement->chosen, units.at[k]) || refinement->is_fixed)
        is_new |= bitset_add(&game->units, units.at[k]);
    u32_vec_release(&units);
  }
  return is_new;
}

static enum verdict conclude(struct game *game, struct attack *attack,
                             struct strbuf *why) {
  struct cegar *cegar = game->cegar;
  struct strbuf oracle = {0};
  bool is_real = attack_confirms(attack, game->component,
                                 cegar->component_options, &oracle, why);
  if (is_real) {
    const struct attack_branch *first = &attack->branches.at[0];
    strbuf_add(&cegar->oracle, strbuf_text(&oracle));
    edge_id_vec_append(&cegar->path, first->edges.at, first->edges.count);
  }
  strbuf_release(&oracle);
  return is_real ? VERDICT_FALSE : VERDICT_UNKNOWN;
}

static const char beyond_traces[] =
    "all traces conform, but the specification does not simulate the "
    "abstraction";

// True when it goes on with more predicates.
static bool examine(struct game *game, struct attack *attack,
                    enum verdict *verdict, struct strbuf *why) {
  struct attack_guard_vec core = {0};
  bool goes_on = false;
  if (!find_attack(game, attack)) {
    strbuf_format(why, "%s, for too many reasons", beyond_traces);
  } else {
    enum answer answer =
        attack_solve(attack, game->effects, game->cegar->solver, &core);
    if (answer == ANSWER_SAT)
      *verdict = conclude(game, attack, why);
    else if (answer == ANSWER_UNSAT)
      goes_on = learn(game, attack, &core);
    if (answer != ANSWER_SAT && !goes_on)
      strbuf_add(why, beyond_traces);
  }
  if (*verdict != VERDICT_FALSE) {
    attack_release(attack);
    *attack = (struct attack){0};
  }
  attack_guard_vec_release(&core);
  return goes_on;
}

// One round. True when another follows.
static bool decide(struct game *game, struct attack *attack,
                   enum verdict *verdict, struct strbuf *why) {
  bool goes_on = false;
  if (!abstract(game)) {
    strbuf_add(why, "simulation: the predicate LTS is too large");
    return false;
  }
  if (!play(game))
    strbuf_add(why, "simulation: too many pairs of states");
  else if (rank_of(game, game->abstraction->initial,
                   game->abstraction->state_count + game->system->initial) ==
           RANK_NEVER)
    *verdict = VERDICT_TRUE;
  else
    goes_on = examine(game, attack, verdict, why);
  end_round(game);
  return goes_on;
}

enum verdict simulated_decide(struct cegar *cegar, struct attack *attack,
                              struct strbuf *why) {
  enum verdict verdict = VERDICT_UNKNOWN;
  struct game game;
  *attack = (struct attack){0};
  if (cegar->component_options->specification->count != 1) {
    strbuf_add(why, "simulation: not against one specification");
    return verdict;
  }
  game_init(&game, cegar);
  uint32_t round = 0;
  while (round < MOST_ROUNDS && decide(&game, attack, &verdict, why))
    round++;
  if (round == MOST_ROUNDS)
    strbuf_add(why, beyond_traces);
  if (verdict == VERDICT_TRUE && !cegar->refinement.is_fixed)
    bitset_unite(&cegar->refinement.chosen, &game.units);
  game_release(&game);
  return verdict;
}
