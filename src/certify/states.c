#include "certify/states.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/asking.h"
#include "term/variables.h"

enum { MOST_STATES = 8000000, STATES_TO_POLL = 256 };

// What an edge does where the variables that it mentions have certain values.
struct deed {
  struct term guard;
  struct term *values; // by binding
};

VEC_DEFINE(deed_vec, struct deed);

// Variables that an edge mentions.
struct mention {
  bool is_known;
  struct u32_vec variables;
};

// A variable that may be anything stands for itself. The value of a variable
// has no variable in it but this one: an array with some known elements.
// So no two of them hang on the same unknown thing.
struct states {
  struct question *question;
  struct effects *effects;
  struct program *program;
  struct term_table *terms;
  struct poll poll;
  struct strbuf *why;
  struct asking asking;
  struct flow_sets live;       // only to forget what nobody reads
  struct interner *known;      // states: location, and values of what is read
  struct interner *situations; // edge, and values of what it mentions
  struct deed_vec deeds;       // by situation, less 1
  struct mention *mentions;    // by edge
  struct term *here, *next;    // by variable
  struct substitution *before;
  struct strbuf key;
};

static uint32_t variable_count(const struct states *s) {
  return s->program->variables.count;
}

static struct term variable_term(const struct states *s, uint32_t id) {
  return s->program->variables.at[id].term;
}

static bool is_any(const struct states *s, uint32_t id, struct term value) {
  return term_equal(value, variable_term(s, id));
}

// ---- Values -----------------------------------------------------------------

// The value, or anything where it hangs on what other variables may be.
static struct term settled(const struct states *s, uint32_t id,
                           struct term value) {
  struct term_vec inside = {0};
  if (term_is_const(s->terms, value))
    return value;
  term_variables(s->terms, &value, 1, &inside);
  bool is_alone = !inside.count || sort_is_array(term_sort(s->terms, value));
  for (uint32_t i = 0; i < inside.count; i++)
    is_alone &= term_equal(inside.at[i], variable_term(s, id));
  term_vec_release(&inside);
  return is_alone ? value : variable_term(s, id);
}

// Where something that may be anything is one value, it is.
static void fix(struct states *s, struct term guard) {
  bool is_not = term_op(s->terms, guard) == OP_NOT;
  struct term left = is_not ? term_operand(s->terms, guard, 0) : guard;
  struct term right = term_bool(s->terms, !is_not);
  if (!is_not && term_op(s->terms, guard) == OP_EQ) {
    left = term_operand(s->terms, guard, 0);
    right = term_operand(s->terms, guard, 1);
    if (term_op(s->terms, right) == OP_VAR) {
      struct term other = left;
      left = right;
      right = other;
    }
  }
  if (term_op(s->terms, left) != OP_VAR || !term_is_const(s->terms, right))
    return;
  struct variable variable = program_variable_of(s->program, left);
  if (!variable_is_none(variable) &&
      is_any(s, variable.id, s->here[variable.id]) &&
      is_any(s, variable.id, s->next[variable.id]))
    s->next[variable.id] = right;
}

// ---- States -----------------------------------------------------------------

static void add_number(struct strbuf *key, uint32_t number) {
  strbuf_bytes(key, (const char *)&number, sizeof number);
}

// What nobody reads there is forgotten: it may be anything.
static void arrive(struct states *s, struct location_id at) {
  strbuf_clear(&s->key);
  add_number(&s->key, at.id);
  BITSET_EACH (id, &s->live.at[at.id])
    add_number(&s->key, s->next[id].id);
  intern_bytes(s->known, s->key.text, s->key.length);
}

static struct location_id unpack(struct states *s, uint32_t state) {
  const char *text = name_text(s->known, (struct name){state});
  struct location_id at;
  for (uint32_t i = 1; i < variable_count(s); i++)
    s->here[i] = variable_term(s, i);
  memcpy(&at.id, text, sizeof at.id);
  text += sizeof at.id;
  BITSET_EACH (id, &s->live.at[at.id]) {
    memcpy(&s->here[id].id, text, sizeof s->here[id].id);
    text += sizeof s->here[id].id;
  }
  return at;
}

// ---- Edges ------------------------------------------------------------------

static const struct mention *mention_of(struct states *s, struct edge_id edge) {
  struct mention *mention = &s->mentions[edge.id];
  const struct effect *effect = &s->effects->at[edge.id];
  struct bitset all = {0};
  if (mention->is_known)
    return mention;
  mention->is_known = true;
  program_mark_variables(s->program, effect->guard, &all);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    program_mark_variables(s->program, effect->bindings[i].value, &all);
  BITSET_EACH (id, &all)
    u32_vec_push(&mention->variables, id);
  bitset_release(&all);
  return mention;
}

static struct deed work_out(struct states *s, struct edge_id edge,
                            const struct mention *mention) {
  const struct effect *effect = &s->effects->at[edge.id];
  struct deed deed = {.values = memory_new_zero(effect->binding_count + 1u,
                                                sizeof *deed.values)};
  substitution_clear(s->before);
  for (uint32_t i = 0; i < mention->variables.count; i++) {
    uint32_t id = mention->variables.at[i];
    if (!is_any(s, id, s->here[id]))
      substitution_set(s->before, variable_term(s, id), s->here[id]);
  }
  deed.guard = substitution_apply(s->before, effect->guard);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    deed.values[i] =
        settled(s, effect->bindings[i].target.id,
                substitution_apply(s->before, effect->bindings[i].value));
  return deed;
}

// Remembered: few edges see many different values.
static const struct deed *deed_of(struct states *s, struct edge_id edge) {
  const struct mention *mention = mention_of(s, edge);
  strbuf_clear(&s->key);
  add_number(&s->key, edge.id);
  for (uint32_t i = 0; i < mention->variables.count; i++)
    add_number(&s->key, s->here[mention->variables.at[i]].id);
  struct name situation =
      intern_bytes(s->situations, s->key.text, s->key.length);
  if (situation.id > s->deeds.count)
    deed_vec_push(&s->deeds, work_out(s, edge, mention));
  return &s->deeds.at[situation.id - 1];
}

static void take(struct states *s, struct edge_id edge,
                 const struct deed *deed) {
  const struct effect *effect = &s->effects->at[edge.id];
  memcpy(s->next, s->here, variable_count(s) * sizeof *s->next);
  fix(s, deed->guard);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    s->next[effect->bindings[i].target.id] = deed->values[i];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    s->next[effect->havocked[i].id] = variable_term(s, effect->havocked[i].id);
  arrive(s, procedure_edge(s->effects->procedure, edge)->to);
}

// What must not be: cvc5 is to refute it, in the end.
static bool put_aside(struct states *s, struct edge_id edge,
                      struct term guard) {
  if (term_is_true(s->terms, guard)) {
    strbuf_add(s->why, "not certified: a state that is followed comes to ");
    position_print(s->program->names,
                   procedure_edge(s->effects->procedure, edge)->position,
                   s->why);
    return false;
  }
  asking_begin(&s->asking, edge.id);
  asking_assert(&s->asking, guard);
  asking_end(&s->asking);
  return true;
}

static bool leave(struct states *s, struct location_id at) {
  const struct location *location =
      procedure_location(s->effects->procedure, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    struct edge_id edge = {location->first_out + i};
    enum role role = question_role(s->question, edge);
    if (role == ROLE_ENDS)
      continue;
    const struct deed *deed = deed_of(s, edge);
    if (term_is_false(s->terms, deed->guard))
      continue;
    if (role == ROLE_STEP)
      take(s, edge, deed);
    else if (!put_aside(s, edge, deed->guard))
      return false;
  }
  return true;
}

static void begin(struct states *s) {
  for (uint32_t i = 1; i < variable_count(s); i++)
    s->next[i] =
        settled(s, i, effects_at_entry(s->effects, variable_term(s, i)));
  arrive(s, s->effects->procedure->entry);
}

static bool follow(struct states *s) {
  begin(s);
  for (uint32_t n = 1; n <= interner_count(s->known); n++) {
    if (n % STATES_TO_POLL == 0 && (poll_stops(s->poll) || n > MOST_STATES)) {
      strbuf_format(s->why, "not certified: %u states, and more", n);
      return false;
    }
    if (!leave(s, unpack(s, n)))
      return false;
  }
  return !s->asking.edges.count || asking_all_refuted(&s->asking);
}

// ---- Life cycle -------------------------------------------------------------

static void release(struct states *s) {
  for (uint32_t i = 0; i < s->effects->procedure->edges.count; i++)
    u32_vec_release(&s->mentions[i].variables);
  for (uint32_t i = 0; i < s->deeds.count; i++)
    free(s->deeds.at[i].values);
  deed_vec_release(&s->deeds);
  free(s->mentions);
  free(s->here);
  free(s->next);
  interner_free(s->known);
  interner_free(s->situations);
  substitution_free(s->before);
  strbuf_release(&s->key);
  flow_sets_release(&s->live);
  asking_release(&s->asking);
}

bool certify_states(struct question *question, struct poll poll,
                    uint64_t *asked, struct strbuf *why) {
  struct effects *effects = question->effects;
  uint32_t edges = effects->procedure->edges.count;
  uint32_t variables = effects->program->variables.count;
  struct states s = {.question = question,
                     .effects = effects,
                     .program = effects->program,
                     .terms = effects->program->terms,
                     .poll = poll,
                     .why = why,
                     .live = question_live(question),
                     .known = interner_new(),
                     .situations = interner_new(),
                     .mentions =
                         memory_new_zero(edges + 1u, sizeof *s.mentions),
                     .here = memory_new_zero(variables + 1u, sizeof *s.here),
                     .next = memory_new_zero(variables + 1u, sizeof *s.next),
                     .before = substitution_new(effects->program->terms)};
  asking_init(&s.asking, s.program, effects->procedure, poll, asked, why);
  bool ok = follow(&s);
  release(&s);
  return ok;
}
