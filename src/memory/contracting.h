// A contract being written out as a body; private to contract*.c.
#ifndef VOUCH_MEMORY_CONTRACTING_H
#define VOUCH_MEMORY_CONTRACTING_H

#include "library/routine.h"
#include "memory/modelling.h"

enum { CONTRACT_ARGUMENTS = 64 };

struct contracting {
  struct modelling m;
  struct routine routine;
  uint32_t count; // of values
  struct term values[CONTRACT_ARGUMENTS];
  const struct term *given; // the same as the caller names them
  bool is_exact;       // the last size is what is accessed, not only no less
  struct term printed; // the last size that a format was asked for
};

// contract.c

bool contracting_is_word(const struct contracting *c, uint32_t i);
// As wide as a pointer.
struct term contracting_extended(const struct contracting *c, uint32_t i,
                                 bool is_signed);
// The constant text that an argument points to, or null.
const char *contracting_literal(const struct contracting *c, uint32_t i,
                                uint64_t *length);
// An edge to the undefined outcome for an access that is not valid; what comes
// next is the access.
void contracting_fail(struct contracting *c, enum access_kind access,
                      struct term address, struct term size,
                      enum undefined_reason reason);
// The same, and a skip.
void contracting_access(struct contracting *c, enum access_kind access,
                        struct term address, struct term size,
                        enum undefined_reason reason);
void contracting_need(struct contracting *c, enum access_kind access,
                      struct term address, struct term size);
// The limit may be none.
void contracting_need_string(struct contracting *c, uint32_t i,
                             struct term limit);
struct term contracting_length(struct contracting *c, uint32_t i,
                               struct term limit);
// Perhaps something happens that we cannot exclude.
void contracting_doubt(struct contracting *c, const char *why);
void contracting_promise_string(struct contracting *c, struct term address);

// A string that is changed, or that another is put behind.
void contracting_need_changeable(struct contracting *c, uint32_t i);

// contract_held.c

// The address of a pointer to a string that is changed; afterwards the pointer
// is null or leads to what is left of it.
void contracting_need_held(struct contracting *c, uint32_t i);
// Null or a heap object in the pointer that the argument is the address of.
void contracting_need_grown(struct contracting *c, uint32_t i);
void contracting_promise_held(struct contracting *c);

// contract_stream.c

// The handle is no standard stream that was closed; nor is the one that the
// routine uses. Afterwards one that it closes is.
void contracting_need_open(struct contracting *c, struct term handle);
void contracting_need_standard(struct contracting *c);
void contracting_close(struct contracting *c);
bool contracting_has_stream(const struct program *program,
                            const struct routine *routine);

// contract_environment.c

// Is it getenv of a name that is known?
bool contracting_asks_environment(const struct contracting *c);
// The text at the address is what the variable has.
void contracting_tell_environment(struct contracting *c, struct term address);

// contract_wide.c

// A string of wide characters that ends; the limit may be none.
void contracting_need_wide(struct contracting *c, uint32_t i,
                           struct term limit);
// In characters, of one that has been found to end.
struct term contracting_wide_length(struct contracting *c, uint32_t i,
                                    struct term limit);
// Is it a constant format that speaks of no arguments?
bool contracting_is_plain_wide(const struct contracting *c, uint32_t i);

// contract_format.c

// What the format at the argument asks of further arguments.
void contracting_print(struct contracting *c, uint32_t format);
void contracting_scan(struct contracting *c, uint32_t format);
// How much a format prints, with the zero, at most the limit. Clears is_exact
// if that is only a bound.
struct term contracting_printed(struct contracting *c,
                                const struct routine_size *size);
// That the strings of a format do not lie where it is printed to; directly
// behind the check of its room.
void contracting_check_printed(struct contracting *c, uint32_t target);
// contract_scan.c

// Is it a scanf whose format is known?
bool contracting_is_scan(const struct contracting *c);
// Stores the numbers.
void contracting_store_scanned(struct contracting *c, struct term result);

// contract_format.c, again

// Texts that scanf stored are strings.
void contracting_promise_scanned(struct contracting *c, struct term result);

#endif
