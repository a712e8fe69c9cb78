// Memory of the heap that is left (library/leak.h).
//
// What is alive is known: of a site that runs once a bit, of others a number,
// which allocations and frees keep. Where the program ends, a site of which
// something is left leads to the undefined outcome (LEFT) by an edge that has
// the allocation as its origin: that is where the row is.
//
// LEAKS_FREED: whatever is alive is left.
//
// LEAKS_TRACKED: whatever is alive and cannot be reached. The roots are global
// variables; where the program ends by a call (exit, abort) also the variables
// of the functions that are active, which a return of main has ended. What
// holders there are is known (remove_life.c), by which a site is one of three:
//
//   - nothing that leads there from a root can hold an address of it: all that
//     is alive is left;
//   - it runs once: it is left if no root points into it, and no other block
//     that runs once and is reached itself, over at most MOST_LINKS links;
//   - it runs many times: one of its blocks is watched, of which nothing is
//     known but that it was allocated and is not freed yet, and is left in the
//     same way.
//
// Where blocks of sites that run many times point to each other nothing is
// known of what they reach: then more is left than in a run, and never less.
// So what is proved is true, and a run decides about what is not.
//
// Of executions that do not end engine/endless.c asks: whether something is
// lost at the head of a loop, where all active functions still have their
// variables, or whether there is an end to visits of heads.
#include "memory/remover.h"

#include "base/memory.h"
#include "library/leak.h"
#include "program/flow.h"

enum { MOST_LINKS = 4, MOST_LEAK_ELEMENTS = 64, MOST_ROUNDS = 1000 };

static bool is_many(const struct remover *r, uint32_t b) {
  return remover_block_of(r, b)->kind == BLOCK_MANY;
}

// Who holds what

// Is the instance active where the edge is?
static bool is_active(const struct remover *r, uint32_t instance,
                      uint32_t edge) {
  uint32_t at = r->inlined->origins.at[edge].instance;
  while (at && at != instance)
    at = r->inlined->instances.at[at].parent;
  return at != 0;
}

// The instance that the variable, or the object, of the frame belongs to; 0:
// nobody knows.
static uint32_t instance_of(const struct remover *r, uint32_t index,
                            bool is_object) {
  const struct inline_instance_vec *instances = &r->inlined->instances;
  uint32_t found = 0;
  for (uint32_t i = 1; i < instances->count; i++) {
    const struct inline_instance *one = &instances->at[i];
    const struct procedure *procedure =
        program_procedure(r->program, one->procedure);
    uint32_t first = is_object ? one->first_object : one->first_variable;
    uint32_t count =
        is_object ? procedure->objects.count : procedure->variables.count;
    if (index >= first && index - first < count)
      found = i;
  }
  return found;
}

static uint32_t find_variable(const struct remover *r,
                              struct variable variable) {
  for (uint32_t i = 0; i < r->from->variables.count; i++)
    if (variable_equal(r->from->variables.at[i], variable))
      return instance_of(r, i, false);
  return 0;
}

static uint32_t find_object(const struct remover *r, struct object_id object) {
  for (uint32_t i = 0; i < r->from->objects.count; i++)
    if (r->from->objects.at[i].id == object.id)
      return instance_of(r, i, true);
  return 0;
}

// One end of the program, or a place where it might be.
struct ending {
  uint32_t edge;        // that it is before
  bool is_return;       // nothing is active behind it
  struct bitset held;   // blocks that something may lead to from a root
  struct term *reached; // by block that runs once: whether something does; none
                        // as long as nothing is known
};

// Is the holder a variable that is there then?
static bool is_root(const struct remover *r, const struct holder *holder,
                    const struct ending *ending) {
  bool is_return = ending->is_return;
  uint32_t instance;
  if (!holder->block) {
    const struct variable_info *info =
        program_variable(r->program, holder->variable);
    if (!info->owner.id)
      return true;
    if (info->kind == VARIABLE_TEMPORARY || is_return)
      return false;
    instance = find_variable(r, holder->variable);
  } else {
    const struct block *block = remover_block_of(r, holder->block);
    if (block->kind != BLOCK_NAMED)
      return false;
    if (program_object(r->program, block->object)->kind != OBJECT_FRAME)
      return true;
    instance = is_return ? 0 : find_object(r, block->object);
  }
  return instance && is_active(r, instance, ending->edge);
}

static bool is_heap_holder(const struct remover *r,
                           const struct holder *holder) {
  return holder->block && remover_is_heap(r, holder->block);
}

// Does the value point into `size` bytes at the address, or to its start?
static struct term points_into(struct remover *r, struct term value,
                               struct term address, struct term size) {
  struct term offset = term_sub(r->terms, value, address);
  struct term is_inside = term_compare(r->terms, OP_ULT, offset, size);
  struct term is_start = term_eq(r->terms, value, address);
  return term_or(r->terms, is_start, is_inside);
}

// The same of a value that may be as wide as several pointers.
static struct term parts_point(struct remover *r, struct term value,
                               struct term address, struct term size) {
  unsigned width = r->program->pointer_width;
  unsigned whole = sort_width(term_sort(r->terms, value));
  struct term result = term_false(r->terms);
  for (unsigned low = 0; low + width <= whole; low += width) {
    struct term part = term_extract(r->terms, low, width, value);
    struct term points = points_into(r, part, address, size);
    result = term_or(r->terms, result, points);
  }
  return result;
}

static uint64_t element_count(const struct remover *r,
                              const struct holder *holder, uint64_t *period) {
  const struct region *region = remover_region_of(r, holder->block);
  const struct cell *cell = &region->cells.at[holder->cell];
  const struct block *block = remover_block_of(r, holder->block);
  *period = region->period ? region->period : cell->period;
  if (block->kind == BLOCK_MANY || !block->size)
    return 0;
  uint64_t bytes = region->period ? block->size : cell->end - cell->offset;
  uint64_t count = (bytes + *period - 1) / *period;
  return count <= MOST_LEAK_ELEMENTS ? count : 0;
}

// Does it point there? False where that cannot be said.
static struct term holder_points(struct remover *r, const struct holder *holder,
                                 struct term address, struct term size) {
  struct term value = program_term(r->program, holder->variable);
  struct sort sort = term_sort(r->terms, value);
  struct term result = term_false(r->terms);
  if (sort_is_bool(sort))
    return result;
  if (!sort_is_array(sort))
    return parts_point(r, value, address, size);
  uint64_t period;
  uint64_t count = element_count(r, holder, &period);
  for (uint64_t i = 0; i < count; i++) {
    struct term at = remover_pointer_const(r, i * period);
    struct term element = term_select(r->terms, value, at);
    struct term points = parts_point(r, element, address, size);
    result = term_or(r->terms, result, points);
  }
  return result;
}

// Reaching

static bool leads_there(const struct remover *r, const struct ending *ending,
                        uint32_t b) {
  const struct holder_vec *holders = &r->holders[b];
  for (uint32_t i = 0; i < holders->count; i++)
    if (is_root(r, &holders->at[i], ending) ||
        (is_heap_holder(r, &holders->at[i]) &&
         bitset_has(&ending->held, holders->at[i].block)))
      return true;
  return false;
}

static void find_held(const struct remover *r, struct ending *ending) {
  bool grows = true;
  while (grows) {
    grows = false;
    for (uint32_t b = 1; b < r->regions->at.count; b++)
      if (remover_is_heap(r, b) && !bitset_has(&ending->held, b) &&
          leads_there(r, ending, b)) {
        bitset_add(&ending->held, b);
        grows = true;
      }
  }
}

// Is the object of the holder alive, and reached, as far as is known?
static struct term holder_counts(struct remover *r, const struct ending *ending,
                                 const struct holder *holder) {
  struct term none = {0};
  const struct region *region = remover_region_of(r, holder->block);
  if (is_root(r, holder, ending))
    return holder->block ? remover_is_alive(r, region, none)
                         : term_true(r->terms);
  if (!is_heap_holder(r, holder) || is_many(r, holder->block) ||
      term_is_none(ending->reached[holder->block]))
    return term_false(r->terms);
  return term_and(r->terms, remover_is_alive(r, region, none),
                  ending->reached[holder->block]);
}

static struct term is_reached(struct remover *r, const struct ending *ending,
                              uint32_t b, struct term address,
                              struct term size) {
  struct term result = term_false(r->terms);
  for (uint32_t i = 0; i < r->holders[b].count; i++) {
    const struct holder *holder = &r->holders[b].at[i];
    struct term counts = holder_counts(r, ending, holder);
    if (term_is_false(r->terms, counts))
      continue;
    struct term points = holder_points(r, holder, address, size);
    result = term_or(r->terms, result, term_and(r->terms, counts, points));
  }
  return result;
}

static struct term size_of(const struct remover *r, uint32_t b) {
  const struct region *region = remover_region_of(r, b);
  return variable_is_none(region->size)
             ? remover_pointer_const(r, remover_block_of(r, b)->size)
             : program_term(r->program, region->size);
}

static void find_reached(struct remover *r, struct ending *ending) {
  uint32_t count = r->regions->at.count;
  ending->reached = memory_new_zero(count, sizeof *ending->reached);
  struct term *next = memory_new_zero(count, sizeof *next);
  for (int round = 0; round < MOST_LINKS; round++) {
    for (uint32_t b = 1; b < count; b++)
      if (bitset_has(&ending->held, b) && !is_many(r, b))
        next[b] = is_reached(r, ending, b, remover_region_of(r, b)->base,
                             size_of(r, b));
    for (uint32_t b = 1; b < count; b++)
      ending->reached[b] = next[b];
  }
  free(next);
}

// The ghosts

// Which blocks of sites that run many times may be held when the program ends.
static void find_watched(struct remover *r, struct bitset *watched) {
  for (uint32_t i = 1; i < r->from->edges.count; i++) {
    const struct edge *edge = &r->from->edges.at[i];
    bool is_ending = leak_is_ending(r->program, &edge->op);
    if (!is_ending && !bitset_has(&r->heads, edge->from.id))
      continue;
    struct ending ending = {.edge = i,
                            .is_return = edge->op.kind == OPERATION_RETURN &&
                                         !bitset_has(&r->heads, edge->from.id)};
    find_held(r, &ending);
    bitset_unite(watched, &ending.held);
    bitset_release(&ending.held);
  }
}

static void find_heads(struct remover *r) {
  struct flow_order order;
  flow_order_init(&order, r->from, NULL, NULL);
  bitset_unite(&r->heads, &order.heads);
  flow_order_release(&order);
}

void remover_add_leaks(struct remover *r) {
  struct bitset watched = {0};
  struct sort word = sort_bits(r->program->pointer_width);
  if (r->options.leaks && r->options.leak_time != LEAKS_AT_END)
    find_heads(r);
  if (r->options.leaks && r->options.leak_time == LEAKS_IN_ROUNDS)
    r->rounds = remover_add_variable(r, "rounds", sort_bits(32));
  if (r->options.leaks == LEAKS_TRACKED)
    find_watched(r, &watched);
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    struct region *region = &r->regions->at.at[b];
    if (!r->options.leaks || !remover_is_heap(r, b) || !is_many(r, b))
      continue;
    region->living = remover_add_variable(r, "living", word);
    if (bitset_has(&watched, b))
      region->watched = remover_add_variable(r, "watched", word);
  }
  bitset_release(&watched);
}

struct location_id remover_note_new(struct remover *r, struct location_id from,
                                    uint32_t b, struct term address,
                                    struct binding_vec *bindings) {
  const struct region *region = remover_region_of(r, b);
  if (variable_is_none(region->living))
    return from;
  struct term living = program_term(r->program, region->living);
  struct term one = remover_pointer_const(r, 1);
  binding_vec_push(bindings, (struct binding){region->living,
                                              term_add(r->terms, living, one)});
  if (variable_is_none(region->watched))
    return from;
  if (variable_is_none(r->watching))
    r->watching = remover_add_variable(r, "watching", sort_bits(1));
  from = remover_emit(
      r, from,
      operation_havoc(r->program, &r->watching, 1, ORIGIN_ASSUMPTION,
                      intern(r->program->names, "the block that is watched")));
  struct term watched = program_term(r->program, region->watched);
  struct term is_chosen =
      term_nonzero(r->terms, program_term(r->program, r->watching));
  binding_vec_push(
      bindings, (struct binding){region->watched, term_ite(r->terms, is_chosen,
                                                           address, watched)});
  return from;
}

void remover_note_dead(struct remover *r, uint32_t b, struct term address,
                       struct binding_vec *bindings) {
  const struct region *region = remover_region_of(r, b);
  if (variable_is_none(region->living))
    return;
  struct term living = program_term(r->program, region->living);
  struct term one = remover_pointer_const(r, 1);
  binding_vec_push(bindings, (struct binding){region->living,
                                              term_sub(r->terms, living, one)});
  if (variable_is_none(region->watched))
    return;
  struct term watched = program_term(r->program, region->watched);
  struct term is_it = term_eq(r->terms, watched, address);
  struct term zero = remover_pointer_const(r, 0);
  binding_vec_push(bindings,
                   (struct binding){region->watched,
                                    term_ite(r->terms, is_it, zero, watched)});
}

// Endings

// Is something of the site left?
static struct term is_left(struct remover *r, const struct ending *ending,
                           uint32_t b) {
  const struct region *region = remover_region_of(r, b);
  struct term none = {0};
  bool is_held = bitset_has(&ending->held, b);
  if (!is_many(r, b)) {
    struct term is_alive = remover_is_alive(r, region, none);
    return is_held ? term_and(r->terms, is_alive,
                              term_not(r->terms, ending->reached[b]))
                   : is_alive;
  }
  if (!is_held)
    return term_nonzero(r->terms, program_term(r->program, region->living));
  uint64_t size = remover_block_of(r, b)->size;
  struct term watched = program_term(r->program, region->watched);
  struct term length = remover_pointer_const(r, size ? size : 1);
  return term_and(
      r->terms, term_nonzero(r->terms, watched),
      term_not(r->terms, is_reached(r, ending, b, watched, length)));
}

// Code that nobody sees may have freed it, or keep it.
static bool is_known(const struct remover *r, uint32_t b) {
  return r->options.unknown_writes_nothing ||
         !targets_escapes(r->removal->targets, b);
}

static struct location_id emit_left(struct remover *r, struct location_id from,
                                    uint32_t b, struct term left,
                                    const char *doubt) {
  uint32_t edge = r->edge;
  struct location_id there = remover_emit_assume(r, from, left);
  r->edge = remover_block_of(r, b)->edge;
  if (doubt)
    remover_emit(r, there, operation_doubt(intern(r->program->names, doubt)));
  else
    remover_emit_to(r, there, remover_undefined(r), operation_skip(),
                    UNDEFINED_LEFT);
  r->edge = edge;
  return remover_emit_assume(r, from, term_not(r->terms, left));
}

static struct location_id check_blocks(struct remover *r,
                                       struct location_id from,
                                       struct ending ending,
                                       const char *doubt) {
  if (r->options.leaks == LEAKS_TRACKED) {
    find_held(r, &ending);
    find_reached(r, &ending);
  }
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    if (!remover_is_heap(r, b))
      continue;
    struct term left = is_left(r, &ending, b);
    if (!term_is_false(r->terms, left))
      from = emit_left(r, from, b, left,
                       is_known(r, b) ? doubt
                                      : "what code that is not seen does with "
                                        "memory of the heap");
  }
  bitset_release(&ending.held);
  free(ending.reached);
  return from;
}

struct location_id remover_check_leaks(struct remover *r,
                                       struct location_id from) {
  const struct operation *op = &r->from->edges.at[r->edge].op;
  if (!r->options.leaks || !leak_is_ending(r->program, op))
    return from;
  struct ending ending = {.edge = r->edge,
                          .is_return = op->kind == OPERATION_RETURN};
  return check_blocks(r, from, ending, NULL);
}

// One visit more.
static struct location_id count_round(struct remover *r,
                                      struct location_id from) {
  struct term rounds = program_term(r->program, r->rounds);
  struct term next = term_add(r->terms, rounds, term_const(r->terms, 32, 1));
  struct term is_last =
      term_eq(r->terms, rounds, term_const(r->terms, 32, MOST_ROUNDS));
  remover_emit(r, remover_emit_assume(r, from, is_last),
               operation_unsupported(
                   intern(r->program->names, "executions that go on and on")));
  from = remover_emit_assume(r, from, term_not(r->terms, is_last));
  return remover_emit(r, from,
                      operation_assign_one(r->program, r->rounds, next));
}

struct location_id remover_check_head(struct remover *r, uint32_t location,
                                      struct location_id from) {
  if (!bitset_has(&r->heads, location))
    return from;
  r->edge = r->from->locations.at[location].first_out;
  if (r->options.leak_time == LEAKS_IN_ROUNDS)
    return count_round(r, from);
  return check_blocks(r, from, (struct ending){.edge = r->edge},
                      "memory that is lost at the head of a loop");
}
