#include "exact/explain.h"

#include "base/map.h"
#include "program/print.h"

NUMBER_MAP_DEFINE(pair_set, uint64_t, bool);

// A state at which the value of a part of the formula is not known.
struct doubt {
  uint32_t state, formula;
};

VEC_DEFINE(doubt_vec, struct doubt);

struct search {
  struct abstract *abstract;
  const struct temporal *temporal;
  const struct temporal_value *value;
  struct pair_set met;
  struct doubt_vec queue;
  struct u32_vec blamed[3]; // states of the abstraction, most telling first
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

static void doubt(struct search *s, uint32_t f, uint32_t state) {
  bool is_new;
  if (!is_open(s, f, state))
    return;
  pair_set_insert(&s->met, ((uint64_t)state << 32) | f, &is_new);
  if (is_new)
    doubt_vec_push(&s->queue, (struct doubt){state, f});
}

// Which values the part has behind the steps of a state.
static void look_behind(struct search *s, const struct mu_node *node,
                        uint32_t state) {
  const struct modal *modal = s->value->evaluation.modal;
  struct u32_range may = modal_may_of(modal, state);
  uint32_t certain = 0, impossible = 0, count = 0;
  if (bitset_has(&modal->open, state))
    s->found->meets_open = true;
  for (const uint32_t *at = may.begin; at < may.end; at++, count++) {
    certain += holds(s, MU_CERTAIN, node->a, *at);
    impossible += !holds(s, MU_POSSIBLE, node->a, *at);
    doubt(s, node->a, *at);
  }
  uint32_t telling = node->kind == MU_SOME ? certain : impossible;
  uint32_t other = node->kind == MU_SOME ? impossible : certain;
  bool is_read =
      s->temporal->is_linear && bitset_has(&s->value->product.unread, state);
  if (!is_read)
    u32_vec_push(&s->blamed[telling ? DECIDES
                            : other ? EXCLUDES
                                    : OTHER],
                 temporal_state(s->temporal, s->value, state));
}

static void follow(struct search *s, struct doubt d) {
  const struct mu_node *node = mu_node(s->value->evaluation.table, d.formula);
  switch (node->kind) {
  case MU_AND:
  case MU_OR:
    doubt(s, node->a, d.state);
    doubt(s, node->b, d.state);
    break;
  case MU_VARIABLE:
  case MU_LEAST:
  case MU_GREATEST: doubt(s, node->a, d.state); break;
  case MU_SOME:
  case MU_ALL: look_behind(s, node, d.state); break;
  default: break;
  }
}

static void walk(struct search *s) {
  const struct u32_vec *initial = &s->value->evaluation.modal->initial;
  for (uint32_t i = 0; i < initial->count; i++)
    doubt(s, s->temporal->root, initial->at[i]);
  for (uint32_t i = 0; i < s->queue.count; i++)
    follow(s, s->queue.at[i]);
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

static void refine(struct search *s, uint32_t most) {
  for (int rank = DECIDES; rank <= OTHER && !s->found->has_progressed; rank++) {
    uint32_t helped = 0;
    for (uint32_t i = 0; i < s->blamed[rank].count && helped < most; i++) {
      uint32_t state = s->blamed[rank].at[i];
      if (!s->abstract->states.at[state].location.id)
        continue;
      bool is_new = track_guards(s, state) || track_before(s, state);
      if (is_new && !helped)
        s->found->state = state;
      helped += is_new;
    }
    s->found->has_progressed = helped > 0;
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
  refine(&s, most);
  pair_set_release(&s.met);
  doubt_vec_release(&s.queue);
  for (int rank = DECIDES; rank <= OTHER; rank++)
    u32_vec_release(&s.blamed[rank]);
}

void explanation_release(struct explanation *explanation) {
  strbuf_release(&explanation->text);
}
