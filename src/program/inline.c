// Instances are worked off in the order of their creation: the list of
// instances is the queue. A call creates the callee's variables and locations,
// so that the caller's edge can refer to them; the callee's edges follow when
// its turn comes.
#include "program/inline.h"

#include "base/check.h"
#include "base/memory.h"
#include "program/callgraph.h"
#include "program/pass.h"
#include "program/qualify.h"
#include "program/rewrite.h"
#include "term/substitute.h"

// What the copying needs to know about an instance besides what is public.
struct site {
  uint32_t first_location;  // of the copies, minus 1: they are in order
  struct location_id after; // where returns lead
  struct variable target;   // of the result, or none
};

VEC_DEFINE(site_vec, struct site);

struct inliner {
  struct program *program;
  const struct inline_options *options;
  const struct callgraph *graph;
  struct inline_result *result;
  struct procedure *made;
  struct qualifier *qualifier;
  uint32_t *copies;                 // by procedure: how many there are so far
  struct site_vec sites;            // by instance
  struct inline_origin_vec origins; // in order of creation; [0] unused
  // The instance that is being copied.
  uint32_t current;
  const struct procedure *from;
  struct substitution *substitution;
};

// Size

enum { LARGEST_SIZE_SHIFT = 62 };

// Edges by procedure and by how many recursive calls may still be followed.
struct sizes {
  const struct program *program;
  const struct inline_options *options;
  const struct callgraph *graph;
  uint64_t *at; // depth + 1 for each procedure
};

static uint64_t *size_at(const struct sizes *sizes, struct procedure_id id,
                         uint32_t left) {
  return &sizes->at[(uint64_t)id.id * (sizes->options->depth + 1) + left];
}

static uint64_t size_of_call(const struct sizes *sizes,
                             struct procedure_id caller,
                             struct procedure_id callee, uint32_t left) {
  const struct bitset *kept = sizes->options->kept;
  if (kept && bitset_has(kept, callee.id))
    return 0;
  if (!callgraph_is_recursive(sizes->graph, caller, callee))
    return *size_at(sizes, callee, sizes->options->depth);
  return left ? *size_at(sizes, callee, left - 1) : 0;
}

static uint64_t saturated(uint64_t size) {
  const uint64_t most = (uint64_t)1 << LARGEST_SIZE_SHIFT;
  return size < most ? size : most;
}

// The edges of a procedure once its callees are inlined. Every call keeps one
// edge.
static uint64_t size_of(const struct sizes *sizes, struct procedure_id id,
                        uint32_t left) {
  const struct procedure *procedure = program_procedure(sizes->program, id);
  uint64_t size = procedure->edges.count - 1;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct procedure *callee =
        callgraph_callee(sizes->program, &procedure->edges.at[i].op);
    if (callee)
      size = saturated(size + size_of_call(sizes, id, callee->self, left));
  }
  return size;
}

// The procedures of one group, which stand together in the order.
static void size_group(const struct sizes *sizes, uint32_t first,
                       uint32_t end) {
  const struct procedure_id_vec *order = &sizes->graph->order;
  for (uint32_t left = 0; left <= sizes->options->depth; left++)
    for (uint32_t i = first; i < end; i++)
      *size_at(sizes, order->at[i], left) = size_of(sizes, order->at[i], left);
}

static uint64_t inlined_size(const struct program *program,
                             const struct inline_options *options,
                             const struct callgraph *graph) {
  struct sizes sizes = {program, options, graph, NULL};
  sizes.at =
      memory_new_zero((size_t)program->procedures.count * (options->depth + 1),
                      sizeof *sizes.at);
  const struct procedure_id_vec *order = &graph->order;
  for (uint32_t first = 0, end; first < order->count; first = end) {
    end = first + 1;
    while (end < order->count &&
           callgraph_is_recursive(graph, order->at[first], order->at[end]))
      end++;
    size_group(&sizes, first, end);
  }
  uint64_t size = 0;
  for (uint32_t i = 0; i < graph->roots.count; i++)
    size =
        saturated(size + *size_at(&sizes, graph->roots.at[i], options->depth));
  free(sizes.at);
  return size;
}

// Variables and objects

static bool is_entry(const struct inline_instance *instance) {
  return instance->parent == 0 && !instance->is_kept;
}

static struct name copied_name(struct inliner *in,
                               const struct inline_instance *instance,
                               const struct procedure *procedure,
                               struct name name) {
  return is_entry(instance)
             ? name
             : qualify_name(in->qualifier, procedure, instance->copy, name);
}

static struct name copied_text(struct inliner *in,
                               const struct inline_instance *instance,
                               const struct procedure *procedure,
                               const struct variable_info *info) {
  if (is_entry(instance))
    return info->text;
  if (info->kind == VARIABLE_TEMPORARY)
    return qualify_text(in->qualifier, procedure, info->text);
  return qualify_name(in->qualifier, procedure, 1, info->text);
}

static void copy_object(struct inliner *in,
                        const struct inline_instance *instance,
                        const struct procedure *procedure,
                        struct object_id id) {
  struct object_info info = *program_object(in->program, id);
  info.name = copied_name(in, instance, procedure, info.name);
  info.owner = in->made->self;
  program_add_object(in->program, info);
}

// An object comes with its address, so that slots keep their order.
static void copy_variable(struct inliner *in,
                          const struct inline_instance *instance,
                          const struct procedure *procedure,
                          struct variable variable) {
  struct variable_info info = *program_variable(in->program, variable);
  if (info.kind == VARIABLE_ADDRESS) {
    copy_object(in, instance, procedure, info.object);
    return;
  }
  struct sort sort = term_sort(in->program->terms, info.term);
  info.text = copied_text(in, instance, procedure, &info);
  info.name = copied_name(in, instance, procedure, info.name);
  info.owner = in->made->self;
  if (info.kind == VARIABLE_PARAMETER && !is_entry(instance))
    info.kind = VARIABLE_LOCAL;
  program_add_variable(in->program, info, sort);
}

static struct variable variable_of(const struct inliner *in, uint32_t instance,
                                   struct variable variable) {
  const struct variable_info *info = program_variable(in->program, variable);
  if (!info->owner.id)
    return variable;
  uint32_t first = in->result->instances.at[instance].first_variable;
  return in->made->variables.at[first + info->slot];
}

// Locations

static struct location_id location_of(const struct inliner *in,
                                      uint32_t instance,
                                      const struct procedure *procedure,
                                      struct location_id location) {
  const struct site *site = &in->sites.at[instance];
  if (location.id == procedure->undefined.id && in->made->undefined.id)
    return in->made->undefined;
  if (location.id == procedure->exit.id && site->after.id)
    return site->after;
  return (struct location_id){site->first_location + location.id};
}

// Of a callee's exit and undefined location nothing is reached: sealing drops
// the copies.
static void copy_locations(struct inliner *in,
                           const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->locations.count; i++) {
    const struct location *location = &procedure->locations.at[i];
    struct location_id copy =
        procedure_add_location(in->made, location->position);
    procedure_location(in->made, copy)->label = location->label;
  }
}

// Instances

static uint32_t add_instance(struct inliner *in,
                             struct inline_instance instance,
                             struct site site) {
  const struct procedure *procedure =
      program_procedure(in->program, instance.procedure);
  CHECK(procedure->is_sealed, "inlining a procedure that is not sealed");
  instance.copy = ++in->copies[procedure->self.id];
  instance.first_variable = in->made->variables.count;
  instance.first_object = in->made->objects.count;
  site.first_location = in->made->locations.count - 1;
  for (uint32_t i = 0; i < procedure->variables.count; i++)
    copy_variable(in, &instance, procedure, procedure->variables.at[i]);
  copy_locations(in, procedure);
  site_vec_push(&in->sites, site);
  return inline_instance_vec_push(&in->result->instances, instance);
}

// Edges

static struct term rewrite_term(void *context, struct term t) {
  struct inliner *in = context;
  return substitution_apply(in->substitution, t);
}

static struct variable rewrite_variable(void *context,
                                        struct variable variable) {
  struct inliner *in = context;
  return variable_of(in, in->current, variable);
}

static void add_edge(struct inliner *in, struct edge_id original,
                     struct edge edge, uint32_t entered) {
  struct inline_origin origin = {in->from->self, original, in->current,
                                 entered};
  edge.origin = inline_origin_vec_push(&in->origins, origin);
  procedure_add_edge(in->made, edge);
}

static struct operation pass_arguments(struct inliner *in,
                                       const struct operation *call,
                                       const struct procedure *callee,
                                       uint32_t instance) {
  struct program *program = in->program;
  CHECK(call->call.count == callee->parameters.count,
        "call with %u arguments for %u parameters", call->call.count,
        callee->parameters.count);
  bool is_variadic = !variable_is_none(callee->variadic);
  uint32_t count = call->call.count;
  struct binding *bindings =
      arena_new(&program->arena, (count + 1) * sizeof *bindings);
  for (uint32_t i = 0; i < count; i++)
    bindings[i] = (struct binding){
        variable_of(in, instance, callee->parameters.at[i]),
        substitution_apply(in->substitution, call->call.arguments[i])};
  if (is_variadic) {
    struct term area = call->call.variadic;
    area = term_is_none(area)
               ? term_const(program->terms, program->pointer_width, 0)
               : substitution_apply(in->substitution, area);
    bindings[count++] =
        (struct binding){variable_of(in, instance, callee->variadic), area};
  }
  struct operation op = {.kind = OPERATION_ASSIGN};
  op.assign.bindings = bindings;
  op.assign.count = count;
  return op;
}

// How many recursive calls led to the instance that the call would create.
static uint32_t level_of_call(const struct inliner *in,
                              const struct procedure *callee) {
  return callgraph_is_recursive(in->graph, in->from->self, callee->self)
             ? in->result->instances.at[in->current].level + 1
             : 0;
}

// The recursion goes deeper than we follow it.
static void cut_call(struct inliner *in, struct edge_id id,
                     const struct procedure *callee) {
  struct program *program = in->program;
  struct edge edge = *procedure_edge(in->from, id);
  edge.from = location_of(in, in->current, in->from, edge.from);
  edge.to = procedure_add_location(in->made, edge.position);
  edge.op = operation_unsupported(intern_format(
      program->names, "recursion of %s deeper than %u calls",
      name_text(program->names, callee->name), in->options->depth));
  edge.op.unsupported.is_cut = true;
  add_edge(in, id, edge, 0);
  in->result->cuts++;
}

static void inline_call(struct inliner *in, struct edge_id id,
                        const struct procedure *callee) {
  struct edge edge = *procedure_edge(in->from, id);
  struct site site = {.after = location_of(in, in->current, in->from, edge.to)};
  if (!variable_is_none(edge.op.call.target))
    site.target = variable_of(in, in->current, edge.op.call.target);
  struct inline_instance instance = {
      .procedure = callee->self,
      .parent = in->current,
      .depth = in->result->instances.at[in->current].depth + 1,
      .level = level_of_call(in, callee),
      .part = in->result->instances.at[in->current].part,
      .call = id,
      .position = edge.position};
  uint32_t entered = add_instance(in, instance, site);
  edge.from = location_of(in, in->current, in->from, edge.from);
  edge.to = location_of(in, entered, callee, callee->entry);
  edge.op = pass_arguments(in, &edge.op, callee, entered);
  add_edge(in, id, edge, entered);
}

static struct operation take_result(struct inliner *in,
                                    const struct operation *op) {
  struct variable target = in->sites.at[in->current].target;
  if (variable_is_none(target))
    return operation_skip();
  return operation_assign_one(
      in->program, target, substitution_apply(in->substitution, op->ret.value));
}

static void copy_edge(struct inliner *in, struct edge_id id) {
  const struct rewriter rewriter = {in, rewrite_variable, rewrite_term};
  const struct inline_instance *instance =
      &in->result->instances.at[in->current];
  struct edge edge = *procedure_edge(in->from, id);
  edge.from = location_of(in, in->current, in->from, edge.from);
  edge.to = location_of(in, in->current, in->from, edge.to);
  if (edge.op.kind == OPERATION_RETURN && !is_entry(instance))
    edge.op = take_result(in, &edge.op);
  else
    edge.op = operation_rewrite(in->program, &edge.op, &rewriter);
  if (edge.op.kind == OPERATION_STORE && !is_entry(instance))
    edge.op.memory.text =
        qualify_text(in->qualifier, in->from, edge.op.memory.text);
  add_edge(in, id, edge, 0);
}

static void substitute_variables(struct inliner *in) {
  for (uint32_t i = 0; i < in->from->variables.count; i++) {
    struct variable variable = in->from->variables.at[i];
    struct variable copy = variable_of(in, in->current, variable);
    substitution_set(in->substitution, program_term(in->program, variable),
                     program_term(in->program, copy));
  }
}

// Kept procedures

// The variable that holds the result when a kept part ends.
static struct variable add_result(struct inliner *in,
                                  const struct procedure *procedure) {
  if (!procedure->result.code)
    return (struct variable){0};
  struct name name = qualify_name(in->qualifier, procedure, 1,
                                  intern(in->program->names, "result"));
  return program_add_variable(in->program,
                              (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                     .name = name,
                                                     .text = name,
                                                     .owner = in->made->self},
                              procedure->result);
}

static void ensure_part(struct inliner *in, const struct procedure *kept) {
  struct inline_part_vec *parts = &in->result->parts;
  for (uint32_t i = 1; i < parts->count; i++)
    if (parts->at[i].procedure.id == kept->self.id)
      return;
  uint32_t instance =
      add_instance(in,
                   (struct inline_instance){.procedure = kept->self,
                                            .position = kept->position,
                                            .part = parts->count,
                                            .is_kept = true},
                   (struct site){0});
  struct variable result = add_result(in, kept);
  in->sites.at[instance].target = result;
  inline_part_vec_push(parts, (struct inline_part){.procedure = kept->self,
                                                   .instance = instance,
                                                   .result = result});
}

static bool is_kept(const struct inliner *in, const struct procedure *callee) {
  const struct bitset *kept = in->options->kept;
  return kept && bitset_has(kept, callee->self.id);
}

// An edge that no procedure has leads to where one begins.
static void add_entry(struct inliner *in, struct location_id from,
                      uint32_t instance, struct operation op,
                      uint32_t entered) {
  in->current = instance;
  in->from = program_procedure(in->program,
                               in->result->instances.at[instance].procedure);
  struct edge edge = {.from = from,
                      .to =
                          location_of(in, instance, in->from, in->from->entry),
                      .position = in->from->position,
                      .op = op};
  struct edge_id first = {
      procedure_location(in->from, in->from->entry)->first_out};
  add_edge(in, first, edge, entered);
}

// The parameters of a kept part: any values.
static struct operation take_anything(struct inliner *in, uint32_t instance,
                                      const struct procedure *procedure) {
  struct variable_vec formals = {0};
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    variable_vec_push(&formals,
                      variable_of(in, instance, procedure->parameters.at[i]));
  if (!variable_is_none(procedure->variadic))
    variable_vec_push(&formals, variable_of(in, instance, procedure->variadic));
  struct operation op =
      formals.count ? operation_havoc(in->program, formals.at, formals.count,
                                      ORIGIN_APPROXIMATION, procedure->name)
                    : operation_skip();
  variable_vec_release(&formals);
  return op;
}

// One entry for all parts.
static void join_parts(struct inliner *in) {
  const struct inline_part_vec *parts = &in->result->parts;
  if (parts->count == 1)
    return;
  struct location_id from =
      procedure_add_location(in->made, in->made->position);
  add_entry(in, from, parts->at[0].instance, operation_skip(), 0);
  for (uint32_t i = 1; i < parts->count; i++) {
    uint32_t instance = parts->at[i].instance;
    add_entry(
        in, from, instance,
        take_anything(in, instance,
                      program_procedure(in->program, parts->at[i].procedure)),
        instance);
  }
  in->made->entry = from;
}

static void copy_call(struct inliner *in, struct edge_id id,
                      const struct procedure *callee) {
  if (is_kept(in, callee)) {
    ensure_part(in, callee);
    copy_edge(in, id);
  } else if (level_of_call(in, callee) > in->options->depth) {
    cut_call(in, id, callee);
  } else {
    inline_call(in, id, callee);
  }
}

static void copy_body(struct inliner *in, uint32_t instance) {
  in->current = instance;
  in->from = program_procedure(in->program,
                               in->result->instances.at[instance].procedure);
  in->substitution = substitution_new(in->program->terms);
  substitute_variables(in);
  for (uint32_t i = 1; i < in->from->edges.count; i++) {
    struct edge_id id = {i};
    const struct procedure *callee =
        callgraph_callee(in->program, &in->from->edges.at[i].op);
    if (callee)
      copy_call(in, id, callee);
    else
      copy_edge(in, id);
  }
  substitution_free(in->substitution);
}

// The new procedure

// Nobody can call it: it has no address, and its name is no C name.
static struct procedure *add_procedure(struct program *program,
                                       const struct procedure *entry) {
  struct name name = intern_format(program->names, "%s (inlined)",
                                   name_text(program->names, entry->name));
  struct procedure *made = program_add_procedure(program, name);
  made->type = entry->type;
  made->position = entry->position;
  made->is_defined = true;
  made->is_noreturn = entry->is_noreturn;
  made->is_variadic = entry->is_variadic;
  made->is_internal = entry->is_internal;
  made->result = entry->result;
  passing_vec_append(&made->passing, entry->passing.at, entry->passing.count);
  return made;
}

static void begin(struct inliner *in, const struct procedure *entry) {
  struct procedure *made = in->made;
  uint32_t id = add_instance(
      in, (struct inline_instance){.procedure = entry->self}, (struct site){0});
  inline_part_vec_push(
      &in->result->parts,
      (struct inline_part){.procedure = entry->self, .instance = id});
  for (uint32_t i = 0; i < entry->parameters.count; i++)
    variable_vec_push(&made->parameters, made->variables.at[i]);
  if (!variable_is_none(entry->variadic))
    made->variadic = variable_of(in, id, entry->variadic);
  made->entry = location_of(in, id, entry, entry->entry);
  made->exit = location_of(in, id, entry, entry->exit);
  made->undefined = location_of(in, id, entry, entry->undefined);
}

// Each edge comes from one of a procedure that was copied, in its instance, and
// leads into no other part.
static bool has_origins(const struct inliner *in) {
  const struct inline_result *result = in->result;
  for (uint32_t i = 1; i < result->origins.count; i++) {
    const struct inline_origin *origin = &result->origins.at[i];
    if (!origin->instance || origin->instance >= result->instances.count ||
        origin->entered >= result->instances.count)
      return false;
    const struct inline_instance *instance =
        &result->instances.at[origin->instance];
    const struct procedure *procedure =
        program_procedure(in->program, origin->procedure);
    if (instance->procedure.id != origin->procedure.id || !origin->edge.id ||
        origin->edge.id >= procedure->edges.count ||
        instance->parent >= origin->instance)
      return false;
    const struct inline_instance *entered =
        &result->instances.at[origin->entered];
    bool starts_part = entered->is_kept && origin->entered == origin->instance;
    if (origin->entered && entered->parent != origin->instance && !starts_part)
      return false;
    if (origin->entered && entered->part != instance->part)
      return false;
  }
  return true;
}

// Sealing sorts the edges and drops those that are not reached.
static void end(struct inliner *in) {
  procedure_seal(in->made);
  struct inline_origin_vec *origins = &in->result->origins;
  inline_origin_vec_resize(origins, in->made->edges.count);
  for (uint32_t i = 1; i < in->made->edges.count; i++)
    origins->at[i] = in->origins.at[in->made->edges.at[i].origin];
  pass_made(in->program, in->made, "inline");
  DCHECK(has_origins(in), "an inlined edge comes from nowhere");
}

static void build(struct program *program, const struct procedure *entry,
                  const struct inline_options *options,
                  const struct callgraph *graph, struct inline_result *result) {
  struct inliner in = {
      .program = program, .options = options, .graph = graph, .result = result};
  in.copies = memory_new_zero(program->procedures.count, sizeof *in.copies);
  in.qualifier = qualifier_new(program);
  in.made = add_procedure(program, entry);
  inline_instance_vec_resize(&result->instances, 1);
  inline_origin_vec_resize(&in.origins, 1);
  site_vec_resize(&in.sites, 1);
  begin(&in, entry);
  for (uint32_t i = 1; i < result->instances.count; i++)
    copy_body(&in, i);
  join_parts(&in);
  end(&in);
  result->procedure = in.made;
  free(in.copies);
  qualifier_free(in.qualifier);
  inline_origin_vec_release(&in.origins);
  site_vec_release(&in.sites);
}

struct procedure *program_inline_as(struct program *program,
                                    struct procedure_id entry,
                                    const struct inline_options *options,
                                    struct inline_result *result) {
  *result = (struct inline_result){.depth = options->depth};
  struct callgraph graph;
  callgraph_init_keeping(&graph, program, entry, options->kept);
  procedure_id_vec_append(&result->recursion, graph.cycle.at,
                          graph.cycle.count);
  bool is_followed = !graph.cycle.count || options->depth;
  if (is_followed)
    result->size = inlined_size(program, options, &graph);
  result->is_too_large = result->size > options->edge_limit;
  if (is_followed && !result->is_too_large)
    build(program, program_procedure(program, entry), options, &graph, result);
  callgraph_release(&graph);
  return result->procedure;
}

struct procedure *program_inline(struct program *program,
                                 struct procedure_id entry, uint32_t edge_limit,
                                 struct inline_result *result) {
  struct inline_options options = {.edge_limit = edge_limit};
  return program_inline_as(program, entry, &options, result);
}

void inline_follow(struct inline_result *result,
                   const struct provenance *provenance) {
  struct inline_origin_vec origins = {0};
  inline_origin_vec_resize(&origins, provenance->first.count - 1);
  for (uint32_t i = 1; i < origins.count; i++)
    origins.at[i] =
        result->origins.at[provenance_last(provenance, (struct edge_id){i}).id];
  inline_origin_vec_release(&result->origins);
  result->origins = origins;
}

void inline_result_release(struct inline_result *result) {
  inline_instance_vec_release(&result->instances);
  inline_origin_vec_release(&result->origins);
  inline_part_vec_release(&result->parts);
  procedure_id_vec_release(&result->recursion);
}

uint32_t inline_part_called(const struct inline_result *result,
                            const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return 0;
  for (uint32_t i = 1; i < result->parts.count; i++)
    if (result->parts.at[i].procedure.id == op->call.callee.id)
      return i;
  return 0;
}

uint32_t inline_part_of(const struct inline_result *result, uint32_t edge) {
  return result->instances.at[result->origins.at[edge].instance].part;
}

bool inline_enters_part(const struct inline_result *result, uint32_t edge) {
  uint32_t entered = result->origins.at[edge].entered;
  return entered && result->instances.at[entered].is_kept;
}

struct variable inline_formal(const struct program *program,
                              const struct inline_result *result, uint32_t part,
                              struct variable variable) {
  const struct procedure *owner =
      program_procedure(program, result->procedure->frame);
  const struct inline_instance *instance =
      &result->instances.at[result->parts.at[part].instance];
  return owner->variables
      .at[instance->first_variable + program_variable(program, variable)->slot];
}

// Instances own consecutive slots, in order.
uint32_t inline_instance_of(const struct program *program,
                            const struct inline_result *result,
                            struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  CHECK(info->owner.id == result->procedure->frame.id,
        "`%s` is not a variable of the inlined procedure",
        name_text(program->names, info->name));
  uint32_t low = 1, high = result->instances.count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (result->instances.at[middle].first_variable <= info->slot)
      low = middle;
    else
      high = middle;
  }
  return low;
}

struct variable inline_original(const struct program *program,
                                const struct inline_result *result,
                                struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  if (!info->owner.id)
    return variable;
  const struct inline_instance *instance =
      &result->instances.at[inline_instance_of(program, result, variable)];
  const struct variable_vec *written =
      &program_procedure(program, instance->procedure)->variables;
  uint32_t slot = info->slot - instance->first_variable;
  return slot < written->count ? written->at[slot] : variable;
}
