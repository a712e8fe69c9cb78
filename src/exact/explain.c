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
  enum refine_mode mode;
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

static uint32_t state_of(const struct search *s, uint32_t number) {
  return temporal_state(s->temporal, s->value, s->doubts.at[number].state);
}

// The states of the abstraction on the way to a doubt, and one behind it that
// decides, if there is one.
static void find_way(const struct search *s, uint32_t number,
                     struct u32_vec *into) {
  const struct doubt *last = &s->doubts.at[number];
  const struct evaluation *e = &s->value->evaluation;
  const struct mu_node *node = mu_node(e->table, last->formula);
  struct u32_range may = modal_may_of(e->modal, last->state);
  struct u32_vec back = {0};
  for (const uint32_t *at = may.begin; at < may.end && !back.count; at++)
    if (node->kind == MU_SOME ? holds(s, MU_CERTAIN, node->a, *at)
                              : !holds(s, MU_POSSIBLE, node->a, *at))
      u32_vec_push(&back, temporal_state(s->temporal, s->value, *at));
  for (; number != NONE; number = s->doubts.at[number].from)
    u32_vec_push(&back, state_of(s, number));
  while (back.count)
    u32_vec_push(into, back.at[--back.count]);
  u32_vec_release(&back);
}

static bool refine_path(const struct search *s, struct tracking *t,
                        uint32_t number) {
  struct u32_vec way = {0};
  find_way(s, number, &way);
  bool is_new = track_path(t, &way);
  u32_vec_release(&way);
  return is_new;
}

static bool refine_at(const struct search *s, uint32_t number, bool is_last) {
  struct tracking t = {s->abstract, &s->found->text};
  uint32_t state = state_of(s, number);
  if (!s->abstract->states.at[state].location.id)
    return false;
  if (s->mode == REFINE_PRECISION || is_last)
    if (track_precisely(&t, state))
      return true;
  if (s->mode == REFINE_PATH && refine_path(s, &t, number))
    return true;
  return track_guards(&t, state) || track_before(&t, state);
}

// At `is_last` predicates alone did not help.
static uint32_t refine(struct search *s, uint32_t most, bool is_last) {
  uint32_t chosen = NONE;
  for (int rank = DECIDES; rank <= OTHER && !s->found->has_progressed; rank++) {
    uint32_t helped = 0;
    for (uint32_t i = 0; i < s->blamed[rank].count && helped < most; i++) {
      bool is_new = refine_at(s, s->blamed[rank].at[i], is_last);
      if (is_new && !helped)
        chosen = s->blamed[rank].at[i];
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
  position_print(program->names,
                 procedure_edge(s->abstract->effects->procedure, id)->position,
                 text);
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
             const struct temporal_value *value, enum refine_mode mode,
             uint32_t most, struct explanation *into) {
  struct search s = {.abstract = abstract,
                     .mode = mode,
                     .temporal = temporal,
                     .value = value,
                     .found = into};
  *into = (struct explanation){0};
  walk(&s);
  uint32_t chosen = refine(&s, most, false);
  if (chosen == NONE && mode == REFINE_PREDICATES)
    chosen = refine(&s, most, true);
  tell_way(&s, chosen);
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
