// Actions that are performed where something is written that was there at the
// entry, and is not listed (operation.h). Which object it is decides; addresses
// in different objects are never compared, whose distance nobody knows.
//
// Every question is a branch of its own, so that a proof can speak of each.
#include "memory/remover.h"

// Goes on from what is returned if the condition holds, and otherwise there.
static struct location_id branch(struct remover *r, struct location_id from,
                                 struct term condition,
                                 struct location_id otherwise) {
  if (term_is_true(r->terms, condition))
    return from;
  remover_emit_to(r, from, otherwise,
                  operation_assume(term_not(r->terms, condition)),
                  UNDEFINED_NONE);
  return remover_emit_assume(r, from, condition);
}

// Does it begin in the block?
static struct term begins_in(struct remover *r, const struct access *range,
                             uint32_t block) {
  struct term is_there = term_false(r->terms);
  for (uint32_t i = 0; i < range->places.count; i++)
    if (range->places.at[i].object == block)
      is_there = term_or(r->terms, is_there,
                         remover_place_test(r, range, range->places.at[i]));
  return is_there;
}

// Are the bytes within so many that begin at the address?
static struct term is_within(struct remover *r, const struct access *written,
                             struct term first, struct term bytes) {
  struct term ahead = term_sub(r->terms, written->address, first);
  if (term_equal(bytes, remover_pointer_const(r, UINT64_MAX)))
    return term_true(r->terms);
  if (written->size == 1)
    return term_compare(r->terms, OP_ULT, ahead, bytes);
  struct term room = term_sub(r->terms, bytes, written->size_term);
  struct term fits = term_compare(r->terms, OP_ULE, written->size_term, bytes);
  struct term starts = term_compare(r->terms, OP_ULE, ahead, room);
  return term_and(r->terms, fits, starts);
}

// What is in the range goes to `to`; the rest goes on from what is returned.
static struct location_id leave_range(struct remover *r,
                                      const struct access *written,
                                      uint32_t block, const struct term *range,
                                      struct location_id from,
                                      struct location_id to) {
  struct access first;
  remover_access_init(r, &first, range[0], remover_pointer_const(r, 1), false);
  struct term begins = begins_in(r, &first, block);
  struct term within = is_within(r, written, first.address, range[1]);
  remover_access_release(&first);
  if (term_is_false(r->terms, begins) || term_is_false(r->terms, within))
    return from;
  struct location_id rest = remover_new_location(r);
  from = branch(r, from, begins, rest);
  remover_emit_skip(r, branch(r, from, within, rest), to);
  return rest;
}

static void perform_in(struct remover *r, const struct operation *op,
                       const struct access *written, struct place place,
                       struct location_id from, struct location_id to) {
  struct operation bare = *op;
  bare.perform.address = bare.perform.size = (struct term){0};
  bare.perform.count = 0;
  for (uint32_t i = 0; i + 1 < op->perform.count; i += 2)
    from =
        leave_range(r, written, place.object, &op->perform.ranges[i], from, to);
  remover_emit_to(r, from, to, bare, UNDEFINED_NONE);
}

void remover_translate_perform(struct remover *r, const struct operation *op,
                               struct location_id from, struct location_id to) {
  struct access written;
  if (term_is_none(op->perform.address)) {
    remover_emit_to(r, from, to, *op, UNDEFINED_NONE);
    return;
  }
  remover_access_init(r, &written, op->perform.address, op->perform.size, true);
  struct term zero = remover_pointer_const(r, 0);
  from =
      branch(r, from,
             term_not(r->terms, term_eq(r->terms, op->perform.size, zero)), to);
  for (uint32_t i = 0; i < written.places.count; i++) {
    struct place place = written.places.at[i];
    struct term test = remover_place_test(r, &written, place);
    if (!removal_is_older(r->removal, place.object) ||
        term_is_false(r->terms, test))
      continue;
    struct location_id rest = remover_new_location(r);
    perform_in(r, op, &written, place, branch(r, from, test, rest), to);
    from = rest;
  }
  remover_emit_skip(r, from, to);
  remover_access_release(&written);
}
