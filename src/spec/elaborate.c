// From the syntax of processes to labelled transition systems.
//
// A process is built state by state. A name leads to a state of the same item,
// or into another process: one without operators is built into the same system
// (its states are remembered by item and number), any other is made first and
// copied in. Operators are applied to the finished system. ANY is a state
// without steps until all that is known (any.c).
#include "spec/internal.h"

#include <stdlib.h>

#include "base/map.h"
#include "lts/transform.h"

enum { UNGUARDED_DEPTH = 100 }; // names that lead to names

struct definition {
  const struct item *item;
  uint32_t state;
  uint32_t target; // its state in the system
};

struct copy {
  const struct item *item;
  uint32_t base; // state s of it is base + s
};

struct forbidden { // a step to ERROR
  uint32_t from;
  struct action action;
  struct position position;
};

NUMBER_MAP_DEFINE(state_map, uint64_t, uint32_t);
VEC_DEFINE(definition_vec, struct definition);
VEC_DEFINE(copy_vec, struct copy);
VEC_DEFINE(forbidden_vec, struct forbidden);

struct maker {
  struct spec *spec;
  struct lts_builder lts;
  struct definition_vec definitions; // a work list: later ones are unfilled
  struct state_map states;           // item and number to the state made
  struct copy_vec copies;
  struct forbidden_vec forbidden;
  const struct item *item; // whose names are being looked up
  bool has_failed;
  uint32_t unguarded;        // depth of names without an action before them
  struct bitset any_states;  // that are ANY
  uint32_t stop, end, error; // STATE_NONE until they are needed
  uint32_t any;              // the one of the text; copies bring theirs
};

// ---- Actions ----------------------------------------------------------------

struct action elaborate_return(struct spec *spec,
                               const struct action_syntax *action,
                               const char *text) {
  struct action known = action_find(spec->actions, text);
  if (!action_is_none(known) &&
      action_kind_of(spec->actions, known) == ACTION_RETURN)
    return known;
  struct spec_return row = {.kind = action->ret.kind,
                            .value = action->ret.value,
                            .component = action->component,
                            .position = action->position};
  row.action = action_intern_return(spec->actions, text, spec->returns.count);
  spec_return_vec_push(&spec->returns, row);
  return row.action;
}

struct action elaborate_action(struct spec *spec,
                               const struct action_syntax *action) {
  struct strbuf text = {0};
  action_syntax_print(spec->names, action, &text);
  struct action result =
      action->is_return ? elaborate_return(spec, action, strbuf_text(&text))
                        : action_intern(spec->actions, strbuf_text(&text));
  strbuf_release(&text);
  return result;
}

const struct spec_return *return_of(const struct spec *spec,
                                    struct action action) {
  if (action_kind_of(spec->actions, action) != ACTION_RETURN)
    return NULL;
  return &spec->returns.at[action_payload(spec->actions, action)];
}

// Sets may name sets; a circle ends at the depth of any sensible nesting.
static void add_actions(struct spec *spec, const struct actions_syntax *actions,
                        bool is_quiet, struct bitset *into, int depth) {
  for (uint32_t i = 0; i < actions->count; i++) {
    const struct action_syntax *action = &actions->at[i];
    const struct item *set =
        action->is_return ? NULL
                          : resolve_find(spec, action->name, item_is_set);
    if (set && depth)
      add_actions(spec, &set->actions, is_quiet, into, depth - 1);
    else if (set && !is_quiet)
      diag_report(spec->diag, SEVERITY_ERROR, action->position,
                  "set '%s' contains itself",
                  name_text(spec->names, action->name));
    else if (!set)
      bitset_add(into, elaborate_action(spec, action).id);
  }
}

enum { SET_DEPTH = 10 };

void elaborate_actions(struct spec *spec, const struct actions_syntax *actions,
                       struct bitset *into) {
  add_actions(spec, actions, false, into, SET_DEPTH);
  if (!bitset_remove(into, ACTION_TAU))
    return;
  diag_report(spec->diag, SEVERITY_ERROR, actions->position,
              "tau is in no alphabet");
}

bool lts_mentions_return(const struct spec *spec, const struct lts *lts,
                         struct name component) {
  BITSET_EACH (a, &lts->alphabet) {
    const struct spec_return *ret = return_of(spec, (struct action){a});
    if (ret && name_equal(ret->component, component))
      return true;
  }
  return false;
}

// ---- States -----------------------------------------------------------------

static uint32_t special(struct maker *maker, uint32_t *state,
                        enum state_kind kind) {
  if (*state == STATE_NONE) {
    *state = lts_builder_state(&maker->lts);
    if (kind != STATE_PLAIN)
      lts_builder_kind(&maker->lts, *state, kind);
    lts_builder_name(&maker->lts, *state,
                     kind == STATE_PLAIN ? "ANY" : state_kind_text(kind));
  }
  return *state;
}

static uint32_t any_state(struct maker *maker) {
  bitset_add(&maker->any_states, special(maker, &maker->any, STATE_PLAIN));
  return maker->any;
}

static void add_step(struct maker *maker, uint32_t from, struct action action,
                     uint32_t to, struct position position) {
  if (!action_is_tau(action))
    lts_builder_alphabet(&maker->lts, action);
  if (maker->error != STATE_NONE && to == maker->error)
    forbidden_vec_push(&maker->forbidden,
                       (struct forbidden){from, action, position});
  lts_builder_step(&maker->lts, from, action, to);
}

static void add_return(struct maker *maker, uint32_t from,
                       const struct body_syntax *body) {
  struct action_syntax action = {
      .position = body->position, .is_return = true, .ret = body->ret};
  add_step(maker, from, elaborate_action(maker->spec, &action),
           special(maker, &maker->stop, STATE_STOP), body->position);
}

static void fail(struct maker *maker) {
  maker->has_failed = true;
}

static void complain_stop(struct maker *maker, struct position position) {
  fail(maker);
  diag_report(maker->spec->diag, SEVERITY_ERROR, position,
              "STOP does not follow a return");
  diag_hint(maker->spec->diag,
            "a procedure stops by returning: write `return{..}`; a routine "
            "that never comes back is END");
}

// ---- Names ------------------------------------------------------------------

static bool is_local(const struct item *item, struct name name,
                     uint32_t *state) {
  for (uint32_t i = 0; item->kind == ITEM_PROCESS && i < item->state_count; i++)
    if (name_equal(item->states[i].name, name)) {
      *state = i;
      return true;
    }
  return false;
}

static void offer_states(struct suggestion *near, const struct spec *spec,
                         const struct item *item) {
  for (uint32_t i = 0; item->kind == ITEM_PROCESS && i < item->state_count; i++)
    suggestion_offer(near, name_text(spec->names, item->states[i].name));
}

static void complain_undefined(struct maker *maker, struct name name,
                               struct position position) {
  struct spec *spec = maker->spec;
  const char *text = name_text(spec->names, name);
  struct suggestion near = suggestion_for(text);
  offer_states(&near, spec, maker->item);
  for (uint32_t i = 0; i < spec->processes.count; i++)
    suggestion_offer(&near, name_text(spec->names, spec->processes.at[i].name));
  fail(maker);
  if (!near.best) {
    complain_process(spec, name, position);
    return;
  }
  report_near(spec->diag, SEVERITY_ERROR, position, near.best,
              "undefined process '%s'", text);
}

static bool is_wrapper(const struct body_syntax *body) {
  return body->kind == BODY_CHOICE && body->branch_count == 1 &&
         !body->branches[0].action_count;
}

// The body inside parentheses that do nothing.
static const struct body_syntax *unwrap(const struct body_syntax *body) {
  while (is_wrapper(body))
    body = body->branches[0].body;
  return body;
}

// The shared state that a body without steps of its own is, or STATE_NONE.
static uint32_t special_state(struct maker *maker,
                              const struct body_syntax *body) {
  switch (body->kind) {
  case BODY_STOP: return special(maker, &maker->stop, STATE_STOP);
  case BODY_END: return special(maker, &maker->end, STATE_END);
  case BODY_ERROR: return special(maker, &maker->error, STATE_ERROR);
  case BODY_ANY: return any_state(maker);
  default: return STATE_NONE;
  }
}

static uint32_t copy_state(struct maker *maker,
                           const struct spec_process *process) {
  const struct lts *lts = process->bare;
  for (uint32_t i = 0; i < maker->copies.count; i++)
    if (maker->copies.at[i].item == process->item)
      return maker->copies.at[i].base + lts->initial;
  struct copy copy = {process->item, maker->lts.state_count};
  lts_builder_states(&maker->lts, lts->state_count);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    lts_builder_kind(&maker->lts, copy.base + s, lts_kind(lts, s));
    if (lts->names && lts->names[s])
      lts_builder_name(&maker->lts, copy.base + s, lts->names[s]);
    if (bitset_has(&process->any, s))
      bitset_add(&maker->any_states, copy.base + s);
    struct lts_step_range steps = lts_steps(lts, s);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      lts_builder_step(&maker->lts, copy.base + s, step->action,
                       copy.base + step->target);
  }
  BITSET_EACH (a, &lts->alphabet)
    lts_builder_alphabet(&maker->lts, (struct action){a});
  copy_vec_push(&maker->copies, copy);
  return copy.base + lts->initial;
}

// `P = Q;` where Q was made before and begins with ANY, END or ERROR: P is that
// state. STATE_NONE if it is not so.
static uint32_t alias_state(struct maker *maker, struct name name) {
  struct spec *spec = maker->spec;
  uint32_t number = spec_find_process(spec, name);
  const struct spec_process *process =
      number == SPEC_NONE ? NULL : &spec->processes.at[number];
  if (!process || process->is_busy || process->item == maker->item ||
      (process->item->kind == ITEM_PROCESS && !process->item->ops.count) ||
      !elaborate_process(spec, number))
    return STATE_NONE;
  process = &spec->processes.at[number];
  uint32_t initial = process->bare->initial;
  return bitset_has(&process->any, initial) ||
                 lts_kind(process->bare, initial) != STATE_PLAIN
             ? copy_state(maker, process)
             : STATE_NONE;
}

static uint32_t definition_state(struct maker *maker, const struct item *item,
                                 uint32_t state) {
  const struct body_syntax *body = unwrap(item->states[state].body);
  if (body->kind == BODY_STOP)
    complain_stop(maker, body->position);
  uint32_t target = special_state(maker, body);
  if (target == STATE_NONE && body->kind == BODY_NAME)
    target = alias_state(maker, body->name);
  if (target != STATE_NONE)
    return target;
  bool is_new;
  uint64_t key = (uint64_t)(item - maker->spec->syntax->items.at) << 32 | state;
  uint32_t *known = state_map_insert(&maker->states, key, &is_new);
  if (!is_new)
    return *known;
  target = *known = lts_builder_state(&maker->lts);
  lts_builder_name(&maker->lts, target,
                   name_text(maker->spec->names, item->states[state].name));
  definition_vec_push(&maker->definitions,
                      (struct definition){item, state, target});
  return target;
}

// What a name leads to: (item, state) to be built in, or a finished process.
struct referred {
  const struct item *item;
  uint32_t state;
  const struct spec_process *process; // null when it is to be built in
};

static bool refer(struct maker *maker, const struct body_syntax *body,
                  struct referred *found) {
  *found = (struct referred){.item = maker->item};
  if (is_local(maker->item, body->name, &found->state))
    return true;
  uint32_t process = spec_find_process(maker->spec, body->name);
  if (process == SPEC_NONE) {
    complain_undefined(maker, body->name, body->position);
    return false;
  }
  found->item = maker->spec->processes.at[process].item;
  if (found->item->kind == ITEM_PROCESS && !found->item->ops.count)
    return true;
  if (maker->spec->processes.at[process].is_busy) {
    diag_report(maker->spec->diag, SEVERITY_ERROR, body->position,
                "'%s' is made of itself",
                name_text(maker->spec->names, body->name));
    fail(maker);
    return false;
  }
  bool is_made = elaborate_process(maker->spec, process) != NULL;
  found->process = &maker->spec->processes.at[process];
  if (!is_made)
    fail(maker);
  return is_made;
}

static uint32_t named_state(struct maker *maker,
                            const struct body_syntax *body) {
  struct referred found;
  if (!refer(maker, body, &found))
    return special(maker, &maker->end, STATE_END);
  return found.process ? copy_state(maker, found.process)
                       : definition_state(maker, found.item, found.state);
}

// ---- Bodies -----------------------------------------------------------------

static void fill(struct maker *maker, uint32_t state,
                 const struct body_syntax *body);

// The state in which a body begins.
static uint32_t state_of(struct maker *maker, const struct body_syntax *body) {
  body = unwrap(body);
  if (body->kind == BODY_NAME)
    return named_state(maker, body);
  uint32_t state = special_state(maker, body);
  if (state != STATE_NONE)
    return state;
  state = lts_builder_state(&maker->lts);
  fill(maker, state, body);
  return state;
}

static void fill_bare(struct maker *maker, uint32_t state,
                      const struct body_syntax *body);

static void complain_unguarded(struct maker *maker,
                               const struct body_syntax *body) {
  const char *name = name_text(maker->spec->names, body->name);
  if (!maker->has_failed) {
    diag_report(maker->spec->diag, SEVERITY_ERROR, body->position,
                "'%s' leads back to itself without an action", name);
    diag_hint(maker->spec->diag, "put an action before it: `a -> %s`", name);
  }
  fail(maker);
}

static void complain_bare(struct maker *maker, struct position position,
                          const char *word) {
  fail(maker);
  diag_report(maker->spec->diag, SEVERITY_ERROR, position,
              "%s cannot be chosen: there is no action before it", word);
  diag_hint(maker->spec->diag,
            "where the routine itself decides, write `tau -> %s`", word);
}

// The first steps of a process that was made before. What has none to offer
// cannot be a branch.
static void fill_copied(struct maker *maker, uint32_t state,
                        const struct body_syntax *body,
                        const struct spec_process *process) {
  const struct lts *lts = process->bare;
  bool is_any = bitset_has(&process->any, lts->initial);
  if (is_any || lts_kind(lts, lts->initial) != STATE_PLAIN) {
    complain_bare(maker, body->position,
                  is_any ? "ANY"
                         : state_kind_text(lts_kind(lts, lts->initial)));
    return;
  }
  uint32_t base = copy_state(maker, process) - lts->initial;
  struct lts_step_range steps = lts_steps(lts, lts->initial);
  for (const struct lts_step *step = steps.begin; step < steps.end; step++)
    lts_builder_step(&maker->lts, state, step->action, base + step->target);
}

// A name as a branch of its own: its first steps are offered here.
static void fill_named(struct maker *maker, uint32_t state,
                       const struct body_syntax *body) {
  struct referred found;
  if (!refer(maker, body, &found))
    return;
  if (found.process) {
    fill_copied(maker, state, body, found.process);
    return;
  }
  if (++maker->unguarded > UNGUARDED_DEPTH) {
    complain_unguarded(maker, body);
  } else if (!maker->has_failed) {
    const struct item *outer = maker->item;
    maker->item = found.item;
    fill_bare(maker, state, unwrap(found.item->states[found.state].body));
    maker->item = outer;
  }
  maker->unguarded--;
}

// A branch without actions.
static void fill_bare(struct maker *maker, uint32_t state,
                      const struct body_syntax *body) {
  static const char *const words[] = {
      [BODY_END] = "END", [BODY_ERROR] = "ERROR", [BODY_ANY] = "ANY"};
  switch (body->kind) {
  case BODY_CHOICE:
  case BODY_RETURN: fill(maker, state, body); break;
  case BODY_NAME: fill_named(maker, state, body); break;
  case BODY_STOP: complain_stop(maker, body->position); break;
  default: complain_bare(maker, body->position, words[body->kind]);
  }
}

static void fill_branch(struct maker *maker, uint32_t state,
                        const struct branch_syntax *branch) {
  if (!branch->action_count) {
    fill_bare(maker, state, branch->body);
    return;
  }
  const struct action_syntax *last = &branch->actions[branch->action_count - 1];
  for (uint32_t i = 0; i + 1 < branch->action_count; i++) {
    uint32_t next = lts_builder_state(&maker->lts);
    add_step(maker, state, elaborate_action(maker->spec, &branch->actions[i]),
             next, branch->actions[i].position);
    state = next;
  }
  const struct body_syntax *target = unwrap(branch->body);
  if (target->kind == BODY_STOP && !last->is_return)
    complain_stop(maker, target->position);
  struct action action = elaborate_action(maker->spec, last);
  add_step(maker, state, action, state_of(maker, target), last->position);
}

static void fill(struct maker *maker, uint32_t state,
                 const struct body_syntax *body) {
  if (body->kind == BODY_RETURN) {
    add_return(maker, state, body);
    return;
  }
  for (uint32_t i = 0; i < body->branch_count; i++)
    fill_branch(maker, state, &body->branches[i]);
}

static void fill_all(struct maker *maker) {
  for (uint32_t i = 0; i < maker->definitions.count; i++) {
    struct definition definition = maker->definitions.at[i];
    maker->item = definition.item;
    fill_bare(maker, definition.target,
              unwrap(definition.item->states[definition.state].body));
  }
}

// ---- ERROR ------------------------------------------------------------------

// Is the process to be met by somebody else? One that is only checked itself
// may go wrong where it may go on, too.
static bool is_only_subject(const struct spec *spec, const struct item *item) {
  bool is_subject = false;
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *check = &spec->syntax->items.at[i];
    if (check->kind != ITEM_CHECK)
      continue;
    if (check->check.goal == GOAL_REFINES &&
        name_equal(check->check.against, item->name))
      return false;
    is_subject |= name_equal(check->check.subject, item->name);
  }
  return is_subject;
}

static bool is_also_allowed(const struct lts *lts,
                            const struct forbidden *step) {
  struct lts_step_range range = lts_steps_by(lts, step->from, step->action);
  for (const struct lts_step *other = range.begin; other < range.end; other++)
    if (lts_kind(lts, other->target) != STATE_ERROR)
      return true;
  return false;
}

// In a specification `a -> ERROR` beside `a -> P` forbids nothing.
static void warn_forbidden(const struct maker *maker, const struct item *item,
                           const struct lts *lts) {
  for (uint32_t i = 0; i < maker->forbidden.count; i++) {
    const struct forbidden *step = &maker->forbidden.at[i];
    if (is_also_allowed(lts, step) && !is_only_subject(maker->spec, item))
      diag_report(maker->spec->diag, SEVERITY_WARNING, step->position,
                  "this step to ERROR forbids nothing: '%s' is also allowed "
                  "from here",
                  action_text(maker->spec->actions, step->action));
  }
}

// ---- Making a system --------------------------------------------------------

static void maker_init(struct maker *maker, struct spec *spec,
                       const struct item *item) {
  *maker = (struct maker){.spec = spec,
                          .item = item,
                          .stop = STATE_NONE,
                          .end = STATE_NONE,
                          .error = STATE_NONE,
                          .any = STATE_NONE};
  lts_builder_init(&maker->lts, spec->actions);
}

// The part that can be reached, with its states that are ANY.
static struct lts *take_reachable(const struct maker *maker,
                                  const struct lts *lts, struct bitset *any) {
  uint32_t *map = NULL;
  struct lts *reachable = lts_reachable(lts, &map);
  BITSET_EACH (s, &maker->any_states)
    if (map[s] != STATE_NONE)
      bitset_add(any, map[s]);
  free(map);
  return reachable;
}

static struct lts *maker_finish(struct maker *maker, const struct item *item,
                                bool is_arm, struct bitset *any) {
  struct lts *lts = NULL;
  if (maker->has_failed) {
    lts_builder_release(&maker->lts);
  } else {
    struct lts *whole = lts_builder_finish(&maker->lts);
    if (!is_arm) // there it is a violation by whoever calls
      warn_forbidden(maker, item, whole);
    lts = take_reachable(maker, whole, any);
    lts_free(whole);
  }
  definition_vec_release(&maker->definitions);
  state_map_release(&maker->states);
  copy_vec_release(&maker->copies);
  forbidden_vec_release(&maker->forbidden);
  bitset_release(&maker->any_states);
  return lts;
}

struct lts *elaborate_arm(struct spec *spec, const struct item *item,
                          const struct body_syntax *body) {
  struct maker maker;
  struct bitset any = {0};
  maker_init(&maker, spec, item);
  if (body->kind == BODY_STOP)
    complain_stop(&maker, body->position);
  uint32_t initial = state_of(&maker, body);
  lts_builder_initial(&maker.lts, initial);
  fill_all(&maker);
  struct lts *bare = maker_finish(&maker, item, true, &any);
  struct lts *lts = bare ? any_fill(spec, bare, &any) : NULL;
  if (bare)
    lts_free(bare);
  bitset_release(&any);
  return lts;
}

struct lts *elaborate_states(struct spec *spec, const struct item *item,
                             struct bitset *any) {
  struct maker maker;
  maker_init(&maker, spec, item);
  lts_builder_initial(&maker.lts, definition_state(&maker, item, 0));
  fill_all(&maker);
  return maker_finish(&maker, item, false, any);
}
