// Automata made by hand, run to every kind of outcome.
#include "../program/fixture.h"

#include <unistd.h>

#include "base/exit_code.h"
#include "run/run.h"

struct world {
  struct fixture fx;
  struct capture messages;
  struct diag *diag;
  struct run_options options;
  struct run_result result;
};

static void world_init(struct world *w) {
  *w = (struct world){0};
  fixture_init(&w->fx);
  capture_init(&w->messages);
  w->diag = diag_new(w->fx.names, w->messages.out);
}

static void world_release(struct world *w) {
  run_result_release(&w->result);
  diag_free(w->diag);
  capture_release(&w->messages);
  fixture_release(&w->fx);
}

static struct procedure *begin_main(struct world *w) {
  struct procedure *f = begin(&w->fx, "main", 1);
  f->result = sort_bits(32);
  w->fx.program->entry = f->self;
  return f;
}

// Seals the current procedure and runs the program.
static void run(struct world *w) {
  procedure_seal(w->fx.f);
  run_result_release(&w->result);
  run_program(w->fx.program, &w->options, w->diag, &w->result);
}

static void expect(struct world *w, enum outcome_kind outcome, int exit_code,
                   const char *message) {
  assert_string_equal(outcome_name(w->result.outcome), outcome_name(outcome));
  assert_int_equal(w->result.exit_code, exit_code);
  if (message)
    assert_non_null(strstr(capture_text(&w->messages), message));
}

static struct term number(struct world *w, int64_t value) {
  return constant(&w->fx, 32, (u128)value);
}

static struct operation set(struct world *w, struct variable target,
                            struct term value) {
  return operation_assign_one(w->fx.program, target, value);
}

static struct term get(struct world *w, struct variable variable) {
  return value_of(&w->fx, variable);
}

static void jump(struct world *w, struct location_id from,
                 struct location_id to, struct term condition) {
  edge(&w->fx, from, to, operation_assume(condition));
}

// int s = 0; for (int i = 0; i < 100; i++) s += i; return s & 127;
static void loop(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  struct term_table *terms = w.fx.program->terms;
  struct procedure *f = begin_main(&w);
  struct variable s = variable(&w.fx, VARIABLE_LOCAL, "s", w.fx.type_int);
  struct variable i = variable(&w.fx, VARIABLE_LOCAL, "i", w.fx.type_int);
  struct location_id head = location(&w.fx, 2), body = location(&w.fx, 3),
                     end = location(&w.fx, 4);
  struct term less = term_compare(terms, OP_SLT, get(&w, i), number(&w, 100));
  edge(&w.fx, f->entry, head, operation_skip());
  jump(&w, head, body, less);
  jump(&w, head, end, term_not(terms, less));
  struct binding step[2] = {{s, term_add(terms, get(&w, s), get(&w, i))},
                            {i, term_add(terms, get(&w, i), number(&w, 1))}};
  edge(&w.fx, body, head, operation_assign(w.fx.program, step, 2));
  edge(&w.fx, end, f->exit,
       op_return(term_binary(terms, OP_BVAND, get(&w, s), number(&w, 127))));
  run(&w);
  expect(&w, OUTCOME_EXIT, 4950 & 127, NULL);
  assert_int_equal(w.result.steps, 1 + 101 + 100 + 1);
  w.options.max_steps = 50;
  run(&w);
  expect(&w, OUTCOME_LIMIT, EXIT_UNKNOWN, "limit of 50 steps");
  world_release(&w);
}

// A parallel assignment exchanges variables; a swap through three of them.
static void exchange(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  struct procedure *f = begin_main(&w);
  struct variable v[3];
  struct location_id at[3] = {location(&w.fx, 2), location(&w.fx, 3),
                              location(&w.fx, 4)};
  const char *names[3] = {"a", "b", "c"};
  struct binding start[3], turn[3];
  for (int i = 0; i < 3; i++)
    v[i] = variable(&w.fx, VARIABLE_LOCAL, names[i], w.fx.type_int);
  for (int i = 0; i < 3; i++) {
    start[i] = (struct binding){v[i], number(&w, i + 1)};
    turn[i] = (struct binding){v[i], get(&w, v[(i + 1) % 3])};
  }
  edge(&w.fx, f->entry, at[0], operation_assign(w.fx.program, start, 3));
  edge(&w.fx, at[0], at[1], operation_assign(w.fx.program, turn, 3));
  struct term_table *terms = w.fx.program->terms;
  struct term sum = term_add(
      terms, get(&w, v[0]),
      term_add(terms, term_binary(terms, OP_MUL, get(&w, v[1]), number(&w, 10)),
               term_binary(terms, OP_MUL, get(&w, v[2]), number(&w, 100))));
  edge(&w.fx, at[1], f->exit, op_return(sum));
  run(&w);
  expect(&w, OUTCOME_EXIT, 132, NULL);
  world_release(&w);
}

// A switch over sparse and dense values, with and without a default.
static int switch_on(int64_t value, const int64_t *cases, int count,
                     bool has_default) {
  struct world w;
  world_init(&w);
  struct term_table *terms = w.fx.program->terms;
  struct procedure *f = begin_main(&w);
  struct variable x = variable(&w.fx, VARIABLE_LOCAL, "x", w.fx.type_int);
  struct location_id choice = location(&w.fx, 2), other = location(&w.fx, 3);
  edge(&w.fx, f->entry, choice, set(&w, x, number(&w, value)));
  struct term rest = term_true(terms);
  for (int i = 0; i < count; i++) {
    struct location_id to = location(&w.fx, 10 + (uint32_t)i);
    struct term equal = term_eq(terms, get(&w, x), number(&w, cases[i]));
    jump(&w, choice, to, equal);
    rest = term_and(terms, rest, term_not(terms, equal));
    edge(&w.fx, to, f->exit, op_return(number(&w, i + 11)));
  }
  edge(&w.fx, other, f->exit, op_return(number(&w, 99)));
  if (has_default)
    jump(&w, choice, other, rest);
  run(&w);
  int code = w.result.exit_code;
  assert_int_equal(w.result.outcome,
                   code == EXIT_UNKNOWN ? OUTCOME_BLOCKED : OUTCOME_EXIT);
  world_release(&w);
  return code;
}

static void switches(void **state) {
  (void)state;
  static const int64_t dense[] = {3, 4, 5, 7, 8, 9, 10, 12};
  static const int64_t sparse[] = {-5, 0, 1000, 70000, -2147483648, 12, 13, 1};
  static const int64_t few[] = {1, 2};
  for (int i = 0; i < 8; i++) {
    assert_int_equal(switch_on(dense[i], dense, 8, true), i + 11);
    assert_int_equal(switch_on(sparse[i], sparse, 8, true), i + 11);
  }
  static const int64_t misses[] = {6, 11, 2, -1, 13000, 2147483647};
  for (int i = 0; i < 6; i++) {
    assert_int_equal(switch_on(misses[i], dense, 8, true), 99);
    assert_int_equal(switch_on(misses[i], sparse, 8, true), 99);
    assert_int_equal(switch_on(misses[i], dense, 8, false), EXIT_UNKNOWN);
  }
  assert_int_equal(switch_on(2, few, 2, true), 12);
  assert_int_equal(switch_on(5, few, 2, true), 99);
}

// Memory: int a[4]; a[i] = 7; return a[i];
static void store_and_load(struct world *w, int64_t index) {
  world_init(w);
  struct term_table *terms = w->fx.program->terms;
  struct object_id a =
      object(&w->fx, OBJECT_GLOBAL, "a", array_of(&w->fx, w->fx.type_int, 4));
  struct procedure *f = begin_main(w);
  struct variable i = variable(&w->fx, VARIABLE_LOCAL, "i", w->fx.type_int);
  struct variable t = variable(&w->fx, VARIABLE_TEMPORARY, "t", w->fx.type_int);
  struct location_id write = location(&w->fx, 2), read = location(&w->fx, 3),
                     end = location(&w->fx, 4);
  struct term offset =
      term_binary(terms, OP_MUL, term_convert(terms, OP_SEXT, 64, get(w, i)),
                  constant(&w->fx, 64, 4));
  struct term address = term_add(terms, address_of(&w->fx, a, 0), offset);
  struct term four = pointer_size(&w->fx, 4);
  edge(&w->fx, f->entry, write, set(w, i, number(w, index)));
  undefined_edge(&w->fx, write, UNDEFINED_INVALID_WRITE,
                 op_invalid(ACCESS_WRITE, address, four));
  edge(&w->fx, write, read, op_store(address, number(w, 7)));
  undefined_edge(&w->fx, read, UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, address, four));
  edge(&w->fx, read, end, op_load(t, address));
  edge(&w->fx, end, f->exit, op_return(get(w, t)));
  run(w);
}

static void memory(void **state) {
  (void)state;
  struct world w;
  for (int64_t i = 0; i < 4; i++) {
    store_and_load(&w, i);
    expect(&w, OUTCOME_EXIT, 7, NULL);
    world_release(&w);
  }
  static const int64_t outside[] = {4, -1, 1000000, -2147483648};
  for (int i = 0; i < 4; i++) {
    store_and_load(&w, outside[i]);
    expect(&w, OUTCOME_UNDEFINED, EXIT_FALSE,
           "a.c:2:3: error: write of 4 bytes ");
    assert_int_equal(w.result.reason, UNDEFINED_INVALID_WRITE);
    assert_int_equal(w.result.position.line, 2);
    world_release(&w);
  }
}

// int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; }
static void add_recursion(struct world *w, struct procedure **f,
                          bool is_endless) {
  struct term_table *terms = w->fx.program->terms;
  *f = begin(&w->fx, "f", 10);
  (*f)->result = sort_bits(32);
  struct variable n = variable(&w->fx, VARIABLE_PARAMETER, "n", w->fx.type_int);
  struct variable r = variable(&w->fx, VARIABLE_TEMPORARY, "r", w->fx.type_int);
  struct location_id done = location(&w->fx, 11), more = location(&w->fx, 12),
                     back = location(&w->fx, 13);
  struct term is_zero =
      term_eq(terms, get(w, n), number(w, is_endless ? -1 : 0));
  jump(w, (*f)->entry, done, is_zero);
  jump(w, (*f)->entry, more, term_not(terms, is_zero));
  edge(&w->fx, done, (*f)->exit, op_return(number(w, 0)));
  struct operation call = {.kind = OPERATION_CALL};
  struct term argument =
      is_endless ? get(w, n) : term_add(terms, get(w, n), number(w, -1));
  call.call.callee = (*f)->self;
  call.call.arguments = program_copy_terms(w->fx.program, &argument, 1);
  call.call.count = 1;
  call.call.target = r;
  edge(&w->fx, more, back, call);
  edge(&w->fx, back, (*f)->exit,
       op_return(term_add(terms, get(w, r), number(w, 1))));
  procedure_seal(*f);
}

static void call_from_main(struct world *w, struct procedure *callee,
                           int64_t value) {
  struct procedure *f = begin_main(w);
  struct variable r = variable(&w->fx, VARIABLE_TEMPORARY, "r", w->fx.type_int);
  struct location_id end = location(&w->fx, 2);
  struct term argument = number(w, value);
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = callee->self;
  call.call.arguments = program_copy_terms(w->fx.program, &argument, 1);
  call.call.count = 1;
  call.call.target = r;
  edge(&w->fx, f->entry, end, call);
  edge(&w->fx, end, f->exit, op_return(get(w, r)));
}

static void recursion(void **state) {
  (void)state;
  struct world w;
  struct procedure *f;
  world_init(&w);
  add_recursion(&w, &f, false);
  call_from_main(&w, f, 200000);
  run(&w);
  expect(&w, OUTCOME_EXIT, 200000 & 255, NULL);
  world_release(&w);
  world_init(&w);
  add_recursion(&w, &f, true);
  call_from_main(&w, f, 1);
  run(&w);
  expect(&w, OUTCOME_LIMIT, EXIT_UNKNOWN, "stack overflow");
  assert_non_null(strstr(capture_text(&w.messages), "more calls"));
  world_release(&w);
}

// Outcomes of a single edge from the entry of main.
static void run_edge(struct world *w, struct operation op) {
  struct procedure *f = w->fx.f;
  struct location_id end = location(&w->fx, 2);
  edge(&w->fx, f->entry, end, op);
  edge(&w->fx, end, f->exit, op_return(number(w, 0)));
  run(w);
}

static void blocked_and_unsupported(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  begin_main(&w);
  run_edge(&w, operation_assume(term_false(w.fx.program->terms)));
  expect(&w, OUTCOME_BLOCKED, EXIT_UNKNOWN, "an assumption is false");
  world_release(&w);
  world_init(&w);
  begin_main(&w);
  run_edge(&w, operation_unsupported(name_of(&w.fx, "magic")));
  expect(&w, OUTCOME_UNSUPPORTED, EXIT_UNSUPPORTED, "unsupported: magic");
  world_release(&w);
  world_init(&w);
  struct procedure *lib =
      program_add_procedure(w.fx.program, name_of(&w.fx, "mystery"));
  begin_main(&w);
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = lib->self;
  run_edge(&w, call);
  expect(&w, OUTCOME_UNSUPPORTED, EXIT_UNSUPPORTED,
         "the external function `mystery` is not modelled");
  w.options.havoc_externals = true;
  run(&w);
  expect(&w, OUTCOME_EXIT, 0, NULL);
  world_release(&w);
}

static void no_entry(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  begin(&w.fx, "f", 1);
  run_edge(&w, operation_skip());
  expect(&w, OUTCOME_ORACLE, EXIT_BAD_INPUT, "no function `main`");
  world_release(&w);
}

// Recording: a program that returns some bits of 20 nondeterministic values
// must return the same when its record is replayed.

static void add_inputs(struct world *w) {
  struct term_table *terms = w->fx.program->terms;
  struct procedure *f = begin_main(w);
  struct variable x = variable(&w->fx, VARIABLE_LOCAL, "x", w->fx.type_int);
  struct variable s = variable(&w->fx, VARIABLE_LOCAL, "s", w->fx.type_int);
  struct location_id at = f->entry;
  for (uint32_t i = 0; i < 20; i++) {
    struct location_id next = location(&w->fx, 2 + i);
    struct location_id after = location(&w->fx, 2 + i);
    edge(&w->fx, at, next,
         operation_havoc(w->fx.program, &x, 1, ORIGIN_INPUT,
                         name_of(&w->fx, "input")));
    edge(&w->fx, next, after,
         set(w, s,
             term_add(terms,
                      term_binary(terms, OP_MUL, get(w, s), number(w, 31)),
                      get(w, x))));
    at = after;
  }
  edge(&w->fx, at, f->exit, op_return(get(w, s)));
}

static void record_and_replay(void **state) {
  (void)state;
  char path[] = "/tmp/vouch-record-XXXXXX";
  close(mkstemp(path));
  bool has_nonzero = false;
  for (uint64_t seed = 0; seed < 8; seed++) {
    struct world w;
    world_init(&w);
    add_inputs(&w);
    w.options.seed = seed;
    w.options.record = path;
    run(&w);
    int code = w.result.exit_code;
    has_nonzero = has_nonzero || code;
    assert_int_equal(w.result.outcome, OUTCOME_EXIT);
    w.options = (struct run_options){.oracle = path};
    run(&w);
    expect(&w, OUTCOME_EXIT, code, NULL);
    world_release(&w);
  }
  assert_true(has_nonzero);
  unlink(path);
}

// Another entry: the parameters come from the oracle.
static void entry_function(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  struct procedure *f = begin(&w.fx, "f", 1);
  f->result = sort_bits(32);
  struct variable p = variable(&w.fx, VARIABLE_PARAMETER, "p",
                               pointer_to(&w.fx, w.fx.type_int));
  struct variable t = variable(&w.fx, VARIABLE_TEMPORARY, "t", w.fx.type_int);
  struct location_id end = location(&w.fx, 2), stop = location(&w.fx, 3);
  struct term four = pointer_size(&w.fx, 4);
  undefined_edge(&w.fx, f->entry, UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, get(&w, p), four));
  edge(&w.fx, f->entry, end, op_load(t, get(&w, p)));
  struct term_table *terms = w.fx.program->terms;
  struct term is_five = term_eq(terms, get(&w, t), number(&w, 5));
  jump(&w, end, stop, is_five);
  edge(&w.fx, stop, f->exit, op_return(number(&w, 0)));
  w.options.entry = "f";
  run(&w); // with seed 0, *p is 0, not 5
  expect(&w, OUTCOME_BLOCKED, EXIT_UNKNOWN, NULL);
  char path[] = "/tmp/vouch-entry-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  fputs("vouch-oracle 1\nobject five 4 05000000\nparameter p &five+0\n", file);
  fclose(file);
  w.options.oracle = path;
  run(&w);
  expect(&w, OUTCOME_EXIT, 0, NULL);
  file = fopen(path, "w");
  fputs("vouch-oracle 1\nparameter p null\n", file);
  fclose(file);
  run(&w);
  expect(&w, OUTCOME_UNDEFINED, EXIT_FALSE, "through a null pointer");
  unlink(path);
  world_release(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loop),
      cmocka_unit_test(exchange),
      cmocka_unit_test(switches),
      cmocka_unit_test(memory),
      cmocka_unit_test(recursion),
      cmocka_unit_test(blocked_and_unsupported),
      cmocka_unit_test(no_entry),
      cmocka_unit_test(record_and_replay),
      cmocka_unit_test(entry_function),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
