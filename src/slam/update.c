#include "slam/update.h"

#include "abstraction/interval.h"
#include "base/bitset.h"
#include "base/intern.h"
#include "base/map.h"
#include "term/split.h"
#include "term/substitute.h"
#include "term/variables.h"

enum {
  MOST_VALUATIONS = 300, // of a relation that is told jointly
  MOST_LITERALS = 14,    // of one
  MOST_QUESTIONS = 3000, // about one target, cube by cube
  FEW_SOURCES = 12,      // from which cubes are made
  FEW_LITERALS = 2       // of cubes, where a relation is too large
};

// Valuations of a relation that was asked for before, one after the other.
struct relation {
  bool is_complete;
  uint32_t count;
  bool *values;
};

HANDLE_MAP_DEFINE(relation_map, struct name, struct relation);

struct updater {
  struct term_table *terms;
  struct solver *solver;
  struct interner *keys;
  struct relation_map known;
  uint64_t coarse;
  uint64_t most_units; // of the solver, in all; 0: no limit
};

struct work {
  struct updater *updater;
  struct term_table *terms;
  const struct update_options *options;
  struct bp_exprs *exprs;
  struct update *update;
};

void update_release(struct update *update) {
  update_source_vec_release(&update->sources);
  update_target_vec_release(&update->targets);
}

struct updater *updater_new(struct term_table *terms, struct solver *solver) {
  struct updater *updater = memory_new_zero(1, sizeof *updater);
  *updater = (struct updater){terms, solver, interner_new(), {0}, 0, 0};
  return updater;
}

void updater_free(struct updater *updater) {
  for (uint32_t i = 0; i < updater->known.count; i++)
    free(updater->known.entries[i].value.values);
  relation_map_release(&updater->known);
  interner_free(updater->keys);
  free(updater);
}

void updater_limit(struct updater *updater, uint64_t most_units) {
  updater->most_units = most_units;
}

static bool is_tired(const struct updater *updater) {
  return updater->most_units &&
         solver_units(updater->solver) > updater->most_units;
}

uint64_t updater_coarse(const struct updater *updater) {
  return updater->coarse;
}

// The fast prover

// A variable that the term says is equal to something without it.
static bool find_equation(struct term_table *terms, struct term t,
                          struct term *variable, struct term *value) {
  if (term_op(terms, t) != OP_EQ)
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    *variable = term_operand(terms, t, i);
    *value = term_operand(terms, t, 1 - i);
    if (term_op(terms, *variable) == OP_VAR &&
        !term_mentions(terms, *value, *variable))
      return true;
  }
  return false;
}

static void put_equations(struct term_table *terms, struct term_vec *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    struct term variable, value;
    if (!find_equation(terms, list->at[i], &variable, &value))
      continue;
    for (uint32_t k = 0; k < list->count; k++)
      if (k != i)
        list->at[k] = term_replace(terms, list->at[k], variable, value);
  }
}

// No value of the variable fits all that speak of it alone.
static bool excludes_all(struct term_table *terms, const struct term_vec *list,
                         struct term variable) {
  struct term_vec about = {0};
  struct u128_vec values = {0};
  for (uint32_t i = 0; i < list->count; i++) {
    struct term_vec in = {0};
    term_variables(terms, &list->at[i], 1, &in);
    if (in.count == 1 && term_equal(in.at[0], variable))
      term_vec_push(&about, list->at[i]);
    term_vec_release(&in);
  }
  struct term all = term_and_all(terms, about.at, about.count);
  bool fits = !term_is_false(terms, all);
  struct term of = interval_variable(terms, about.at, about.count, &values);
  if (fits && about.count > 1 && !term_is_none(of) && values.count) {
    fits = false;
    for (uint32_t i = 0; i < values.count && !fits; i++) {
      struct term value =
          term_const(terms, term_width(terms, of), values.at[i]);
      fits = term_is_true(terms, term_replace(terms, all, of, value));
    }
  }
  term_vec_release(&about);
  u128_vec_release(&values);
  return !fits;
}

static bool refutes_fast(struct term_table *terms, const struct term *list,
                         uint32_t count) {
  struct term_vec work = {0}, variables = {0};
  term_vec_append(&work, list, count);
  put_equations(terms, &work);
  bool refuted = term_is_false(terms, term_and_all(terms, work.at, work.count));
  term_variables(terms, work.at, work.count, &variables);
  for (uint32_t i = 0; i < variables.count && !refuted; i++)
    refuted = excludes_all(terms, &work, variables.at[i]);
  term_vec_release(&work);
  term_vec_release(&variables);
  return refuted;
}

bool updater_refutes(struct updater *updater, enum prover prover,
                     const struct term *terms, uint32_t count) {
  if (prover == PROVER_FAST)
    return refutes_fast(updater->terms, terms, count);
  return !is_tired(updater) && solver_check(updater->solver, PURPOSE_SUCCESSOR,
                                            terms, count) == ANSWER_UNSAT;
}

// Look-up

static bool find_source(const struct work *work, struct term t,
                        struct bp_expr *found) {
  struct term opposite = term_not(work->terms, t);
  for (uint32_t i = 0; i < work->update->sources.count; i++) {
    const struct update_source *source = &work->update->sources.at[i];
    if (term_equal(source->term, t))
      *found = source->variable;
    else if (term_equal(source->term, opposite))
      *found = bp_expr_not(work->exprs, source->variable);
    else
      continue;
    return true;
  }
  return false;
}

static bool look_up(const struct work *work, struct term t,
                    struct bp_expr *found);

static bool look_up_all(const struct work *work, struct term t,
                        enum bp_operator operator, struct bp_expr * found) {
  for (uint32_t i = 0; i < term_arity(work->terms, t); i++) {
    struct bp_expr operand;
    if (!look_up(work, term_operand(work->terms, t, i), &operand))
      return false;
    *found =
        i ? bp_expr_binary(work->exprs, operator, * found, operand) : operand;
  }
  return true;
}

// A Boolean combination of sources. The depth is that of the term, which is
// small: predicates are atoms.
static bool look_up(const struct work *work, struct term t,
                    struct bp_expr *found) {
  struct term_table *terms = work->terms;
  if (term_is_true(terms, t) || term_is_false(terms, t)) {
    *found = bp_expr_constant(work->exprs, term_is_true(terms, t));
    return true;
  }
  if (find_source(work, t, found))
    return true;
  switch (term_op(terms, t)) {
  case OP_AND: return look_up_all(work, t, BP_AND, found);
  case OP_OR: return look_up_all(work, t, BP_OR, found);
  case OP_NOT:
    if (!look_up(work, term_operand(terms, t, 0), found))
      return false;
    *found = bp_expr_not(work->exprs, *found);
    return true;
  default: return false;
  }
}

// Sources that matter

static bool shares(const struct work *work, struct term t,
                   const struct bitset *variables) {
  struct term_vec in = {0};
  bool found = false;
  term_variables(work->terms, &t, 1, &in);
  for (uint32_t i = 0; i < in.count && !found; i++)
    found = bitset_has(variables, term_variable_index(work->terms, in.at[i]));
  term_vec_release(&in);
  return found;
}

static bool mark(const struct work *work, struct term t,
                 struct bitset *variables) {
  struct term_vec in = {0};
  bool grows = false;
  term_variables(work->terms, &t, 1, &in);
  for (uint32_t i = 0; i < in.count; i++)
    grows |= bitset_add(variables, term_variable_index(work->terms, in.at[i]));
  term_vec_release(&in);
  return grows;
}

// Closes the variables over sources that mention some of them, and lists these.
static void close_sources(const struct work *work, struct bitset *variables,
                          struct u32_vec *into) {
  struct bitset taken = {0};
  const struct update_source_vec *sources = &work->update->sources;
  bool grows = true;
  while (grows) {
    grows = false;
    for (uint32_t i = 0; i < sources->count; i++)
      if (!bitset_has(&taken, i) &&
          shares(work, sources->at[i].term, variables)) {
        bitset_add(&taken, i);
        u32_vec_push(into, i);
        mark(work, sources->at[i].term, variables);
        grows = true;
      }
  }
  bitset_release(&taken);
}

// Cubes

struct literal {
  uint32_t source;
  bool value;
};

VEC_DEFINE(literal_vec, struct literal);

struct cubes {
  struct work *work;
  struct u32_vec sources;
  struct literal_vec cube;     // at hand
  struct term goal[2];         // false: its precondition; true: the opposite
  struct bp_expr made[2];      // by value: where it certainly is so
  struct literal_vec found[2]; // cubes, each behind its length
  uint32_t questions;
};

static struct term literal_term(const struct work *work, struct literal l) {
  struct term t = work->update->sources.at[l.source].term;
  return l.value ? t : term_not(work->terms, t);
}

static bool cube_has(const struct literal_vec *cube, struct literal l) {
  for (uint32_t i = 0; i < cube->count; i++)
    if (cube->at[i].source == l.source && cube->at[i].value == l.value)
      return true;
  return false;
}

// Does the cube contain one that was found?
static bool is_covered(const struct cubes *cubes, bool value) {
  const struct literal_vec *found = &cubes->found[value];
  for (uint32_t i = 0; i < found->count;) {
    uint32_t length = found->at[i++].source;
    bool inside = true;
    for (uint32_t k = 0; k < length; k++)
      inside &= cube_has(&cubes->cube, found->at[i + k]);
    if (inside)
      return true;
    i += length;
  }
  return false;
}

static void take_cube(struct cubes *cubes, bool value) {
  struct bp_exprs *exprs = cubes->work->exprs;
  struct bp_expr all = bp_expr_constant(exprs, true);
  literal_vec_push(&cubes->found[value],
                   (struct literal){.source = cubes->cube.count});
  for (uint32_t i = 0; i < cubes->cube.count; i++) {
    struct literal l = cubes->cube.at[i];
    struct bp_expr v = cubes->work->update->sources.at[l.source].variable;
    struct bp_expr one = l.value ? v : bp_expr_not(exprs, v);
    all = i ? bp_expr_binary(exprs, BP_AND, all, one) : one;
    literal_vec_push(&cubes->found[value], l);
  }
  cubes->made[value] =
      bp_expr_is_none(cubes->made[value])
          ? all
          : bp_expr_binary(exprs, BP_OR, cubes->made[value], all);
}

static void look_at_cube(struct cubes *cubes) {
  struct work *work = cubes->work;
  struct term_vec list = {0};
  for (uint32_t i = 0; i < cubes->cube.count; i++)
    term_vec_push(&list, literal_term(work, cubes->cube.at[i]));
  bool is_empty = cubes->cube.count > 1 &&
                  updater_refutes(work->updater, work->options->prover, list.at,
                                  list.count);
  term_vec_push(&list, work->update->guard);
  term_vec_push(&list, cubes->goal[0]);
  for (int value = 0; value < 2 && !is_empty; value++) {
    cubes->questions++;
    *term_vec_last(&list) = cubes->goal[value];
    if (!is_covered(cubes, value) &&
        updater_refutes(work->updater, work->options->prover, list.at,
                        list.count))
      take_cube(cubes, value);
  }
  term_vec_release(&list);
}

// All cubes of a length whose sources come from `first` on.
static void go_through(struct cubes *cubes, uint32_t first, uint32_t length) {
  if (cubes->questions > MOST_QUESTIONS)
    return;
  if (!length) {
    if (!is_covered(cubes, false) || !is_covered(cubes, true))
      look_at_cube(cubes);
    return;
  }
  for (uint32_t i = first; i + length <= cubes->sources.count; i++)
    for (int value = 1; value >= 0; value--) {
      literal_vec_push(&cubes->cube,
                       (struct literal){cubes->sources.at[i], value});
      go_through(cubes, i + 1, length - 1);
      literal_vec_pop(&cubes->cube);
    }
}

// choice(q, r) of a condition: where sources say that it is so, and where they
// say that it is not.
static void choose_by_cubes(struct work *work, struct term t,
                            struct bp_expr made[2]) {
  struct cubes cubes = {.work = work, .goal = {t, term_not(work->terms, t)}};
  struct bitset variables = {0};
  mark(work, t, &variables);
  mark(work, work->update->guard, &variables);
  close_sources(work, &variables, &cubes.sources);
  if (cubes.sources.count > FEW_SOURCES)
    cubes.sources.count = FEW_SOURCES;
  bool is_joint = work->options->provider == PROVIDER_JOINT;
  uint32_t most = work->options->cube ? work->options->cube
                  : is_joint          ? FEW_LITERALS
                                      : cubes.sources.count;
  for (uint32_t length = 0; length <= most && length <= cubes.sources.count;
       length++)
    go_through(&cubes, 0, length);
  for (int i = 0; i < 2; i++) {
    made[i] = bp_expr_is_none(cubes.made[i])
                  ? bp_expr_constant(work->exprs, false)
                  : cubes.made[i];
    literal_vec_release(&cubes.found[i]);
  }
  bitset_release(&variables);
  u32_vec_release(&cubes.sources);
  literal_vec_release(&cubes.cube);
}

static bool is_constant(const struct bp_exprs *exprs, struct bp_expr e,
                        bool value) {
  return bp_expr_node(exprs, e)->operator==(value ? BP_TRUE : BP_FALSE);
}

// made[1] is where it is certainly true.
static struct bp_expr choice(struct work *work, const struct bp_expr made[2]) {
  if (is_constant(work->exprs, made[0], false) &&
      is_constant(work->exprs, made[1], false))
    return bp_expr_any(work->exprs);
  if (is_constant(work->exprs, made[0], true))
    return bp_expr_constant(work->exprs, false);
  if (is_constant(work->exprs, made[1], true) ||
      bp_expr_equal(made[0], bp_expr_not(work->exprs, made[1])))
    return made[1];
  return bp_expr_binary(work->exprs, BP_CHOOSE, made[1], made[0]);
}

static void update_alone(struct work *work, struct update_target *target) {
  struct bp_expr made[2];
  if (look_up(work, target->before, &target->value))
    return;
  choose_by_cubes(work, target->before, made);
  target->value = choice(work, made);
}

// All at once

struct collecting {
  const struct updater *updater;
  struct relation *relation;
  uint32_t width;
};

static bool collect(void *context, const bool *values) {
  struct collecting *c = context;
  if (c->relation->count >= MOST_VALUATIONS || is_tired(c->updater))
    return false;
  size_t size = (size_t)(c->relation->count + 1) * c->width;
  c->relation->values = memory_resize(c->relation->values, size);
  memcpy(c->relation->values + (size_t)c->relation->count * c->width, values,
         c->width);
  c->relation->count++;
  return true;
}

static const struct relation *relation_of(struct work *work,
                                          const struct term_vec *literals) {
  struct updater *updater = work->updater;
  struct u32_vec key = {0};
  bool is_new;
  u32_vec_push(&key, work->update->guard.id);
  for (uint32_t i = 0; i < literals->count; i++)
    u32_vec_push(&key, literals->at[i].id);
  struct name name = intern_bytes(updater->keys, (const char *)key.at,
                                  key.count * sizeof *key.at);
  struct relation *relation =
      relation_map_insert(&updater->known, name, &is_new);
  u32_vec_release(&key);
  if (!is_new)
    return relation;
  struct collecting collecting = {updater, relation, literals->count};
  struct query *query = query_new(updater->solver, PURPOSE_SUCCESSOR);
  query_assert(query, work->update->guard);
  enum answer answer =
      query_all(query, literals->at, literals->count, collect, &collecting);
  relation->is_complete =
      (answer == ANSWER_SAT || query_reason(query) == UNKNOWN_UNINTERPRETED) &&
      relation->count < MOST_VALUATIONS;
  query_free(query);
  return relation;
}

struct tree {
  struct work *work;
  const struct relation *relation;
  const struct bp_expr_vec *variables;
};

static struct bp_expr branch_on(struct bp_exprs *exprs, struct bp_expr v,
                                struct bp_expr high, struct bp_expr low) {
  if (bp_expr_equal(high, low))
    return high;
  if (is_constant(exprs, high, true))
    return is_constant(exprs, low, false)
               ? v
               : bp_expr_binary(exprs, BP_OR, v, low);
  if (is_constant(exprs, low, true))
    return is_constant(exprs, high, false)
               ? bp_expr_not(exprs, v)
               : bp_expr_binary(exprs, BP_OR, bp_expr_not(exprs, v), high);
  if (is_constant(exprs, high, false))
    return bp_expr_binary(exprs, BP_AND, bp_expr_not(exprs, v), low);
  if (is_constant(exprs, low, false))
    return bp_expr_binary(exprs, BP_AND, v, high);
  return bp_expr_if(exprs, v, high, low);
}

// As a decision diagram, since equal expressions are one. The depth is the
// number of literals.
static struct bp_expr tree_of(const struct tree *tree, const uint32_t *members,
                              uint32_t count, uint32_t depth) {
  struct bp_exprs *exprs = tree->work->exprs;
  if (!count || depth == tree->variables->count)
    return bp_expr_constant(exprs, count != 0);
  struct u32_vec sides[2] = {{0}, {0}};
  for (uint32_t i = 0; i < count; i++)
    u32_vec_push(
        &sides[tree->relation->values
                   [(size_t)members[i] * tree->variables->count + depth]],
        members[i]);
  struct bp_expr high = tree_of(tree, sides[1].at, sides[1].count, depth + 1);
  struct bp_expr low = tree_of(tree, sides[0].at, sides[0].count, depth + 1);
  u32_vec_release(&sides[0]);
  u32_vec_release(&sides[1]);
  return branch_on(exprs, tree->variables->at[depth], high, low);
}

static struct bp_expr formula_of(struct work *work,
                                 const struct relation *relation,
                                 const struct bp_expr_vec *variables) {
  struct tree tree = {work, relation, variables};
  struct u32_vec all = {0};
  for (uint32_t i = 0; i < relation->count; i++)
    u32_vec_push(&all, i);
  struct bp_expr made = tree_of(&tree, all.at, all.count, 0);
  u32_vec_release(&all);
  return made;
}

static void conjoin(struct work *work, struct bp_expr *to,
                    struct bp_expr more) {
  if (is_constant(work->exprs, more, true))
    return;
  *to = bp_expr_is_none(*to) ? more
                             : bp_expr_binary(work->exprs, BP_AND, *to, more);
}

// The targets that have to do with one, and the sources.
struct cluster {
  struct u32_vec targets;
  struct u32_vec sources;
};

static void grow_cluster(struct work *work, struct bitset *open, uint32_t first,
                         struct cluster *cluster) {
  struct bitset variables = {0};
  struct update_target_vec *targets = &work->update->targets;
  mark(work, targets->at[first].before, &variables);
  mark(work, work->update->guard, &variables);
  u32_vec_push(&cluster->targets, first);
  bitset_remove(open, first);
  bool grows = true;
  while (grows) {
    grows = false;
    u32_vec_clear(&cluster->sources);
    close_sources(work, &variables, &cluster->sources);
    BITSET_EACH (i, open)
      if (shares(work, targets->at[i].before, &variables)) {
        bitset_remove(open, i);
        u32_vec_push(&cluster->targets, i);
        mark(work, targets->at[i].before, &variables);
        grows = true;
        break;
      }
  }
  bitset_release(&variables);
}

static bool tell_cluster(struct work *work, const struct cluster *cluster) {
  struct term_vec literals = {0};
  struct bp_expr_vec variables = {0};
  struct update *update = work->update;
  bool is_told =
      cluster->targets.count + cluster->sources.count <= MOST_LITERALS;
  for (uint32_t i = 0; i < cluster->sources.count; i++) {
    const struct update_source *s = &update->sources.at[cluster->sources.at[i]];
    term_vec_push(&literals, s->term);
    bp_expr_vec_push(&variables, s->variable);
  }
  for (uint32_t i = 0; i < cluster->targets.count; i++) {
    const struct update_target *t = &update->targets.at[cluster->targets.at[i]];
    term_vec_push(&literals, t->before);
    bp_expr_vec_push(&variables, t->next);
  }
  const struct relation *relation =
      is_told ? relation_of(work, &literals) : NULL;
  is_told = relation && relation->is_complete;
  if (is_told)
    conjoin(work, &update->constrain, formula_of(work, relation, &variables));
  for (uint32_t i = 0; is_told && i < cluster->targets.count; i++)
    update->targets.at[cluster->targets.at[i]].value = bp_expr_any(work->exprs);
  term_vec_release(&literals);
  bp_expr_vec_release(&variables);
  return is_told;
}

static void update_jointly(struct work *work) {
  struct bitset open = {0};
  struct update_target_vec *targets = &work->update->targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (!look_up(work, targets->at[i].before, &targets->at[i].value))
      bitset_add(&open, i);
  while (!bitset_is_empty(&open)) {
    struct cluster cluster = {{0}, {0}};
    grow_cluster(work, &open, bitset_next(&open, 0), &cluster);
    bool is_told = tell_cluster(work, &cluster);
    work->updater->coarse += !is_told;
    for (uint32_t i = 0; !is_told && i < cluster.targets.count; i++)
      update_alone(work, &targets->at[cluster.targets.at[i]]);
    u32_vec_release(&cluster.targets);
    u32_vec_release(&cluster.sources);
  }
  bitset_release(&open);
}

// The guard

static bool condition_jointly(struct work *work) {
  struct bitset variables = {0};
  struct cluster cluster = {{0}, {0}};
  struct term_vec literals = {0};
  struct bp_expr_vec names = {0};
  mark(work, work->update->guard, &variables);
  close_sources(work, &variables, &cluster.sources);
  for (uint32_t i = 0; i < cluster.sources.count; i++) {
    const struct update_source *s =
        &work->update->sources.at[cluster.sources.at[i]];
    term_vec_push(&literals, s->term);
    bp_expr_vec_push(&names, s->variable);
  }
  const struct relation *relation =
      literals.count <= MOST_LITERALS ? relation_of(work, &literals) : NULL;
  bool is_told = relation && relation->is_complete;
  if (is_told)
    conjoin(work, &work->update->condition, formula_of(work, relation, &names));
  bitset_release(&variables);
  u32_vec_release(&cluster.sources);
  term_vec_release(&literals);
  bp_expr_vec_release(&names);
  return is_told;
}

static void make_condition(struct work *work) {
  struct update *update = work->update;
  struct bp_expr made[2], found;
  struct term guard = update->guard;
  if (term_is_true(work->terms, guard) ||
      work->options->provider == PROVIDER_NONE)
    return;
  if (look_up(work, guard, &found)) {
    conjoin(work, &update->condition, found);
    return;
  }
  if (work->options->provider == PROVIDER_JOINT && condition_jointly(work))
    return;
  update->guard = term_true(work->terms);
  choose_by_cubes(work, guard, made);
  update->guard = guard;
  conjoin(work, &update->condition, bp_expr_not(work->exprs, made[0]));
}

void update_abstract(struct updater *updater,
                     const struct update_options *options,
                     struct bp_exprs *exprs, struct update *update) {
  struct work work = {updater, updater->terms, options, exprs, update};
  make_condition(&work);
  if (options->provider == PROVIDER_JOINT)
    update_jointly(&work);
  for (uint32_t i = 0; i < update->targets.count; i++) {
    struct update_target *target = &update->targets.at[i];
    if (options->provider == PROVIDER_NONE)
      target->value = bp_expr_any(exprs);
    else if (options->provider == PROVIDER_CARTESIAN)
      update_alone(&work, target);
  }
}
