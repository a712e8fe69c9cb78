#include "pointsto/points_to.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"
#include "pointsto/analysis.h"

// Life cycle

static struct points_to *analysis_new(const struct program *program,
                                      const struct points_to_options *options) {
  struct points_to *analysis = memory_new_zero(1, sizeof *analysis);
  analysis->program = program;
  analysis->options = *options;
  analysis->word = program->pointer_width / 8;
  analysis->system = inclusion_new(
      analysis->word, (struct inclusion_listener){analysis, analysis_on_place,
                                                  analysis_on_escape});
  memory_info_vec_push(&analysis->objects, (struct memory_info){0});
  memory_info_vec_push(
      &analysis->objects,
      (struct memory_info){.kind = MEMORY_UNKNOWN,
                           .name = intern(program->names, "unknown"),
                           .escapes = true});
  u32_vec_resize(&analysis->system_objects, 2);
  u32_vec_resize(&analysis->handles, 2);
  analysis->system_objects.at[1] = INCLUSION_UNKNOWN;
  analysis->handles.at[INCLUSION_UNKNOWN] = 1;
  u32_vec_resize(&analysis->variables, program->variables.count);
  u32_vec_resize(&analysis->program_objects, program->objects.count);
  u32_vec_resize(&analysis->results, program->procedures.count);
  u32_vec_resize(&analysis->saved, program->procedures.count);
  analysis->is_reached = memory_new_zero(program->procedures.count, 1);
  analysis->is_detached = memory_new_zero(program->procedures.count, 1);
  analysis->is_later = memory_new_zero(program->procedures.count, 1);
  analysis->unknown = inclusion_add_node(analysis->system);
  inclusion_point_any(analysis->system, analysis->unknown, INCLUSION_UNKNOWN);
  analysis->thread_results = inclusion_add_node(analysis->system);
  return analysis;
}

void points_to_free(struct points_to *analysis) {
  inclusion_free(analysis->system);
  memory_info_vec_release(&analysis->objects);
  u32_vec_release(&analysis->system_objects);
  u32_vec_release(&analysis->handles);
  u32_vec_release(&analysis->program_objects);
  number_map_release(&analysis->sites);
  number_map_release(&analysis->libraries);
  u32_vec_release(&analysis->variables);
  number_map_release(&analysis->terms);
  u32_vec_release(&analysis->results);
  u32_vec_release(&analysis->saved);
  free(analysis->is_reached);
  free(analysis->is_detached);
  free(analysis->is_later);
  procedure_id_vec_release(&analysis->reached);
  watch_vec_release(&analysis->watches);
  number_map_release(&analysis->seen);
  difference_vec_release(&analysis->differences);
  piecewise_vec_release(&analysis->pieces);
  callback_vec_release(&analysis->callbacks);
  free(analysis);
}

// Where it starts

static void start_from(struct points_to *analysis,
                       struct procedure_id procedure) {
  analysis_reach(analysis, procedure);
  analysis_pass_environment(analysis,
                            program_procedure(analysis->program, procedure));
}

static void start_openly(struct points_to *analysis) {
  const struct procedure_id_vec *others = analysis->options.others;
  analysis_call_from_outside(analysis, analysis->options.entry);
  for (uint32_t i = 0; others && i < others->count; i++)
    analysis_call_from_outside(analysis, others->at[i]);
}

static void start(struct points_to *analysis) {
  const struct program *program = analysis->program;
  if (analysis->options.entry.id) {
    if (analysis->options.is_open)
      start_openly(analysis);
    else
      start_from(analysis, analysis->options.entry);
  } else if (program->entry.id) {
    start_from(analysis, program->entry);
  } else {
    analysis->options.is_open = true;
    for (uint32_t i = 1; i < program->procedures.count; i++)
      if (program->procedures.at[i]->is_defined &&
          !program->procedures.at[i]->is_internal)
        analysis_call_from_outside(analysis, (struct procedure_id){i});
  }
  for (uint32_t i = 0; i < program->constructors.count; i++)
    analysis_reach(analysis, program->constructors.at[i]);
  for (uint32_t i = 0; i < program->destructors.count; i++)
    analysis_reach(analysis, program->destructors.at[i]);
}

// Figures

struct pointer_counter {
  struct points_to *analysis;
  struct points_to_set set;
};

static void count_pointer(struct pointer_counter *counter, struct term t) {
  if (term_is_none(t))
    return;
  struct points_to_figures *figures = &counter->analysis->figures;
  points_to_term(counter->analysis, t, &counter->set);
  const struct target_vec *targets = &counter->set.targets;
  uint64_t objects = 0;
  for (uint32_t i = 0; i < targets->count; i++)
    objects += i == 0 || !memory_object_equal(targets->at[i].object,
                                              targets->at[i - 1].object);
  figures->pointers++;
  figures->anywhere += counter->set.is_anywhere;
  figures->empty += targets->count == 0;
  figures->target_sum += targets->count;
  figures->object_sum += objects;
  if (targets->count > figures->target_most)
    figures->target_most = targets->count;
  if (objects > figures->object_most)
    figures->object_most = objects;
}

static void count_operation(struct pointer_counter *counter,
                            const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: count_pointer(counter, op->memory.address); break;
  case OPERATION_COPY: count_pointer(counter, op->block.source);
  // fall through
  case OPERATION_FILL: count_pointer(counter, op->block.address); break;
  case OPERATION_FREE: count_pointer(counter, op->free.address); break;
  case OPERATION_CALL:
    if (!op->call.callee.id)
      count_pointer(counter, op->call.function);
    break;
  default: break;
  }
}

static void count_figures(struct points_to *analysis) {
  struct points_to_figures *figures = &analysis->figures;
  struct inclusion_figures solved = inclusion_figures(analysis->system);
  figures->procedures = analysis->reached.count;
  figures->nodes = solved.nodes + figures->merged_nodes;
  figures->merged_nodes += solved.merged;
  figures->edges = solved.edges;
  figures->waves = solved.waves;
  figures->propagations = solved.propagations;
  figures->set_bytes = solved.set_bytes;
  for (uint32_t i = 0; i < analysis->pieces.count; i++)
    figures->piecewise += analysis->pieces.at[i].is_assumed;
  struct pointer_counter counter = {.analysis = analysis};
  for (uint32_t i = 0; i < analysis->reached.count; i++) {
    const struct procedure *procedure =
        program_procedure(analysis->program, analysis->reached.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count; k++)
      count_operation(&counter, &procedure->edges.at[k].op);
  }
  points_to_set_release(&counter.set);
}

// Procedures are translated when the solution so far reaches them; what
// differences are worth is asked when everything else has settled.
struct points_to *points_to_new(const struct program *program,
                                const struct points_to_options *options) {
  struct points_to *analysis = analysis_new(program, options);
  start(analysis);
  do {
    analysis_translate(analysis);
    inclusion_solve(analysis->system);
  } while (analysis->translated < analysis->reached.count ||
           analysis_settle_differences(analysis) ||
           analysis_settle_pieces(analysis));
  for (uint32_t i = 2; i < analysis->objects.count; i++)
    analysis->objects.at[i].escapes =
        inclusion_has_escaped(analysis->system, analysis->system_objects.at[i]);
  count_figures(analysis);
  return analysis;
}

bool points_to_calls_unseen(const struct points_to *analysis) {
  return analysis->calls_unseen;
}

// Objects

uint32_t points_to_object_count(const struct points_to *analysis) {
  return analysis->objects.count - 1;
}

const struct memory_info *points_to_object(const struct points_to *analysis,
                                           struct memory_object object) {
  CHECK(object.id && object.id < analysis->objects.count, "no such object");
  return &analysis->objects.at[object.id];
}

struct memory_object points_to_unknown(const struct points_to *analysis) {
  (void)analysis;
  return (struct memory_object){1};
}

struct memory_object points_to_of_object(const struct points_to *analysis,
                                         struct object_id object) {
  bool is_named = object.id < analysis->program_objects.count;
  return (struct memory_object){
      is_named ? analysis->program_objects.at[object.id] : 0};
}

struct memory_object points_to_of_edge(const struct points_to *analysis,
                                       struct procedure_id procedure,
                                       struct edge_id edge) {
  const uint32_t *found =
      number_map_find(&analysis->sites, site_key(procedure, edge));
  return (struct memory_object){found ? *found : 0};
}

static const struct layout *layout_of(const struct points_to *analysis,
                                      struct memory_object object) {
  return inclusion_layout(analysis->system,
                          analysis_system_object(analysis, object));
}

// The normalised offset of a concrete offset; see struct target.
static int64_t points_to_normalise(const struct points_to *analysis,
                                   struct memory_object object,
                                   int64_t offset) {
  return layout_normalise(layout_of(analysis, object), offset);
}

bool points_to_repeats(const struct points_to *analysis,
                       struct memory_object object, int64_t offset) {
  return layout_repeats(layout_of(analysis, object), offset);
}

// Sets

static int compare_targets(const void *a, const void *b) {
  const struct target *x = a, *y = b;
  if (x->object.id != y->object.id)
    return x->object.id < y->object.id ? -1 : 1;
  if (x->is_any_offset != y->is_any_offset)
    return x->is_any_offset ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

// What escapes is part of UNKNOWN.
static void drop_escaping(const struct points_to *analysis,
                          struct target_vec *targets) {
  bool is_anywhere = false;
  for (uint32_t i = 0; i < targets->count; i++)
    is_anywhere |= targets->at[i].object.id == 1;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < targets->count; i++)
    if (!is_anywhere || targets->at[i].object.id == 1 ||
        !points_to_object(analysis, targets->at[i].object)->escapes)
      targets->at[kept++] = targets->at[i];
  targets->count = kept;
}

// The order and the form that points_to.h states.
static bool is_tidy(const struct points_to *analysis,
                    const struct points_to_set *set) {
  const struct target_vec *targets = &set->targets;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct target *target = &targets->at[i];
    if (!target->object.id ||
        target->object.id > points_to_object_count(analysis) ||
        (target->is_any_offset && target->offset))
      return false;
    if (i && compare_targets(target - 1, target) >= 0)
      return false;
    if (i && target[-1].is_any_offset &&
        memory_object_equal(target[-1].object, target->object))
      return false;
    if (set->is_anywhere && i &&
        points_to_object(analysis, target->object)->escapes)
      return false;
  }
  return set->is_anywhere == (targets->count && targets->at[0].object.id == 1);
}

static void tidy(const struct points_to *analysis, struct points_to_set *set) {
  struct target_vec *targets = &set->targets;
  drop_escaping(analysis, targets);
  if (targets->count > 1)
    qsort(targets->at, targets->count, sizeof *targets->at, compare_targets);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct target *last = kept ? &targets->at[kept - 1] : NULL;
    if (last && memory_object_equal(last->object, targets->at[i].object) &&
        (last->is_any_offset || last->offset == targets->at[i].offset))
      continue;
    targets->at[kept++] = targets->at[i];
  }
  targets->count = kept;
  set->is_anywhere = kept && targets->at[0].object.id == 1;
  DCHECK(is_tidy(analysis, set), "a set of targets is not in order");
}

static void add_place(const struct points_to *analysis,
                      struct inclusion_place place, struct points_to_set *set) {
  uint32_t handle = analysis->handles.at[place.object];
  target_vec_push(&set->targets,
                  (struct target){{handle},
                                  place.is_any_offset,
                                  place.is_any_offset ? 0 : place.offset});
}

static void add_places(const struct points_to *analysis,
                       const struct sparse_set *places,
                       struct points_to_set *set) {
  struct sparse_cursor at = {0};
  while (sparse_set_step(places, &at))
    add_place(analysis, inclusion_place(analysis->system, at.member), set);
}

// A term that nothing in the program computes: from its parts.
static void evaluate(const struct points_to *analysis, struct term t,
                     struct points_to_set *set);

static void add_part(const struct points_to *analysis, const struct part *part,
                     struct points_to_set *set) {
  struct points_to_set from = {0};
  struct offset_vec offsets = {0};
  evaluate(analysis, part->from, &from);
  for (uint32_t i = 0; i < from.targets.count; i++) {
    struct target target = from.targets.at[i];
    bool is_any = part->is_blurred;
    struct inclusion_place place = {
        analysis_system_object(analysis, target.object), target.is_any_offset,
        target.offset};
    offset_vec_clear(&offsets);
    if (!is_any)
      inclusion_move(analysis->system, place, part->step, part->stride,
                     &offsets, &is_any);
    target.is_any_offset = true;
    target.offset = 0;
    if (is_any)
      target_vec_push(&set->targets, target);
    for (uint32_t k = 0; !is_any && k < offsets.count; k++)
      target_vec_push(&set->targets,
                      (struct target){target.object, false, offsets.at[k]});
  }
  offset_vec_release(&offsets);
  points_to_set_release(&from);
}

static uint32_t known_node(const struct points_to *analysis, struct term t,
                           bool *is_known) {
  const struct program *program = analysis->program;
  const uint32_t *found = number_map_find(&analysis->terms, t.id);
  *is_known = found || term_is_literal(program->terms, t) ||
              !sort_is_bits(term_sort(program->terms, t));
  if (found || *is_known)
    return found ? *found : 0;
  if (term_op(program->terms, t) != OP_VAR)
    return 0;
  *is_known = true;
  struct variable variable = program_variable_of(program, t);
  return variable.id < analysis->variables.count
             ? analysis->variables.at[variable.id]
             : 0;
}

static void evaluate(const struct points_to *analysis, struct term t,
                     struct points_to_set *set) {
  bool is_known;
  uint32_t node = known_node(analysis, t, &is_known);
  if (is_known) {
    add_places(analysis, inclusion_places(analysis->system, node), set);
    return;
  }
  struct split split = {0};
  split_term(analysis, t, &split);
  for (uint32_t i = 0; i < split.parts.count; i++)
    add_part(analysis, &split.parts.at[i], set);
  if (!term_is_none(split.minuend))
    add_part(analysis,
             &(struct part){.from = split.minuend, .is_blurred = true}, set);
  split_release(&split);
}

void points_to_term(const struct points_to *analysis, struct term pointer,
                    struct points_to_set *set) {
  const struct term_table *terms = analysis->program->terms;
  target_vec_clear(&set->targets);
  if (term_is_const(terms, pointer) && term_value(terms, pointer) >= 4096)
    target_vec_push(&set->targets, (struct target){{1}, true, 0});
  else
    evaluate(analysis, pointer, set);
  tidy(analysis, set);
}

void points_to_contents(const struct points_to *analysis, struct target at,
                        struct points_to_set *set) {
  struct sparse_set places = {0};
  target_vec_clear(&set->targets);
  inclusion_contents(
      analysis->system,
      (struct inclusion_place){analysis_system_object(analysis, at.object),
                               at.is_any_offset, at.offset},
      &places);
  add_places(analysis, &places, set);
  sparse_set_release(&places);
  tidy(analysis, set);
}

void points_to_set_release(struct points_to_set *set) {
  target_vec_release(&set->targets);
}

bool points_to_set_covers(const struct points_to *analysis,
                          const struct points_to_set *set,
                          struct memory_object object, int64_t offset) {
  if (!object.id)
    return set->is_anywhere;
  if (set->is_anywhere && points_to_object(analysis, object)->escapes)
    return true;
  int64_t normal = points_to_normalise(analysis, object, offset);
  for (uint32_t i = 0; i < set->targets.count; i++) {
    const struct target *target = &set->targets.at[i];
    if (memory_object_equal(target->object, object) &&
        (target->is_any_offset || target->offset == normal))
      return true;
  }
  return false;
}

// Overlap

bool points_to_bytes(const struct points_to *analysis, struct target at,
                     uint64_t size, struct offset_vec *into) {
  const struct layout *layout = layout_of(analysis, at.object);
  if (at.is_any_offset)
    return false;
  if (!layout_is_inside(layout, at.offset, size))
    return true;
  for (uint64_t step = 0; step < size; step++)
    if (!layout_move(layout, at.offset, (int64_t)step, 0, into))
      return false;
  return true;
}

// Calls

bool points_to_is_reached(const struct points_to *analysis,
                          struct procedure_id procedure) {
  return procedure.id < analysis->results.count &&
         analysis->is_reached[procedure.id];
}

static void tidy_procedures(struct procedure_id_vec *list, uint32_t first) {
  if (list->count - first > 1)
    qsort(list->at + first, list->count - first, sizeof *list->at, compare_u32);
  uint32_t kept = first;
  for (uint32_t i = first; i < list->count; i++)
    if (kept == first || list->at[kept - 1].id != list->at[i].id)
      list->at[kept++] = list->at[i];
  list->count = kept;
}

// Functions that escape, and that the operation can call if there is one.
static void add_escaping(const struct points_to *analysis,
                         const struct operation *op,
                         struct procedure_id_vec *list) {
  for (uint32_t i = 2; i < analysis->objects.count; i++) {
    const struct memory_info *info = &analysis->objects.at[i];
    if (info->kind != MEMORY_FUNCTION || !info->escapes)
      continue;
    const struct procedure *callee =
        program_procedure(analysis->program, info->procedure);
    if (!op || analysis_call_fits(analysis, op, callee))
      procedure_id_vec_push(list, info->procedure);
  }
}

bool points_to_callees(const struct points_to *analysis,
                       struct procedure_id procedure, struct edge_id edge,
                       struct procedure_id_vec *callees) {
  const struct operation *op =
      &procedure_edge(program_procedure(analysis->program, procedure), edge)
           ->op;
  CHECK(op->kind == OPERATION_CALL, "callees of what is no call");
  if (op->call.callee.id) {
    procedure_id_vec_push(callees, op->call.callee);
    return false;
  }
  uint32_t first = callees->count;
  struct points_to_set set = {0};
  points_to_term(analysis, op->call.function, &set);
  for (uint32_t i = 0; i < set.targets.count; i++) {
    const struct target *target = &set.targets.at[i];
    const struct memory_info *info = points_to_object(analysis, target->object);
    if (info->kind == MEMORY_FUNCTION &&
        (target->is_any_offset || target->offset == 0) &&
        analysis_call_fits(
            analysis, op,
            program_procedure(analysis->program, info->procedure)))
      procedure_id_vec_push(callees, info->procedure);
  }
  if (set.is_anywhere)
    add_escaping(analysis, op, callees);
  tidy_procedures(callees, first);
  bool is_anywhere = set.is_anywhere;
  points_to_set_release(&set);
  return is_anywhere;
}

void points_to_callbacks(const struct points_to *analysis,
                         struct procedure_id procedure, struct edge_id edge,
                         struct procedure_id_vec *callees) {
  uint32_t first = callees->count;
  struct procedure_id_vec called = {0};
  bool is_unknown = points_to_callees(analysis, procedure, edge, &called);
  for (uint32_t i = 0; i < called.count; i++) {
    const struct procedure *callee =
        program_procedure(analysis->program, called.at[i]);
    is_unknown |=
        !callee->is_defined &&
        !external_is_known(name_text(analysis->program->names, callee->name));
  }
  uint64_t key = site_key(procedure, edge);
  for (uint32_t i = 0; i < analysis->callbacks.count; i++)
    if (analysis->callbacks.at[i].site == key)
      procedure_id_vec_push(callees, analysis->callbacks.at[i].callee);
  if (is_unknown)
    add_escaping(analysis, NULL, callees);
  tidy_procedures(callees, first);
  procedure_id_vec_release(&called);
}

void points_to_detached(const struct points_to *analysis,
                        struct procedure_id_vec *procedures) {
  for (uint32_t i = 1; i < analysis->results.count; i++)
    if (analysis->is_detached[i])
      procedure_id_vec_push(procedures, (struct procedure_id){i});
}

bool points_to_knows(const char *function) {
  return external_is_known(function);
}

bool points_to_is_library_callback(const struct points_to *analysis,
                                   struct procedure_id procedure) {
  bool found = analysis->is_later[procedure.id];
  for (uint32_t i = 0; i < analysis->callbacks.count && !found; i++)
    found = analysis->callbacks.at[i].callee.id == procedure.id;
  return found;
}

const struct points_to_figures *
points_to_figures(const struct points_to *analysis) {
  return &analysis->figures;
}
