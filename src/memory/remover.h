// The removal of pointers in progress; private to remove.c and the files named
// remove_*.c and remover.c.
#ifndef VOUCH_MEMORY_REMOVER_H
#define VOUCH_MEMORY_REMOVER_H

#include "base/bitset.h"
#include "memory/given.h"
#include "memory/remove.h"
#include "term/substitute.h"

// What may point into a block: a variable, or a cell of another block.
struct holder {
  struct variable variable;
  uint32_t block; // of a cell
  uint32_t cell;
};

// An assignment to a holder, or a doubt about it, that may not be needed.
struct wipe {
  uint32_t edge; // of the procedure that is made
  struct variable variable;
  bool is_doubt;
  uint32_t test; // edge that asks for it, 0: none; the next one is for the rest
};

VEC_DEFINE(holder_vec, struct holder);
VEC_DEFINE(wipe_vec, struct wipe);

struct remover {
  struct removal *removal;
  struct program *program;
  struct term_table *terms;
  const struct procedure *from;
  const struct inline_result *inlined;
  struct procedure *made;
  struct regions *regions;
  struct removal_options options;
  struct substitution *layout; // null without one
  uint32_t edge;               // of the original, being translated
  struct given *given; // what callers give; null: nothing is required of them
  struct bitset *gone; // by location: blocks in which inner calls may have left
                       // what is gone (remove_recall.c); null: none do
  struct variable counter;    // of loops
  struct variable choice;     // of an edge where the layout would decide
  bool chooses;               // at this location it would
  struct variable ranks;      // of objects in their order, or none
  struct variable loaded[17]; // by bytes: for elements on their way
  struct bitset fixed;        // variables that always hold their address
  struct bitset written;      // blocks that may be written to, with a layout
  uint32_t first_own;         // variables from here on were added
  struct holder_vec *holders; // by block that can end; null: none is wanted
  struct bitset revived;      // blocks that may live again after their end
  struct bitset moved;        // of these: with another address
  struct wipe_vec wipes;
  struct bitset heads;      // of loops where that is asked (leaks)
  struct variable rounds;   // how many there were, if that is
  struct variable watching; // whether to watch what is allocated (leaks)
  struct bitset starts; // edges of the procedure that is made, not yet sealed,
                        // on which kept parts start
};

// An access to memory and the places that it can be valid at.
struct access {
  struct place_vec places; // that can be valid, OUTSIDE last
  struct term asked;       // the address as the program has it
  struct term address;     // over the addresses of objects where possible
  struct term condition;   // under which it is the address that was asked for
  uint64_t size;           // in bytes; UINT64_MAX: not constant
  struct term size_term;
  bool is_write;
  bool has_outside;
  bool is_unresolved; // nobody ever gives the pointer an address
};

// remover.c
struct location_id remover_new_location(struct remover *r);
// The undefined outcome of the procedure that is made.
struct location_id remover_undefined(struct remover *r);
void remover_emit_to(struct remover *r, struct location_id from,
                     struct location_id to, struct operation op,
                     enum undefined_reason undefined);
struct location_id remover_emit(struct remover *r, struct location_id from,
                                struct operation op);
// One parallel assignment, where there is anything to assign. Releases them.
struct location_id remover_emit_all(struct remover *r, struct location_id from,
                                    struct binding_vec *bindings);
struct location_id remover_emit_assume(struct remover *r,
                                       struct location_id from,
                                       struct term condition);
void remover_emit_bindings(struct remover *r, struct location_id from,
                           struct location_id to,
                           const struct binding_vec *bindings);
void remover_emit_skip(struct remover *r, struct location_id from,
                       struct location_id to);
struct term remover_pointer_const(const struct remover *r, uint64_t value);
struct variable remover_add_variable(struct remover *r, const char *name,
                                     struct sort sort);
const struct block *remover_block_of(const struct remover *r, uint32_t block);
const struct region *remover_region_of(const struct remover *r, uint32_t block);
void remover_list_cells(const struct remover *r, uint32_t block,
                        struct variable_vec *into);
struct location_id remover_emit_havoc(struct remover *r,
                                      struct location_id from,
                                      const struct variable_vec *targets,
                                      enum havoc_origin origin,
                                      struct name what);
// A condition that may hold or not, whatever was before.
struct term remover_emit_any(struct remover *r, struct location_id *at,
                             const char *what);
struct location_id remover_emit_doubt(struct remover *r,
                                      struct location_id from,
                                      const char *what);

// remove_place.c
void remover_access_release(struct access *access);
bool remover_is_function(const struct remover *r, uint32_t block);
bool remover_is_outside(const struct remover *r, struct place place);
void remover_access_init(struct remover *r, struct access *access,
                         struct term address, struct term size, bool is_write);
struct term remover_access_is_valid_term(struct remover *r,
                                         const struct access *access);
struct term remover_bounds_test(struct remover *r, const struct access *access,
                                struct place place);
struct term remover_place_test(struct remover *r, const struct access *access,
                               struct place place);
struct location_id remover_enter_place(struct remover *r,
                                       const struct access *access, uint32_t i,
                                       struct location_id *at);

// remove_string.c
struct term remover_string_validity(struct remover *r,
                                    const struct operation *op,
                                    bool *is_certain, struct term *doubted);

// remove_access.c
void remover_emit_invalid(struct remover *r, struct location_id from,
                          enum access_kind access, struct term address,
                          struct term size);
// May a write there change what is the program's, for all that we know?
bool remover_may_hit_anything(const struct remover *r,
                              const struct access *access);
void remover_emit_stray_write(struct remover *r, struct location_id from,
                              struct location_id to);
void remover_translate_access(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to);
void remover_sync_block(struct remover *r, uint32_t block, bool is_out,
                        struct location_id *from);

// remove_half.c
// Where the load reads half of an address it leads to `to`, with any value;
// returns where it goes on otherwise.
struct location_id remover_open_half(struct remover *r,
                                     const struct operation *op,
                                     struct place place, struct spot spot,
                                     struct location_id from,
                                     struct location_id to);

// remove_block.c
void remover_translate_block(struct remover *r, const struct operation *op,
                             struct location_id from, struct location_id to);

// remove_heap.c
unsigned remover_stride_bits(const struct region *region);
struct term remover_is_alive(struct remover *r, const struct region *region,
                             struct term offset);
void remover_add_alive(struct remover *r);
// Is the block an object that callers made?
bool remover_is_given(const struct remover *r, uint32_t b);
// Given objects are alive at the start.
struct location_id remover_revive_given(struct remover *r,
                                        struct location_id from);
struct location_id remover_begin_instance(struct remover *r, uint32_t instance,
                                          struct location_id from);
struct location_id remover_end_instance(struct remover *r, uint32_t instance,
                                        struct location_id from);
// Which routine alone knows what lies in a block that was allocated, or none.
struct name remover_filler(const struct remover *r, uint32_t block);
struct location_id remover_emit_new(struct remover *r, struct location_id from,
                                    uint32_t block, struct variable target,
                                    struct term size, bool is_zeroed);
// Did a routine of the library open it?
bool remover_is_handle(const struct remover *r, uint32_t block);
// Is the block of the heap, the program's to free?
bool remover_is_heap(const struct remover *r, uint32_t block);
struct term remover_free_validity(struct remover *r, struct term address,
                                  bool *is_certain);
void remover_translate_free(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to);
struct term remover_handle_validity(struct remover *r, struct term address);
struct location_id remover_emit_closed(struct remover *r,
                                       struct location_id from,
                                       struct term address);
struct location_id remover_emit_failure(struct remover *r,
                                        struct location_id from,
                                        struct location_id to,
                                        struct variable target);
void remover_translate_allocate(struct remover *r, const struct operation *op,
                                struct location_id from, struct location_id to);

// remove_leak.c
// The variables for what is left of the heap; the holders are known.
void remover_add_leaks(struct remover *r);
// Adds what an allocation, or a free, changes about that.
struct location_id remover_note_new(struct remover *r, struct location_id from,
                                    uint32_t block, struct term address,
                                    struct binding_vec *bindings);
void remover_note_dead(struct remover *r, uint32_t block, struct term address,
                       struct binding_vec *bindings);
// Where the edges of the location begin.
struct location_id remover_check_head(struct remover *r, uint32_t location,
                                      struct location_id from);
// Before the edge at hand, if the program may end with it.
struct location_id remover_check_leaks(struct remover *r,
                                       struct location_id from);

// remove_life.c
void remover_find_holders(struct remover *r);
void remover_release_holders(struct remover *r);
struct location_id remover_end_block(struct remover *r, uint32_t block,
                                     struct location_id from);
void remover_translate_live(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to);
void remover_unfix(struct remover *r);
// Was the edge the return of a procedure that was inlined?
bool remover_leaves_instance(const struct remover *r, uint32_t edge);
// A handle is made again: what holds the one before is not known any more.
struct location_id remover_doubt_older(struct remover *r, uint32_t block,
                                       struct location_id from);
// The new address of a block that lives again.
struct location_id remover_move_block(struct remover *r, uint32_t block,
                                      struct location_id from);
void remover_find_moved(struct remover *r);
void remover_prune_wipes(struct remover *r);

// remove_perform.c
void remover_translate_perform(struct remover *r, const struct operation *op,
                               struct location_id from, struct location_id to);

// remove_call.c
void remover_translate_call(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to);

// remove_recall.c, of stand-ins for recursive calls (check/recall.h)
// Goes on where what the call can get at is there.
struct location_id remover_check_recalled(struct remover *r,
                                          const struct operation *op,
                                          const struct procedure *callee,
                                          struct location_id from);
// What it could get at may be gone.
struct location_id remover_end_recalled(struct remover *r,
                                        const struct operation *op,
                                        const struct procedure *callee,
                                        struct location_id from);
// Finds where inner calls that free may have happened; and releases that.
void remover_find_gone(struct remover *r);
void remover_release_gone(struct remover *r);
// May memory outside be gone at the edge that is translated?
bool remover_is_outside_gone(const struct remover *r);
// The same of a handle, which a routine may have closed there.
bool remover_is_handle_gone(const struct remover *r, struct term handle);
// Adds the blocks that the operation may end, if it is such a call.
void remover_list_recalled(const struct remover *r, const struct operation *op,
                           struct bitset *blocks);

// remove_kept.c
// The edge that leads into a kept part; what it does is settled later.
struct location_id remover_start_part(struct remover *r,
                                      const struct operation *op,
                                      struct location_id from);
// When all edges are there and none was renumbered: what the calls of kept
// procedures do, and what their parts start with.
void remover_settle_kept(struct remover *r);

// remove_fill.c: the same of those that FILL, after the call itself
void remover_translate_fill(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to);
// Of a described function (unseen.h): a struct that is returned in memory.
struct location_id remover_fill_result(struct remover *r,
                                       const struct operation *op,
                                       struct location_id from);

// remove_entry.c
struct location_id remover_enter_frame(struct remover *r, uint32_t instance,
                                       struct location_id from);
struct location_id remover_havoc_areas(struct remover *r,
                                       struct location_id from);
struct location_id remover_reset_areas(struct remover *r,
                                       struct location_id from);
struct location_id remover_initialise(struct remover *r,
                                      struct location_id from);
struct location_id remover_assume_entry(struct remover *r,
                                        struct location_id from);

// remove_order.c: comparisons that say which object comes first, by ranks
struct term remover_ordered(struct remover *r, struct term t);
struct operation remover_order_operation(struct remover *r,
                                         const struct operation *op);
// Notes where a comparison rests on gaps between objects.
void remover_note_gaps(struct remover *r);
struct location_id remover_havoc_ranks(struct remover *r,
                                       struct location_id first);

// remove_layout.c
struct name remover_layout_name(const struct remover *r);
// remove.c
// An edge with OPERATION_INVALID: what is invalid ends there, the rest goes on.
struct location_id remover_check(struct remover *r, struct location_id at,
                                 const struct edge *edge);

// remove_room.c: of an invalid access, where it is one that callers have to see
// to, and where nobody can tell.
struct required {
  struct term needed, doubted;
};
struct required remover_required(struct remover *r, const struct operation *op);
// Notes what the access may be meant for.
void remover_note_meant(struct remover *r, const struct edge *edge);
// Bytes of the block, if it is there.
struct term remover_room_in(const struct remover *r, uint32_t block);
// Does the value lead into the block, or to its end?
struct term remover_leads_into(struct remover *r, struct term value,
                               uint32_t block);
// Is the access in an object that was there and is gone?
struct term remover_is_gone(struct remover *r, const struct operation *op);
// Is it where the pointer leads if that is to an object that callers gave, of a
// length that is known? The access is in no object.
struct term remover_is_behind(struct remover *r, const struct operation *op);
// May it be meant for an object that is known, and not be in it: with an index,
// behind one that is as large as it is; of many objects that are one to us, in
// one that was freed?
struct term remover_is_beside(struct remover *r, const struct operation *op);
// Is the call that of an assertion that asks about nothing but what callers
// give, as it is? What was computed from that is the function's own.
bool remover_is_required(const struct remover *r, const struct operation *op);

// remove_lock.c
void remover_translate_thread(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to);
void remover_translate_assign(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to);
struct location_id remover_emit_choice(struct remover *r,
                                       const struct location *location,
                                       struct location_id from);
struct term remover_choice_test(struct remover *r, uint32_t i, uint32_t count);
bool remover_has_wild_address(const struct remover *r,
                              const struct operation *op);
void remover_choose_layout(struct remover *r);
void remover_find_constants(struct remover *r);
void remover_fix_constants(struct remover *r);

#endif
