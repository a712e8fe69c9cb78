// Where a component waits for others, and where it has ended.
#include "weave/weaver.h"

static void add_wait(struct weaving *weaving, struct action action,
                     const struct bitset *offer, bool terminates) {
  for (uint32_t i = 0; i < weaving->waits.count; i++)
    if (action_equal(weaving->waits.at[i].action, action))
      return;
  struct lts_wait wait = {.action = action, .terminates = terminates};
  bitset_copy(&wait.offer, offer);
  wait_vec_push(&weaving->waits, wait);
}

static struct location_id mark(struct weaver *w, struct location_id from,
                               const char *text, const struct bitset *offer,
                               bool terminates) {
  struct action action = action_intern(w->spec->actions, text);
  add_wait(w->weaving, action, offer, terminates);
  return weave_perform(w, from,
                       (struct performed){.kind = PERFORMED_ACTION,
                                          .action = action,
                                          .trigger = SPEC_NONE,
                                          .arm = SPEC_NONE});
}

static struct location_id mark_offer(struct weaver *w, struct location_id from,
                                     const struct bitset *offer) {
  struct strbuf text = {0};
  const char *between = "";
  strbuf_add(&text, "waits{");
  BITSET_EACH (a, offer) {
    strbuf_format(&text, "%s%s", between,
                  action_text(w->spec->actions, (struct action){a}));
    between = ", ";
  }
  strbuf_add(&text, "}");
  from = mark(w, from, strbuf_text(&text), offer, false);
  strbuf_release(&text);
  return from;
}

static struct location_id mark_end(struct weaver *w, struct location_id from) {
  struct bitset nothing = {0};
  return mark(w, from, "ends{}", &nothing, true);
}

struct location_id weave_wait_action(struct weaver *w, struct location_id from,
                                     struct action action) {
  if (!w->weaving->marks_waits)
    return from;
  struct bitset offer = {0};
  bitset_add(&offer, action.id);
  from = mark_offer(w, from, &offer);
  bitset_release(&offer);
  return from;
}

struct location_id weave_wait_state(struct weaver *w, struct location_id from,
                                    const struct lts *lts, uint32_t state) {
  enum state_kind kind = lts_kind(lts, state);
  if (!w->weaving->marks_waits || kind == STATE_ERROR)
    return from;
  if (kind != STATE_PLAIN)
    return mark_end(w, from);
  struct lts_step_range steps = lts_steps(lts, state);
  struct bitset offer = {0};
  bool decides = false;
  for (const struct lts_step *s = steps.begin; s < steps.end; s++) {
    decides |= action_is_tau(s->action) ||
               action_kind_of(w->spec->actions, s->action) == ACTION_RETURN;
    bitset_add(&offer, s->action.id);
  }
  if (!decides)
    from = mark_offer(w, from, &offer);
  bitset_release(&offer);
  return from;
}

// `exit` and the like, of which there is no body.
static bool ends(const struct weaver *w, const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(w->program, op->call.callee);
  return !callee->is_defined && callee->is_noreturn;
}

bool weave_wait_ends(struct weaver *w) {
  bool is_woven = false;
  uint32_t count = w->weaving->marks_waits ? w->procedure->edges.count : 0;
  for (uint32_t i = 1; i < count; i++) {
    if (!ends(w, &w->procedure->edges.at[i].op))
      continue;
    w->position = w->procedure->edges.at[i].position;
    struct location_id at = mark_end(w, w->procedure->edges.at[i].from);
    w->procedure->edges.at[i].from = at;
    is_woven = true;
  }
  return is_woven;
}
