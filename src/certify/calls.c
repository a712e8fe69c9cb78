#include "certify/calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "certify/asking.h"

enum { MOST_OPEN = 20000, STEPS_TO_POLL = 1024 };

// A call that waits. It never changes: executions share it.
struct call_that_waits {
  const struct call_that_waits *below;
  struct edge_id call;
  const struct term *owned; // what the caller owns holds, in the order of ids
};

// One execution, or many that differ in nothing but what is left open.
struct execution_state {
  struct location_id at;
  const struct call_that_waits *stack;
  struct term condition;
  struct term *values;   // by variable
  struct term_vec fixed; // pairs: what was left open, and its only value
};

VEC_DEFINE(execution_state_vec, struct execution_state);

struct way {
  struct edge_id edge;
  struct term guard; // with what variables hold
};

struct following {
  const struct parts *parts;
  struct program *program;
  struct term_table *terms;
  struct poll poll;
  struct strbuf *why;
  struct asking asking;
  struct arena arena;               // of stacks
  struct execution_state_vec now;   // cvc5 did not say that they cannot be
  struct execution_state_vec later; // it is to be asked about
  struct term_vec wrong;            // conditions: it has to refute them
  struct u32_vec wrong_edges;
  struct bitset *mentioned; // by edge: variables, once it was looked at
  bool *is_looked_at;       // by edge
  struct way *ways;         // room for those from one location
  uint64_t steps;
  bool is_stopped;
};

static uint32_t variable_count(const struct following *f) {
  return f->program->variables.count;
}

static struct term variable_term(const struct following *f, uint32_t id) {
  return f->program->variables.at[id].term;
}

static void stop(struct following *f, const char *why) {
  if (!f->is_stopped)
    strbuf_format(f->why, "not certified: %s", why);
  f->is_stopped = true;
}

// ---- Executions -------------------------------------------------------------

static void execution_state_release(struct execution_state *state) {
  free(state->values);
  term_vec_release(&state->fixed);
}

static struct execution_state copy_of(const struct following *f,
                                      const struct execution_state *state) {
  struct execution_state copy = *state;
  copy.values = memory_new(variable_count(f) * sizeof *copy.values);
  memcpy(copy.values, state->values, variable_count(f) * sizeof *copy.values);
  copy.fixed = (struct term_vec){0};
  term_vec_append(&copy.fixed, state->fixed.at, state->fixed.count);
  return copy;
}

static struct term with_fixed(const struct following *f,
                              const struct execution_state *state,
                              struct term t) {
  for (uint32_t i = 0; i + 1 < state->fixed.count; i += 2)
    t = term_replace(f->terms, t, state->fixed.at[i], state->fixed.at[i + 1]);
  return t;
}

// Where the condition says that something left open is one value, it is put in
// its place everywhere: most of what follows is then decided.
static void fix(struct following *f, struct execution_state *state,
                struct term guard) {
  if (term_op(f->terms, guard) != OP_EQ)
    return;
  struct term left = term_operand(f->terms, guard, 0);
  struct term right = term_operand(f->terms, guard, 1);
  if (term_op(f->terms, right) == OP_VAR) {
    struct term other = left;
    left = right;
    right = other;
  }
  if (term_op(f->terms, left) != OP_VAR || !term_is_const(f->terms, right))
    return;
  for (uint32_t i = 1; i < variable_count(f); i++)
    state->values[i] = term_replace(f->terms, state->values[i], left, right);
  state->condition = term_replace(f->terms, state->condition, left, right);
  term_vec_push(&state->fixed, left);
  term_vec_push(&state->fixed, right);
}

// ---- Edges ------------------------------------------------------------------

static const struct bitset *mentioned(struct following *f,
                                      struct edge_id edge) {
  struct bitset *into = &f->mentioned[edge.id];
  if (f->is_looked_at[edge.id])
    return into;
  f->is_looked_at[edge.id] = true;
  const struct effect *effect = &f->parts->effects->at[edge.id];
  program_mark_variables(f->program, effect->guard, into);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    program_mark_variables(f->program, effect->bindings[i].value, into);
  const struct kept_call *call = f->parts->calls[edge.id];
  for (uint32_t i = 0; call && i < call->arguments.count; i++)
    program_mark_variables(f->program, call->arguments.at[i], into);
  if (call && !term_is_none(call->variadic))
    program_mark_variables(f->program, call->variadic, into);
  return into;
}

static struct substitution *values_before(struct following *f,
                                          const struct execution_state *state,
                                          struct edge_id edge) {
  struct substitution *before = substitution_new(f->terms);
  BITSET_EACH (id, mentioned(f, edge))
    if (!term_equal(variable_term(f, id), state->values[id]))
      substitution_set(before, variable_term(f, id), state->values[id]);
  return before;
}

// All at once: bindings are over what held before.
static void take_effect(struct following *f, struct execution_state *state,
                        struct edge_id edge, struct substitution *before) {
  const struct effect *effect = &f->parts->effects->at[edge.id];
  struct term_vec values = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++)
    term_vec_push(&values,
                  substitution_apply(before, effect->bindings[i].value));
  for (uint32_t i = 0; i < effect->binding_count; i++)
    state->values[effect->bindings[i].target.id] = values.at[i];
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    uint32_t id = effect->havocked[i].id;
    state->values[id] = term_variable_again(f->terms, variable_term(f, id));
  }
  term_vec_release(&values);
}

// ---- Calls ------------------------------------------------------------------

static const struct slam_part *part_at(const struct following *f,
                                       struct location_id at) {
  return &f->parts->at.at[f->parts->part_of.at[at.id]];
}

static const struct call_that_waits *
wait_for(struct following *f, const struct execution_state *state,
         struct edge_id call) {
  const struct bitset *own = &part_at(f, state->at)->own;
  struct call_that_waits *waiting = arena_new(&f->arena, sizeof *waiting);
  uint32_t count = 0;
  BITSET_EACH (id, own) {
    (void)id;
    count++;
  }
  struct term *owned = arena_new(&f->arena, (count + 1) * sizeof *owned);
  count = 0;
  BITSET_EACH (id, own)
    owned[count++] = state->values[id];
  *waiting = (struct call_that_waits){state->stack, call, owned};
  return waiting;
}

// Formals get what is passed; memory that is the activation's own, and formals
// that nothing is passed for, anything. Other locals are written before they
// are read (program/inline.h).
static void begin_call(struct following *f, struct execution_state *state,
                       struct edge_id edge, struct substitution *before) {
  const struct kept_call *call = f->parts->calls[edge.id];
  const struct slam_part *callee = &f->parts->at.at[call->part];
  struct term_vec passed = {0};
  if (!callee->entry.id)
    stop(f, "a function that cannot be told apart");
  state->stack = wait_for(f, state, edge);
  for (uint32_t i = 0; i < callee->formals.count; i++) {
    struct term value =
        i < call->arguments.count ? call->arguments.at[i] : call->variadic;
    term_vec_push(
        &passed,
        term_is_none(value)
            ? term_variable_again(
                  f->terms, program_term(f->program, callee->formals.at[i]))
            : substitution_apply(before, value));
  }
  BITSET_EACH (id, &callee->own)
    if (f->program->variables.at[id].kind == VARIABLE_GLOBAL)
      state->values[id] = term_variable_again(f->terms, variable_term(f, id));
  for (uint32_t i = 0; i < callee->formals.count; i++)
    state->values[callee->formals.at[i].id] = passed.at[i];
  state->at = callee->entry;
  term_vec_release(&passed);
}

// What the caller owns is as before, but for where the result goes; the rest is
// as the callee left it. False when nobody waits: the execution ends.
static bool end_call(struct following *f, struct execution_state *state) {
  const struct call_that_waits *waiting = state->stack;
  if (!waiting)
    return false;
  const struct kept_call *call = f->parts->calls[waiting->call.id];
  const struct slam_part *callee = &f->parts->at.at[call->part];
  const struct edge *edge = procedure_edge(f->parts->procedure, waiting->call);
  bool is_given = !variable_is_none(callee->result);
  struct term result =
      is_given ? state->values[callee->result.id] : (struct term){0};
  uint32_t k = 0;
  BITSET_EACH (id, &part_at(f, edge->from)->own)
    state->values[id] = with_fixed(f, state, waiting->owned[k++]);
  if (!variable_is_none(call->target))
    state->values[call->target.id] =
        is_given ? result
                 : term_variable_again(f->terms,
                                       program_term(f->program, call->target));
  state->stack = waiting->below;
  state->at = edge->to;
  return true;
}

// ---- Following --------------------------------------------------------------

static bool is_call(const struct following *f, struct edge_id edge) {
  return f->parts->calls[edge.id];
}

// Only edges of the part that the execution is in: those that lead from the
// first part into others stand for no execution.
static bool is_possible(const struct following *f,
                        const struct execution_state *state,
                        struct edge_id edge) {
  return question_role(f->parts->question, edge) != ROLE_ENDS &&
         parts_has_edge(f->parts, f->parts->part_of.at[state->at.id], edge);
}

// Takes the edge. False when the execution ends with it.
static bool take(struct following *f, struct execution_state *state,
                 struct edge_id edge, struct substitution *before) {
  if (is_call(f, edge)) {
    begin_call(f, state, edge, before);
    return true;
  }
  take_effect(f, state, edge, before);
  state->at = procedure_edge(f->parts->procedure, edge)->to;
  return !parts_returns(f->parts, edge) || end_call(f, state);
}

static struct term guard_of(struct following *f,
                            const struct execution_state *state,
                            struct edge_id edge) {
  struct term guard = f->parts->effects->at[edge.id].guard;
  if (term_is_true(f->terms, guard))
    return guard;
  struct substitution *before = values_before(f, state, edge);
  guard = substitution_apply(before, guard);
  substitution_free(before);
  return guard;
}

// What edges the execution may take; what must not be is put aside.
static uint32_t find_ways(struct following *f,
                          const struct execution_state *state,
                          struct way *ways) {
  const struct location *at =
      procedure_location(f->parts->procedure, state->at);
  uint32_t count = 0;
  for (uint32_t i = 0; i < at->out_count; i++) {
    struct edge_id edge = {at->first_out + i};
    if (!is_possible(f, state, edge))
      continue;
    struct term guard = guard_of(f, state, edge);
    if (term_is_false(f->terms, guard))
      continue;
    if (question_role(f->parts->question, edge) == ROLE_STEP) {
      ways[count++] = (struct way){edge, guard};
      continue;
    }
    term_vec_push(&f->wrong, term_and(f->terms, state->condition, guard));
    u32_vec_push(&f->wrong_edges, edge.id);
  }
  return count;
}

static bool go(struct following *f, struct execution_state *state,
               const struct way *way) {
  struct substitution *before = values_before(f, state, way->edge);
  if (!term_is_true(f->terms, way->guard))
    state->condition = term_and(f->terms, state->condition, way->guard);
  bool goes_on = take(f, state, way->edge, before);
  substitution_free(before);
  fix(f, state, way->guard);
  return goes_on;
}

// Each way is an execution of its own, if cvc5 does not refute it.
static void part_ways(struct following *f, const struct execution_state *state,
                      const struct way *ways, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct execution_state copy = copy_of(f, state);
    if (go(f, &copy, &ways[i]) && !term_is_false(f->terms, copy.condition))
      execution_state_vec_push(&f->later, copy);
    else
      execution_state_release(&copy);
  }
}

static bool must_stop(struct following *f) {
  if (++f->steps % STEPS_TO_POLL == 0 && poll_stops(f->poll))
    stop(f, ASKING_OUT_OF_TIME);
  return f->is_stopped;
}

// As long as there is one way to go on.
static void follow(struct following *f, struct execution_state *state) {
  struct way *ways = f->ways;
  while (!must_stop(f)) {
    uint32_t count = find_ways(f, state, ways);
    if (count != 1 || !term_is_true(f->terms, ways[0].guard)) {
      part_ways(f, state, ways, count);
      break;
    }
    if (!go(f, state, &ways[0]))
      break;
  }
}

static struct execution_state begin(const struct following *f) {
  struct execution_state state = {
      .at = f->parts->at.at[0].entry,
      .condition = term_true(f->terms),
      .values = memory_new_zero(variable_count(f), sizeof *state.values)};
  for (uint32_t i = 1; i < variable_count(f); i++)
    state.values[i] = effects_at_entry(f->parts->effects, variable_term(f, i));
  return state;
}

// ---- Questions --------------------------------------------------------------

static void put_one(struct following *f, uint32_t edge, struct term condition) {
  asking_begin(&f->asking, edge);
  asking_assert(&f->asking, condition);
  asking_end(&f->asking);
}

// What is wrong comes first. A question that is there already is not put again,
// and has no answer of its own: then the execution goes on.
static void ask_of(struct following *f, struct u32_vec *questions) {
  for (uint32_t i = 0; i < f->later.count; i++) {
    uint32_t before = f->asking.edges.count;
    if (!term_is_true(f->terms, f->later.at[i].condition))
      put_one(f, 0, f->later.at[i].condition);
    u32_vec_push(questions,
                 f->asking.edges.count > before ? before : UINT32_MAX);
  }
}

static uint32_t ask_of_wrong(struct following *f) {
  for (uint32_t i = 0; i < f->wrong.count; i++)
    if (!term_is_false(f->terms, f->wrong.at[i]))
      put_one(f, f->wrong_edges.at[i], f->wrong.at[i]);
  f->wrong.count = f->wrong_edges.count = 0;
  return f->asking.edges.count;
}

// Reads a line for each question, and nothing else: otherwise nobody knows
// which answer is whose.
static bool read_answers(struct following *f, const char *text,
                         struct u32_vec *are_refuted) {
  static const char *const words[] = {"unsat\n", "sat\n", "unknown\n"};
  for (uint32_t i = 0; i < f->asking.edges.count; i++) {
    uint32_t k = 0;
    while (k < 3 && strncmp(text, words[k], strlen(words[k])) != 0)
      k++;
    if (k == 3)
      break;
    u32_vec_push(are_refuted, k == 0);
    text += strlen(words[k]);
  }
  if (are_refuted->count < f->asking.edges.count || *text) {
    strbuf_format(f->why, "not certified: cvc5 says `%.*s`",
                  (int)strcspn(text, "\n"), text);
    return false;
  }
  return true;
}

static void keep_possible(struct following *f, const struct u32_vec *questions,
                          const struct u32_vec *are_refuted) {
  for (uint32_t i = 0; i < f->later.count; i++)
    if (questions->at[i] != UINT32_MAX && are_refuted->at[questions->at[i]])
      execution_state_release(&f->later.at[i]);
    else
      execution_state_vec_push(&f->now, f->later.at[i]);
  f->later.count = 0;
}

// All that is wrong has to be refuted.
static bool is_refuted(struct following *f, const struct u32_vec *are_refuted,
                       uint32_t wrong) {
  for (uint32_t i = 0; i < wrong; i++) {
    if (are_refuted->at[i])
      continue;
    strbuf_add(f->why, "not certified: cvc5 does not refute ");
    position_print(
        f->program->names,
        f->parts->procedure->edges.at[f->asking.edges.at[i]].position, f->why);
    return false;
  }
  return true;
}

// Who is one of several ways goes on, unless it cannot be.
static bool go_on(struct following *f) {
  struct u32_vec questions = {0}, are_refuted = {0};
  struct strbuf answers = {0};
  asking_clear(&f->asking);
  uint32_t wrong = ask_of_wrong(f);
  ask_of(f, &questions);
  bool ok = !f->asking.edges.count ||
            (asking_put(&f->asking, &answers) &&
             read_answers(f, strbuf_text(&answers), &are_refuted) &&
             is_refuted(f, &are_refuted, wrong));
  if (ok)
    keep_possible(f, &questions, &are_refuted);
  u32_vec_release(&questions);
  u32_vec_release(&are_refuted);
  strbuf_release(&answers);
  return ok;
}

static bool round_of(struct following *f) {
  for (uint32_t i = 0; i < f->now.count; i++) {
    follow(f, &f->now.at[i]);
    execution_state_release(&f->now.at[i]);
  }
  f->now.count = 0;
  if (f->later.count > MOST_OPEN)
    stop(f, "too many executions");
  return !f->is_stopped && go_on(f);
}

// ---- Life cycle -------------------------------------------------------------

static void release_states(struct execution_state_vec *states) {
  for (uint32_t i = 0; i < states->count; i++)
    execution_state_release(&states->at[i]);
  execution_state_vec_release(states);
}

static void following_release(struct following *f) {
  for (uint32_t i = 0; i < f->parts->procedure->edges.count; i++)
    bitset_release(&f->mentioned[i]);
  free(f->mentioned);
  free(f->is_looked_at);
  free(f->ways);
  release_states(&f->now);
  release_states(&f->later);
  term_vec_release(&f->wrong);
  u32_vec_release(&f->wrong_edges);
  asking_release(&f->asking);
  arena_release(&f->arena);
}

bool certify_calls(const struct parts *parts, struct poll poll, uint64_t *asked,
                   struct strbuf *why) {
  uint32_t edges = parts->procedure->edges.count;
  struct following f = {.parts = parts,
                        .program = parts->program,
                        .terms = parts->program->terms,
                        .poll = poll,
                        .why = why,
                        .mentioned =
                            memory_new_zero(edges + 1u, sizeof *f.mentioned),
                        .is_looked_at = memory_new_zero(edges + 1u, 1),
                        .ways = memory_new_zero(edges + 1u, sizeof *f.ways)};
  arena_init(&f.arena);
  asking_init(&f.asking, f.program, parts->procedure, poll, asked, why);
  execution_state_vec_push(&f.now, begin(&f));
  bool ok = true;
  while (ok && f.now.count)
    ok = round_of(&f);
  following_release(&f);
  return ok;
}
