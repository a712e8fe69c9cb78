#include "control/polish.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "control/find.h"

struct polish {
  const struct control_steps *steps;
  struct control_data *data;
  uint32_t *classes, *kept; // by place: at hand, and of the best so far
  uint32_t count;
  double states; // of the best so far
  uint32_t trials;
  struct poll poll;
};

static bool goes_on(const struct polish *polish) {
  return polish->trials && !poll_stops(polish->poll);
}

// Is it a proof, with so many states?
static bool proves(struct polish *polish, uint32_t count, double *states) {
  struct control_find find;
  control_find_init(&find, polish->steps, polish->data, polish->classes, count);
  find.poll = polish->poll;
  control_find_run(&find);
  bool is_proof = !find.is_stopped && !find.paths.count;
  if (is_proof)
    *states = control_find_states(&find);
  control_find_release(&find);
  polish->trials -= polish->trials > 0;
  return is_proof;
}

static size_t size_of_classes(const struct polish *polish) {
  return polish->steps->values.count * sizeof *polish->classes;
}

// Takes what is at hand if it is no worse.
static bool take(struct polish *polish, uint32_t count) {
  double states;
  bool is_better = proves(polish, count, &states) && states <= polish->states;
  if (is_better) {
    polish->states = states;
    polish->count = count;
    memcpy(polish->kept, polish->classes, size_of_classes(polish));
  }
  memcpy(polish->classes, polish->kept, size_of_classes(polish));
  return is_better;
}

static void try_singles(struct polish *polish) {
  uint32_t places = polish->steps->values.count;
  for (uint32_t i = 0; i < places; i++)
    polish->classes[i] = i;
  take(polish, places);
}

static void try_without_atoms(struct polish *polish) {
  for (uint32_t i = polish->data->atoms.count; i-- > 0 && goes_on(polish);) {
    struct term atom = control_data_remove(polish->data, i);
    if (!take(polish, polish->count))
      control_data_insert(polish->data, i, atom);
  }
}

// Class b becomes a, and the last one b.
static bool try_together(struct polish *polish, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < polish->steps->values.count; i++) {
    uint32_t *class = &polish->classes[i];
    *class = *class == b ? a : *class == polish->count - 1 ? b : *class;
  }
  return take(polish, polish->count - 1);
}

static void try_pairs(struct polish *polish) {
  for (uint32_t a = 0; a < polish->count; a++)
    for (uint32_t b = a + 1; b < polish->count && goes_on(polish);)
      if (!try_together(polish, a, b))
        b++;
}

void control_polish(const struct control_steps *steps,
                    struct control_data *data, uint32_t *classes,
                    uint32_t *count, uint32_t trials, struct poll poll) {
  struct polish polish = {.steps = steps,
                          .data = data,
                          .classes = classes,
                          .count = *count,
                          .trials = trials,
                          .poll = poll};
  polish.kept = memory_new_zero(steps->values.count, sizeof *polish.kept);
  memcpy(polish.kept, classes, size_of_classes(&polish));
  if (proves(&polish, polish.count, &polish.states)) {
    try_singles(&polish);
    try_pairs(&polish);
    try_without_atoms(&polish);
    try_pairs(&polish);
  }
  *count = polish.count;
  free(polish.kept);
}
