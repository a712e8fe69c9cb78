#include "memory/component.h"

#include "base/stats.h"
#include "memory/adopt.h"
#include "memory/handlers.h"
#include "memory/leak.h"
#include "memory/model.h"
#include "memory/reallocate.h"
#include "memory/unseen.h"
#include "pointsto/points_to.h"
#include "pointsto/resolve.h"
#include "program/print.h"
#include "program/cases.h"
#include "program/propagate.h"
#include "program/idle.h"
#include "program/texts.h"
#include "program/threading.h"
#include "program/unfold.h"

static bool callees(void *context, struct procedure_id procedure,
                    struct edge_id edge, struct procedure_id_vec *into) {
  return points_to_callees(context, procedure, edge, into);
}

static bool has_indirect_calls(const struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++)
      if (edges->at[k].op.kind == OPERATION_CALL &&
          !edges->at[k].op.call.callee.id)
        return true;
  }
  return false;
}

// Hooks call what they begin with, unless code that we do not see may change
// them.
static struct points_to *trusting(const struct program *program,
                                  const struct points_to_options *options) {
  struct points_to_options trusted = *options;
  trusted.trusts_initial = options->is_open;
  struct points_to *analysis = points_to_new(program, &trusted);
  if (!options->is_open || !points_to_calls_unseen(analysis))
    return analysis;
  points_to_free(analysis);
  return points_to_new(program, options);
}

static void resolve_from(struct program *program,
                         const struct points_to_options *options) {
  if (!has_indirect_calls(program))
    return;
  struct points_to *analysis = trusting(program, options);
  struct callee_source source = {analysis, options->is_open, callees};
  calls_resolve(program, &source);
  points_to_free(analysis);
}

void plain_component_resolve(struct program *program, struct procedure_id entry,
                             bool is_open) {
  struct points_to_options options = {.entry = entry, .is_open = is_open};
  resolve_from(program, &options);
}

void plain_components_resolve(struct program *program,
                              const struct procedure_id_vec *entries) {
  if (!entries->count)
    return;
  struct points_to_options options = {
      .entry = entries->at[0], .others = entries, .is_open = true};
  resolve_from(program, &options);
}

// One analysis serves both questions where it can: what is called back is asked
// of the program alone, calls through pointers of any state it may start in.
static void analyse_calls(struct plain_component *component,
                          struct program *program, struct procedure_id entry,
                          const struct removal_options *removal) {
  struct points_to_options options = {.entry = entry};
  struct points_to *analysis = points_to_new(program, &options);
  bool is_open = removal->is_open;
  struct callbacks_options callbacks = {
      .reads_globals = !is_open && !removal->unknown_writes_nothing};
  callbacks_list(program, analysis, &callbacks, &component->callbacks);
  if (!removal->is_resolved && !is_open && has_indirect_calls(program)) {
    struct callee_source source = {analysis, false, callees};
    calls_resolve(program, &source);
  }
  points_to_free(analysis);
  if (!removal->is_resolved && is_open)
    plain_component_resolve(program, entry, true);
}

static void tell_recursion(const struct program *program,
                           const struct procedure_id_vec *cycle,
                           struct strbuf *why) {
  strbuf_add(why, "recursion: ");
  for (uint32_t i = 0; i < cycle->count; i++)
    strbuf_format(why, "%s%s", i ? " -> " : "",
                  name_text(program->names,
                            program_procedure(program, cycle->at[i])->name));
}

// Not as deep as asked where copies of trees of calls would be too many.
static bool inline_to_depth(struct plain_component *component,
                            struct program *program, struct procedure_id entry,
                            const struct removal_options *options) {
  enum { RECURSION_EDGE_LIMIT = 20000 };
  struct inline_options inlining = {.kept = options->kept,
                                    .edge_limit = RECURSION_EDGE_LIMIT,
                                    .depth = options->depth};
  while (inlining.depth &&
         !program_inline_as(program, entry, &inlining, &component->inlining)) {
    inline_result_release(&component->inlining);
    inlining.depth /= 2;
  }
  return inlining.depth != 0;
}

static bool inline_all(struct plain_component *component,
                       struct program *program, struct procedure_id entry,
                       const struct removal_options *options,
                       struct strbuf *why) {
  struct inline_options inlining = {.kept = options->kept,
                                    .edge_limit = INLINE_EDGE_LIMIT};
  if (program_inline_as(program, entry, &inlining, &component->inlining))
    return true;
  if (component->inlining.recursion.count)
    tell_recursion(program, &component->inlining.recursion, why);
  else
    strbuf_format(why, "inlining gives more than %d edges", INLINE_EDGE_LIMIT);
  if (!component->inlining.recursion.count || !options->depth)
    return false;
  inline_result_release(&component->inlining);
  bool is_followed = inline_to_depth(component, program, entry, options);
  if (is_followed)
    strbuf_clear(why);
  return is_followed;
}

// After a pass over the component: its edges have numbers of their own.
static void follow_edges(struct plain_component *component) {
  struct provenance later, all;
  provenance_read(&later, component->procedure, NULL);
  provenance_compose(&all, &later, &component->removal.provenance);
  provenance_release(&later);
  provenance_release(&component->removal.provenance);
  component->removal.provenance = all;
}

// Many pointers hold one address, and tables do not change. Without memory
// there is nothing to be gained: comparisons of variables are for predicates.
static void simplify(struct plain_component *component, struct program *program,
                     const struct removal_options *options) {
  struct bitset memory = {0};
  const struct variable_vec *own = &component->removal.own;
  for (uint32_t i = 0; i < own->count; i++)
    bitset_add(&memory, own->at[i].id);
  struct propagate_options propagate = {.memory = &memory,
                                        .starts_program = !options->is_open};
  // Proofs about elements want loops as they are written, and are about
  // functions alone whose accesses nobody asks about.
  bool may_leave = own->count && options->is_open && !options->kept &&
                   options->checks_memory;
  if (may_leave && program_thread_tests(program, component->procedure))
    follow_edges(component);
  if (own->count &&
      program_propagate(program, component->procedure, &propagate))
    follow_edges(component);
  if (may_leave &&
      program_leave_out(program, component->procedure, &propagate)) {
    follow_edges(component);
    if (program_propagate(program, component->procedure, &propagate))
      follow_edges(component);
  }
  if (may_leave && program_leave_idle(program, component->procedure,
                                      &component->removal.provenance))
    follow_edges(component);
  if (may_leave &&
      program_walk_texts(program, component->procedure, &propagate))
    follow_edges(component);
  bitset_release(&memory);
}

bool plain_component_init(struct plain_component *component,
                          struct program *program, struct procedure_id entry,
                          const struct removal_options *options,
                          struct strbuf *why) {
  *component = (struct plain_component){0};
  bool is_main = entry.id == program->entry.id;
  if (is_main && program->constructors.count) {
    strbuf_add(why, "constructors run before main");
    return false;
  }
  if (is_main && program->destructors.count) {
    strbuf_add(why, "destructors run after main");
    return false;
  }
  if (options->kept && options->checks_memory) {
    strbuf_add(why, "validity of accesses is not checked where functions are "
                    "kept (--keep)");
    return false;
  }
  if (options->kept && !variable_is_none(program->watch.block)) {
    strbuf_add(why, "leaks are not looked for where functions are kept "
                    "(--keep)");
    return false;
  }
  unseen_describe(program);
  models_add(program, options->checks_memory);
  if (is_main && !options->is_open)
    handlers_write_out(program);
  uint64_t start = stats_cpu_ms();
  analyse_calls(component, program, entry, options);
  component->points_to_ms = stats_cpu_ms() - start;
  models_add_resolved(program, options->checks_memory);
  unseen_describe(program); // calls through pointers became some
  leak_watch_all(program, entry, options->is_open);
  if (options->adopts && !options->is_open)
    pointers_adopt(program, entry, options->unknown_writes_nothing);
  if (!inline_all(component, program, entry, options, why))
    return false;
  program_unfold(program, &component->inlining);
  if (options->splits_states)
    program_unfold_states(program, &component->inlining);
  if (!options->is_open)
    reallocations_write_out(program, &component->inlining,
                            options->unknown_writes_nothing);
  if (!pointers_remove(&component->removal, program, &component->inlining,
                       options, why))
    return false;
  component->procedure = component->removal.procedure;
  simplify(component, program, options);
  return true;
}

void plain_component_release(struct plain_component *component) {
  removal_release(&component->removal);
  inline_result_release(&component->inlining);
  callback_call_vec_release(&component->callbacks);
}

const struct edge *
plain_component_with_pointers(const struct plain_component *component,
                              struct edge_id edge) {
  struct edge_id from = provenance_last(&component->removal.provenance, edge);
  return procedure_edge(component->inlining.procedure, from);
}

const struct inline_origin *
plain_component_written(const struct plain_component *component,
                        struct edge_id edge) {
  struct edge_id from = provenance_last(&component->removal.provenance, edge);
  return &component->inlining.origins.at[from.id];
}

void plain_component_print_figures(const struct plain_component *component,
                                   struct strbuf *out) {
  const struct removal *removal = &component->removal;
  uint64_t regions = 0, scalars = 0, arrays = 0, widest = 0;
  for (uint32_t i = 1; i < removal->regions.at.count; i++) {
    const struct region *region = &removal->regions.at.at[i];
    regions += region->cells.count > 0;
    if (region->cells.count > widest)
      widest = region->cells.count;
    for (uint32_t k = 0; k < region->cells.count; k++)
      *(cell_is_array(region, &region->cells.at[k]) ? &arrays : &scalars) += 1;
  }
  uint64_t accesses = removal->accesses ? removal->accesses : 1;
  strbuf_format(out,
                "edges=%u component_edges=%u regions=%llu scalars=%llu "
                "arrays=%llu cells_most=%llu accesses=%llu "
                "places_average=%.2f places_most=%llu approximations=%llu\n",
                component->inlining.procedure->edges.count - 1,
                removal->procedure->edges.count - 1,
                (unsigned long long)regions, (unsigned long long)scalars,
                (unsigned long long)arrays, (unsigned long long)widest,
                (unsigned long long)removal->accesses,
                (double)removal->places / (double)accesses,
                (unsigned long long)removal->places_most,
                (unsigned long long)removal->approximations);
}

void plain_component_print(const struct plain_component *component,
                           struct strbuf *out) {
  const struct removal *removal = &component->removal;
  regions_print(&removal->regions, out);
  program_print_procedure(removal->program, removal->procedure, out);
}
