// A product of a crew while it is made: what interleaving and looking for races
// share.
#ifndef VOUCH_THREADS_PRODUCT_H
#define VOUCH_THREADS_PRODUCT_H

#include "lts/packed.h"
#include "threads/interleave.h"

// Fields of a tuple: the location of each thread (0: not started), and these.
enum product_field {
  FIELD_TURN,  // 1 + whose turn it is; 0: to be chosen
  FIELD_DONE,  // it has done a step that ends its turn
  FIELD_RIVAL, // looking for a race (probe.h): 1 + the thread that comes second
  FIELD_SEEN,  // 1 + the access that the first has made
  FIELD_PAST,  // the access at hand is not the one
  FIELD_STUCK, // looking for a deadlock (deadlock.h)
  FIELD_LAST,  // where interruptions are counted: 1 + who had the last turn
  FIELD_INTERRUPTIONS,
  FIELD_COUNT
};

struct product {
  struct crew *crew;
  const struct interleave_options *options;
  struct program *program;
  struct procedure *made;
  struct packed packed;
  struct u32_vec locations; // by tuple: of the product
  struct variable next;
  struct variable seen; // the address of the access that was seen
  uint32_t *at;         // the tuple at hand, unpacked
  uint32_t *after;      // the one that an edge leads to
  uint64_t *scratch;    // packed
  // Sleep sets (sleep.h)
  bool is_dry;            // nothing is made, but what is asleep is found
  struct u32_vec sleep;   // by tuple: threads, as bits
  struct u32_vec stale;   // tuples that are to be looked at again
  uint32_t arriving;      // what is asleep where the next edge leads
  uint32_t asleep, given; // of the tuple at hand: that, and who has got a turn
};

uint32_t product_field(const struct product *p, enum product_field field);
uint32_t product_get(const struct product *p, enum product_field field);
// Of `after`.
void product_set(struct product *p, enum product_field field, uint32_t value);
void product_set_after(struct product *p); // to the tuple at hand
// The location of the tuple `after`.
struct location_id product_location(struct product *p,
                                    struct position position);
struct location_id product_add_location(struct product *p);
// Of a thread, or, without a source, of nobody. Whoever asks may change it.
struct edge *product_add_edge(struct product *p, struct location_id from,
                              struct location_id to, struct operation op,
                              const struct crew_edge *source);
// A variable of the product's own; and, before anything is added to it: a body
// with nothing but its ends.
struct variable product_add_variable(struct product *p, const char *text,
                                     unsigned width);
void product_clear_body(struct procedure *made);
bool product_can_run(const struct product *p, uint32_t thread);
// Is the end of the thread that the edge awaits still to come?
bool product_awaits(const struct product *p, const struct crew_edge *edge);

// The field of a place of a crowd (crowd.h): how many are there, at most
// PRODUCT_MANY, which stands for more.
enum { PRODUCT_MANY = 2 };
uint32_t product_place_field(const struct product *p, uint32_t place);

// One of several ways to go on, whichever: the ways are added one by one.
struct product_choice {
  struct product *product;
  struct location_id chosen;
  struct term others; // none of those that were added
  uint32_t count, added;
};
struct product_choice product_choose(struct product *p, struct location_id from,
                                     uint32_t count);
// The location is that of the tuple `after`.
void product_choice_add(struct product_choice *choice);
// To that location, by operations.
void product_choice_add_through(struct product_choice *choice,
                                const struct operation *ops, uint32_t count,
                                struct location_id to);

#endif
