#include "rank/nodes.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/ctype.h"
#include "term/substitute.h"
#include "term/variables.h"

enum { MOST_AREAS = 4, MOST_ARRAYS = 6, MOST_POINTERS = 8, TOP_BITS = 62 };
// Of the solver's, for a question.
enum { JOINT_UNITS = 500000, ALONE_UNITS = 4000000 };

static struct program *program_of(const struct nodes *nodes) {
  return nodes->effects->program;
}

static struct term_table *terms_of(const struct nodes *nodes) {
  return program_of(nodes)->terms;
}

static unsigned width_of(const struct nodes *nodes) {
  return program_of(nodes)->pointer_width;
}

static struct term number(const struct nodes *nodes, u128 value) {
  return term_const(terms_of(nodes), width_of(nodes), value);
}

// ---- What there is ----------------------------------------------------------

// Arrays of pointers, by where a node begins.
static void add_arrays(struct nodes *nodes, const struct region *region) {
  struct term_table *terms = terms_of(nodes);
  unsigned width = width_of(nodes);
  for (uint32_t i = 0; i < region->cells.count; i++) {
    struct variable variable = region->cells.at[i].variable;
    struct term array = program_term(program_of(nodes), variable);
    struct sort sort = term_sort(terms, array);
    if (!bitset_has(nodes->relevant, variable.id) || !sort_is_array(sort) ||
        sort_width(sort) != width || sort_index_width(sort) != width ||
        nodes->arrays.count == MOST_ARRAYS)
      continue;
    term_vec_push(&nodes->arrays, array);
    u32_vec_push(&nodes->area_of, nodes->areas.count);
  }
}

static void add_areas(struct nodes *nodes, const struct removal *removal) {
  struct program *program = program_of(nodes);
  const struct region_vec *regions = &removal->regions.at;
  for (uint32_t i = 1; i < regions->count; i++) {
    const struct region *region = &regions->at[i];
    uint32_t before = nodes->arrays.count;
    if (variable_is_none(region->top) ||
        !bitset_has(nodes->relevant, region->top.id) || !region->stride ||
        region->stride & (region->stride - 1) ||
        region->period != region->stride || nodes->areas.count == MOST_AREAS)
      continue;
    add_arrays(nodes, region);
    struct node_area area = {.base = region->base,
                             .top = program_term(program, region->top),
                             .stride = region->stride};
    if (removal->layout)
      area.base = substitution_apply(removal->layout, area.base);
    if (nodes->arrays.count > before)
      node_area_vec_push(&nodes->areas, area);
  }
}

static void add_pointers(struct nodes *nodes) {
  const struct program *program = program_of(nodes);
  BITSET_EACH (id, nodes->relevant) {
    const struct variable_info *info =
        program_variable(program, (struct variable){id});
    const struct ctype_info *type = ctype_bare(program->types, info->type);
    struct sort sort = term_sort(program->terms, info->term);
    if (type && type->kind == CTYPE_POINTER && info->kind != VARIABLE_ADDRESS &&
        sort_is_bits(sort) && sort_width(sort) == width_of(nodes) &&
        nodes->pointers.count < MOST_POINTERS)
      term_vec_push(&nodes->pointers, info->term);
  }
}

static bool comes_back(const struct blocks *blocks) {
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    for (uint32_t i = 0; i < blocks->at[cut].exits.count; i++)
      if (!blocks->at[cut].exits.at[i].cut)
        return true;
  return false;
}

bool nodes_init(struct nodes *nodes, const struct component *component,
                const struct loose *loose) {
  struct program *program = component->program;
  *nodes = (struct nodes){.effects = loose->effects,
                          .blocks = loose->blocks,
                          .relevant = &component->slice.variables};
  if (comes_back(loose->blocks))
    return false;
  add_areas(nodes, &component->behaviour->plain.removal);
  if (!nodes->areas.count)
    return false;
  add_pointers(nodes);
  nodes->index = term_variable(program->terms, intern(program->names, "node"),
                               sort_bits(program->pointer_width));
  nodes->at = memory_new_zero(loose->blocks->count, sizeof *nodes->at);
  return true;
}

void nodes_release(struct nodes *nodes) {
  for (uint32_t i = 0; i < nodes->blocks->count; i++)
    term_vec_release(&nodes->at[i]);
  free(nodes->at);
  node_area_vec_release(&nodes->areas);
  term_vec_release(&nodes->arrays);
  u32_vec_release(&nodes->area_of);
  term_vec_release(&nodes->pointers);
}

// ---- Candidates -------------------------------------------------------------

static struct term less(const struct nodes *nodes, struct term a,
                        struct term b) {
  return term_compare(terms_of(nodes), OP_ULT, a, b);
}

static struct term is_null(const struct nodes *nodes, struct term t) {
  return term_eq(terms_of(nodes), t, number(nodes, 0));
}

static struct term either(const struct nodes *nodes, struct term a,
                          struct term b) {
  return term_or(terms_of(nodes), a, b);
}

static struct term offset(const struct nodes *nodes,
                          const struct node_area *area, struct term pointer) {
  return term_sub(terms_of(nodes), pointer, area->base);
}

// Is it so far from the first node as a node is?
static struct term begins(const struct nodes *nodes,
                          const struct node_area *area, struct term at) {
  return term_eq(terms_of(nodes),
                 term_binary(terms_of(nodes), OP_BVAND, at,
                             number(nodes, area->stride - 1)),
                 number(nodes, 0));
}

static void add_about_pointers(const struct nodes *nodes,
                               const struct node_area *area, bool is_more,
                               struct term_vec *into) {
  const struct term_vec *pointers = &nodes->pointers;
  term_vec_push(into, begins(nodes, area, area->top));
  for (uint32_t i = 0; i < pointers->count; i++) {
    struct term p = pointers->at[i];
    term_vec_push(into, either(nodes, is_null(nodes, p),
                               less(nodes, offset(nodes, area, p), area->top)));
    term_vec_push(into, either(nodes, is_null(nodes, p),
                               begins(nodes, area, offset(nodes, area, p))));
    for (uint32_t k = 0; is_more && k < pointers->count; k++) {
      struct term q = pointers->at[k];
      struct term is_earlier =
          less(nodes, offset(nodes, area, p), offset(nodes, area, q));
      if (i != k)
        term_vec_push(into,
                      either(nodes, is_null(nodes, p),
                             either(nodes, is_null(nodes, q), is_earlier)));
    }
  }
}

// The node up to that of the pointer, behind it, or another one.
static void add_guarded(const struct nodes *nodes, const struct node_area *area,
                        struct term pointer, struct term earlier,
                        struct term later, struct term_vec *into) {
  struct term_table *terms = terms_of(nodes);
  struct term at = offset(nodes, area, pointer);
  struct term null = is_null(nodes, pointer);
  struct term is_behind = less(nodes, at, nodes->index);
  struct term is_it = term_eq(terms, at, nodes->index);
  term_vec_push(into, either(nodes, null, either(nodes, is_behind, earlier)));
  term_vec_push(into, either(nodes,
                             term_and(terms, term_not(terms, null),
                                      term_not(terms, is_behind)),
                             later));
  term_vec_push(into, either(nodes, is_it, earlier));
  term_vec_push(into, either(nodes, is_it, later));
}

static void add_about_nodes(const struct nodes *nodes, uint32_t number,
                            bool is_more, struct term_vec *into) {
  struct term_table *terms = terms_of(nodes);
  const struct node_area *area = &nodes->areas.at[nodes->area_of.at[number]];
  struct term next = term_select(terms, nodes->arrays.at[number], nodes->index);
  struct term there = offset(nodes, area, next);
  struct term is_one = term_and(terms, less(nodes, nodes->index, area->top),
                                begins(nodes, area, nodes->index));
  struct term unless =
      either(nodes, term_not(terms, is_one), is_null(nodes, next));
  struct term is_node = less(nodes, there, area->top);
  struct term earlier = either(nodes, unless, less(nodes, there, nodes->index));
  struct term later =
      either(nodes, unless,
             term_and(terms, less(nodes, nodes->index, there), is_node));
  term_vec_push(into, either(nodes, unless, is_node));
  term_vec_push(into, either(nodes, unless, begins(nodes, area, there)));
  term_vec_push(into, earlier);
  term_vec_push(into, later);
  for (uint32_t i = 0; is_more && i < nodes->pointers.count; i++)
    add_guarded(nodes, area, nodes->pointers.at[i], earlier, later, into);
}

static void guess(struct nodes *nodes, bool is_more) {
  for (uint32_t cut = 1; cut < nodes->blocks->count; cut++) {
    for (uint32_t i = 0; i < nodes->areas.count; i++)
      add_about_pointers(nodes, &nodes->areas.at[i], is_more, &nodes->at[cut]);
    for (uint32_t i = 0; i < nodes->arrays.count; i++)
      add_about_nodes(nodes, i, is_more, &nodes->at[cut]);
  }
}

// ---- What is known where something is read ----------------------------------

// Which of our arrays does it come from, by writes?
static bool is_ours(const struct nodes *nodes, struct term array) {
  const struct term_table *terms = terms_of(nodes);
  while (term_op(terms, array) == OP_STORE)
    array = term_operand(terms, array, 0);
  if (term_op(terms, array) == OP_ITE)
    return is_ours(nodes, term_operand(terms, array, 1)) ||
           is_ours(nodes, term_operand(terms, array, 2));
  return term_vec_has(&nodes->arrays, array);
}

// The indices that the terms read our arrays at, and any.
static void find_indices(const struct nodes *nodes,
                         const struct term_vec *reading,
                         struct term_vec *into) {
  enum { MOST = 12 };
  const struct term_table *terms = terms_of(nodes);
  struct term_vec parts = {0};
  term_vec_push(into, nodes->index);
  term_collect(terms, reading->at, reading->count, &parts);
  for (uint32_t i = 0; i < parts.count && into->count < MOST; i++)
    if (term_op(terms, parts.at[i]) == OP_SELECT &&
        is_ours(nodes, term_operand(terms, parts.at[i], 0)) &&
        !term_vec_has(into, term_operand(terms, parts.at[i], 1)))
      term_vec_push(into, term_operand(terms, parts.at[i], 1));
  term_vec_release(&parts);
}

static bool mentions(const struct nodes *nodes, struct term t,
                     const struct bitset *variables) {
  struct bitset read = {0};
  program_mark_variables(program_of(nodes), t, &read);
  bool found = variables && bitset_intersects(&read, variables);
  bitset_release(&read);
  return found;
}

static struct term at_index(const struct nodes *nodes, struct term t,
                            struct term index) {
  struct substitution *names = substitution_new(terms_of(nodes));
  substitution_set(names, nodes->index, index);
  t = substitution_apply(names, t);
  substitution_free(names);
  return t;
}

struct term nodes_known(const struct nodes *nodes, uint32_t cut,
                        const struct term_vec *reading,
                        const struct bitset *without) {
  struct term_table *terms = terms_of(nodes);
  struct term known = term_true(terms);
  struct term_vec indices = {0};
  find_indices(nodes, reading, &indices);
  for (uint32_t i = 0; i < nodes->at[cut].count; i++) {
    struct term t = nodes->at[cut].at[i];
    for (uint32_t k = 0; k < indices.count && !mentions(nodes, t, without); k++)
      known = term_and(terms, known, at_index(nodes, t, indices.at[k]));
  }
  term_vec_release(&indices);
  return known;
}

// ---- Proving it -------------------------------------------------------------

// A round that has to keep it: under which condition, and how what is known at
// its end is seen from its beginning.
struct keeping {
  struct term condition;
  uint32_t to;
  struct term_vec seen; // by candidate at its end
};

static struct term tops_are_small(const struct nodes *nodes) {
  struct term_table *terms = terms_of(nodes);
  struct term small = term_true(terms);
  for (uint32_t i = 0; i < nodes->areas.count; i++)
    small = term_and(terms, small,
                     less(nodes, nodes->areas.at[i].top,
                          number(nodes, (u128)1 << TOP_BITS)));
  return small;
}

static void collect_reading(const struct symbolic_state *after,
                            struct term_vec *into) {
  term_vec_push(into, after->condition);
  for (uint32_t i = 0; i < after->values.count; i++)
    term_vec_push(into, after->values.at[i].value);
}

static struct keeping keeping_of(const struct nodes *nodes, uint32_t cut,
                                 struct block_exit *exit) {
  struct term_table *terms = terms_of(nodes);
  struct symbolic_state *after = &exit->state;
  const struct term_vec *wanted = &nodes->at[exit->cut];
  struct term_vec reading = {0};
  struct symbolic_state first =
      cut ? symbolic_state_new(program_of(nodes))
          : symbolic_state_initial(nodes->effects, nodes->relevant);
  struct term known = term_and(terms, after->condition, tops_are_small(nodes));
  struct keeping keeping = {.to = exit->cut};
  collect_reading(after, &reading);
  known = term_and(terms, known, nodes_known(nodes, cut, &reading, NULL));
  keeping.condition = symbolic_state_read(&first, known);
  for (uint32_t i = 0; i < wanted->count; i++)
    term_vec_push(
        &keeping.seen,
        symbolic_state_read(&first, symbolic_state_read(after, wanted->at[i])));
  symbolic_state_release(&first);
  term_vec_release(&reading);
  return keeping;
}

static struct term fails(const struct nodes *nodes,
                         const struct keeping *keeping) {
  struct term_table *terms = terms_of(nodes);
  struct term all = term_true(terms);
  for (uint32_t i = 0; i < keeping->seen.count; i++)
    all = term_and(terms, all, keeping->seen.at[i]);
  return term_and(terms, keeping->condition, term_not(terms, all));
}

// The contrary of one alone.
static struct term fails_alone(const struct nodes *nodes,
                               const struct keeping *keeping, uint32_t number) {
  struct term_table *terms = terms_of(nodes);
  return term_and(terms, keeping->condition,
                  term_not(terms, keeping->seen.at[number]));
}

// Does it hold behind the round, as far as the model or else the solver tells?
static bool is_kept(const struct nodes *nodes, struct solver *solver,
                    const struct keeping *keeping, struct assignment *model,
                    uint32_t number) {
  struct term alone = fails_alone(nodes, keeping, number);
  if (model)
    return term_evaluate(model, keeping->seen.at[number]);
  solver_set_limit(solver, ALONE_UNITS);
  return solver_check(solver, PURPOSE_LEMMA, &alone, 1) == ANSWER_UNSAT;
}

// Throws away what is not kept; true when there was something.
static bool drop(struct nodes *nodes, struct solver *solver,
                 const struct keeping *keeping, struct assignment *model) {
  struct term_vec *at = &nodes->at[keeping->to];
  uint32_t kept = 0, count = at->count;
  for (uint32_t i = 0; i < count; i++)
    if (is_kept(nodes, solver, keeping, model, i))
      at->at[kept++] = at->at[i];
  at->count = kept;
  return kept < count;
}

// True when it threw something away. What is too hard at once, or of which the
// model does not say what fails, is asked one by one, if it is to be thorough.
static bool filter(struct nodes *nodes, struct solver *solver, uint32_t cut,
                   struct block_exit *exit, bool is_thorough) {
  struct keeping keeping = keeping_of(nodes, cut, exit);
  struct query *query = query_new(solver, PURPOSE_LEMMA);
  struct assignment *model = assignment_new(terms_of(nodes));
  query_assert(query, fails(nodes, &keeping));
  solver_set_limit(solver, JOINT_UNITS);
  enum answer answer =
      keeping.seen.count ? query_check(query, NULL, 0) : ANSWER_UNSAT;
  bool has_dropped = answer == ANSWER_SAT && query_model(query, model) &&
                     drop(nodes, solver, &keeping, model);
  if (answer != ANSWER_UNSAT && !has_dropped && is_thorough)
    has_dropped = drop(nodes, solver, &keeping, NULL);
  assignment_free(model);
  query_free(query);
  term_vec_release(&keeping.seen);
  return has_dropped;
}

static void forget(struct nodes *nodes) {
  for (uint32_t cut = 0; cut < nodes->blocks->count; cut++)
    nodes->at[cut].count = 0;
}

// True when something was thrown away.
static bool filter_all(struct nodes *nodes, struct solver *solver,
                       bool is_thorough, struct poll poll, uint64_t units) {
  bool has_changed = false;
  for (uint32_t cut = 0; cut < nodes->blocks->count; cut++)
    for (uint32_t i = 0; i < nodes->blocks->at[cut].exits.count; i++) {
      if (poll_stops(poll) || solver_units(solver) > units) {
        forget(nodes);
        return false;
      }
      has_changed |= filter(nodes, solver, cut,
                            &nodes->blocks->at[cut].exits.at[i], is_thorough);
    }
  return has_changed;
}

void nodes_learn(struct nodes *nodes, bool is_more, struct poll poll,
                 uint64_t units) {
  struct solver *solver = solver_new(terms_of(nodes));
  forget(nodes);
  guess(nodes, is_more);
  do {
    while (filter_all(nodes, solver, false, poll, units)) {
    }
  } while (filter_all(nodes, solver, true, poll, units));
  solver_free(solver);
}

void nodes_claims(const struct nodes *nodes, struct term_vec *claims) {
  for (uint32_t cut = 0; cut < nodes->blocks->count; cut++)
    for (uint32_t i = 0; i < nodes->blocks->at[cut].exits.count; i++) {
      struct keeping keeping =
          keeping_of(nodes, cut, &nodes->blocks->at[cut].exits.at[i]);
      for (uint32_t k = 0; k < keeping.seen.count; k++)
        term_vec_push(claims, fails_alone(nodes, &keeping, k));
      term_vec_release(&keeping.seen);
    }
}
