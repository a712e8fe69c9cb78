// What the files of paths/ share: one search.
#ifndef VOUCH_PATHS_INTERNAL_H
#define VOUCH_PATHS_INTERNAL_H

#include "paths/address.h"
#include "paths/paths.h"
#include "paths/state.h"

struct search {
  struct paths *paths;
  const struct program *program;
  struct term_table *terms;
  struct addresses addresses;
  struct substitution *substitution;
  struct variable_vec *variables; // of the program's terms, by term
  struct bitset has_variables;    // for which terms that is known
  uint32_t term_limit;            // the program's terms are below
  struct u32_vec number_of; // of objects, by id: 1 + that of a global one,
                            // 1 + place among its owner's of a frame one
  struct query *query;      // with `asserted`, a level for each
  struct term_vec asserted;
  struct assignment *model;       // of the last question that had one
  struct path_state_vec *waiting; // by number of conditions
  uint32_t waiting_count;         // states in all
  struct term_vec given;          // to main
  bool is_cut;                    // one had too many conditions
};

// Gives up.
static inline void search_refuse(struct search *search, const char *why) {
  if (!search->paths->why)
    search->paths->why = why;
}
static inline bool search_has_refused(const struct search *search) {
  return search->paths->why != NULL;
}

// value.c: terms

// What the term is in the running frame; none when that is refused.
struct term search_value(struct search *search, struct path_state *state,
                         struct term t);
// The same with every comparison of addresses decided.
struct term search_settled(struct search *search, struct path_state *state,
                           struct term t);
void search_assign(struct search *search, struct path_state *state,
                   struct variable variable, struct term value);

// question.c: what conditions allow

void search_begin_questions(struct search *search);
void search_end_questions(struct search *search);

enum answer search_asks(struct search *search, const struct path_state *state,
                        struct term condition);
// Appends the values that the term can have, where the condition holds. False
// when there are more than `most`, or it cannot be told.
bool search_values(struct search *search, const struct path_state *state,
                   struct term t, struct term condition, uint32_t most,
                   struct term_vec *into);

// step.c: operations

enum step_outcome {
  STEP_DONE,
  STEP_ENDED // the execution does not go on
};
enum step_outcome search_step(struct search *search, struct path_state *state,
                              const struct edge *edge);

// paths.c: a state that goes on later, whose owner the search becomes; and a
// copy of one under a condition
void search_wait(struct search *search, struct path_state *state);
void search_fork(struct search *search, const struct path_state *state,
                 struct term condition);

#endif
