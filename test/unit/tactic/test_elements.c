// Proofs about elements of arrays against exhaustive exploration: random
// programs with two arrays of eight bits and two counters. What is proved must
// hold, and loops over all elements are proved.
#include "../program/fixture.h"

#include "tactic/elements.h"

enum {
  WIDTH = 3, // of counters and indices
  SIZE = 8,  // of arrays
  LENGTH = 8 // statements
};

enum kind {
  COUNT,  // x = y + c
  CHOOSE, // x = anything
  STORE,  // a[x + c] = the bit
  MOVE,   // a[x + c] = b[y + d]
  COPY,   // a = b
  TEST,   // if (x == c) goto target
  LOOK,   // if (a[x + c] == the bit) goto target
  CHECK,  // if (a[x + c] == the bit) goto bad
  MATCH,  // if (a[x + c] != b[y + d]) goto bad
  KINDS
};

struct statement {
  enum kind kind;
  uint32_t x, y, c, d; // of counters, and constants
  uint32_t a, b;       // of arrays
  uint32_t bit;
  uint32_t target;
};

struct setting {
  struct fixture fx;
  struct random random;
  struct statement code[LENGTH];
  uint32_t length;
  struct variable counters[2], arrays[2];
  struct procedure_id error;
  struct effects *effects;
  struct question *question;
};

// ---- As an automaton --------------------------------------------------------

static struct term_table *terms_of(struct setting *s) {
  return s->fx.program->terms;
}

static struct term index_of(struct setting *s, uint32_t counter, uint32_t c) {
  return term_add(terms_of(s), value_of(&s->fx, s->counters[counter]),
                  constant(&s->fx, WIDTH, c));
}

static struct term element(struct setting *s, uint32_t array, uint32_t counter,
                           uint32_t c) {
  return term_select(terms_of(s), value_of(&s->fx, s->arrays[array]),
                     index_of(s, counter, c));
}

static struct operation write_to(struct setting *s, const struct statement *it,
                                 struct term value) {
  return operation_assign_one(s->fx.program, s->arrays[it->a],
                              term_store(terms_of(s),
                                         value_of(&s->fx, s->arrays[it->a]),
                                         index_of(s, it->x, it->c), value));
}

static struct term condition_of(struct setting *s, const struct statement *it) {
  struct term_table *terms = terms_of(s);
  if (it->kind == TEST)
    return term_eq(terms, value_of(&s->fx, s->counters[it->x]),
                   constant(&s->fx, WIDTH, it->c));
  if (it->kind == MATCH)
    return term_not(terms, term_eq(terms, element(s, it->a, it->x, it->c),
                                   element(s, it->b, it->y, it->d)));
  return term_eq(terms, element(s, it->a, it->x, it->c),
                 constant(&s->fx, 1, it->bit));
}

static struct operation operation_of(struct setting *s,
                                     const struct statement *it) {
  struct program *program = s->fx.program;
  switch (it->kind) {
  case COUNT:
    return operation_assign_one(program, s->counters[it->x],
                                index_of(s, it->y, it->c));
  case CHOOSE:
    return operation_havoc(program, &s->counters[it->x], 1, ORIGIN_INPUT,
                           name_of(&s->fx, "input"));
  case STORE: return write_to(s, it, constant(&s->fx, 1, it->bit));
  case MOVE: return write_to(s, it, element(s, it->b, it->y, it->d));
  default:
    return operation_assign_one(program, s->arrays[it->a],
                                value_of(&s->fx, s->arrays[it->b]));
  }
}

static bool is_error(void *context, const struct program *program,
                     const struct procedure *callee) {
  (void)context;
  return !strcmp(name_text(program->names, callee->name), "error");
}

static void add_variables(struct setting *s) {
  struct ctype type = basic_type(&s->fx, CTYPE_INT, "small", WIDTH, false);
  s->counters[0] = variable(&s->fx, VARIABLE_GLOBAL, "x", type);
  s->counters[1] = variable(&s->fx, VARIABLE_GLOBAL, "y", type);
  for (uint32_t i = 0; i < 2; i++)
    s->arrays[i] = program_add_variable(
        s->fx.program,
        (struct variable_info){.kind = VARIABLE_GLOBAL,
                               .name = name_of(&s->fx, i ? "b" : "a"),
                               .text = name_of(&s->fx, i ? "b" : "a")},
        sort_array(WIDTH, 1));
}

static void add_statements(struct setting *s) {
  struct location_id at[LENGTH + 1], bad = location(&s->fx, 99);
  at[0] = s->fx.f->entry;
  for (uint32_t i = 1; i <= s->length; i++)
    at[i] = location(&s->fx, 1 + i);
  for (uint32_t i = 0; i < s->length; i++) {
    const struct statement *it = &s->code[i];
    if (it->kind < TEST) {
      edge(&s->fx, at[i], at[i + 1], operation_of(s, it));
      continue;
    }
    struct term condition = condition_of(s, it);
    edge(&s->fx, at[i], it->kind < CHECK ? at[it->target] : bad,
         operation_assume(condition));
    edge(&s->fx, at[i], at[i + 1],
         operation_assume(term_not(terms_of(s), condition)));
  }
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = s->error;
  edge(&s->fx, bad, s->fx.f->exit, call);
  edge(&s->fx, at[s->length], s->fx.f->exit, op_return((struct term){0}));
}

static void build(struct setting *s) {
  fixture_init(&s->fx);
  struct procedure *error =
      program_add_procedure(s->fx.program, name_of(&s->fx, "error"));
  error->is_noreturn = true;
  s->error = error->self;
  begin(&s->fx, "f", 1);
  add_variables(s);
  add_statements(s);
  procedure_seal(s->fx.f);
  struct effect_rules rules = {.starts_program = true};
  struct question_rules asked = {.is_error = is_error};
  s->effects = effects_new(s->fx.program, s->fx.f, &rules);
  s->question = question_new(s->effects, &asked, NULL);
}

static void release(struct setting *s) {
  question_free(s->question);
  effects_free(s->effects);
  fixture_release(&s->fx);
}

static bool is_proved(struct setting *s) {
  struct solver *solver = solver_new(terms_of(s));
  struct elements elements;
  struct term_vec claims = {0};
  struct log log = {0};
  bool proved = elements_prove(&elements, s->question, NULL, solver, &log,
                               (struct poll){0}, &claims);
  elements_release(&elements);
  term_vec_release(&claims);
  solver_free(solver);
  return proved;
}

// ---- As it runs -------------------------------------------------------------

// The counters are in the low bits, then come the arrays.
struct run_state {
  uint32_t counters[2], arrays[2], at;
};

static uint32_t number_of(const struct run_state *state) {
  return state->counters[0] | state->counters[1] << WIDTH |
         state->arrays[0] << 2 * WIDTH |
         state->arrays[1] << (2 * WIDTH + SIZE) |
         state->at << (2 * WIDTH + 2 * SIZE);
}

static uint32_t bit_at(const struct run_state *state, uint32_t array,
                       uint32_t counter, uint32_t c) {
  return state->arrays[array] >> ((state->counters[counter] + c) % SIZE) & 1;
}

static void set_bit(struct run_state *state, const struct statement *it,
                    uint32_t bit) {
  uint32_t index = (state->counters[it->x] + it->c) % SIZE;
  state->arrays[it->a] = (state->arrays[it->a] & ~(1u << index)) | bit << index;
}

static bool holds(const struct run_state *state, const struct statement *it) {
  if (it->kind == TEST)
    return state->counters[it->x] == it->c;
  uint32_t bit = bit_at(state, it->a, it->x, it->c);
  return it->kind == MATCH ? bit != bit_at(state, it->b, it->y, it->d)
                           : bit == it->bit;
}

static void execute(struct run_state *state, const struct statement *it) {
  switch (it->kind) {
  case COUNT:
    state->counters[it->x] = (state->counters[it->y] + it->c) % SIZE;
    break;
  case STORE: set_bit(state, it, it->bit); break;
  case MOVE: set_bit(state, it, bit_at(state, it->b, it->y, it->d)); break;
  case COPY: state->arrays[it->a] = state->arrays[it->b]; break;
  default: break;
  }
}

struct exploring {
  uint8_t *seen; // a bit for each state
  struct run_state *todo;
  uint32_t count;
};

enum { STATES = 1 << (2 * WIDTH + 2 * SIZE + 4), MOST_TODO = 1 << 22 };

static void visit(struct exploring *e, struct run_state state) {
  uint32_t number = number_of(&state);
  if (e->seen[number / 8] >> number % 8 & 1)
    return;
  e->seen[number / 8] |= (uint8_t)(1 << number % 8);
  assert_true(e->count < MOST_TODO);
  e->todo[e->count++] = state;
}

// True when it violates.
static bool step(const struct setting *s, struct exploring *e,
                 struct run_state state) {
  const struct statement *it = &s->code[state.at++];
  if (it->kind == CHOOSE) {
    for (uint32_t v = 0; v < SIZE; v++) {
      state.counters[it->x] = v;
      visit(e, state);
    }
    return false;
  }
  if (it->kind >= TEST && holds(&state, it)) {
    if (it->kind >= CHECK)
      return true;
    state.at = it->target;
  }
  execute(&state, it);
  visit(e, state);
  return false;
}

static bool is_violated(const struct setting *s, struct exploring *e) {
  memset(e->seen, 0, STATES / 8);
  e->count = 0;
  visit(e, (struct run_state){0});
  while (e->count) {
    struct run_state state = e->todo[--e->count];
    if (state.at < s->length && step(s, e, state))
      return true;
  }
  return false;
}

// ---- Programs ---------------------------------------------------------------

static struct statement any_statement(struct setting *s, uint32_t length) {
  struct random *random = &s->random;
  struct statement it = {
      .kind = (enum kind)random_below(random, KINDS),
      .x = random_below(random, 2),
      .y = random_below(random, 2),
      .c = random_below(random, 3) ? 0 : random_below(random, 8),
      .d = random_below(random, 3) ? 0 : random_below(random, 8),
      .a = random_below(random, 2),
      .bit = random_below(random, 2),
      .target = random_below(random, length + 1)};
  it.b = 1 - it.a;
  if (it.kind == COUNT && random_below(random, 2))
    it.y = it.x, it.c = 1;
  return it;
}

// For all elements: the body, count, and back unless the counter is 0 again.
static void add_loop(struct setting *s, struct statement body) {
  uint32_t head = s->length;
  s->code[s->length++] = body;
  s->code[s->length++] = (struct statement){.kind = COUNT, .c = 1};
  s->code[s->length++] =
      (struct statement){.kind = TEST, .c = 0, .target = head + 4};
  s->code[s->length++] =
      (struct statement){.kind = TEST, .x = 1, .c = 0, .target = head};
}

static void spoil(struct setting *s) {
  if (random_below(&s->random, 2))
    s->code[random_below(&s->random, s->length)] = any_statement(s, s->length);
}

static void make(struct setting *s, uint64_t seed) {
  *s = (struct setting){.random = {seed}};
  if (random_below(&s->random, 2)) {
    add_loop(s, (struct statement){.kind = random_below(&s->random, 2) ? STORE
                                                                       : MOVE,
                                   .b = 1,
                                   .bit = 1});
    add_loop(s, (struct statement){.kind = random_below(&s->random, 2) ? CHECK
                                                                       : MATCH,
                                   .b = 1,
                                   .bit = random_below(&s->random, 2)});
    spoil(s);
  } else {
    s->length = LENGTH;
    for (uint32_t i = 0; i < LENGTH; i++)
      s->code[i] = any_statement(s, LENGTH);
  }
  build(s);
}

static void proofs_are_right(void **state) {
  (void)state;
  struct exploring exploring = {.seen = calloc(STATES / 8, 1),
                                .todo =
                                    calloc(MOST_TODO, sizeof *exploring.todo)};
  assert_non_null(exploring.seen);
  assert_non_null(exploring.todo);
  uint32_t proofs = 0;
  for (uint64_t seed = 1; seed <= 250; seed++) {
    struct setting s;
    make(&s, seed);
    bool proved = is_proved(&s);
    proofs += proved;
    if (proved && is_violated(&s, &exploring))
      fail_msg("seed %u is proved, and violated", (unsigned)seed);
    release(&s);
  }
  assert_true(proofs >= 10);
  free(exploring.seen);
  free(exploring.todo);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(proofs_are_right)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
