// Where little is open but the schedule of threads, the states are few, and
// relations between values are what predicates are bad at: values are followed
// one by one (abstraction/finite.h), for a while.
#include <stdlib.h>

#include "abstraction/finite.h"
#include "base/memory.h"
#include "cegar/internal.h"

// For a certificate: what the states come to, if they are few.
static void keep_formulas(struct cegar *cegar, struct finite *finite) {
  enum { MOST_STATES = 20000, STEPS_EACH = 10 };
  struct finite_limits limits = {.states = MOST_STATES,
                                 .steps = MOST_STATES * STEPS_EACH,
                                 .poll = cegar_poll(cegar)};
  struct term *formulas = memory_new_zero(
      cegar->component->procedure->locations.count, sizeof *formulas);
  free(cegar->invariants);
  cegar->invariants = NULL;
  if (finite_formulas(finite, &limits, formulas))
    cegar->invariants = formulas;
  else
    free(formulas);
}

bool cegar_by_values(struct cegar *cegar) {
  enum { STEPS_EACH = 10 };
  uint32_t most = cegar->options.followed_values;
  struct finite finite;
  struct finite_limits limits = {.states = most,
                                 .steps = (uint64_t)most * STEPS_EACH,
                                 .poll = cegar_poll(cegar)};
  struct walk walk = {0};
  uint32_t states;
  finite_init(&finite, cegar->component->question);
  enum finite_answer answer = finite_search(&finite, &limits, &walk, &states);
  bool is_decided = false;
  if (answer == FINITE_FOUND)
    is_decided = cegar_take_walk(cegar, &walk);
  if (answer == FINITE_NONE) {
    if (cegar->options.keeps_formulas)
      keep_formulas(cegar, &finite);
    cegar_conclude_by_values(cegar, states);
    is_decided = true;
  }
  log_line(cegar->options.log, 2, "check", "by values: %u states, %s", states,
           answer == FINITE_FOUND  ? "a violation"
           : answer == FINITE_NONE ? "no violation"
                                   : "no answer");
  walk_release(&walk);
  finite_release(&finite);
  return is_decided;
}

bool cegar_follow_values(struct cegar *cegar, uint32_t most) {
  cegar->options.followed_values = most;
  return cegar_by_values(cegar);
}
