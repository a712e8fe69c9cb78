#include "memory/activation.h"

#include "base/memory.h"
#include "program/pass.h"
#include "program/rewrite.h"
#include "term/substitute.h"

// Which parts are recursive

static void follow_calls(const struct bitset *calls, uint32_t from,
                         struct bitset *reached) {
  struct u32_vec pending = {0};
  u32_vec_push(&pending, from);
  while (pending.count) {
    const struct bitset *next = &calls[u32_vec_pop(&pending)];
    BITSET_EACH (i, next)
      if (bitset_add(reached, i))
        u32_vec_push(&pending, i);
  }
  u32_vec_release(&pending);
}

void activations_find(struct inline_result *inlined) {
  uint32_t count = inlined->parts.count;
  const struct edge_vec *edges = &inlined->procedure->edges;
  if (count == 1)
    return;
  struct bitset *calls = memory_new_zero(count, sizeof *calls);
  for (uint32_t i = 1; i < edges->count; i++) {
    uint32_t called = inline_part_called(inlined, &edges->at[i].op);
    if (called)
      bitset_add(&calls[inline_part_of(inlined, i)], called);
  }
  for (uint32_t i = 0; i < count; i++) {
    struct bitset reached = {0};
    follow_calls(calls, i, &reached);
    inlined->parts.at[i].is_recursive = bitset_has(&reached, i);
    bitset_release(&reached);
  }
  for (uint32_t i = 0; i < count; i++)
    bitset_release(&calls[i]);
  free(calls);
}

// Whose address gets out of its activation

struct moving {
  struct program *program;
  struct inline_result *inlined;
  struct targets *targets;
  uint32_t part;        // the one that is looked at
  struct bitset inside; // blocks that are its activation's alone, for all that
                        // is known
  struct bitset moved;  // frame objects, of all parts
  // What takes the place of the procedure.
  struct procedure made;
  struct substitution *addresses;
  struct variable *holders; // by object: of its address, or none
};

static const uint64_t any_size = (uint64_t)1 << 40;

static void list_objects(struct moving *m, struct bitset *into) {
  const struct inline_instance_vec *instances = &m->inlined->instances;
  for (uint32_t n = 1; n < instances->count; n++) {
    const struct inline_instance *instance = &instances->at[n];
    uint32_t count =
        program_procedure(m->program, instance->procedure)->objects.count;
    for (uint32_t i = 0; instance->part == m->part && i < count; i++)
      bitset_add(
          into,
          m->inlined->procedure->objects.at[instance->first_object + i].id);
  }
}

static bool is_formal(const struct moving *m, struct variable variable) {
  const struct procedure *procedure =
      program_procedure(m->program, m->inlined->parts.at[m->part].procedure);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    if (variable_equal(variable, inline_formal(m->program, m->inlined, m->part,
                                               procedure->parameters.at[i])))
      return true;
  return !variable_is_none(procedure->variadic) &&
         variable_equal(variable, inline_formal(m->program, m->inlined, m->part,
                                                procedure->variadic));
}

// Does the variable belong to one activation of the part, from its beginning?
static bool is_local(const struct moving *m, struct variable variable) {
  const struct variable_info *info = program_variable(m->program, variable);
  return info->owner.id == m->inlined->procedure->frame.id &&
         m->inlined->instances
                 .at[inline_instance_of(m->program, m->inlined, variable)]
                 .part == m->part &&
         !is_formal(m, variable);
}

// What is at these places is not the activation's alone. True when that is new.
static bool let_out(struct moving *m, const struct place_vec *places) {
  bool changed = false;
  for (uint32_t i = 0; i < places->count; i++)
    if (bitset_has(&m->inside, places->at[i].object)) {
      bitset_remove(&m->inside, places->at[i].object);
      changed = true;
    }
  return changed;
}

static void let_out_variables(struct moving *m) {
  struct place_vec places = {0};
  for (uint32_t i = 1; i < m->program->variables.count; i++) {
    struct variable variable = {i};
    const struct variable_info *info = program_variable(m->program, variable);
    if (info->kind == VARIABLE_ADDRESS || is_local(m, variable) ||
        !targets_has_address(m->targets, variable))
      continue;
    place_vec_clear(&places);
    targets_of(m->targets, info->term, &places);
    let_out(m, &places);
  }
  place_vec_release(&places);
}

static bool let_out_contents(struct moving *m, uint32_t block) {
  struct place_vec held = {0};
  targets_held(m->targets, (struct place){block, 0, 1}, any_size, &held);
  bool changed = let_out(m, &held);
  place_vec_release(&held);
  return changed;
}

static void find_moved(struct moving *m) {
  uint32_t count = targets_blocks(m->targets)->count;
  struct bitset own = {0};
  list_objects(m, &own);
  bitset_clear(&m->inside);
  BITSET_EACH (b, &own)
    if (!targets_escapes(m->targets, b))
      bitset_add(&m->inside, b);
  let_out_variables(m);
  bool grows = true;
  while (grows) {
    grows = false;
    for (uint32_t b = 1; b < count; b++)
      if (!bitset_has(&m->inside, b))
        grows |= let_out_contents(m, b);
  }
  BITSET_EACH (b, &own)
    if (!bitset_has(&m->inside, b))
      bitset_add(&m->moved, b);
  bitset_release(&own);
}

// Their allocation

static void add_holders(struct moving *m) {
  m->holders = memory_new_zero(m->program->objects.count, sizeof *m->holders);
  m->addresses = substitution_new(m->program->terms);
  BITSET_EACH (o, &m->moved) {
    const struct object_info info =
        *program_object(m->program, (struct object_id){o});
    const struct variable_info address =
        *program_variable(m->program, info.address);
    m->holders[o] = program_add_variable(
        m->program,
        (struct variable_info){.kind = VARIABLE_TEMPORARY,
                               .name = address.name,
                               .text = address.text,
                               .object = {o},
                               .owner = m->inlined->procedure->frame},
        sort_bits(m->program->pointer_width));
    substitution_set(m->addresses, program_term(m->program, info.address),
                     program_term(m->program, m->holders[o]));
  }
}

static struct operation allocation(const struct moving *m, uint32_t object) {
  const struct object_info *info =
      program_object(m->program, (struct object_id){object});
  return (struct operation){
      .kind = OPERATION_ALLOCATE,
      .allocate = {.target = m->holders[object],
                   .size = term_const(m->program->terms,
                                      m->program->pointer_width, info->size),
                   .alignment = info->alignment,
                   .kind = ALLOCATION_STACK}};
}

// An edge in the place of one of the old procedure, whose number is its origin;
// one that comes in addition has the number plus how many there were.
static struct location_id add_after(struct moving *m, struct edge edge,
                                    struct operation op) {
  struct location_id to = procedure_add_location(&m->made, edge.position);
  edge.to = to;
  edge.op = op;
  procedure_add_edge(&m->made, edge);
  return to;
}

static void allocate_all(struct moving *m, struct edge edge,
                         const struct u32_vec *objects) {
  struct location_id to = edge.to;
  uint32_t count = m->inlined->procedure->edges.count;
  edge.from = add_after(m, edge, edge.op);
  edge.undefined = UNDEFINED_NONE;
  edge.origin += count;
  for (uint32_t i = 0; i < objects->count; i++)
    edge.from = add_after(m, edge, allocation(m, objects->at[i]));
  edge.to = to;
  edge.op = operation_skip();
  procedure_add_edge(&m->made, edge);
}

static void list_entered(const struct moving *m, uint32_t instance,
                         struct u32_vec *into) {
  if (!instance)
    return;
  const struct inline_instance *info = &m->inlined->instances.at[instance];
  uint32_t count =
      program_procedure(m->program, info->procedure)->objects.count;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t object =
        m->inlined->procedure->objects.at[info->first_object + i].id;
    if (bitset_has(&m->moved, object))
      u32_vec_push(into, object);
  }
}

static struct object_id object_of(const struct moving *m, struct term address) {
  struct variable variable = term_op(m->program->terms, address) == OP_VAR
                                 ? program_variable_of(m->program, address)
                                 : (struct variable){0};
  return variable_is_none(variable)
             ? (struct object_id){0}
             : program_variable(m->program, variable)->object;
}

// Those that begin a new life are allocated again; the end of a life means
// nothing here. A life that goes on with other bytes is left to others.
static struct operation leave_lives(struct moving *m, struct operation op,
                                    struct u32_vec *begun) {
  struct term_vec rest = {0};
  bool is_known = true;
  for (uint32_t i = 0; i < op.live.count; i++) {
    struct object_id object = object_of(m, op.live.addresses[i]);
    if (!bitset_has(&m->moved, object.id))
      term_vec_push(&rest, op.live.addresses[i]);
    else if (op.live.life == LIFE_BEGINS)
      u32_vec_push(begun, object.id);
    else
      is_known &= op.live.life == LIFE_ENDS || op.live.life == LIFE_DOUBTED;
  }
  op.live.addresses = program_copy_terms(m->program, rest.at, rest.count);
  op.live.count = rest.count;
  term_vec_release(&rest);
  if (!is_known)
    return operation_unsupported(
        intern(m->program->names,
               "an object of a recursive function that is declared again"));
  return op.live.count ? op : operation_skip();
}

static struct term hold_addresses(void *context, struct term t) {
  const struct moving *m = context;
  return substitution_apply(m->addresses, t);
}

static void copy_edge(struct moving *m, uint32_t id) {
  const struct rewriter rewriter = {m, NULL, hold_addresses};
  struct edge edge = m->inlined->procedure->edges.at[id];
  struct u32_vec objects = {0};
  edge.origin = id;
  if (edge.op.kind == OPERATION_LIVE)
    edge.op = leave_lives(m, edge.op, &objects);
  edge.op = operation_rewrite(m->program, &edge.op, &rewriter);
  list_entered(m, m->inlined->origins.at[id].entered, &objects);
  if (objects.count)
    allocate_all(m, edge, &objects);
  else
    procedure_add_edge(&m->made, edge);
  u32_vec_release(&objects);
}

// Marks from `count` on are those of edges that come in addition.
static void read_marks(const struct moving *m, uint32_t count,
                       struct provenance *into) {
  struct u32_vec numbers = {0};
  for (uint32_t i = 0; i < 2 * count; i++)
    u32_vec_push(&numbers, i % count);
  provenance_read(into, &m->made, &numbers);
  u32_vec_release(&numbers);
}

static void replace(struct moving *m) {
  struct provenance provenance;
  struct inline_result *inlined = m->inlined;
  struct procedure *old = inlined->procedure;
  struct variable_vec variables = old->variables; // grew
  uint32_t count = old->edges.count;
  procedure_seal(&m->made);
  read_marks(m, count, &provenance);
  inline_follow(inlined, &provenance);
  provenance_release(&provenance);
  for (uint32_t i = 1; i < m->made.edges.count; i++)
    if (m->made.edges.at[i].origin >= count)
      inlined->origins.at[i].entered = 0;
  location_vec_release(&old->locations);
  edge_vec_release(&old->edges);
  *old = m->made;
  old->variables = variables;
  pass_made(m->program, old, "allocate activations");
}

static void allocate(struct moving *m) {
  const struct procedure *from = m->inlined->procedure;
  add_holders(m);
  m->made = *from;
  m->made.locations = (struct location_vec){0};
  m->made.edges = (struct edge_vec){0};
  m->made.is_sealed = false;
  location_vec_append(&m->made.locations, from->locations.at,
                      from->locations.count);
  edge_vec_resize(&m->made.edges, 1);
  for (uint32_t i = 1; i < from->edges.count; i++)
    copy_edge(m, i);
  replace(m);
  substitution_free(m->addresses);
  free(m->holders);
}

bool activations_allocate(struct program *program,
                          struct inline_result *inlined,
                          struct targets *targets) {
  struct moving m = {
      .program = program, .inlined = inlined, .targets = targets};
  for (uint32_t i = 0; i < inlined->parts.count; i++) {
    m.part = i;
    if (inlined->parts.at[i].is_recursive)
      find_moved(&m);
  }
  bool moves = !bitset_is_empty(&m.moved);
  if (moves)
    allocate(&m);
  bitset_release(&m.inside);
  bitset_release(&m.moved);
  return moves;
}
