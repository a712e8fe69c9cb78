// An LTS as a process in the notation of specifications, so that what was found
// can be kept in one.
#include <stdlib.h>

#include "lts/transform.h"
#include "spec/internal.h"

static void print_name(const char *name, uint32_t state, struct strbuf *out) {
  if (state)
    strbuf_format(out, "%s_%u", name, state);
  else
    strbuf_add(out, name);
}

static void print_row(const struct lts *lts, const char *name, uint32_t state,
                      const struct lts_action_vec *letters,
                      struct strbuf *out) {
  bool is_started = false;
  for (uint32_t i = 0; i < letters->count; i++) {
    struct lts_step_range range = lts_steps_by(lts, state, letters->at[i]);
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      strbuf_format(out, "%s%s -> ", is_started ? " | " : "( ",
                    action_text(lts->actions, step->action));
      print_name(name, step->target, out);
      is_started = true;
    }
  }
  strbuf_add(out, is_started ? " )" : "END");
}

// By their texts, which do not depend on what else there is.
static void list_letters(const struct lts *lts,
                         struct lts_action_vec *letters) {
  uint32_t *ranks = action_ranks(lts->actions);
  BITSET_EACH (a, &lts->alphabet) {
    uint32_t k = lts_action_vec_push(letters, (struct action){a});
    for (; k && ranks[letters->at[k - 1].id] > ranks[a]; k--) {
      letters->at[k] = letters->at[k - 1];
      letters->at[k - 1] = (struct action){a};
    }
  }
  free(ranks);
}

void spec_print_process(const struct lts *lts, const char *name,
                        struct strbuf *out) {
  struct lts *ordered = lts_reachable(lts, NULL);
  struct lts_action_vec letters = {0};
  list_letters(ordered, &letters);
  strbuf_add(out, "property ");
  for (uint32_t s = 0; s < ordered->state_count; s++) {
    strbuf_add(out, s ? ",\n         " : "");
    print_name(name, s, out);
    strbuf_add(out, " = ");
    print_row(ordered, name, s, &letters, out);
  }
  for (uint32_t i = 0; i < letters.count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "\n         + { ",
                  action_text(lts->actions, letters.at[i]));
  strbuf_add(out, letters.count ? " };\n" : ";\n");
  lts_action_vec_release(&letters);
  lts_free(ordered);
}
