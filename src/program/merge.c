// Sequences are walked from every location that stays, each edge once, or once
// for each edge that leads to it where joins are passed. The
// assignment of a sequence is kept as a sparse set: a list of bindings and, by
// variable, the place in it, which counts only if the binding there is of that
// variable; so nothing is cleared between sequences.
#include "program/merge.h"

#include "base/check.h"
#include "base/memory.h"
#include "program/influence.h"
#include "program/pass.h"
#include "term/substitute.h"

struct merger {
  struct program *program;
  const struct procedure *from;
  struct bitset passed;  // locations that are merged away
  struct edge_vec edges; // of the result, between locations of the original
  struct u32_vec steps;
  struct u32_vec first_step; // by edge of `edges`
  // The sequence at hand.
  struct binding_vec bindings;
  uint32_t *place; // by variable: in `bindings`
  struct binding_vec next;
  struct substitution *substitution; // of the bindings
};

static const struct edge *only_edge(const struct merger *m, uint32_t location) {
  return &m->from->edges.at[m->from->locations.at[location].first_out];
}

// Which locations can be passed

static bool must_stay(const struct merger *m, uint32_t location,
                      const struct bitset *kept) {
  const struct procedure *from = m->from;
  return location == from->entry.id || location == from->exit.id ||
         location == from->undefined.id ||
         !name_is_none(from->locations.at[location].label) ||
         (kept && bitset_has(kept, location));
}

// How many edges lead to each location; UINT32_MAX: one that does not assign.
static uint32_t *count_edges_in(const struct procedure *from) {
  uint32_t *edges_in = memory_new_zero(from->locations.count, sizeof *edges_in);
  for (uint32_t i = 1; i < from->edges.count; i++) {
    const struct edge *edge = &from->edges.at[i];
    uint32_t *count = &edges_in[edge->to.id];
    if (edge->op.kind != OPERATION_ASSIGN)
      *count = UINT32_MAX;
    else if (*count != UINT32_MAX)
      ++*count;
  }
  return edges_in;
}

// Where following what is passed comes back to where it was, something stays.
static void stop_circles(struct merger *m) {
  struct bitset leads_out = {0}, way = {0};
  for (uint32_t i = 1; i < m->from->locations.count; i++) {
    uint32_t at = i;
    bitset_clear(&way);
    while (bitset_has(&m->passed, at) && !bitset_has(&leads_out, at) &&
           bitset_add(&way, at))
      at = only_edge(m, at)->to.id;
    if (bitset_has(&way, at))
      bitset_remove(&m->passed, at);
    bitset_unite(&leads_out, &way);
  }
  bitset_release(&leads_out);
  bitset_release(&way);
}

static void find_passed(struct merger *m, struct merge_options options) {
  const struct procedure *from = m->from;
  uint32_t *edges_in = count_edges_in(from);
  uint32_t most = options.passes_joins ? UINT32_MAX - 1 : 1;
  for (uint32_t i = 1; i < from->locations.count; i++)
    if (edges_in[i] && edges_in[i] <= most &&
        from->locations.at[i].out_count == 1 &&
        only_edge(m, i)->op.kind == OPERATION_ASSIGN &&
        !must_stay(m, i, options.kept))
      bitset_add(&m->passed, i);
  if (options.passes_joins)
    stop_circles(m);
  free(edges_in);
}

// Sequences

static struct binding *find_binding(struct merger *m,
                                    struct variable variable) {
  uint32_t place = m->place[variable.id];
  if (place < m->bindings.count &&
      variable_equal(m->bindings.at[place].target, variable))
    return &m->bindings.at[place];
  return NULL;
}

static void bind(struct merger *m, struct binding binding) {
  struct binding *known = find_binding(m, binding.target);
  if (known)
    *known = binding;
  else
    m->place[binding.target.id] = binding_vec_push(&m->bindings, binding);
  substitution_set(m->substitution, program_term(m->program, binding.target),
                   binding.value);
}

// Computes into `next` what the assignment does after the sequence. False when
// that is too large.
static bool fits(struct merger *m, const struct operation *op) {
  uint32_t count = m->bindings.count;
  binding_vec_clear(&m->next);
  for (uint32_t i = 0; i < op->assign.count; i++) {
    struct binding binding = op->assign.bindings[i];
    binding.value = substitution_apply(m->substitution, binding.value);
    if (term_tree_size(m->program->terms, binding.value) > MERGE_TREE_SIZE)
      return false;
    count += !find_binding(m, binding.target);
    binding_vec_push(&m->next, binding);
  }
  return count <= MERGE_BINDINGS;
}

static void begin_sequence(struct merger *m, const struct edge *edge) {
  uint32_t origin = edge_vec_push(&m->edges, *edge);
  m->edges.at[origin].origin = origin;
  u32_vec_push(&m->first_step, m->steps.count);
  u32_vec_push(&m->steps, (uint32_t)(edge - m->from->edges.at));
  binding_vec_clear(&m->bindings);
  substitution_clear(m->substitution);
}

static void end_sequence(struct merger *m, const struct edge *last) {
  struct edge *edge = edge_vec_last(&m->edges);
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->bindings.count; i++) {
    struct binding binding = m->bindings.at[i];
    if (!term_equal(binding.value, program_term(m->program, binding.target)))
      m->bindings.at[count++] = binding;
  }
  edge->op = operation_assign(m->program, m->bindings.at, count);
  edge->to = last->to;
  edge->undefined = last->undefined;
}

static void begin_assign(struct merger *m, const struct edge *edge) {
  begin_sequence(m, edge);
  for (uint32_t i = 0; i < edge->op.assign.count; i++)
    bind(m, edge->op.assign.bindings[i]);
}

// Follows an assignment as far as it goes; what does not fit begins another
// sequence, and the location between them stays.
static void add_assign(struct merger *m, const struct edge *edge) {
  begin_assign(m, edge);
  while (bitset_has(&m->passed, edge->to.id)) {
    const struct edge *next = only_edge(m, edge->to.id);
    if (fits(m, &next->op)) {
      u32_vec_push(&m->steps, (uint32_t)(next - m->from->edges.at));
      for (uint32_t i = 0; i < m->next.count; i++)
        bind(m, m->next.at[i]);
    } else {
      end_sequence(m, edge);
      bitset_remove(&m->passed, next->from.id);
      begin_assign(m, next);
    }
    edge = next;
  }
  end_sequence(m, edge);
}

static void add_edges(struct merger *m) {
  struct bitset passed = {0}; // before cutting
  bitset_copy(&passed, &m->passed);
  for (uint32_t i = 1; i < m->from->edges.count; i++) {
    const struct edge *edge = &m->from->edges.at[i];
    if (bitset_has(&passed, edge->from.id))
      continue;
    if (edge->op.kind == OPERATION_ASSIGN)
      add_assign(m, edge);
    else
      begin_sequence(m, edge);
  }
  u32_vec_push(&m->first_step, m->steps.count);
  bitset_release(&passed);
}

// Dead temporaries

static bool is_temporary(const struct merger *m, struct variable variable) {
  return program_variable(m->program, variable)->kind == VARIABLE_TEMPORARY;
}

static void mark_reads(struct merger *m, struct influence *influence,
                       struct term_vec *terms, const struct operation *op) {
  term_vec_clear(terms);
  if (op->kind != OPERATION_ASSIGN)
    operation_terms(op, terms);
  for (uint32_t i = 0; i < terms->count; i++)
    influence_mark(influence, terms->at[i]);
  if (op->kind != OPERATION_ASSIGN)
    return;
  for (uint32_t i = 0; i < op->assign.count; i++) {
    const struct binding *binding = &op->assign.bindings[i];
    if (is_temporary(m, binding->target))
      influence_add(influence, binding->target, binding->value);
    else
      influence_mark(influence, binding->value);
  }
}

static void drop_bindings(struct merger *m, const struct influence *influence,
                          struct operation *op) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < op->assign.count; i++) {
    struct binding binding = op->assign.bindings[i];
    if (!is_temporary(m, binding.target) ||
        influence_matters(influence, binding.target))
      op->assign.bindings[count++] = binding;
  }
  op->assign.count = count;
}

// A temporary is dead when only dead temporaries are computed from it.
static void drop_dead(struct merger *m) {
  struct influence influence = {.program = m->program};
  struct term_vec terms = {0};
  for (uint32_t i = 0; i < m->edges.count; i++)
    mark_reads(m, &influence, &terms, &m->edges.at[i].op);
  influence_close(&influence);
  for (uint32_t i = 0; i < m->edges.count; i++)
    if (m->edges.at[i].op.kind == OPERATION_ASSIGN)
      drop_bindings(m, &influence, &m->edges.at[i].op);
  term_vec_release(&terms);
  influence_release(&influence);
}

// The merged procedure

static struct procedure *add_procedure(struct program *program,
                                       const struct procedure *from) {
  struct procedure *made = procedure_new_form(program, from, "merged");
  variable_vec_append(&made->variables, from->variables.at,
                      from->variables.count);
  object_vec_append(&made->objects, from->objects.at, from->objects.count);
  return made;
}

static void add_locations(struct merger *m, struct merged *merged) {
  struct procedure *made = merged->procedure;
  u32_vec_push(&merged->originals, 0);
  u32_vec_resize(&merged->locations, m->from->locations.count);
  for (uint32_t i = 1; i < m->from->locations.count; i++) {
    if (bitset_has(&m->passed, i))
      continue;
    const struct location *original = &m->from->locations.at[i];
    struct location_id copy = procedure_add_location(made, original->position);
    procedure_location(made, copy)->label = original->label;
    merged->locations.at[i] = copy.id;
    u32_vec_push(&merged->originals, i);
  }
  made->entry.id = merged->locations.at[m->from->entry.id];
  made->exit.id = merged->locations.at[m->from->exit.id];
  made->undefined.id = merged->locations.at[m->from->undefined.id];
}

// In a sealed procedure everything is reached, so sealing the merged one
// drops nothing and only sorts the edges.
static void finish(struct merger *m, struct merged *merged) {
  struct procedure *made = merged->procedure;
  uint32_t location_count = made->locations.count;
  for (uint32_t i = 0; i < m->edges.count; i++) {
    struct edge edge = m->edges.at[i];
    edge.from.id = merged->locations.at[edge.from.id];
    edge.to.id = merged->locations.at[edge.to.id];
    procedure_add_edge(made, edge);
  }
  procedure_seal(made);
  CHECK(made->locations.count == location_count &&
            made->edges.count == m->edges.count + 1,
        "merging left something that is not reached");
  provenance_begin(&merged->provenance);
  for (uint32_t i = 1; i < made->edges.count; i++) {
    uint32_t origin = made->edges.at[i].origin;
    uint32_t first = m->first_step.at[origin];
    provenance_add(&merged->provenance, &m->steps.at[first],
                   m->first_step.at[origin + 1] - first);
  }
}

// Each edge stands for a path of the original between the same locations.
static bool stands_for_paths(const struct merged *merged) {
  const struct procedure *made = merged->procedure;
  for (uint32_t i = 1; i < made->edges.count; i++) {
    const struct edge *edge = &made->edges.at[i];
    uint32_t count, at = merged->originals.at[edge->from.id];
    const uint32_t *steps =
        provenance_steps(&merged->provenance, (struct edge_id){i}, &count);
    for (uint32_t k = 0; k < count; k++) {
      const struct edge *step =
          procedure_edge(merged->original, (struct edge_id){steps[k]});
      if (step->from.id != at)
        return false;
      at = step->to.id;
    }
    if (!count || at != merged->originals.at[edge->to.id])
      return false;
  }
  return true;
}

static void release(struct merger *m) {
  bitset_release(&m->passed);
  edge_vec_release(&m->edges);
  u32_vec_release(&m->steps);
  u32_vec_release(&m->first_step);
  binding_vec_release(&m->bindings);
  binding_vec_release(&m->next);
  free(m->place);
  substitution_free(m->substitution);
}

struct procedure *program_merge(struct program *program,
                                const struct procedure *original,
                                struct merge_options options,
                                struct merged *merged) {
  CHECK(original->is_sealed, "merging a procedure that is not sealed");
  struct merger m = {.program = program, .from = original};
  m.place = memory_new_zero(program->variables.count, sizeof *m.place);
  m.substitution = substitution_new(program->terms);
  find_passed(&m, options);
  add_edges(&m);
  drop_dead(&m);
  *merged = (struct merged){.original = original};
  merged->procedure = add_procedure(program, original);
  add_locations(&m, merged);
  finish(&m, merged);
  release(&m);
  pass_made(program, merged->procedure, "merge");
  DCHECK(stands_for_paths(merged), "a merged edge is no path");
  return merged->procedure;
}

void merged_release(struct merged *merged) {
  procedure_free(merged->procedure);
  provenance_release(&merged->provenance);
  u32_vec_release(&merged->originals);
  u32_vec_release(&merged->locations);
}
