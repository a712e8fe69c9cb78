// Bodies in the making, for routines of the library: the pieces that they are
// made of. All edges are at the place of the call that the body is for.
#ifndef VOUCH_MEMORY_MODELLING_H
#define VOUCH_MEMORY_MODELLING_H

#include "program/program.h"

struct modelling {
  struct program *program;
  struct term_table *terms;
  struct procedure *made;
  struct position position; // of the call
  struct location_id here;
  unsigned width;  // of pointers and sizes
  bool is_checked; // invalid accesses are of interest: whether strings end is
                   // looked at once, not at each byte
  bool is_literal; // constants that are passed stand for themselves
  bool assumes;    // accesses are known to be valid
  struct term values[4]; // of the arguments of models
};

// Starts a body for a call of the routine: without parameters and edges.
void modelling_begin(struct modelling *m, struct program *program,
                     const struct procedure *routine, struct position position);
void modelling_emit_to(struct modelling *m, struct operation op,
                       struct location_id to, enum undefined_reason undefined);
struct location_id modelling_new_location(struct modelling *m);
void modelling_emit(struct modelling *m, struct operation op);
void modelling_go_to(struct modelling *m, struct location_id to);
struct variable modelling_new_variable(struct modelling *m,
                                       enum variable_kind kind,
                                       const char *name, struct sort sort);
struct term modelling_term_of(const struct modelling *m,
                              struct variable variable);
struct term modelling_argument(const struct modelling *m, uint32_t i);
struct term modelling_number(const struct modelling *m, unsigned width,
                             uint64_t value);
void modelling_set(struct modelling *m, struct variable variable,
                   struct term value);
struct variable modelling_new_counter(struct modelling *m, const char *name);
void modelling_increment(struct modelling *m, struct variable i);
void modelling_give(struct modelling *m, struct term value);
// Where the condition holds; afterwards we are where it does not.
struct location_id modelling_branch(struct modelling *m, struct term condition);
// Returns the value if the condition holds and goes on otherwise.
void modelling_give_if(struct modelling *m, struct term condition,
                       struct term value);
struct term modelling_byte_at(struct modelling *m, struct term base,
                              struct variable i, const char *name);
// Reads, and writes, as many bytes as the variable, or the value, has.
void modelling_load(struct modelling *m, struct variable target,
                    struct term address);
void modelling_store(struct modelling *m, struct term address,
                     struct term value);
struct term modelling_is_zero(const struct modelling *m, struct term byte);
struct term modelling_is_at(const struct modelling *m, struct variable i,
                            struct term end);
struct term modelling_low_byte(const struct modelling *m, struct term t);
// A parameter for what the caller passes; what stands for it in the body: where
// constants are literal, those and addresses of what is no local.
struct term modelling_add_parameter(struct modelling *m, const char *name,
                                    struct term passed);
// The constant text at the address, if it is one that ends, or null.
const char *modelling_literal(const struct modelling *m, struct term address,
                              uint64_t *length);
// From here to the undefined outcome, since what is followed is null; the edge
// says so.
void modelling_stop_at_null(struct modelling *m, enum undefined_reason reason);
// Null is wrong whatever else is known of the address, unless the size is 0.
void modelling_exclude_null(struct modelling *m, struct term address,
                            struct term size, enum undefined_reason reason);
// Where it is of interest whether the string ends: an edge to the undefined
// outcome if not. What is read of it afterwards is then known to be valid.
void modelling_check_string(struct modelling *m, struct term s);
// The bytes that are copied must not overlap, where that is of interest.
void modelling_check_apart(struct modelling *m, struct term to,
                           struct term from, struct term size);
// Counts to the end of the string, no further than the limit if there is one.
struct variable modelling_count_bytes(struct modelling *m, struct term s,
                                      struct term limit);
// Counts to the end of the string; ends where its zero byte is.
struct variable modelling_count_string(struct modelling *m, struct term s);
// Copies so many bytes.
void modelling_copy_bytes(struct modelling *m, struct term to, struct term from,
                          struct term size);
// Copies the string with its zero byte.
void modelling_copy_string(struct modelling *m, struct term to,
                           struct term from);

#endif
