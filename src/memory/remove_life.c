// What becomes of pointers to an object whose life ends.
//
// C says that they become indeterminate (6.2.4). When the same object, or the
// same frame, comes to life again it has the same cells and the same address
// here, and a pointer of before must not be taken for one to the new life. So,
// where a life ends, whatever may point into the object is wiped: if it does
// so now it points into an object that is never alive instead, at the same
// offset. That is done to variables and cells alike, by assignments
//
//   p := ite(p - &x <= size, p - &x + &ended, p)
//
// Of objects that do not come to life again that is not needed: they are not
// alive. What may point there, targets.h says. Of these most are never read
// again before they are written: parameters of functions that have returned,
// cells of frames that are no more. When the component is complete the
// assignments to them are taken out again; in programs that keep no pointer
// longer than what it points to nothing remains, and they cost nothing.
//
// Where elements are too many to be written one by one, or hold pieces of
// pointers, the object gets another address instead whenever it comes to life
// (64 bits only). If that cannot be, or if it is not known whether it has ended
// (LIFE_DOUBTED), a doubt is left, which is also taken out when what may point
// there is not read. So it is with handles (fopen) that are made again: all
// that one call makes are one object, and whoever has an older one has a doubt.
#include "memory/remover.h"

#include "base/memory.h"
#include "program/flow.h"

enum { MOST_ELEMENTS = 64 };

// Which blocks can end

static bool is_stack(const struct remover *r, const struct block *block) {
  if (block->kind != BLOCK_ONCE || !block->edge)
    return false;
  const struct operation *op = &r->from->edges.at[block->edge].op;
  return op->kind == OPERATION_ALLOCATE && op->allocate.kind != ALLOCATION_HEAP;
}

static bool is_mortal(const struct remover *r, uint32_t b) {
  const struct block *block = remover_block_of(r, b);
  return !variable_is_none(remover_region_of(r, b)->alive) &&
         ((block->kind == BLOCK_NAMED && !remover_is_given(r, b)) ||
          is_stack(r, block));
}

// Does it matter what holds its address?
static bool has_holders(const struct remover *r, uint32_t b) {
  return is_mortal(r, b) || remover_block_of(r, b)->is_again ||
         (r->options.leaks == LEAKS_TRACKED && remover_is_heap(r, b));
}

// Which come to life again. Of others it is enough that they are not alive.

static void list_blocks(struct remover *r, const struct operation *op,
                        struct u32_vec *into) {
  struct place_vec places = {0};
  for (uint32_t i = 0; i < op->live.count; i++) {
    place_vec_clear(&places);
    targets_of(r->removal->targets, op->live.addresses[i], &places);
    for (uint32_t k = 0; k < places.count; k++)
      u32_vec_push(into, places.at[k].object);
  }
  place_vec_release(&places);
}

static void list_instance(const struct remover *r, uint32_t instance,
                          struct u32_vec *into) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  for (uint32_t i = 0; i < procedure->objects.count; i++)
    u32_vec_push(into, r->from->objects.at[info->first_object + i].id);
  for (uint32_t b = 1; b < r->regions->at.count; b++)
    if (is_stack(r, remover_block_of(r, b)) &&
        r->inlined->origins.at[remover_block_of(r, b)->edge].instance ==
            instance)
      u32_vec_push(into, b);
}

// The blocks that end, or begin, with the edge.
static void list_changed(struct remover *r, uint32_t id, bool ends,
                         struct u32_vec *into) {
  const struct operation *op = &r->from->edges.at[id].op;
  const struct inline_origin *origin = &r->inlined->origins.at[id];
  if (op->kind == OPERATION_LIVE && op->live.life != LIFE_RENEWS &&
      (op->live.life != LIFE_BEGINS) == ends)
    list_blocks(r, op, into);
  if (ends && remover_leaves_instance(r, id))
    list_instance(r, origin->instance, into);
  if (!ends && origin->entered)
    list_instance(r, origin->entered, into);
  if (!ends && op->kind == OPERATION_ALLOCATE)
    u32_vec_push(into, targets_of_edge(r->removal->targets, id));
}

// By block: the edges at which it ends, or begins.
static struct u32_vec *index_changes(struct remover *r, bool ends) {
  struct u32_vec *edges = memory_new_zero(r->regions->at.count, sizeof *edges);
  struct u32_vec blocks = {0};
  for (uint32_t i = 1; i < r->from->edges.count; i++) {
    u32_vec_clear(&blocks);
    list_changed(r, i, ends, &blocks);
    for (uint32_t k = 0; k < blocks.count; k++)
      if (blocks.at[k] < r->regions->at.count && is_mortal(r, blocks.at[k]))
        u32_vec_push(&edges[blocks.at[k]], i);
  }
  u32_vec_release(&blocks);
  return edges;
}

static void find_revived(struct remover *r) {
  struct u32_vec *ends = index_changes(r, true);
  struct u32_vec *begins = index_changes(r, false);
  struct bitset reached = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    if (ends[b].count && begins[b].count) {
      bitset_clear(&reached);
      for (uint32_t i = 0; i < ends[b].count; i++)
        flow_reach(r->from, r->from->edges.at[ends[b].at[i]].to, NULL, NULL,
                   &reached);
      for (uint32_t i = 0; i < begins[b].count; i++)
        if (bitset_has(&reached, r->from->edges.at[begins[b].at[i]].from.id))
          bitset_add(&r->revived, b);
    }
    u32_vec_release(&ends[b]);
    u32_vec_release(&begins[b]);
  }
  bitset_release(&reached);
  free(ends);
  free(begins);
}

// Holders

static void add_holder(struct remover *r, const struct place_vec *places,
                       struct holder holder) {
  for (uint32_t i = 0; i < places->count; i++) {
    uint32_t b = places->at[i].object;
    if (i && places->at[i - 1].object == b)
      continue;
    if (b < r->regions->at.count && has_holders(r, b))
      holder_vec_push(&r->holders[b], holder);
  }
}

static void find_variables(struct remover *r) {
  struct place_vec places = {0};
  uint32_t count = r->first_own;
  for (uint32_t i = 1; i < count; i++) {
    const struct variable_info *info = &r->program->variables.at[i];
    struct variable variable = {i};
    bool is_ours = !info->owner.id || info->owner.id == r->from->frame.id;
    if (!is_ours || info->kind == VARIABLE_ADDRESS ||
        !targets_has_address(r->removal->targets, variable))
      continue;
    place_vec_clear(&places);
    targets_of(r->removal->targets, info->term, &places);
    add_holder(r, &places, (struct holder){.variable = variable});
  }
  place_vec_release(&places);
}

static void find_cells(struct remover *r) {
  struct place_vec places = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = remover_region_of(r, b);
    if (region->is_constant)
      continue;
    for (uint32_t i = 0; i < region->cells.count; i++) {
      const struct cell *cell = &region->cells.at[i];
      uint64_t period = region->period ? region->period : cell->period;
      place_vec_clear(&places);
      targets_held(r->removal->targets,
                   (struct place){b, (int64_t)cell->offset, period}, cell->size,
                   &places);
      struct holder holder = {cell->variable, b, i};
      add_holder(r, &places, holder);
    }
  }
  place_vec_release(&places);
}

void remover_find_holders(struct remover *r) {
  r->holders = memory_new_zero(r->regions->at.count, sizeof *r->holders);
  find_revived(r);
  find_variables(r);
  find_cells(r);
}

void remover_release_holders(struct remover *r) {
  for (uint32_t b = 0; r->holders && b < r->regions->at.count; b++)
    holder_vec_release(&r->holders[b]);
  free(r->holders);
  wipe_vec_release(&r->wipes);
  bitset_release(&r->revived);
  bitset_release(&r->moved);
}

// Wiping

// One pointer.
static struct term wipe_pointer(struct remover *r, uint32_t b, struct term p) {
  const struct region *region = remover_region_of(r, b);
  struct term offset = term_sub(r->terms, p, region->base);
  struct term size = remover_pointer_const(r, remover_block_of(r, b)->size);
  if (!variable_is_none(region->size))
    size = program_term(r->program, region->size);
  struct term ended = program_term(
      r->program, program_object(r->program, r->removal->ended)->address);
  struct term right = term_add(r->terms, ended, offset);
  struct term left = term_compare(r->terms, OP_ULE, offset, size);
  return term_ite(r->terms, left, right, p);
}

// One after the other, in a value that is as wide as some of them.
static struct term wipe_value(struct remover *r, uint32_t b,
                              struct term value) {
  unsigned width = r->program->pointer_width;
  unsigned whole = sort_width(term_sort(r->terms, value));
  struct term result = {0};
  for (unsigned low = 0; low < whole; low += width) {
    struct term part =
        wipe_pointer(r, b, term_extract(r->terms, low, width, value));
    result = term_is_none(result) ? part : term_concat(r->terms, part, result);
  }
  return result;
}

// All elements of an array.
static struct term wipe_array(struct remover *r, uint32_t b, struct term array,
                              uint64_t count, uint64_t period) {
  struct term result = array;
  for (uint64_t i = 0; i < count; i++) {
    struct term at = remover_pointer_const(r, i * period);
    struct term element = term_select(r->terms, array, at);
    result = term_store(r->terms, result, at, wipe_value(r, b, element));
  }
  return result;
}

// How many elements the array of a cell has; 0: not known, or too many.
static uint64_t element_count(const struct remover *r,
                              const struct holder *holder) {
  const struct region *region = remover_region_of(r, holder->block);
  const struct cell *cell = &region->cells.at[holder->cell];
  const struct block *block = remover_block_of(r, holder->block);
  if (block->kind == BLOCK_MANY || !block->size)
    return 0;
  uint64_t period = region->period ? region->period : cell->period;
  uint64_t bytes = region->period ? block->size : cell->end - cell->offset;
  uint64_t count = (bytes + period - 1) / period;
  return count <= MOST_ELEMENTS ? count : 0;
}

// None when it cannot be done.
static struct term wiped(struct remover *r, uint32_t b,
                         const struct holder *holder) {
  struct term value = program_term(r->program, holder->variable);
  struct sort sort = term_sort(r->terms, value);
  struct term none = {0};
  if (sort_is_bool(sort) || sort_width(sort) % r->program->pointer_width)
    return none;
  if (!sort_is_array(sort))
    return wipe_value(r, b, value);
  const struct region *region = remover_region_of(r, holder->block);
  uint64_t count = element_count(r, holder);
  uint64_t period =
      region->period ? region->period : region->cells.at[holder->cell].period;
  return count ? wipe_array(r, b, value, count, period) : none;
}

static struct location_id emit_wipe(struct remover *r, struct location_id from,
                                    struct variable variable,
                                    struct term value) {
  struct wipe wipe = {.edge = r->made->edges.count, .variable = variable};
  wipe_vec_push(&r->wipes, wipe);
  return remover_emit(r, from,
                      operation_assign_one(r->program, variable, value));
}

static struct location_id emit_doubt(struct remover *r, struct location_id from,
                                     uint32_t b, struct variable variable) {
  struct strbuf what = {0};
  bool is_again = remover_block_of(r, b)->is_again;
  strbuf_add(&what, is_again ? "older handles of `" : "pointers to `");
  region_print_block(r->regions, b, &what);
  strbuf_add(&what, is_again ? "`" : "` after its end");
  struct wipe wipe = {
      .edge = r->made->edges.count + 1, .variable = variable, .is_doubt = true};
  wipe_vec_push(&r->wipes, wipe);
  from = remover_emit_doubt(r, from, strbuf_text(&what));
  strbuf_release(&what);
  return from;
}

// It may have ended: then what points there is not known.
static struct location_id doubt_block(struct remover *r, uint32_t b,
                                      struct location_id from) {
  if (!is_mortal(r, b))
    return from;
  for (uint32_t i = 0; i < r->holders[b].count; i++)
    from = emit_doubt(r, from, b, r->holders[b].at[i].variable);
  return from;
}

// Does it point into the block? True where that cannot be said.
static struct term points_there(struct remover *r, uint32_t b,
                                struct variable holder) {
  struct term value = program_term(r->program, holder);
  struct sort sort = term_sort(r->terms, value);
  const struct region *region = remover_region_of(r, b);
  if (sort_is_bool(sort) || sort_is_array(sort) ||
      sort_width(sort) != r->program->pointer_width)
    return term_true(r->terms);
  return term_eq(r->terms, value, region->base);
}

struct location_id remover_doubt_older(struct remover *r, uint32_t b,
                                       struct location_id from) {
  for (uint32_t i = 0;
       remover_block_of(r, b)->is_again && i < r->holders[b].count; i++) {
    struct variable holder = r->holders[b].at[i].variable;
    struct term is_older = points_there(r, b, holder);
    struct location_id to = remover_new_location(r);
    uint32_t test = r->made->edges.count;
    struct location_id doubted = remover_emit_assume(r, from, is_older);
    remover_emit_to(r, from, to, operation_assume(term_not(r->terms, is_older)),
                    UNDEFINED_NONE);
    remover_emit_skip(r, emit_doubt(r, doubted, b, holder), to);
    wipe_vec_last(&r->wipes)->test = test;
    from = to;
  }
  return from;
}

struct location_id remover_end_block(struct remover *r, uint32_t b,
                                     struct location_id from) {
  if (!is_mortal(r, b))
    return from;
  const struct holder_vec *holders = &r->holders[b];
  bool must_wipe = bitset_has(&r->revived, b) && !bitset_has(&r->moved, b);
  for (uint32_t i = 0; must_wipe && i < holders->count; i++) {
    struct term value = wiped(r, b, &holders->at[i]);
    from = term_is_none(value)
               ? emit_doubt(r, from, b, holders->at[i].variable)
               : emit_wipe(r, from, holders->at[i].variable, value);
  }
  struct operation dead = operation_assign_one(
      r->program, remover_region_of(r, b)->alive, term_const(r->terms, 1, 0));
  return remover_emit(r, from, dead);
}

// Where something that points there cannot be wiped the object has another
// address in each life, as in a run: then &x is a variable.

static bool can_wipe(const struct remover *r, const struct holder *holder) {
  struct sort sort =
      term_sort(r->terms, program_term(r->program, holder->variable));
  if (sort_is_bool(sort) || sort_width(sort) % r->program->pointer_width)
    return false;
  return !sort_is_array(sort) || element_count(r, holder);
}

enum { FIRST_MOVED_BIT = 62, MOVED_AREA_BITS = 44 };

// Areas of their own, far from all objects: enough for 2^30 lives or more.
void remover_find_moved(struct remover *r) {
  uint64_t next = (uint64_t)1 << FIRST_MOVED_BIT;
  for (uint32_t b = 1; r->holders && b < r->regions->at.count; b++) {
    const struct block *block = remover_block_of(r, b);
    bool must = false;
    for (uint32_t i = 0; i < r->holders[b].count; i++)
      must |= !can_wipe(r, &r->holders[b].at[i]);
    if (!must || !bitset_has(&r->revived, b) || block->size > UINT16_MAX ||
        block->kind != BLOCK_NAMED || r->program->pointer_width != 64)
      continue;
    struct variable at = remover_add_variable(
        r, "address", sort_bits(r->program->pointer_width));
    program_variable(r->program, at)->initial = remover_pointer_const(r, next);
    substitution_set(r->layout, remover_region_of(r, b)->base,
                     program_term(r->program, at));
    bitset_add(&r->moved, b);
    next += (uint64_t)1 << MOVED_AREA_BITS;
  }
}

struct location_id remover_move_block(struct remover *r, uint32_t b,
                                      struct location_id from) {
  if (!bitset_has(&r->moved, b))
    return from;
  struct term at = substitution_apply(r->layout, remover_region_of(r, b)->base);
  uint64_t room = (remover_block_of(r, b)->size + 63) / 32 * 32;
  return remover_emit(
      r, from,
      operation_assign_one(
          r->program, program_variable_of(r->program, at),
          term_add(r->terms, at, remover_pointer_const(r, room))));
}

// What LIVE says of the objects of blocks.

static struct location_id begin_block(struct remover *r, uint32_t b,
                                      bool is_new, struct location_id from) {
  const struct region *region = remover_region_of(r, b);
  struct variable_vec cells = {0};
  remover_list_cells(r, b, &cells);
  from = remover_emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                            intern(r->program->names, "block"));
  variable_vec_release(&cells);
  if (!is_new || variable_is_none(region->alive))
    return from;
  from = remover_move_block(r, b, from);
  return remover_emit(r, from,
                      operation_assign_one(r->program, region->alive,
                                           term_const(r->terms, 1, 1)));
}

void remover_translate_live(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to) {
  struct place_vec places = {0};
  for (uint32_t i = 0; i < op->live.count; i++) {
    place_vec_clear(&places);
    targets_of(r->removal->targets, op->live.addresses[i], &places);
    for (uint32_t k = 0; k < places.count; k++) {
      uint32_t b = places.at[k].object;
      if (op->live.life == LIFE_BEGINS || op->live.life == LIFE_RENEWS)
        from = begin_block(r, b, op->live.life == LIFE_BEGINS, from);
      else if (r->options.checks_memory)
        from = op->live.life == LIFE_ENDS ? remover_end_block(r, b, from)
                                          : doubt_block(r, b, from);
    }
  }
  remover_emit_skip(r, from, to);
  place_vec_release(&places);
}

// Taking out what is not needed

struct liveness {
  const struct procedure *procedure;
  struct flow_into into;
  struct u32_vec *readers; // by variable that is asked about: edges
  struct u32_vec *writers; // likewise
  struct bitset asked;     // variables
  struct bitset passed;    // edges that neither read nor write
  struct bitset locations; // where the variable in question is live
};

static void note_edge(struct liveness *l, const struct program *program,
                      uint32_t id) {
  const struct operation *op = &l->procedure->edges.at[id].op;
  struct variable_vec targets = {0}, read = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    if (bitset_has(&l->asked, targets.at[i].id))
      u32_vec_push(&l->writers[targets.at[i].id], id);
  program_variables_read(program, op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    if (bitset_has(&l->asked, read.at[i].id))
      u32_vec_push(&l->readers[read.at[i].id], id);
  variable_vec_release(&targets);
  variable_vec_release(&read);
}

static void liveness_init(struct liveness *l, const struct program *program,
                          const struct procedure *procedure) {
  l->procedure = procedure;
  flow_into_init(&l->into, procedure);
  l->readers = memory_new_zero(program->variables.count, sizeof *l->readers);
  l->writers = memory_new_zero(program->variables.count, sizeof *l->writers);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (!bitset_has(&l->passed, i))
      note_edge(l, program, i);
}

static void liveness_release(struct liveness *l,
                             const struct program *program) {
  for (uint32_t i = 0; i < program->variables.count; i++) {
    u32_vec_release(&l->readers[i]);
    u32_vec_release(&l->writers[i]);
  }
  flow_into_release(&l->into);
  free(l->readers);
  free(l->writers);
  bitset_release(&l->asked);
  bitset_release(&l->passed);
  bitset_release(&l->locations);
}

// Backwards from where it is read, up to where it is written.
static void liveness_find(struct liveness *l, struct variable variable) {
  struct bitset written = {0};
  struct u32_vec pending = {0};
  bitset_clear(&l->locations);
  for (uint32_t i = 0; i < l->writers[variable.id].count; i++)
    bitset_add(&written, l->writers[variable.id].at[i]);
  for (uint32_t i = 0; i < l->readers[variable.id].count; i++) {
    uint32_t at = l->procedure->edges.at[l->readers[variable.id].at[i]].from.id;
    if (bitset_add(&l->locations, at))
      u32_vec_push(&pending, at);
  }
  while (pending.count) {
    uint32_t at = u32_vec_pop(&pending);
    for (uint32_t i = l->into.first[at]; i < l->into.first[at + 1]; i++) {
      uint32_t edge = l->into.at[i];
      uint32_t from = l->procedure->edges.at[edge].from.id;
      if (!bitset_has(&written, edge) && bitset_add(&l->locations, from))
        u32_vec_push(&pending, from);
    }
  }
  bitset_release(&written);
  u32_vec_release(&pending);
}

// Variables that always hold one address (fixed.h) do so no more if they are
// read after the end of what they point to.

static void unfix_holders(struct remover *r, struct liveness *l, uint32_t b,
                          struct location_id at) {
  for (uint32_t i = 0; i < r->holders[b].count; i++) {
    struct variable variable = r->holders[b].at[i].variable;
    if (!bitset_has(&r->fixed, variable.id))
      continue;
    liveness_find(l, variable);
    if (bitset_has(&l->locations, at.id))
      bitset_remove(&r->fixed, variable.id);
  }
}

static void unfix_ended(struct remover *r, struct liveness *l,
                        const struct edge *edge) {
  struct place_vec places = {0};
  for (uint32_t i = 0; i < edge->op.live.count; i++)
    targets_of(r->removal->targets, edge->op.live.addresses[i], &places);
  for (uint32_t i = 0; i < places.count; i++)
    if (is_mortal(r, places.at[i].object))
      unfix_holders(r, l, places.at[i].object, edge->to);
  place_vec_release(&places);
}

static void ask_about_fixed(struct remover *r, struct liveness *l) {
  for (uint32_t b = 1; b < r->regions->at.count; b++)
    for (uint32_t i = 0; i < r->holders[b].count; i++)
      if (bitset_has(&r->fixed, r->holders[b].at[i].variable.id))
        bitset_add(&l->asked, r->holders[b].at[i].variable.id);
}

void remover_unfix(struct remover *r) {
  struct liveness l = {0};
  ask_about_fixed(r, &l);
  liveness_init(&l, r->program, r->from);
  for (uint32_t i = 1; i < r->from->edges.count; i++) {
    const struct edge *edge = &r->from->edges.at[i];
    if (edge->op.kind == OPERATION_LIVE && edge->op.live.life == LIFE_ENDS)
      unfix_ended(r, &l, edge);
  }
  liveness_release(&l, r->program);
}

static int compare_wipes(const void *a, const void *b) {
  const struct wipe *x = a, *y = b;
  return x->variable.id < y->variable.id   ? -1
         : x->variable.id > y->variable.id ? 1
         : x->edge < y->edge               ? -1
                                           : x->edge > y->edge;
}

static void take_out(struct remover *r, const struct wipe *wipe) {
  struct edge *edge = &r->made->edges.at[wipe->edge];
  edge->op = wipe->is_doubt ? operation_assume(term_false(r->terms))
                            : operation_skip();
  if (wipe->test) {
    r->made->edges.at[wipe->test].op = operation_assume(term_false(r->terms));
    r->made->edges.at[wipe->test + 1].op = operation_skip();
  }
}

// Before the procedure is sealed.
void remover_prune_wipes(struct remover *r) {
  struct liveness l = {0};
  if (!r->wipes.count)
    return;
  qsort(r->wipes.at, r->wipes.count, sizeof *r->wipes.at, compare_wipes);
  for (uint32_t i = 0; i < r->wipes.count; i++) {
    bitset_add(&l.asked, r->wipes.at[i].variable.id);
    if (!r->wipes.at[i].is_doubt)
      bitset_add(&l.passed, r->wipes.at[i].edge);
    if (r->wipes.at[i].test) {
      bitset_add(&l.passed, r->wipes.at[i].test);
      bitset_add(&l.passed, r->wipes.at[i].test + 1);
    }
  }
  liveness_init(&l, r->program, r->made);
  for (uint32_t i = 0; i < r->wipes.count; i++) {
    const struct wipe *wipe = &r->wipes.at[i];
    if (!i || !variable_equal(wipe->variable, r->wipes.at[i - 1].variable))
      liveness_find(&l, wipe->variable);
    if (!bitset_has(&l.locations, r->made->edges.at[wipe->edge].to.id) &&
        !(wipe->is_doubt &&
          bitset_has(&l.locations, r->made->edges.at[wipe->edge].from.id)))
      take_out(r, wipe);
  }
  liveness_release(&l, r->program);
}
