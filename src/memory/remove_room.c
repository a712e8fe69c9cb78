// What only callers can see to (--required): that the pointers they give lead
// somewhere, and that there is room for what the function does there, where
// nothing says how large that is.
//
// An execution that needs more ends at the access, as one that no caller makes,
// and the report lists the places. That is fair only where there are states in
// which the access is valid, so that what comes behind it is checked in those:
//
//   - An object of unknown size has any size of a range; accesses in that range
//     are required to be valid. What lies before it, or behind the range, is in
//     no state: that is doubted, and nothing is proved, unless the index is
//     what callers gave. So is what lies behind a structure: it may be the next
//     one of an array, or an array in it has come to its end.
//   - A string that is given ends, where the function writes nothing there; if
//     it does, whose string that is then is doubted.
//   - A pointer that is given may be null or not. Whether it is what was given
//     is said by given.h; one that may be the function's own null as well is
//     doubted.
//
// What was freed (is_gone), an object of the function's own, and one of which a
// length says how large it is, are checked as always.
#include <string.h>

#include "memory/remover.h"
#include "program/access.h"

// Does the object have to have room for accesses of the kind?
static bool has_room(const struct remover *r, uint32_t block,
                     enum access_kind access) {
  struct object_id object = remover_block_of(r, block)->object;
  if (!object.id || access == ACCESS_FREE)
    return false;
  const struct object_info *info = program_object(r->program, object);
  bool is_text = info->room == ROOM_TO_WRITE;
  return info->is_input && info->room != ROOM_NONE &&
         (!is_text || access == ACCESS_WRITE);
}

// How far an address may be from an object and still be meant as one in it:
// half of what the layout leaves between objects, or half of all there is if
// the pointer can lead nowhere else. A few pages if it may be any number that
// callers gave.
enum { REACH_GAP, REACH_ALL, REACH_PAGES };

static struct term reach_of(const struct remover *r, int kind) {
  unsigned width = r->program->pointer_width;
  unsigned bits = kind == REACH_ALL ? width - 1 : width == 64 ? 31 : 5;
  if (kind == REACH_PAGES && bits > 14)
    bits = 14;
  return term_const(r->terms, width, (uint64_t)1 << bits);
}

// Where an access lies, seen from an object.
struct near {
  struct term in;       // where the object may have bytes
  struct term around;   // there, or close by
  struct term before;   // close by, and before its first byte
  struct term is_alive; // the object
};

static uint64_t most_of(const struct remover *r, uint32_t block) {
  const struct block *info = remover_block_of(r, block);
  return info->object.id ? program_object(r->program, info->object)->size
                         : info->size;
}

// Offsets at which bytes of an access of constant size are all in the object;
// of a string it is the first one.
static struct term offsets_in(const struct remover *r,
                              const struct operation *op, uint64_t most) {
  uint64_t size = 1;
  if (op->invalid.access != ACCESS_STRING && !term_is_none(op->invalid.size) &&
      term_is_const(r->terms, op->invalid.size))
    size = (uint64_t)term_value(r->terms, op->invalid.size);
  return remover_pointer_const(r, size <= most ? most - size + 1 : 0);
}

static struct near near_block(struct remover *r, const struct operation *op,
                              uint32_t block, int reach_kind) {
  const struct region *region = remover_region_of(r, block);
  struct term_table *terms = r->terms;
  struct term reach = reach_of(r, reach_kind);
  struct term offset = term_sub(terms, op->invalid.address, region->base);
  struct term back = term_sub(terms, remover_pointer_const(r, 0), offset);
  uint64_t most = most_of(r, block);
  struct term end = term_add(terms, remover_pointer_const(r, most), reach);
  struct term behind = term_compare(terms, OP_ULT, offset, end);
  struct term before = term_compare(terms, OP_ULE, back, reach);
  struct near near = {
      .in = term_compare(terms, OP_ULT, offset, offsets_in(r, op, most)),
      .around = term_or(terms, behind, before),
      .before =
          term_compare(terms, OP_SLT, offset, remover_pointer_const(r, 0)),
      .is_alive = variable_is_none(region->alive)
                      ? term_true(terms)
                      : remover_is_alive(r, region, offset)};
  struct term zero = remover_pointer_const(r, ACCESS_PAGE_ZERO);
  struct term is_null = term_compare(terms, OP_ULT, op->invalid.address, zero);
  if (remover_block_of(r, block)->kind == BLOCK_MANY || reach_kind == REACH_ALL)
    near.around = term_true(terms);
  near.around = term_and(terms, near.around, term_not(terms, is_null));
  return near;
}

// Is a number that is not constant added to a pointer, there or on the way (a
// pointer that a loop moves)? Then there are states in which that is another
// one.
static bool is_indexed(const struct remover *r, struct term address,
                       struct place place) {
  if (place.modulus)
    return true;
  struct variable_vec variables = {0};
  program_variables_in(r->program, &address, 1, &variables);
  bool is_indexed = variables.count > 1;
  variable_vec_release(&variables);
  return is_indexed;
}

static bool may_be_element(const struct remover *r, uint32_t block) {
  struct object_id object = remover_block_of(r, block)->object;
  return program_object(r->program, object)->room == ROOM_ELEMENTS;
}

// What an index leads to: as far as it goes, but not before the object unless
// it is all callers' doing.
static struct term indexed(struct remover *r, const struct operation *op,
                           const struct near *near) {
  bool is_theirs =
      given_term(r->given, r->edge, op->invalid.address) == GIVER_CALLERS;
  return is_theirs ? near->around
                   : term_and(r->terms, near->around,
                              term_not(r->terms, near->before));
}

// What is read as a text is one, also where a length says how much there is: a
// length below zero, say, asks to look for the end.
static bool is_measured_text(const struct remover *r, uint32_t block,
                             enum access_kind access) {
  struct object_id object = remover_block_of(r, block)->object;
  return access == ACCESS_STRING && object.id &&
         program_object(r->program, object)->is_input &&
         !bitset_has(&r->written, block);
}

static void add_block(struct remover *r, const struct operation *op,
                      struct place place, const struct near *near,
                      struct required *required) {
  struct term_table *terms = r->terms;
  struct term around = term_and(terms, near->around, near->is_alive);
  if (is_measured_text(r, place.object, op->invalid.access))
    required->needed = term_or(terms, required->needed,
                               term_and(terms, near->in, near->is_alive));
  if (!has_room(r, place.object, op->invalid.access))
    return;
  required->doubted = term_or(terms, required->doubted, around);
  if (may_be_element(r, place.object) ||
      (op->invalid.access == ACCESS_STRING &&
       bitset_has(&r->written, place.object)))
    return;
  struct term meant = is_indexed(r, op->invalid.address, place)
                          ? indexed(r, op, near)
                          : near->in;
  required->needed =
      term_or(terms, required->needed, term_and(terms, meant, near->is_alive));
}

struct term remover_room_in(const struct remover *r, uint32_t block) {
  const struct block *info = remover_block_of(r, block);
  const struct region *region = remover_region_of(r, block);
  if (info->kind == BLOCK_MANY)
    return program_term(r->program, region->top);
  return info->kind == BLOCK_ONCE && !info->size
             ? program_term(r->program, region->size)
             : remover_pointer_const(r, info->size);
}

struct term remover_leads_into(struct remover *r, struct term value,
                               uint32_t block) {
  struct term base = remover_region_of(r, block)->base;
  return term_compare(r->terms, OP_ULE, term_sub(r->terms, value, base),
                      remover_room_in(r, block));
}

static bool is_given_block(const struct remover *r, uint32_t block) {
  struct object_id object = remover_block_of(r, block)->object;
  return object.id && program_object(r->program, object)->is_input;
}

// The pointer that an address begins with, if that is one variable, and whether
// all that is added to it is what callers gave.
struct beginning {
  struct term pointer;
  bool adds_theirs;
};

static struct beginning beginning_of(const struct remover *r,
                                     struct term address) {
  struct beginning begins = {{0}, false};
  struct variable_vec variables = {0};
  uint32_t pointers = 0, theirs = 0;
  program_variables_in(r->program, &address, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    struct term one = program_term(r->program, variables.at[i]);
    if (given_is_base(r->given, variables.at[i])) {
      begins.pointer = one;
      pointers++;
    } else {
      theirs += given_term(r->given, r->edge, one) == GIVER_CALLERS;
    }
  }
  begins.adds_theirs = theirs && pointers + theirs == variables.count;
  variable_vec_release(&variables);
  return pointers == 1 ? begins : (struct beginning){{0}, false};
}

// Does the function free the object, or may it do so inside of itself?
static bool is_ever_freed(const struct remover *r, uint32_t block) {
  struct bitset inside = {0};
  bool found = false;
  for (uint32_t i = 1; i < r->from->edges.count && !found; i++) {
    const struct operation *op = &r->from->edges.at[i].op;
    struct place_vec all = {0};
    if (op->kind == OPERATION_FREE)
      known_places(r->regions->known, i, op->free.address, &all);
    for (uint32_t k = 0; k < all.count && !found; k++)
      found = all.at[k].object == block;
    remover_list_recalled(r, op, &inside);
    place_vec_release(&all);
  }
  found |= bitset_has(&inside, block);
  bitset_release(&inside);
  return found;
}

// A block of the function's own that is there if it ever was.
static bool is_lasting(const struct remover *r, uint32_t block) {
  return remover_is_heap(r, block) &&
         remover_block_of(r, block)->kind != BLOCK_MANY &&
         !is_ever_freed(r, block);
}

// Of a pointer that may be given or the function's own. Where it leads into the
// function's own object that is the function's, whatever is added, unless the
// object is not there yet: then it is a stray number. Where it leads into a
// given one, and callers say how far, it is theirs.
static void add_beginning(struct remover *r, const struct operation *op,
                          const struct beginning *begins, uint32_t block,
                          struct near *near, struct required *required) {
  if (term_is_none(begins->pointer))
    return;
  struct term is_there = remover_leads_into(r, begins->pointer, block);
  if (is_lasting(r, block)) {
    near->around = term_and(r->terms, is_there, near->is_alive);
    struct term is_stray =
        term_and(r->terms, is_there, term_not(r->terms, near->is_alive));
    required->needed = term_or(r->terms, required->needed, is_stray);
  } else if (!is_given_block(r, block)) {
    near->around = is_there;
  } else if (begins->adds_theirs && has_room(r, block, op->invalid.access) &&
             op->invalid.access != ACCESS_STRING && !may_be_element(r, block)) {
    required->needed = term_or(r->terms, required->needed,
                               term_and(r->terms, is_there, near->is_alive));
  }
}

// What is in no object that is meant is what the pointer was before. One that
// callers gave is not meant for an object of the function's own.
static void add_blocks(struct remover *r, const struct operation *op,
                       const struct place_vec *all, struct required *required) {
  enum giver giver = given_pointer(r->given, r->edge, op->invalid.address);
  struct term elsewhere = term_true(r->terms);
  struct beginning begins = giver == GIVER_EITHER
                                ? beginning_of(r, op->invalid.address)
                                : (struct beginning){{0}, false};
  int reach = giver == GIVER_EITHER ? REACH_PAGES
              : all->count == 1     ? REACH_ALL
                                    : REACH_GAP;
  for (uint32_t i = 0; i < all->count; i++) {
    uint32_t block = all->at[i].object;
    if (remover_is_outside(r, all->at[i]) ||
        (giver == GIVER_CALLERS && !is_given_block(r, block)))
      continue;
    struct near near = near_block(r, op, block, reach);
    add_beginning(r, op, &begins, block, &near, required);
    elsewhere = term_and(r->terms, elsewhere, term_not(r->terms, near.around));
    add_block(r, op, all->at[i], &near, required);
  }
  if (giver == GIVER_CALLERS)
    required->needed = term_or(r->terms, required->needed, elsewhere);
  if (giver == GIVER_EITHER)
    required->doubted = term_or(r->terms, required->doubted, elsewhere);
}

// In an object that was there and is gone: that is nobody's but the function's.
struct term remover_is_gone(struct remover *r, const struct operation *op) {
  struct place_vec all = {0};
  struct term gone = term_false(r->terms);
  known_places(r->regions->known, r->edge, op->invalid.address, &all);
  for (uint32_t i = 0; i < all.count; i++)
    if (!remover_is_outside(r, all.at[i]) &&
        remover_block_of(r, all.at[i].object)->kind != BLOCK_MANY) {
      struct near near = near_block(r, op, all.at[i].object, REACH_GAP);
      struct term dead = term_not(r->terms, near.is_alive);
      gone = term_or(r->terms, gone, term_and(r->terms, near.in, dead));
    }
  place_vec_release(&all);
  return gone;
}

// Is it an object that callers gave, of a length that is known?
static bool is_measured(const struct remover *r, uint32_t block,
                        enum access_kind access) {
  return remover_block_of(r, block)->kind != BLOCK_MANY &&
         is_given_block(r, block) && !has_room(r, block, access);
}

// At a known distance from such an object, where the pointer leads to that:
// memory of which nothing is known is elsewhere.
struct term remover_is_behind(struct remover *r, const struct operation *op) {
  struct place_vec all = {0};
  struct term found = term_false(r->terms);
  if (op->invalid.access == ACCESS_READ || op->invalid.access == ACCESS_WRITE)
    known_places(r->regions->known, r->edge, op->invalid.address, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    struct place place = all.at[i];
    if (place.modulus || remover_is_outside(r, place) ||
        !is_measured(r, place.object, op->invalid.access))
      continue;
    struct term there =
        term_add(r->terms, remover_region_of(r, place.object)->base,
                 remover_pointer_const(r, (uint64_t)place.offset));
    struct term is_there = term_eq(r->terms, op->invalid.address, there);
    found = term_or(r->terms, found, is_there);
  }
  place_vec_release(&all);
  return found;
}

// May the access be meant for this object, and not be in it? However far an
// index leads from one whose length is known.
static struct term beside(struct remover *r, const struct operation *op,
                          struct place place) {
  bool is_many = remover_block_of(r, place.object)->kind == BLOCK_MANY;
  bool counts = is_many ? is_ever_freed(r, place.object)
                        : is_indexed(r, op->invalid.address, place) &&
                              !has_room(r, place.object, op->invalid.access);
  int reach = is_measured(r, place.object, op->invalid.access) ? REACH_ALL
                                                               : REACH_PAGES;
  return counts ? near_block(r, op, place.object, reach).around
                : term_false(r->terms);
}

struct term remover_is_beside(struct remover *r, const struct operation *op) {
  struct place_vec all = {0};
  struct term found = term_false(r->terms);
  if (op->invalid.access != ACCESS_FREE)
    known_places(r->regions->known, r->edge, op->invalid.address, &all);
  for (uint32_t i = 0; i < all.count; i++)
    if (!remover_is_outside(r, all.at[i]))
      found = term_or(r->terms, found, beside(r, op, all.at[i]));
  place_vec_release(&all);
  return found;
}

static bool is_about_memory(const struct remover *r,
                            const struct operation *op) {
  enum access_kind access = op->invalid.access;
  return r->given && r->layout &&
         (access == ACCESS_READ || access == ACCESS_WRITE ||
          access == ACCESS_STRING || access == ACCESS_FREE);
}

// Is it the same distance whatever callers give: between two known places in
// one object?
static bool is_fixed_distance(struct remover *r, struct term distance) {
  struct variable_vec variables = {0};
  uint32_t block = 0;
  bool is_fixed = true;
  program_variables_in(r->program, &distance, 1, &variables);
  for (uint32_t i = 0; i < variables.count && is_fixed; i++) {
    struct place_vec all = {0};
    struct term one = program_term(r->program, variables.at[i]);
    known_places(r->regions->known, r->edge, one, &all);
    is_fixed = all.count == 1 && !all.at[0].modulus &&
               !remover_is_outside(r, all.at[0]) &&
               remover_block_of(r, all.at[0].object)->kind != BLOCK_MANY &&
               (i == 0 || all.at[0].object == block);
    block = all.count ? all.at[0].object : 0;
    place_vec_release(&all);
  }
  variable_vec_release(&variables);
  return is_fixed;
}

// A copy whose distance and size are what callers give.
static struct required of_overlap(struct remover *r,
                                  const struct operation *op) {
  struct required required = {term_false(r->terms), term_false(r->terms)};
  if (r->given && op->invalid.access == ACCESS_OVERLAP &&
      !term_is_const(r->terms, op->invalid.address) &&
      given_term(r->given, r->edge, op->invalid.address) == GIVER_CALLERS &&
      !(term_is_const(r->terms, op->invalid.size) &&
        is_fixed_distance(r, op->invalid.address)))
    required.needed = term_true(r->terms);
  return required;
}

void remover_note_meant(struct remover *r, const struct edge *edge) {
  const struct operation *op = &edge->op;
  struct place_vec all = {0};
  if (!is_about_memory(r, op))
    return;
  struct meant meant = {
      .position = edge->position,
      .reason = edge->undefined,
      .is_own = !(given_pointer(r->given, r->edge, op->invalid.address) &
                  GIVER_CALLERS)};
  known_places(r->regions->known, r->edge, op->invalid.address, &all);
  for (uint32_t i = 0; i < all.count && !meant.is_own; i++) {
    uint32_t block = all.at[i].object;
    bool is_named =
        !remover_is_outside(r, all.at[i]) && !remover_is_heap(r, block);
    struct object_id object =
        is_named ? remover_block_of(r, block)->object : (struct object_id){0};
    if (object.id)
      bitset_add(&meant.names, program_object(r->program, object)->name.id);
  }
  meant_vec_push(&r->removal->meant, meant);
  place_vec_release(&all);
}

struct required remover_required(struct remover *r,
                                 const struct operation *op) {
  struct required required = of_overlap(r, op);
  struct place_vec all = {0};
  if (!is_about_memory(r, op))
    return required;
  known_places(r->regions->known, r->edge, op->invalid.address, &all);
  add_blocks(r, op, &all, &required);
  required.doubted =
      term_and(r->terms, required.doubted, term_not(r->terms, required.needed));
  place_vec_release(&all);
  return required;
}

// Assertions

static bool is_failure(const struct remover *r, const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(r->program, op->call.callee);
  const char *name = name_text(r->program->names, callee->name);
  return !callee->is_defined &&
         (!strcmp(name, "__assert_fail") || !strcmp(name, "__assert"));
}

// What callers gave as it is, or something that was computed from that? The
// first is a condition on what they give.
static bool is_plain(const struct remover *r, struct variable variable,
                     unsigned depth);

static bool is_plain_term(const struct remover *r, struct term t,
                          unsigned depth) {
  const struct term_table *terms = r->terms;
  while (term_op(terms, t) == OP_EXTRACT || term_op(terms, t) == OP_ZEXT ||
         term_op(terms, t) == OP_SEXT)
    t = term_operand(terms, t, 0);
  if (term_op(terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(r->program, t);
  return !variable_is_none(variable) && is_plain(r, variable, depth + 1);
}

// Does a call of the function inside of itself find what it wrote?
static bool writes_inside(const struct remover *r) {
  bool writes = false;
  for (uint32_t i = 1; i < r->program->procedures.count && !writes; i++) {
    const struct procedure *procedure = r->program->procedures.at[i];
    writes = procedure->recalls.id && procedure->outside == OUTSIDE_LED;
  }
  return writes;
}

// A number that the function gives itself, too, where it is called inside of
// itself: a parameter, or one in memory that it writes.
static bool is_own_number(const struct remover *r, struct variable variable,
                          bool is_loaded) {
  const struct ctype_table *types = r->program->types;
  struct ctype type = program_variable(r->program, variable)->type;
  bool is_number = !type.id || ctype_bare(types, type)->kind != CTYPE_POINTER;
  bool is_parameter = false;
  for (uint32_t i = 0; i < r->from->parameters.count; i++)
    is_parameter |= variable_equal(r->from->parameters.at[i], variable);
  return r->program->starting.is_inner && is_number &&
         (is_parameter || (is_loaded && writes_inside(r)));
}

static bool is_plain(const struct remover *r, struct variable variable,
                     unsigned depth) {
  enum { DEPTH = 8 };
  uint32_t writes = 0;
  bool plain = depth < DEPTH && !is_own_number(r, variable, false);
  for (uint32_t i = 1; i < r->from->edges.count && plain; i++) {
    const struct operation *op = &r->from->edges.at[i].op;
    struct variable_vec targets = {0};
    operation_targets(op, &targets);
    for (uint32_t k = 0; k < targets.count && plain; k++)
      if (variable_equal(targets.at[k], variable)) {
        writes++;
        plain =
            (op->kind == OPERATION_LOAD && !is_own_number(r, variable, true)) ||
            (op->kind == OPERATION_ASSIGN &&
             is_plain_term(r, op->assign.bindings[k].value, depth));
      }
    variable_vec_release(&targets);
  }
  return plain && writes <= 1;
}

// Do all tests that lead here ask about what was given as it is?
static bool is_condition(const struct remover *r) {
  struct location_id at = r->from->edges.at[r->edge].from;
  bool plain = true;
  for (uint32_t i = 1; i < r->from->edges.count && plain; i++) {
    const struct edge *edge = &r->from->edges.at[i];
    struct variable_vec variables = {0};
    if (edge->to.id == at.id && edge->op.kind == OPERATION_ASSUME)
      program_variables_in(r->program, &edge->op.assume.condition, 1,
                           &variables);
    for (uint32_t k = 0; k < variables.count && plain; k++)
      plain = is_plain(r, variables.at[k], 0);
    variable_vec_release(&variables);
  }
  return plain;
}

bool remover_is_required(const struct remover *r, const struct operation *op) {
  return r->given && is_failure(r, op) &&
         given_way(r->given, r->edge, false) == GIVER_CALLERS &&
         is_condition(r);
}
