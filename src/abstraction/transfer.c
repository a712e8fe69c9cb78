#include "abstraction/transfer.h"

#include <stdlib.h>

#include "abstraction/answers.h"
#include "abstraction/cluster.h"
#include "base/map.h"
#include "base/memory.h"
#include "term/split.h"

// Valuations of a cluster's sources that are looked at one by one.
enum { MOST_VALUATIONS = 1000 };

// A target predicate whose value is looked up.
struct look_up {
  uint32_t variable; // of the target after the edge
  struct dd value;   // over predicates before it, kept
};

VEC_DEFINE(look_up_vec, struct look_up);

// What is known about an edge under the precision at hand, and under all others
// that track the same before and after it. The looked-up values
// are kept one by one: their conjunction as a relation of its own would be
// exponential when one group of predicates is copied to another, but applied
// to a set it is as small as the set.
struct plan {
  bool is_made;
  bool is_coarse;            // some answer allows more than is possible
  uint32_t from_set, to_set; // predicates before and after, as numbers
  struct dd guard;           // looked-up part, kept
  struct look_up_vec values;
  struct cluster_vec clusters;
  struct u32_vec gone;   // dd variables that the image quantifies
  struct dd gone_cube;   // their conjunction, kept
  struct u32_vec after;  // dd variables of written predicates, after ...
  struct u32_vec before; // ... and before, for renaming
  struct u32_vec fixed;  // dd variables, before, of predicates that the edge
                         // gives one value
  struct dd fixed_cube;  // their conjunction, kept
  struct dd fixed_value; // the values, over these variables, kept
};

struct transfer {
  struct effects *effects;
  struct program *program;
  struct term_table *terms;
  struct predicate_table *table;
  struct precision *precision;
  struct dd_manager *dd;
  struct answers *answers;
  struct plan *plans; // [0] is the entry; see plan_number
  uint32_t plan_count;
  struct u32_vec places;       // by predicate: place in the diagrams, or 0
  struct predicate_vec placed; // and back
  struct term_vec primes; // by term variable index: its value after a havoc
  struct transfer_stats stats;
};

// Predicates get their places in the diagrams when they are first met. Those
// that were chosen together then lie together, which keeps sets small in which
// each depends on its neighbour (p1 and lock1, p2 and lock2, ...).
static uint32_t place_of(struct transfer *transfer,
                         struct predicate predicate) {
  if (predicate.id >= transfer->places.count)
    u32_vec_resize(&transfer->places, predicate.id + 1);
  uint32_t *place = &transfer->places.at[predicate.id];
  if (!*place) {
    predicate_vec_push(&transfer->placed, predicate);
    *place = transfer->placed.count; // counts from 1
    dd_reserve(transfer->dd, 2 * *place);
  }
  return *place - 1;
}

static uint32_t variable_before(struct transfer *transfer,
                                struct predicate predicate) {
  return 2 * place_of(transfer, predicate);
}
uint32_t transfer_variable(struct transfer *transfer,
                           struct predicate predicate) {
  return variable_before(transfer, predicate);
}

static uint32_t variable_after(struct transfer *transfer,
                               struct predicate predicate) {
  return 2 * place_of(transfer, predicate) + 1;
}

struct transfer *transfer_new(struct effects *effects,
                              struct predicate_table *table,
                              struct precision *precision,
                              struct solver *solver, struct dd_manager *dd) {
  struct transfer *transfer = memory_new_zero(1, sizeof *transfer);
  transfer->effects = effects;
  transfer->program = effects->program;
  transfer->terms = effects->program->terms;
  transfer->table = table;
  transfer->precision = precision;
  transfer->dd = dd;
  transfer->answers = answers_new(solver, effects->program->terms);
  transfer->plan_count = effects->procedure->edges.count;
  if (effects->base)
    transfer->plan_count += effects->base->procedure->edges.count;
  transfer->plans =
      memory_new_zero(transfer->plan_count, sizeof *transfer->plans);
  return transfer;
}

void transfer_set_pause(struct transfer *transfer, struct poll pause) {
  answers_set_pause(transfer->answers, pause);
}

static void plan_release(struct transfer *transfer, struct plan *plan) {
  if (!plan->is_made)
    return;
  dd_drop(transfer->dd, plan->guard);
  dd_drop(transfer->dd, plan->gone_cube);
  dd_drop(transfer->dd, plan->fixed_cube);
  dd_drop(transfer->dd, plan->fixed_value);
  for (uint32_t i = 0; i < plan->values.count; i++)
    dd_drop(transfer->dd, plan->values.at[i].value);
  look_up_vec_release(&plan->values);
  for (uint32_t i = 0; i < plan->clusters.count; i++) {
    dd_drop(transfer->dd, plan->clusters.at[i].known);
    dd_drop(transfer->dd, plan->clusters.at[i].relation);
    dd_drop(transfer->dd, plan->clusters.at[i].others);
    cluster_release(&plan->clusters.at[i]);
  }
  cluster_vec_release(&plan->clusters);
  u32_vec_release(&plan->gone);
  u32_vec_release(&plan->fixed);
  u32_vec_release(&plan->after);
  u32_vec_release(&plan->before);
  *plan = (struct plan){0};
}

void transfer_set_precision(struct transfer *transfer,
                            struct precision *precision) {
  for (uint32_t i = 0; i < transfer->plan_count; i++)
    if (transfer->plans[i].is_coarse)
      plan_release(transfer, &transfer->plans[i]);
  transfer->precision = precision;
}

void transfer_free(struct transfer *transfer) {
  for (uint32_t i = 0; i < transfer->plan_count; i++)
    plan_release(transfer, &transfer->plans[i]);
  free(transfer->plans);
  answers_free(transfer->answers);
  term_vec_release(&transfer->primes);
  u32_vec_release(&transfer->places);
  predicate_vec_release(&transfer->placed);
  free(transfer);
}

const struct transfer_stats *transfer_stats(const struct transfer *transfer) {
  return &transfer->stats;
}

struct dd_manager *transfer_dd(const struct transfer *transfer) {
  return transfer->dd;
}

struct predicate_table *transfer_table(const struct transfer *transfer) {
  return transfer->table;
}

struct effects *transfer_effects(const struct transfer *transfer) {
  return transfer->effects;
}

// Looking up

// The value of a Boolean term as a function of the predicates tracked at the
// location; false when an atom is not tracked there.
static bool look_up(struct transfer *transfer, struct location_id location,
                    struct term t, struct dd *value) {
  struct term_table *terms = transfer->terms;
  struct dd_manager *dd = transfer->dd;
  if (term_is_literal(terms, t)) {
    *value = term_is_true(terms, t) ? dd_true() : dd_false();
    return true;
  }
  if (term_is_atom(terms, t)) {
    bool is_negated = false;
    struct predicate predicate =
        predicate_lookup(transfer->table, t, &is_negated);
    if (!predicate.id ||
        !precision_tracks(transfer->precision, location, predicate))
      return false;
    *value = dd_literal(dd, variable_before(transfer, predicate), !is_negated);
    return true;
  }
  struct dd parts[3];
  enum term_op op = term_op(terms, t);
  struct dd sum = op == OP_AND ? dd_true() : dd_false();
  for (uint32_t i = 0; i < term_arity(terms, t); i++) {
    struct dd part;
    if (!look_up(transfer, location, term_operand(terms, t, i), &part))
      return false;
    if (op == OP_AND || op == OP_OR)
      sum = op == OP_AND ? dd_and(dd, sum, part) : dd_or(dd, sum, part);
    else
      parts[i] = part;
  }
  *value = op == OP_AND || op == OP_OR ? sum
           : op == OP_NOT              ? dd_not(dd, parts[0])
           : op == OP_EQ               ? dd_iff(dd, parts[0], parts[1])
                         : dd_ite(dd, parts[0], parts[1], parts[2]);
  return true;
}

// Planning

// A variable's value after a havoc, as a variable of its own.
static struct term prime_of(struct transfer *transfer, struct term variable) {
  uint32_t index = term_variable_index(transfer->terms, variable);
  if (index >= transfer->primes.count)
    term_vec_resize(&transfer->primes, index + 1);
  struct term *prime = &transfer->primes.at[index];
  if (term_is_none(*prime))
    *prime = term_variable_again(transfer->terms, variable);
  return *prime;
}

static struct term after_havoc(struct transfer *transfer,
                               const struct effect *effect, struct term t) {
  struct substitution *fresh = substitution_new(transfer->terms);
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct term variable = program_term(transfer->program, effect->havocked[i]);
    substitution_set(fresh, variable, prime_of(transfer, variable));
  }
  struct term result = substitution_apply(fresh, t);
  substitution_free(fresh);
  return result;
}

struct planning {
  struct transfer *transfer;
  struct plan *plan;
  struct location_id from;
  struct dd guard;
  struct dd fixed; // values of the predicates that the edge fixes
  struct open_item_vec open;
};

static void plan_guard(struct planning *planning, struct term guard) {
  struct transfer *transfer = planning->transfer;
  struct dd value;
  if (look_up(transfer, planning->from, guard, &value)) {
    planning->guard = dd_and(transfer->dd, planning->guard, value);
    return;
  }
  // Conjuncts are looked up one by one; only the rest is open.
  if (term_op(transfer->terms, guard) == OP_AND) {
    for (uint32_t i = 0; i < term_arity(transfer->terms, guard); i++)
      plan_guard(planning, term_operand(transfer->terms, guard, i));
    return;
  }
  open_item_vec_push(&planning->open, (struct open_item){.term = guard});
}

static void plan_fixed(struct planning *planning, struct predicate target,
                       bool value) {
  struct transfer *transfer = planning->transfer;
  uint32_t variable = variable_before(transfer, target);
  u32_vec_push(&planning->plan->fixed, variable);
  planning->fixed = dd_and(transfer->dd, planning->fixed,
                           dd_literal(transfer->dd, variable, value));
  transfer->stats.looked_up++;
}

static void plan_written(struct planning *planning, struct predicate target,
                         struct term before) {
  struct transfer *transfer = planning->transfer;
  struct dd value;
  if (term_is_literal(transfer->terms, before)) {
    plan_fixed(planning, target, term_is_true(transfer->terms, before));
    return;
  }
  u32_vec_push(&planning->plan->after, variable_after(transfer, target));
  u32_vec_push(&planning->plan->before, variable_before(transfer, target));
  if (look_up(transfer, planning->from, before, &value)) {
    look_up_vec_push(&planning->plan->values,
                     (struct look_up){variable_after(transfer, target),
                                      dd_keep(transfer->dd, value)});
    transfer->stats.looked_up++;
    return;
  }
  transfer->stats.solved++;
  open_item_vec_push(&planning->open,
                     (struct open_item){.target = target, .term = before});
}

static void plan_targets(struct planning *planning, struct edge_id edge,
                         const struct predicate_vec *targets) {
  struct transfer *transfer = planning->transfer;
  const struct effect *effect = &transfer->effects->at[edge.id];
  for (uint32_t i = 0; i < targets->count; i++) {
    struct predicate target = targets->at[i];
    struct term after = predicate_term(transfer->table, target);
    struct term before = effects_before(transfer->effects, edge, after);
    if (term_is_none(before))
      before = after_havoc(transfer, effect, after);
    bool is_kept =
        term_equal(before, after) &&
        precision_tracks(transfer->precision, planning->from, target);
    if (is_kept)
      transfer->stats.looked_up++;
    else
      plan_written(planning, target, before);
  }
}

// Quantified: old values of written predicates, and those not tracked any more.
static void plan_gone(struct planning *planning, struct location_id to) {
  struct transfer *transfer = planning->transfer;
  const struct predicate_vec *sources =
      precision_at(transfer->precision, planning->from);
  for (uint32_t i = 0; i < sources->count; i++) {
    struct predicate source = sources->at[i];
    if (!precision_tracks(transfer->precision, to, source) ||
        u32_vec_has(&planning->plan->before,
                    variable_before(transfer, source)) ||
        u32_vec_has(&planning->plan->fixed, variable_before(transfer, source)))
      u32_vec_push(&planning->plan->gone, variable_before(transfer, source));
  }
}

static struct dd others_than(struct transfer *transfer,
                             const struct predicate_vec *all,
                             const struct predicate_vec *some) {
  struct u32_vec asked = {0}, others = {0};
  for (uint32_t i = 0; i < some->count; i++)
    u32_vec_push(&asked, variable_before(transfer, some->at[i]));
  for (uint32_t i = 0; i < all->count; i++)
    if (!u32_vec_has(&asked, variable_before(transfer, all->at[i])))
      u32_vec_push(&others, variable_before(transfer, all->at[i]));
  struct dd cube = dd_cube(transfer->dd, others.at, others.count);
  u32_vec_release(&asked);
  u32_vec_release(&others);
  return cube;
}

static void plan_finish(struct planning *planning,
                        const struct predicate_vec *sources) {
  struct transfer *transfer = planning->transfer;
  struct plan *plan = planning->plan;
  cluster_partition(transfer->table, transfer->terms, &planning->open, sources,
                    &plan->clusters);
  for (uint32_t i = 0; i < plan->clusters.count; i++) {
    struct cluster *cluster = &plan->clusters.at[i];
    cluster->known = dd_false();
    cluster->relation = dd_false();
    cluster->others = dd_keep(
        transfer->dd, others_than(transfer, sources, &cluster->sources));
  }
  plan->gone_cube = dd_keep(
      transfer->dd, dd_cube(transfer->dd, plan->gone.at, plan->gone.count));
  plan->fixed_cube = dd_keep(
      transfer->dd, dd_cube(transfer->dd, plan->fixed.at, plan->fixed.count));
  plan->fixed_value = dd_keep(transfer->dd, planning->fixed);
  plan->guard = dd_keep(transfer->dd, planning->guard);
  plan->is_made = true;
  open_item_vec_release(&planning->open);
}

// Copies of an edge have one plan: they do the same at the same places.
static uint32_t plan_number(const struct transfer *transfer,
                            struct edge_id id) {
  const struct effects *effects = transfer->effects;
  uint32_t original = effects->originals ? effects->originals[id.id] : 0;
  return original ? effects->procedure->edges.count + original : id.id;
}

// Whether it can be used; otherwise it is to be made.
static bool plan_fits(struct transfer *transfer, struct plan *plan,
                      uint32_t from_set, uint32_t to_set) {
  if (plan->is_made && plan->from_set == from_set && plan->to_set == to_set)
    return true;
  plan_release(transfer, plan);
  plan->from_set = from_set;
  plan->to_set = to_set;
  return false;
}

static struct plan *plan_of(struct transfer *transfer, struct edge_id id) {
  struct plan *plan = &transfer->plans[plan_number(transfer, id)];
  const struct edge *edge = procedure_edge(transfer->effects->procedure, id);
  if (plan_fits(transfer, plan, precision_set(transfer->precision, edge->from),
                precision_set(transfer->precision, edge->to)))
    return plan;
  struct planning planning = {.transfer = transfer,
                              .plan = plan,
                              .from = edge->from,
                              .guard = dd_true(),
                              .fixed = dd_true()};
  plan_guard(&planning, transfer->effects->at[id.id].guard);
  plan_targets(&planning, id, precision_at(transfer->precision, edge->to));
  plan_gone(&planning, edge->to);
  plan_finish(&planning, precision_at(transfer->precision, edge->from));
  return plan;
}

// Solving

struct solving {
  struct transfer *transfer;
  struct cluster *cluster;
  struct term_vec constraints;
};

static struct dd cube_of(struct transfer *transfer,
                         const struct predicate_vec *predicates,
                         const bool *values, bool is_after) {
  struct dd cube = dd_true();
  for (uint32_t i = predicates->count; i-- > 0;) {
    struct predicate predicate = predicates->at[i];
    uint32_t variable = is_after ? variable_after(transfer, predicate)
                                 : variable_before(transfer, predicate);
    cube = dd_and(transfer->dd, dd_literal(transfer->dd, variable, values[i]),
                  cube);
  }
  return cube;
}

// What is known when not all combinations are.
static struct dd implied(struct transfer *transfer,
                         const struct predicate_vec *targets,
                         const struct combinations *found) {
  struct dd cube = dd_true();
  transfer->stats.coarse++;
  for (uint32_t i = targets->count; found->implied && i-- > 0;)
    if (found->implied[i] != IMPLIED_NOTHING)
      cube = dd_and(transfer->dd,
                    dd_literal(transfer->dd,
                               variable_after(transfer, targets->at[i]),
                               found->implied[i] == IMPLIED_TRUE),
                    cube);
  return cube;
}

static struct dd outcomes(struct transfer *transfer, struct cluster *cluster,
                          const struct combinations *found) {
  if (!found->is_complete)
    return implied(transfer, &cluster->targets, found);
  struct dd sum = found->width || !found->count ? dd_false() : dd_true();
  for (uint32_t i = 0; found->width && i < found->count; i++)
    sum = dd_or(transfer->dd, sum,
                cube_of(transfer, &cluster->targets,
                        found->values + (size_t)i * found->width, true));
  return sum;
}

// The valuations of the sources may lead to these of the targets.
static void add_pairs(struct transfer *transfer, struct cluster *cluster,
                      struct dd sources, struct dd targets) {
  struct dd pairs = dd_and(transfer->dd, sources, targets);
  dd_replace(transfer->dd, &cluster->known,
             dd_or(transfer->dd, cluster->known, sources));
  dd_replace(transfer->dd, &cluster->relation,
             dd_or(transfer->dd, cluster->relation, pairs));
}

// What the constraints, together with the guards, allow the targets to be.
static struct dd solve_constraints(struct solving *solving) {
  struct transfer *transfer = solving->transfer;
  struct cluster *cluster = solving->cluster;
  term_vec_append(&solving->constraints, cluster->guards.at,
                  cluster->guards.count);
  bool is_cached;
  struct combinations found = answers_get(
      transfer->answers, solving->constraints.at, solving->constraints.count,
      cluster->target_terms.at, cluster->target_terms.count, &is_cached);
  transfer->stats.answers++;
  transfer->stats.cached += is_cached;
  return outcomes(transfer, cluster, &found);
}

static bool solve_valuation(void *context, const bool *values) {
  struct solving *solving = context;
  struct transfer *transfer = solving->transfer;
  struct cluster *cluster = solving->cluster;
  if (answers_must_pause(transfer->answers))
    return false;
  uint32_t scope = dd_scope_begin(transfer->dd);
  term_vec_clear(&solving->constraints);
  for (uint32_t i = 0; i < cluster->sources.count; i++)
    term_vec_push(
        &solving->constraints,
        predicate_literal(transfer->table, cluster->sources.at[i], values[i]));
  struct dd targets = solve_constraints(solving);
  add_pairs(transfer, cluster,
            cube_of(transfer, &cluster->sources, values, false), targets);
  dd_scope_end(transfer->dd, scope);
  return true;
}

// All valuations of the set at once: which of them leads where is lost.
static void solve_set(struct solving *solving, struct dd set) {
  struct transfer *transfer = solving->transfer;
  transfer->stats.coarse++;
  term_vec_clear(&solving->constraints);
  term_vec_push(&solving->constraints, transfer_formula(transfer, set));
  add_pairs(transfer, solving->cluster, set, solve_constraints(solving));
}

// One by one if they are few. When that is cut short, anything is possible for
// the rest.
static void solve_valuations(struct solving *solving,
                             const struct u32_vec *asked, struct dd set) {
  struct transfer *transfer = solving->transfer;
  struct cluster *cluster = solving->cluster;
  if (dd_count(transfer->dd, set, asked->at, asked->count) > MOST_VALUATIONS) {
    solve_set(solving, set);
    return;
  }
  if (dd_each(transfer->dd, set, asked->at, asked->count, solve_valuation,
              solving))
    return;
  transfer->stats.coarse++;
  add_pairs(transfer, cluster, dd_minus(transfer->dd, set, cluster->known),
            dd_true());
}

// Makes sure that the cluster's relation covers the set.
static void solve_cluster(struct transfer *transfer, struct cluster *cluster,
                          struct dd set) {
  struct dd met = dd_exists_cube(transfer->dd, set, cluster->others);
  struct dd rest = dd_minus(transfer->dd, met, cluster->known);
  if (dd_is_false(rest))
    return;
  struct u32_vec asked = {0};
  for (uint32_t i = 0; i < cluster->sources.count; i++)
    u32_vec_push(&asked, variable_before(transfer, cluster->sources.at[i]));
  struct solving solving = {.transfer = transfer, .cluster = cluster};
  solve_valuations(&solving, &asked, rest);
  term_vec_release(&solving.constraints);
  u32_vec_release(&asked);
}

// Images

enum { MOST_NODES = 300000 }; // that one image may add

static struct dd relation_on(struct transfer *transfer, struct plan *plan,
                             struct dd set) {
  struct dd_manager *dd = transfer->dd;
  struct dd passing = dd_and(dd, set, plan->guard);
  struct dd relation = passing;
  if (dd_is_false(passing))
    return passing;
  uint64_t coarse = transfer->stats.coarse;
  for (uint32_t i = 0; i < plan->clusters.count; i++) {
    solve_cluster(transfer, &plan->clusters.at[i], passing);
    relation = dd_and(dd, relation, plan->clusters.at[i].relation);
  }
  uint32_t nodes = dd_node_count(dd);
  for (uint32_t i = 0; i < plan->values.count; i++) {
    if (dd_node_count(dd) > nodes + MOST_NODES) {
      transfer->stats.coarse++; // the others may have any value
      break;
    }
    struct dd after = dd_variable(dd, plan->values.at[i].variable);
    relation =
        dd_and(dd, relation, dd_iff(dd, after, plan->values.at[i].value));
  }
  plan->is_coarse |= transfer->stats.coarse > coarse;
  return relation;
}

static struct dd image_by(struct transfer *transfer, struct plan *plan,
                          struct dd set) {
  struct dd_manager *dd = transfer->dd;
  uint32_t scope = dd_scope_begin(dd);
  struct dd relation = relation_on(transfer, plan, set);
  if (dd_is_false(relation))
    return dd_scope_return(dd, scope, relation);
  struct dd result = dd_exists_cube(dd, relation, plan->gone_cube);
  result =
      dd_rename(dd, result, plan->after.at, plan->before.at, plan->after.count);
  result = dd_and(dd, result, plan->fixed_value);
  return dd_scope_return(dd, scope, result);
}

struct dd transfer_image(struct transfer *transfer, struct edge_id edge,
                         struct dd set) {
  if (dd_is_false(set))
    return set;
  transfer->stats.images++;
  return image_by(transfer, plan_of(transfer, edge), set);
}

struct dd transfer_preimage(struct transfer *transfer, struct edge_id edge,
                            struct dd set, struct dd target) {
  struct dd_manager *dd = transfer->dd;
  struct plan *plan = plan_of(transfer, edge);
  target = dd_exists_cube(dd, dd_and(dd, target, plan->fixed_value),
                          plan->fixed_cube);
  struct dd after =
      dd_rename(dd, target, plan->before.at, plan->after.at, plan->after.count);
  struct dd relation = relation_on(transfer, plan, set);
  return dd_and_exists(dd, relation, after, plan->after.at, plan->after.count);
}

// The entry has no edge before it: every consistent valuation is possible.
struct dd transfer_initial(struct transfer *transfer) {
  struct location_id entry = transfer->effects->procedure->entry;
  const struct predicate_vec *targets =
      precision_at(transfer->precision, entry);
  struct plan *plan = &transfer->plans[0];
  if (!plan_fits(transfer, plan, 0,
                 precision_set(transfer->precision, entry))) {
    struct planning planning = {.transfer = transfer,
                                .plan = plan,
                                .guard = dd_true(),
                                .fixed = dd_true()};
    for (uint32_t i = 0; i < targets->count; i++) {
      struct predicate target = targets->at[i];
      u32_vec_push(&plan->after, variable_after(transfer, target));
      u32_vec_push(&plan->before, variable_before(transfer, target));
      struct term t = effects_at_entry(transfer->effects,
                                       predicate_term(transfer->table, target));
      open_item_vec_push(&planning.open, (struct open_item){target, t});
    }
    plan_finish(&planning, &(struct predicate_vec){0});
  }
  return image_by(transfer, plan, dd_true());
}

// Reading sets

static void list_variables(struct transfer *transfer,
                           struct location_id location, struct u32_vec *into) {
  const struct predicate_vec *all = precision_at(transfer->precision, location);
  for (uint32_t i = 0; i < all->count; i++)
    u32_vec_push(into, variable_before(transfer, all->at[i]));
}

bool transfer_each(struct transfer *transfer, struct location_id location,
                   struct dd set,
                   bool (*found)(void *context, const bool *values),
                   void *context) {
  struct u32_vec variables = {0};
  list_variables(transfer, location, &variables);
  bool ok =
      dd_each(transfer->dd, set, variables.at, variables.count, found, context);
  u32_vec_release(&variables);
  return ok;
}

struct dd transfer_valuation(struct transfer *transfer,
                             struct location_id location, const bool *values) {
  return cube_of(transfer, precision_at(transfer->precision, location), values,
                 false);
}

double transfer_count(struct transfer *transfer, struct location_id location,
                      struct dd set) {
  struct u32_vec variables = {0};
  list_variables(transfer, location, &variables);
  double count = dd_count(transfer->dd, set, variables.at, variables.count);
  u32_vec_release(&variables);
  return count;
}

static bool is_equation(const struct transfer *transfer,
                        struct predicate predicate) {
  struct term_table *terms = transfer->terms;
  struct term t = predicate_term(transfer->table, predicate);
  return term_op(terms, t) == OP_EQ &&
         (term_is_const(terms, term_operand(terms, t, 0)) ||
          term_is_const(terms, term_operand(terms, t, 1)));
}

// At most one of the equations with this unit holds.
static struct dd at_most_one(struct transfer *transfer,
                             const struct predicate_vec *all,
                             struct term unit) {
  struct dd_manager *dd = transfer->dd;
  struct dd none = dd_true(), one = dd_true(); // so far
  for (uint32_t i = all->count; i-- > 0;) {
    struct predicate predicate = all->at[i];
    if (!is_equation(transfer, predicate) ||
        !term_equal(predicate_unit(transfer->table, predicate), unit))
      continue;
    struct dd variable = dd_variable(dd, variable_before(transfer, predicate));
    one = dd_ite(dd, variable, none, one);
    none = dd_minus(dd, none, variable);
  }
  return one;
}

struct dd transfer_plausible(struct transfer *transfer,
                             struct location_id location) {
  const struct predicate_vec *all = precision_at(transfer->precision, location);
  struct term_vec units = {0};
  struct dd result = dd_true();
  uint32_t scope = dd_scope_begin(transfer->dd);
  for (uint32_t i = 0; i < all->count; i++) {
    struct term unit = predicate_unit(transfer->table, all->at[i]);
    bool is_new = is_equation(transfer, all->at[i]);
    for (uint32_t k = 0; k < units.count && is_new; k++)
      is_new = !term_equal(units.at[k], unit);
    if (!is_new)
      continue;
    term_vec_push(&units, unit);
    result = dd_and(transfer->dd, result, at_most_one(transfer, all, unit));
  }
  term_vec_release(&units);
  return dd_scope_return(transfer->dd, scope, result);
}

NUMBER_MAP_DEFINE(node_map, int, struct term);

// The formula shares what the diagram shares. The depth of the recursion is
// the number of predicates.
static struct term formula_of(struct transfer *transfer, struct dd set,
                              struct node_map *known) {
  struct term_table *terms = transfer->terms;
  if (dd_is_false(set) || dd_is_true(set))
    return term_bool(terms, dd_is_true(set));
  struct term *found = node_map_find(known, set.node);
  if (found)
    return *found;
  struct predicate predicate = transfer->placed.at[dd_top(set) / 2];
  struct term high = formula_of(transfer, dd_high(transfer->dd, set), known);
  struct term low = formula_of(transfer, dd_low(transfer->dd, set), known);
  struct term result =
      term_ite(terms, predicate_term(transfer->table, predicate), high, low);
  node_map_put(known, set.node, result);
  return result;
}

void transfer_formulas(struct transfer *transfer, const struct dd *sets,
                       uint32_t count, struct term *into) {
  struct node_map known = {0};
  uint32_t scope = dd_scope_begin(transfer->dd);
  for (uint32_t i = 0; i < count; i++)
    into[i] = formula_of(transfer, sets[i], &known);
  dd_scope_end(transfer->dd, scope);
  node_map_release(&known);
}

struct term transfer_formula(struct transfer *transfer, struct dd set) {
  struct term formula;
  transfer_formulas(transfer, &set, 1, &formula);
  return formula;
}
