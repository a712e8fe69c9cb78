#include "exact/explain.h"

#include "base/map.h"
#include "program/print.h"

NUMBER_MAP_DEFINE(pair_set, uint64_t, bool);

// A state at which the value of a part of the formula is not known.
struct doubt {
  uint32_t state, formula;
  uint32_t from; // the one before it, or NONE
};

enum { NONE = UINT32_MAX };

VEC_DEFINE(doubt_vec, struct doubt);

struct search {
  struct abstract *abstract;
  const struct temporal *temporal;
  const struct temporal_value *value;
  struct pair_set met;
  struct doubt_vec doubts;
  struct u32_vec near, far; // doubts to be looked at: now, and when as many
                            // more steps are uncertain
  struct u32_vec blamed[3]; // doubts, most telling first
  struct explanation *found;
};

enum { DECIDES, EXCLUDES, OTHER };

static bool holds(const struct search *s, enum mu_side side, uint32_t f,
                  uint32_t state) {
  return evaluation_holds(&s->value->evaluation, side, f, state);
}

static bool is_open(const struct search *s, uint32_t f, uint32_t state) {
  return holds(s, MU_POSSIBLE, f, state) && !holds(s, MU_CERTAIN, f, state);
}

static void doubt(struct search *s, uint32_t f, uint32_t state, uint32_t from,
                  bool is_near) {
  if (is_open(s, f, state))
    u32_vec_push(is_near ? &s->near : &s->far,
                 doubt_vec_push(&s->doubts, (struct doubt){state, f, from}));
}

// Is it certain that this step can be made?
static bool is_certain(const struct modal *modal, uint32_t state,
                       uint32_t target) {
  for (uint32_t i = modal_first_set(modal, state);
       i < modal_end_set(modal, state); i++) {
    struct u32_range set = modal_set(modal, i);
    if (set.end - set.begin == 1 && *set.begin == target)
      return true;
  }
  return false;
}

// Which values the part has behind the steps of a state.
static void look_behind(struct search *s, const struct mu_node *node,
                        uint32_t number) {
  const struct modal *modal = s->value->evaluation.modal;
  uint32_t state = s->doubts.at[number].state;
  struct u32_range may = modal_may_of(modal, state);
  uint32_t certain = 0, impossible = 0;
  if (bitset_has(&modal->open, state))
    s->found->meets_open = true;
  for (const uint32_t *at = may.begin; at < may.end; at++) {
    certain += holds(s, MU_CERTAIN, node->a, *at);
    impossible += !holds(s, MU_POSSIBLE, node->a, *at);
    doubt(s, node->a, *at, number, is_certain(modal, state, *at));
  }
  uint32_t telling = node->kind == MU_SOME ? certain : impossible;
  uint32_t other = node->kind == MU_SOME ? impossible : certain;
  if (temporal_mode_kind(s->temporal, s->value, state) == MODE_STEPS)
    u32_vec_push(&s->blamed[telling ? DECIDES
                            : other ? EXCLUDES
                                    : OTHER],
                 number);
}

static void follow(struct search *s, uint32_t number) {
  struct doubt d = s->doubts.at[number];
  const struct mu_node *node = mu_node(s->value->evaluation.table, d.formula);
  switch (node->kind) {
  case MU_AND:
  case MU_OR:
    doubt(s, node->a, d.state, number, true);
    doubt(s, node->b, d.state, number, true);
    break;
  case MU_VARIABLE:
  case MU_LEAST:
  case MU_GREATEST: doubt(s, node->a, d.state, number, true); break;
  case MU_SOME:
  case MU_ALL: look_behind(s, node, number); break;
  default: break;
  }
}

// Everything that as many uncertain steps lead to as are allowed so far.
static void look_near(struct search *s) {
  for (uint32_t i = 0; i < s->near.count; i++) {
    const struct doubt *d = &s->doubts.at[s->near.at[i]];
    bool is_new;
    pair_set_insert(&s->met, ((uint64_t)d->state << 32) | d->formula, &is_new);
    if (is_new)
      follow(s, s->near.at[i]);
  }
}

static void walk(struct search *s) {
  const struct u32_vec *initial = &s->value->evaluation.modal->initial;
  for (uint32_t i = 0; i < initial->count; i++)
    doubt(s, s->temporal->root, initial->at[i], NONE, true);
  while (s->near.count) {
    look_near(s);
    struct u32_vec done = s->near;
    u32_vec_clear(&done);
    s->near = s->far;
    s->far = done;
  }
}

// ---- What to track ----------------------------------------------------------

static void tell(struct search *s, const struct edge *edge,
                 struct term condition) {
  const struct program *program = s->abstract->effects->program;
  if (s->found->text.length)
    return;
  strbuf_add(&s->found->text, "whether ");
  program_print_term(program, condition, &s->found->text);
  strbuf_add(&s->found->text, " at ");
  position_print(program->names, edge->position, &s->found->text);
}

static bool track(struct search *s, struct location_id location,
                  const struct edge *edge, struct term condition) {
  if (!abstract_track(s->abstract, location, condition))
    return false;
  tell(s, edge, condition);
  return true;
}

static const struct edge *edge_of(const struct search *s, struct edge_id id) {
  return procedure_edge(s->abstract->effects->procedure, id);
}

// Guards of edges that are possible and not certain.
static bool track_guards(struct search *s, uint32_t state) {
  struct location_id here = s->abstract->states.at[state].location;
  uint32_t count;
  bool is_new = false;
  const struct abstract_step *steps =
      abstract_steps(s->abstract, state, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!steps[i].is_enabled)
      is_new |= track(s, here, edge_of(s, steps[i].edge),
                      s->abstract->effects->at[steps[i].edge.id].guard);
  return is_new;
}

// On what it depends whether the environment can choose so, and otherwise.
static bool track_choice(struct search *s, uint32_t state, struct edge_id edge,
                         struct term wanted) {
  struct abstract *a = s->abstract;
  struct term_table *terms = a->effects->program->terms;
  bool is_new = false;
  for (int i = 0; i < 2; i++) {
    struct term can =
        abstract_instance(a, state, edge, i ? term_not(terms, wanted) : wanted);
    if (!term_is_none(can))
      is_new |= track(s, a->states.at[state].location, edge_of(s, edge), can);
  }
  return is_new;
}

// What was not known before an edge of what is tracked behind it.
static bool track_before(struct search *s, uint32_t state) {
  struct abstract *a = s->abstract;
  struct location_id here = a->states.at[state].location;
  uint32_t count;
  bool is_new = false;
  const struct abstract_step *steps = abstract_steps(a, state, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct location_id to = a->states.at[steps[i].target].location;
    if (!to.id || a->effects->at[steps[i].edge.id].kind != EFFECT_STEP)
      continue;
    const struct predicate_vec *tracked = precision_at(a->precision, to);
    for (uint32_t k = 0; k < tracked->count; k++) {
      bool is_chosen;
      struct term before =
          abstract_before(a, steps[i].edge,
                          predicate_term(a->table, tracked->at[k]), &is_chosen);
      if (abstract_truth(a, state, before) != TRUTH_OPEN)
        continue;
      is_new |= is_chosen ? track_choice(s, state, steps[i].edge, before)
                          : track(s, here, edge_of(s, steps[i].edge), before);
    }
  }
  return is_new;
}

static uint32_t state_of(const struct search *s, uint32_t number) {
  return temporal_state(s->temporal, s->value, s->doubts.at[number].state);
}

static uint32_t refine(struct search *s, uint32_t most) {
  uint32_t chosen = NONE;
  for (int rank = DECIDES; rank <= OTHER && !s->found->has_progressed; rank++) {
    uint32_t helped = 0;
    for (uint32_t i = 0; i < s->blamed[rank].count && helped < most; i++) {
      uint32_t state = state_of(s, s->blamed[rank].at[i]);
      if (!s->abstract->states.at[state].location.id)
        continue;
      bool is_new = track_guards(s, state) || track_before(s, state);
      if (is_new && !helped) {
        s->found->state = state;
        chosen = s->blamed[rank].at[i];
      }
      helped += is_new;
    }
    s->found->has_progressed = helped > 0;
  }
  return chosen;
}

// What nobody chooses, where an edge takes it.
static bool tell_havoc(struct search *s, struct edge_id id) {
  const struct program *program = s->abstract->effects->program;
  const struct effect *effect = &s->abstract->effects->at[id.id];
  struct strbuf *text = &s->found->text;
  bool is_unset = effect->origin == ORIGIN_UNINITIALISED;
  if (effect->kind != EFFECT_STEP || !effect->havoc_count ||
      (!is_unset && effect->origin != ORIGIN_APPROXIMATION))
    return false;
  strbuf_add(text, "what ");
  for (uint32_t i = 0; i < effect->havoc_count && i < 3; i++) {
    strbuf_add(text, i ? ", " : "");
    program_print_term(program, program_term(program, effect->havocked[i]),
                       text);
  }
  strbuf_format(text, " is, which %s, at ",
                is_unset ? "was never set" : "is only approximated");
  position_print(program->names, edge_of(s, id)->position, text);
  return true;
}

// Nothing that could be tracked helps. The first doubt, or one of those at
// which it is because of what nobody chooses.
static uint32_t give_up(struct search *s) {
  uint32_t first = NONE;
  for (int rank = DECIDES; rank <= OTHER; rank++)
    for (uint32_t i = 0; i < s->blamed[rank].count; i++) {
      uint32_t number = s->blamed[rank].at[i], count;
      const struct abstract_step *steps =
          abstract_steps(s->abstract, state_of(s, number), &count);
      first = first == NONE ? number : first;
      for (uint32_t k = 0; k < count; k++)
        if (tell_havoc(s, steps[k].edge))
          return number;
    }
  return first;
}

// The way to the doubt.
static void tell_way(struct search *s, uint32_t chosen) {
  struct justify_step_vec *way = &s->found->way;
  if (chosen == NONE)
    chosen = give_up(s);
  for (; chosen != NONE; chosen = s->doubts.at[chosen].from)
    justify_step_vec_push(way,
                          (struct justify_step){s->doubts.at[chosen].state,
                                                s->doubts.at[chosen].formula});
  for (uint32_t i = 0; i < way->count / 2; i++) {
    struct justify_step other = way->at[way->count - 1 - i];
    way->at[way->count - 1 - i] = way->at[i];
    way->at[i] = other;
  }
}

void explain(struct abstract *abstract, const struct temporal *temporal,
             const struct temporal_value *value, uint32_t most,
             struct explanation *into) {
  struct search s = {.abstract = abstract,
                     .temporal = temporal,
                     .value = value,
                     .found = into};
  *into = (struct explanation){0};
  walk(&s);
  tell_way(&s, refine(&s, most));
  pair_set_release(&s.met);
  doubt_vec_release(&s.doubts);
  u32_vec_release(&s.near);
  u32_vec_release(&s.far);
  for (int rank = DECIDES; rank <= OTHER; rank++)
    u32_vec_release(&s.blamed[rank]);
}

void explanation_release(struct explanation *explanation) {
  strbuf_release(&explanation->text);
  justify_step_vec_release(&explanation->way);
}
