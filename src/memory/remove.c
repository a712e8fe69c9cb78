// The edges of a component, location by location.
#include "memory/activation.h"
#include "memory/fixed.h"
#include "memory/remover.h"
#include "program/pass.h"

static const char REQUIRED_DOUBT[] = "whether callers see to an access";

// Edges

bool remover_leaves_instance(const struct remover *r, uint32_t id) {
  const struct inline_origin *origin = &r->inlined->origins.at[id];
  const struct procedure *procedure =
      program_procedure(r->program, origin->procedure);
  return origin->instance != 1 &&
         procedure_edge(procedure, origin->edge)->op.kind == OPERATION_RETURN;
}

static bool is_access(enum undefined_reason reason) {
  return reason == UNDEFINED_INVALID_READ ||
         reason == UNDEFINED_INVALID_WRITE || reason == UNDEFINED_IN_PLACE ||
         reason == UNDEFINED_INVALID_FREE || reason == UNDEFINED_OVERLAP ||
         reason == UNDEFINED_MEMBER || reason == UNDEFINED_INVALID_CALL;
}

static void note_required(struct remover *r, const struct edge *edge) {
  if (!removal_requires(r->removal, edge->position))
    position_vec_push(&r->removal->required, edge->position);
}

// A library routine is given null, say: whose is that? Where the edge asks
// nothing, what it is about was asked on the way there.
static enum giver giver_of(const struct remover *r, const struct edge *edge,
                           const struct operation *op) {
  if (!r->given || !r->options.checks_memory || !is_access(edge->undefined))
    return GIVER_ITSELF;
  return op->kind == OPERATION_ASSUME &&
                 !term_is_true(r->terms, op->assume.condition)
             ? given_pointer(r->given, r->edge, op->assume.condition)
             : given_way(r->given, r->edge, true);
}

static void translate_failure(struct remover *r, const struct edge *edge,
                              const struct operation *op,
                              struct location_id from) {
  enum giver giver = giver_of(r, edge, op);
  if (giver & GIVER_CALLERS)
    note_required(r, edge);
  if (giver == GIVER_EITHER)
    remover_emit(r, remover_emit(r, from, *op),
                 operation_doubt(intern(r->program->names, REQUIRED_DOUBT)));
  else
    remover_emit_to(r, from, edge->to, *op,
                    giver == GIVER_CALLERS ? UNDEFINED_REQUIRED
                                           : edge->undefined);
}

static void translate(struct remover *r, uint32_t id, struct location_id from) {
  const struct edge *edge = &r->from->edges.at[id];
  struct operation ordered = remover_order_operation(r, &edge->op);
  const struct operation *op = &ordered;
  struct location_id to = edge->to;
  r->edge = id;
  from = remover_check_leaks(r, from);
  uint32_t entered = r->inlined->origins.at[id].entered;
  if (r->options.checks_memory && remover_leaves_instance(r, id)) {
    from = remover_emit(r, from, *op);
    remover_emit_skip(
        r, remover_end_instance(r, r->inlined->origins.at[id].instance, from),
        to);
    return;
  }
  if (entered) {
    struct location_id inside = inline_enters_part(r->inlined, id)
                                    ? remover_start_part(r, op, from)
                                    : remover_emit(r, from, *op);
    remover_emit_skip(r, remover_enter_frame(r, entered, inside), to);
    return;
  }
  if (remover_has_wild_address(r, op)) {
    remover_emit_to(r, from, to, operation_unsupported(remover_layout_name(r)),
                    UNDEFINED_NONE);
    return;
  }
  switch (op->kind) {
  case OPERATION_ASSIGN:
    if (edge->undefined != UNDEFINED_NONE)
      translate_failure(r, edge, op, from);
    else
      remover_translate_assign(r, op, from, to);
    break;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: remover_translate_access(r, op, from, to); break;
  case OPERATION_COPY:
  case OPERATION_FILL: remover_translate_block(r, op, from, to); break;
  case OPERATION_ALLOCATE: remover_translate_allocate(r, op, from, to); break;
  case OPERATION_FREE: remover_translate_free(r, op, from, to); break;
  case OPERATION_LIVE: remover_translate_live(r, op, from, to); break;
  case OPERATION_CALL:
    if (remover_is_required(r, op)) {
      note_required(r, edge);
      remover_emit_to(r, from, r->made->undefined, operation_skip(),
                      UNDEFINED_REQUIRED);
    } else {
      remover_translate_call(r, op, from, to);
    }
    break;
  case OPERATION_PERFORM: remover_translate_perform(r, op, from, to); break;
  case OPERATION_THREAD: remover_translate_thread(r, op, from, to); break;
  case OPERATION_ASSUME: translate_failure(r, edge, op, from); break;
  default: remover_emit_to(r, from, to, *op, edge->undefined);
  }
}

// Of many objects those of one constant size, that are freed one by one.
static bool has_known_bounds(const struct remover *r, uint32_t block) {
  const struct block *info = remover_block_of(r, block);
  if (info->kind != BLOCK_MANY)
    return true;
  const struct operation *op = &r->from->edges.at[info->edge].op;
  return info->size && op->kind == OPERATION_ALLOCATE &&
         op->allocate.kind == ALLOCATION_HEAP;
}

// Objects have gaps between them, so that only bytes of one object, which are
// there, can be so close.
static struct term is_apart(struct remover *r, struct term distance,
                            struct term size) {
  struct term zero = remover_pointer_const(r, 0);
  struct term back = term_sub(r->terms, zero, distance);
  struct term right = term_compare(r->terms, OP_ULE, size, back);
  struct term left = term_compare(r->terms, OP_ULE, size, distance);
  struct term second = term_and(r->terms, left, right);
  struct term first = term_eq(r->terms, distance, zero);
  return term_or(r->terms, first, second);
}

// Is the access in an object whose bounds are known, whatever else the pointer
// may lead to?
static struct term is_bounded(struct remover *r, const struct access *access) {
  struct term bounded = term_false(r->terms);
  for (uint32_t i = 0; i < access->places.count; i++)
    if (!remover_is_outside(r, access->places.at[i]) &&
        has_known_bounds(r, access->places.at[i].object))
      bounded = term_or(r->terms, bounded,
                        remover_place_test(r, access, access->places.at[i]));
  return bounded;
}

// Null is excluded whatever else is not known. Where it is not certain that the
// bounds of what is met are known, `bounded` says when they are.
static struct term validity(struct remover *r, const struct operation *op,
                            bool *is_certain, struct term *doubted,
                            struct term *bounded) {
  *is_certain = true;
  *doubted = *bounded = term_false(r->terms);
  if (op->invalid.access == ACCESS_OVERLAP)
    return r->options.checks_memory
               ? is_apart(r, op->invalid.address, op->invalid.size)
               : term_true(r->terms);
  if (op->invalid.access == ACCESS_HANDLE) {
    *is_certain = !remover_is_handle_gone(r, op->invalid.address);
    return remover_handle_validity(r, op->invalid.address);
  }
  if (op->invalid.access == ACCESS_STRING)
    return remover_string_validity(r, op, is_certain, doubted);
  if (op->invalid.access == ACCESS_CALL)
    return term_true(r->terms);
  if (op->invalid.access == ACCESS_FREE)
    return r->options.checks_memory
               ? remover_free_validity(r, op->invalid.address, is_certain)
               : term_true(r->terms);
  struct access access;
  remover_access_init(r, &access, op->invalid.address, op->invalid.size,
                      op->invalid.access == ACCESS_WRITE);
  struct term valid = remover_access_is_valid_term(r, &access);
  *is_certain = !access.has_outside;
  for (uint32_t i = 0; i < access.places.count; i++)
    *is_certain &= has_known_bounds(r, access.places.at[i].object);
  if (!*is_certain)
    *bounded = is_bounded(r, &access);
  remover_access_release(&access);
  return valid;
}

// Takes what callers have to see to out of what is invalid.
static struct term emit_required(struct remover *r, struct location_id at,
                                 const struct edge *edge, struct term invalid) {
  struct term_table *terms = r->terms;
  if (!r->given || !r->options.checks_memory || !is_access(edge->undefined))
    return invalid;
  struct required required = remover_required(r, &edge->op);
  remover_note_meant(r, edge);
  struct term needed = term_and(terms, invalid, required.needed);
  struct term doubted = term_and(terms, invalid, required.doubted);
  if (!term_is_false(terms, needed)) {
    note_required(r, edge);
    remover_emit_to(r, remover_emit_assume(r, at, needed), edge->to,
                    operation_skip(), UNDEFINED_REQUIRED);
  }
  if (!term_is_false(terms, doubted)) {
    note_required(r, edge);
    remover_emit(r, remover_emit_assume(r, at, doubted),
                 operation_doubt(intern(r->program->names, REQUIRED_DOUBT)));
  }
  struct term left = term_or(terms, required.needed, required.doubted);
  return term_and(terms, invalid, term_not(terms, left));
}

// What is certainly invalid ends here; the rest goes on.
static struct location_id
emit_validity(struct remover *r, struct location_id at, const struct edge *edge,
              struct term valid, struct term doubted) {
  struct term invalid = emit_required(r, at, edge, term_not(r->terms, valid));
  if (r->options.checks_memory && edge->undefined != UNDEFINED_IMPOSSIBLE &&
      !term_is_false(r->terms, doubted)) {
    remover_emit(
        r, remover_emit_assume(r, at, term_and(r->terms, invalid, doubted)),
        operation_doubt(
            intern(r->program->names,
                   edge->undefined == UNDEFINED_UNSURE
                       ? "how much a library routine writes"
                       : "whether a string in a large object ends")));
    invalid = term_and(r->terms, invalid, term_not(r->terms, doubted));
  }
  if (r->options.checks_memory)
    remover_emit_to(r, remover_emit_assume(r, at, invalid), edge->to,
                    operation_skip(), edge->undefined);
  else
    remover_emit_to(r, at, edge->to, operation_assume(invalid),
                    edge->undefined);
  return remover_emit_assume(r, at, valid);
}

// Memory of which nothing is known: callers see to it that it is there, if they
// gave the pointer.
static struct location_id emit_unbounded(struct remover *r,
                                         struct location_id at,
                                         const struct edge *edge) {
  if (remover_is_outside_gone(r))
    return remover_emit_doubt(r, at, "whether memory outside is still there");
  if (!r->given || !is_access(edge->undefined) ||
      given_pointer(r->given, r->edge, edge->op.invalid.address) !=
          GIVER_CALLERS)
    return remover_emit_doubt(r, at, "access to memory of unknown bounds");
  note_required(r, edge);
  struct term behind = remover_is_behind(r, &edge->op);
  if (!term_is_false(r->terms, behind)) {
    remover_emit_to(r, remover_emit_assume(r, at, behind), edge->to,
                    operation_skip(), edge->undefined);
    at = remover_emit_assume(r, at, term_not(r->terms, behind));
  }
  struct term beside = remover_is_beside(r, &edge->op);
  if (!term_is_false(r->terms, beside)) {
    remover_emit(r, remover_emit_assume(r, at, beside),
                 operation_doubt(intern(r->program->names, REQUIRED_DOUBT)));
    at = remover_emit_assume(r, at, term_not(r->terms, beside));
  }
  struct term choice = remover_emit_any(r, &at, REQUIRED_DOUBT);
  remover_emit_to(r, remover_emit_assume(r, at, choice), edge->to,
                  operation_skip(), UNDEFINED_REQUIRED);
  return remover_emit_assume(r, at, term_not(r->terms, choice));
}

// Memory of which nothing is known begins where the known objects end, also
// those that are gone.
static struct location_id emit_gone(struct remover *r, struct location_id at,
                                    const struct edge *edge) {
  if (!r->given || !is_access(edge->undefined))
    return at;
  struct term gone = remover_is_gone(r, &edge->op);
  if (term_is_false(r->terms, gone))
    return at;
  remover_emit_to(r, remover_emit_assume(r, at, gone), edge->to,
                  operation_skip(), edge->undefined);
  return remover_emit_assume(r, at, term_not(r->terms, gone));
}

struct location_id remover_check(struct remover *r, struct location_id at,
                                 const struct edge *edge) {
  bool is_certain;
  struct term doubted, bounded;
  struct term valid = validity(r, &edge->op, &is_certain, &doubted, &bounded);
  bool is_impossible = edge->undefined == UNDEFINED_IMPOSSIBLE;
  if (edge->undefined == UNDEFINED_UNSURE)
    doubted = term_true(r->terms);
  if (is_impossible)
    valid = term_or(r->terms, valid, doubted);
  if (!term_is_true(r->terms, valid))
    at = emit_validity(r, at, edge, valid, doubted);
  if (is_certain || !r->options.checks_memory || is_impossible)
    return at;
  at = emit_gone(r, at, edge);
  if (term_is_false(r->terms, bounded))
    return emit_unbounded(r, at, edge);
  struct location_id inside = remover_emit_assume(r, at, bounded);
  at = remover_emit_assume(r, at, term_not(r->terms, bounded));
  at = emit_unbounded(r, at, edge);
  remover_emit_skip(r, inside, at);
  return at;
}

// First the invalid accesses, one after the other, then the rest.
static void translate_location(struct remover *r, uint32_t id) {
  const struct location *location = &r->from->locations.at[id];
  struct location_id at = remover_check_head(r, id, (struct location_id){id});
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &r->from->edges.at[location->first_out + i];
    if (edge->op.kind != OPERATION_INVALID)
      continue;
    r->edge = location->first_out + i;
    at = remover_check(r, at, edge);
  }
  r->edge = location->first_out;
  at = remover_emit_choice(r, location, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &r->from->edges.at[location->first_out + i];
    if (r->chooses) {
      r->edge = location->first_out + i;
      remover_emit_to(
          r, at, edge->to,
          operation_assume(remover_choice_test(r, i, location->out_count)),
          edge->undefined);
    } else if (edge->op.kind != OPERATION_INVALID) {
      translate(r, location->first_out + i, at);
    }
  }
}

// The new procedure

static struct procedure *add_procedure(struct program *program,
                                       const struct procedure *from) {
  struct procedure *made =
      procedure_new_form(program, from, "without pointers");
  for (uint32_t i = 1; i < from->locations.count; i++) {
    struct location_id copy =
        procedure_add_location(made, from->locations.at[i].position);
    procedure_location(made, copy)->label = from->locations.at[i].label;
  }
  made->exit = from->exit;
  made->undefined = from->undefined;
  return made;
}

static void finish(struct remover *r) {
  struct procedure *made = r->made;
  remover_prune_wipes(r);
  remover_settle_kept(r);
  procedure_seal(made);
  provenance_read(&r->removal->provenance, made, NULL);
  variable_vec_append(&r->removal->own, r->regions->variables.at,
                      r->regions->variables.count);
  if (!r->layout)
    return;
  for (uint32_t i = 0; i < r->removal->own.count; i++) {
    struct variable_info *info =
        program_variable(r->program, r->removal->own.at[i]);
    if (!term_is_none(info->initial))
      info->initial = substitution_apply(r->layout, info->initial);
  }
}

static void build(struct remover *r) {
  struct program *program = r->program;
  r->made = add_procedure(program, r->from);
  if (r->options.checks_memory) {
    remover_add_alive(r);
    remover_find_holders(r);
    remover_add_leaks(r);
    remover_unfix(r);
  }
  if (r->options.has_layout) {
    remover_choose_layout(r);
    remover_find_moved(r);
    remover_find_constants(r);
    remover_fix_constants(r);
  }
  r->edge = r->from->locations.at[r->from->entry.id].first_out;
  r->made->entry = remover_new_location(r);
  struct location_id first = remover_enter_frame(r, 1, r->made->entry);
  first = remover_havoc_ranks(r, first);
  remover_note_gaps(r);
  first = remover_havoc_areas(r, first);
  first = remover_reset_areas(r, first);
  first = remover_revive_given(r, first);
  first = remover_assume_entry(r, first);
  first = remover_initialise(r, first);
  remover_emit_skip(r, first, r->from->entry);
  for (uint32_t i = 1; i < r->from->locations.count; i++) {
    translate_location(r, i);
    if (r->made->edges.count > REMOVAL_EDGE_LIMIT) {
      procedure_free(r->made);
      return;
    }
  }
  finish(r);
  r->removal->procedure = r->made;
}

// Sizes of allocations that are constant after all.
static void find_sizes(struct removal *removal,
                       const struct procedure *procedure, struct known *known) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    uint32_t block = targets_of_edge(removal->targets, i);
    uint64_t size;
    if (op->kind == OPERATION_ALLOCATE &&
        !targets_blocks(removal->targets)->at[block].size &&
        known_constant(known, i, op->allocate.size, &size))
      targets_set_size(removal->targets, block, size);
  }
}

// An object that is never alive: its address is no other's.
static struct object_id add_ended(struct program *program) {
  uint64_t most = 1;
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].kind == OBJECT_FRAME &&
        program->objects.at[i].size > most)
      most = program->objects.at[i].size;
  return program_add_object(
      program, (struct object_info){.kind = OBJECT_GLOBAL,
                                    .name = intern(program->names, "ended"),
                                    .size = most,
                                    .alignment = 16,
                                    .is_internal = true});
}

// Elements that the code gets at are there.
static bool grow_entry(struct removal *removal, const struct targets *targets) {
  struct entry_state *entry = &removal->entry;
  uint32_t count = entry->objects.count;
  bool grows = false;
  for (uint32_t i = 0; i < count; i++) {
    struct object_id object = entry->objects.at[i].object;
    grows |= entry_state_grow(entry, removal->program, object,
                              targets_elements(targets, object));
  }
  return grows;
}

static struct targets *find_targets(struct removal *removal,
                                    const struct inline_result *inlined,
                                    const struct removal_options *options) {
  const struct procedure *procedure = inlined->procedure;
  struct targets_options targets_options = {
      .inlined = inlined,
      .entry = options->is_open ? &removal->entry : NULL,
      .has_handles = options->checks_memory,
      .unknown_writes_nothing = options->unknown_writes_nothing,
      .halves_are_open = !options->keeps_memory};
  struct targets *targets =
      targets_new(removal->program, procedure, &targets_options);
  while (options->is_open && !targets_is_given_up(targets) &&
         grow_entry(removal, targets)) {
    targets_free(targets);
    targets = targets_new(removal->program, procedure, &targets_options);
  }
  return targets;
}

struct procedure *pointers_remove(struct removal *removal,
                                  struct program *program,
                                  struct inline_result *inlined,
                                  const struct removal_options *options,
                                  struct strbuf *why) {
  *removal = (struct removal){.program = program};
  uint32_t first_own = program->variables.count;
  if (options->checks_memory)
    removal->ended = add_ended(program);
  if (options->is_open)
    entry_state_init(&removal->entry, program, inlined->procedure);
  activations_find(inlined);
  removal->targets = find_targets(removal, inlined, options);
  if (!targets_is_given_up(removal->targets) &&
      activations_allocate(program, inlined, removal->targets)) {
    targets_free(removal->targets);
    removal->targets = find_targets(removal, inlined, options);
  }
  if (targets_is_given_up(removal->targets)) {
    strbuf_add(why, "too many objects that pointers can point to");
    return NULL;
  }
  struct known *known =
      known_new(program, inlined->procedure, inlined, removal->targets);
  find_sizes(removal, inlined->procedure, known);
  regions_init(&removal->regions, program, inlined->procedure, removal->targets,
               known, options->keeps_memory);
  if (removal->regions.is_too_complex) {
    strbuf_add(why, "memory could not be divided into regions");
    known_free(known);
    return NULL;
  }
  struct remover r = {.removal = removal,
                      .program = program,
                      .terms = program->terms,
                      .from = inlined->procedure,
                      .inlined = inlined,
                      .regions = &removal->regions,
                      .options = *options,
                      .first_own = first_own};
  fixed_find(program, inlined->procedure, &r.fixed);
  if (options->is_open && program->starting.is_required)
    r.given = given_new(program, inlined, &removal->regions);
  remover_find_gone(&r);
  build(&r);
  remover_release_gone(&r);
  given_free(r.given);
  if (removal->procedure)
    pass_made(program, removal->procedure, "remove pointers");
  bitset_release(&r.fixed);
  bitset_release(&r.written);
  bitset_release(&r.starts);
  bitset_release(&r.heads);
  remover_release_holders(&r);
  known_free(known);
  removal->regions.known = NULL;
  removal->layout = r.layout;
  if (!removal->procedure)
    strbuf_format(why, "removing pointers gives more than %d edges",
                  REMOVAL_EDGE_LIMIT);
  return removal->procedure;
}

void removal_release(struct removal *removal) {
  procedure_free(removal->procedure);
  entry_state_release(&removal->entry);
  if (removal->targets)
    targets_free(removal->targets);
  regions_release(&removal->regions);
  provenance_release(&removal->provenance);
  for (uint32_t i = 0; i < removal->kept_calls.count; i++)
    term_vec_release(&removal->kept_calls.at[i].arguments);
  kept_call_vec_release(&removal->kept_calls);
  for (uint32_t i = 0; removal->kept_private && i < removal->kept_parts; i++)
    bitset_release(&removal->kept_private[i]);
  free(removal->kept_private);
  variable_vec_release(&removal->own);
  position_vec_release(&removal->required);
  for (uint32_t i = 0; i < removal->meant.count; i++)
    bitset_release(&removal->meant.at[i].names);
  meant_vec_release(&removal->meant);
  if (removal->layout)
    substitution_free(removal->layout);
}

static bool is_at(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line && a.column == b.column;
}

bool removal_requires(const struct removal *removal, struct position position) {
  bool found = false;
  for (uint32_t i = 0; i < removal->required.count && !found; i++) {
    found = is_at(removal->required.at[i], position);
  }
  return found;
}

bool removal_means(const struct removal *removal, struct position position,
                   enum undefined_reason reason, struct name object) {
  bool is_known = false, means = false;
  for (uint32_t i = 0; i < removal->meant.count; i++) {
    const struct meant *meant = &removal->meant.at[i];
    if (!is_at(meant->position, position) || meant->reason != reason)
      continue;
    is_known = true;
    means |= meant->is_own || bitset_has(&meant->names, object.id);
  }
  return !is_known || means;
}

bool removal_is_older(const struct removal *removal, uint32_t block) {
  enum block_kind kind = targets_blocks(removal->targets)->at[block].kind;
  if (block >= removal->program->objects.count)
    return kind == BLOCK_OUTSIDE;
  struct object_id object = {block};
  const struct entry_object *input = entry_state_find(&removal->entry, object);
  if (input)
    return !input->is_alone;
  return kind == BLOCK_OUTSIDE ||
         (kind == BLOCK_NAMED &&
          program_object(removal->program, object)->kind == OBJECT_GLOBAL);
}
