#include "system/system_alphabet.h"

// ---- What is to be decided --------------------------------------------------

// Actions that several components have.
static void find_shared(const struct system_check *system,
                        struct bitset *shared) {
  struct bitset some = {0}, both = {0};
  for (uint32_t i = 0; i < system->count; i++) {
    const struct bitset *alphabet = &system->parts[i].alphabet;
    bitset_copy(&both, alphabet);
    bitset_intersect(&both, &some);
    bitset_unite(shared, &both);
    bitset_unite(&some, alphabet);
  }
  bitset_release(&some);
  bitset_release(&both);
}

// Of the shared actions, those of which it is not known whether the component
// performs them.
static void find_open(const struct part *part, const struct bitset *shared,
                      struct bitset *open) {
  bitset_copy(open, &part->alphabet);
  bitset_intersect(open, shared);
  bitset_subtract(open, &part->imposed);
  bitset_subtract(open, &part->shown);
  bitset_subtract(open, &part->never);
}

// ---- By LTS -----------------------------------------------------------------

// What we do not model leads nowhere in the LTS: it does not tell what follows.
static bool tells_all(const struct part *part) {
  return part->lts && !lts_has_action(part->lts, part->unsupported);
}

// Takes what the LTS tells out of the open actions.
static void look_at_lts(struct part *part, struct bitset *open) {
  bool tells = tells_all(part);
  BITSET_EACH (a, open) {
    bool is_step = lts_has_action(part->lts, (struct action){a});
    if (!is_step && tells)
      bitset_add(&part->never, a);
    if (is_step && part->is_finite)
      bitset_add(&part->shown, a);
  }
  bitset_subtract(open, &part->never);
  bitset_subtract(open, &part->shown);
}

static void look(struct part *part, struct bitset *open) {
  if (part->followed) {
    bitset_unite(&part->shown, &part->followed->performed);
    bitset_subtract(open, &part->shown);
  } else if (part->lts) {
    look_at_lts(part, open);
  }
}

// ---- By asking --------------------------------------------------------------

// The states of the LTS in the order of their distance from the initial one.
static void order_states(const struct lts *lts, struct u32_vec *order) {
  struct bitset seen = {0};
  u32_vec_push(order, lts->initial);
  bitset_add(&seen, lts->initial);
  for (uint32_t i = 0; i < order->count; i++) {
    struct lts_step_range steps = lts_steps(lts, order->at[i]);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      if (bitset_add(&seen, step->target))
        u32_vec_push(order, step->target);
  }
  bitset_release(&seen);
}

// The action that comes last, as far as the LTS tells: on the way to it most of
// the others are seen, too.
static struct action farthest(const struct part *part,
                              const struct bitset *open) {
  struct action last = {bitset_next(open, 0)};
  struct bitset met = {0};
  struct u32_vec order = {0};
  if (part->lts)
    order_states(part->lts, &order);
  for (uint32_t i = 0; i < order.count; i++) {
    struct lts_step_range steps = lts_steps(part->lts, order.at[i]);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      if (bitset_has(open, step->action.id) &&
          bitset_add(&met, step->action.id))
        last = step->action;
  }
  u32_vec_release(&order);
  bitset_release(&met);
  return last;
}

static void ask(struct system_check *system, struct part *part,
                struct bitset *open) {
  struct bitset pending = {0}, undecided = {0};
  bitset_copy(&pending, open);
  system->options.cegar.progress->phase = "alphabets";
  while (!bitset_is_empty(&pending)) {
    struct action action = farthest(part, &pending);
    enum part_answer answer = part_performs_action(
        part, action, &system->options.cegar, system->stats, &part->shown);
    if (answer == PART_CANNOT)
      bitset_add(&part->never, action.id);
    if (answer == PART_UNKNOWN)
      bitset_add(&undecided, action.id);
    bitset_remove(&pending, action.id);
    bitset_subtract(&pending, &part->shown);
  }
  bitset_subtract(&undecided, &part->shown);
  bitset_copy(open, &undecided);
  bitset_release(&pending);
  bitset_release(&undecided);
}

// ---- All components ---------------------------------------------------------

static const struct spec_role_vec *roles_of(const struct system_check *system,
                                            uint32_t i) {
  return &system->spec->systems.at[system->check->system]
              .components.at[i]
              .roles;
}

static bool has_role(const struct spec_role_vec *roles,
                     const struct spec_role *wanted) {
  for (uint32_t i = 0; i < roles->count; i++)
    if (action_equal(roles->at[i].action, wanted->action) &&
        roles->at[i].kind == wanted->kind &&
        roles->at[i].number == wanted->number)
      return true;
  return false;
}

// Is there another component in this role that may perform the action?
static bool is_filled(const struct system_check *system, uint32_t but,
                      const struct spec_role *role) {
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    if (i != but && bitset_has(&part->alphabet, role->action.id) &&
        !bitset_has(&part->never, role->action.id) &&
        has_role(roles_of(system, i), role))
      return true;
  }
  return false;
}

// Can the others do without the component, in all roles that it might have?
static bool is_dispensable(const struct system_check *system, uint32_t i,
                           uint32_t action) {
  const struct spec_role_vec *roles = roles_of(system, i);
  for (uint32_t k = 0; k < roles->count; k++)
    if (roles->at[k].action.id == action &&
        !is_filled(system, i, &roles->at[k]))
      return false;
  return true;
}

// What is known may have grown since the last time: others may turn out not to
// perform an action, too.
bool system_alphabet_leave_out(struct system_check *system) {
  bool has_changed = false;
  for (uint32_t i = 0; i < system->count; i++)
    bitset_unite(&system->parts[i].alphabet, &system->parts[i].left_out);
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    struct bitset out = {0};
    BITSET_EACH (a, &part->never)
      if (is_dispensable(system, i, a))
        bitset_add(&out, a);
    has_changed |= !bitset_equal(&out, &part->left_out);
    bitset_copy(&part->left_out, &out);
    bitset_release(&out);
  }
  for (uint32_t i = 0; i < system->count; i++)
    bitset_subtract(&system->parts[i].alphabet, &system->parts[i].left_out);
  if (has_changed)
    system_find_visible(system);
  return has_changed;
}

static void tell_open(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    if (bitset_is_empty(&part->open))
      continue;
    strbuf_format(
        &system->reason,
        "component %s blocks %s, and whether it can perform it is not decided",
        name_text(system->program->names, part->name),
        action_text(system->spec->actions,
                    (struct action){bitset_next(&part->open, 0)}));
    return;
  }
}

// What the others cannot do without stays, whether the component performs it or
// not: there is no need to ask. Whoever is known not to perform an action only
// makes others less dispensable.
static void drop_needed(const struct system_check *system, uint32_t i,
                        struct bitset *open) {
  BITSET_EACH (a, open)
    if (!is_dispensable(system, i, a))
      bitset_remove(open, a);
}

static void decide(struct system_check *system, bool asks) {
  struct bitset shared = {0};
  find_shared(system, &shared);
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    find_open(part, &shared, &part->open);
    look(part, &part->open);
    drop_needed(system, i, &part->open);
    if (asks)
      ask(system, part, &part->open);
  }
  bitset_release(&shared);
}

void system_alphabet_open(const struct system_check *system, uint32_t i,
                          struct bitset *open) {
  struct bitset shared = {0};
  find_shared(system, &shared);
  find_open(&system->parts[i], &shared, open);
  drop_needed(system, i, open);
  bitset_release(&shared);
}

bool system_alphabet_narrow(struct system_check *system) {
  decide(system, false);
  return system_alphabet_leave_out(system);
}

enum alphabet_answer system_alphabet_settle(struct system_check *system) {
  decide(system, true);
  if (system_alphabet_leave_out(system))
    return ALPHABET_CHANGED;
  for (uint32_t i = 0; i < system->count; i++)
    if (!bitset_is_empty(&system->parts[i].open)) {
      tell_open(system);
      return ALPHABET_OPEN;
    }
  return ALPHABET_SETTLED;
}
