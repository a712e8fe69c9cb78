// The state in which a run begins.
//
// main gets the program's arguments and environment. Any other function begins
// in a state that the oracle chooses: parameters and globals have any value,
// and a pointer is null or points to a fresh object of the type it points to
// (to a small depth, then null). With seed 0 numbers are zero, pointers point
// to zeroed objects, and globals have their initial values; the lines of an
// oracle file override all of that.
#ifndef VOUCH_RUN_ENTRY_H
#define VOUCH_RUN_ENTRY_H

#include "run/machine.h"

// The objects of an oracle file, by which its values may name addresses.
struct entry; // opaque

// Puts what the oracle's file says about globals and objects into place. The
// oracle resolves objects through the entry as long as it lives.
struct entry *entry_new(struct machine *machine);
void entry_free(struct entry *entry);

// Pushes the frame of main with argc, argv and envp.
void entry_main(struct machine *machine, const struct procedure *procedure,
                const char *const *arguments, uint32_t count);
// Pushes the frame of another function; chooses what the file did not say.
void entry_function(struct machine *machine, const struct procedure *procedure);

// What the program knows by a name: an object with an address, or null, and a
// global variable without one, or none.
struct space_object *entry_find_object(struct machine *machine,
                                       const char *name);
// The object of the innermost frame of the function, for "function::object".
struct space_object *entry_find_frame_object(const struct machine *machine,
                                             const char *name);
struct variable entry_find_global(const struct program *program,
                                  const char *name);

#endif
