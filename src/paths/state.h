// An execution whose inputs are left open, as far as it has come: what every
// variable and every byte holds, as terms over inputs, and what these have to
// fulfil. Calls are calls: each activation has its own variables and objects,
// however often the procedure is active.
//
// The address of an object is a variable of its own (search.h), the same for
// the objects of one number in all executions.
#ifndef VOUCH_PATHS_STATE_H
#define VOUCH_PATHS_STATE_H

#include "paths/object.h"

struct path_frame {
  const struct procedure *procedure;
  struct location_id at;  // of a caller: where it goes on
  struct variable target; // of its caller's, that gets what it returns
  struct term_vec values; // by slot
  struct u32_vec
      objects; // its frame objects, in the procedure's order: numbers
  struct u32_vec allocated; // on the stack
};

VEC_DEFINE(path_frame_vec, struct path_frame);

enum path_input_kind { PATH_VALUE, PATH_UNINITIALISED, PATH_ALLOCATION };

// What the execution was given, in the order in which a run asks for it.
struct path_input {
  enum path_input_kind kind;
  struct name name;
  struct term value; // of an ALLOCATION: whether it succeeded
};

VEC_DEFINE(path_input_vec, struct path_input);

struct path_state {
  struct path_frame_vec frames; // the running one last
  struct term_vec globals;      // by slot
  struct path_object_vec objects;
  struct term_vec conditions;
  struct path_input_vec inputs;
  bool is_guessed; // something on the way is no input, but approximated
};

VEC_DEFINE(path_state_vec, struct path_state);

void path_state_copy(struct path_state *to, const struct path_state *from);
void path_state_release(struct path_state *state);

// The procedure begins: what its variables hold is for the caller to say.
struct path_frame *path_state_enter(struct path_state *state,
                                    const struct program *program,
                                    const struct procedure *procedure);
// It returns: its objects are no more.
void path_state_leave(struct path_state *state);
// A new object; its number.
uint32_t path_state_add(struct path_state *state, struct path_object object);

#endif
