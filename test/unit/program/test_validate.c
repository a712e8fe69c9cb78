// A sound program passes; each invariant, violated once, gives its message.
#include "fixture.h"

#include "program/validate.h"

// int g; int h(int a) { return a; }
// int f(int x, int *p) { int i, q; return x; } with q in memory
struct world {
  struct fixture fx;
  struct procedure *h, *f;
  struct variable g, a, x, p, i;
  struct object_id table, q;
  struct location_id middle;
};

static void world_init(struct world *w) {
  struct fixture *fx = &w->fx;
  fixture_init(fx);
  w->g = variable(fx, VARIABLE_GLOBAL, "g", fx->type_int);
  w->table =
      object(fx, OBJECT_GLOBAL, "table", array_of(fx, fx->type_char, 16));
  w->h = begin(fx, "h", 1);
  w->h->result = sort_bits(32);
  w->a = variable(fx, VARIABLE_PARAMETER, "a", fx->type_int);
  edge(fx, w->h->entry, w->h->exit, op_return(value_of(fx, w->a)));
  procedure_seal(w->h);
  w->f = begin(fx, "f", 5);
  w->f->result = sort_bits(32);
  w->x = variable(fx, VARIABLE_PARAMETER, "x", fx->type_int);
  w->p = variable(fx, VARIABLE_PARAMETER, "p", pointer_to(fx, fx->type_int));
  w->i = variable(fx, VARIABLE_LOCAL, "i", fx->type_int);
  w->q = object(fx, OBJECT_FRAME, "q", fx->type_int);
  w->middle = location(fx, 7);
  edge(fx, w->f->entry, w->middle, operation_skip());
  edge(fx, w->middle, w->f->exit, op_return(value_of(fx, w->x)));
}

static void world_release(struct world *w) {
  fixture_release(&w->fx);
}

// An edge from a new location (line 8) that the entry reaches.
static struct location_id add(struct world *w, struct operation op) {
  struct location_id from = location(&w->fx, 8);
  edge(&w->fx, w->f->entry, from, operation_skip());
  edge(&w->fx, from, w->middle, op);
  return from;
}

static struct term read(struct world *w, struct variable v) {
  return value_of(&w->fx, v);
}

static struct term zero(struct world *w, unsigned width) {
  return constant(&w->fx, width, 0);
}

static struct operation call(struct world *w, struct procedure *callee,
                             struct term argument, struct variable target) {
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = callee->self;
  op.call.arguments = program_copy_terms(w->fx.program, &argument, 1);
  op.call.count = 1;
  op.call.target = target;
  return op;
}

static struct operation copy(struct world *w, struct term to, struct term from,
                             struct term size) {
  (void)w;
  return (struct operation){
      .kind = OPERATION_COPY,
      .block = {.address = to, .source = from, .size = size}};
}

static struct operation allocate(struct variable target, struct term size,
                                 uint32_t alignment) {
  return (struct operation){
      .kind = OPERATION_ALLOCATE,
      .allocate = {.target = target, .size = size, .alignment = alignment}};
}

// Every kind of operation, used well.

static void add_guarded_memory(struct world *w) {
  struct term p = read(w, w->p), four = pointer_size(&w->fx, 4);
  struct operation update = op_store(p, zero(w, 32));
  update.kind = OPERATION_UPDATE;
  update.memory.target = w->i;
  struct location_id from = add(w, op_load(w->i, p));
  undefined_edge(&w->fx, from, UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, p, four));
  from = add(w, op_store(p, read(w, w->i)));
  undefined_edge(&w->fx, from, UNDEFINED_INVALID_WRITE,
                 op_invalid(ACCESS_WRITE, p, four));
  from = add(w, update);
  undefined_edge(&w->fx, from, UNDEFINED_INVALID_WRITE,
                 op_invalid(ACCESS_WRITE, p, four));
  from = add(w, copy(w, address_of(&w->fx, w->table, 8), p, four));
  undefined_edge(&w->fx, from, UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, p, four));
  from = add(w, (struct operation){.kind = OPERATION_FREE, .free.address = p});
  undefined_edge(&w->fx, from, UNDEFINED_INVALID_FREE,
                 op_invalid(ACCESS_FREE, p, (struct term){0}));
}

static void add_indirect_call(struct world *w) {
  struct operation indirect = call(w, w->h, zero(w, 32), w->i);
  indirect.call.callee.id = 0;
  indirect.call.function = read(w, w->p);
  struct location_id from = add(w, indirect);
  undefined_edge(&w->fx, from, UNDEFINED_INVALID_CALL,
                 op_invalid(ACCESS_CALL, read(w, w->p), (struct term){0}));
}

static void add_branch(struct world *w) {
  struct term_table *terms = w->fx.program->terms;
  struct term less = term_compare(terms, OP_SLT, read(w, w->x), read(w, w->i));
  struct location_id from = add(w, operation_assume(less));
  edge(&w->fx, from, w->middle, operation_assume(term_not(terms, less)));
}

static void add_sound_edges(struct world *w) {
  struct program *program = w->fx.program;
  add(w, operation_assign_one(program, w->i, read(w, w->x)));
  add(w, operation_havoc(program, &w->i, 1, ORIGIN_INPUT, (struct name){0}));
  add(w, op_store(address_of(&w->fx, w->q, 0), read(w, w->g)));
  add(w, call(w, w->h, read(w, w->x), w->i));
  add(w, allocate(w->p, pointer_size(&w->fx, 8), 8));
  add(w, operation_unsupported(name_of(&w->fx, "setjmp")));
  add_guarded_memory(w);
  add_indirect_call(w);
  add_branch(w);
}

static void test_sound(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  add_sound_edges(&w);
  procedure_seal(w.f);
  struct strbuf errors = {0};
  bool is_valid = program_validate(w.fx.program, &errors);
  assert_string_equal(strbuf_text(&errors), "");
  assert_true(is_valid);
  strbuf_release(&errors);
  world_release(&w);
}

// Violations made while the procedure is built

static void assign_other_sort(struct world *w) {
  add(w, operation_assign_one(w->fx.program, w->i, zero(w, 8)));
}
static void assign_no_value(struct world *w) {
  add(w, operation_assign_one(w->fx.program, w->i, (struct term){0}));
}
static void assign_no_target(struct world *w) {
  add(w, operation_assign_one(w->fx.program, (struct variable){0}, zero(w, 8)));
}
static void assign_twice(struct world *w) {
  struct binding twice[] = {{w->i, zero(w, 32)}, {w->i, zero(w, 32)}};
  add(w, operation_assign(w->fx.program, twice, 2));
}
static void assign_address(struct world *w) {
  struct variable address = program_object(w->fx.program, w->q)->address;
  add(w, operation_assign_one(w->fx.program, address, zero(w, 64)));
}
static void write_foreign(struct world *w) {
  add(w, operation_assign_one(w->fx.program, w->a, zero(w, 32)));
}
static void read_foreign(struct world *w) {
  struct term sum =
      term_add(w->fx.program->terms, read(w, w->a), read(w, w->x));
  add(w, operation_assign_one(w->fx.program, w->i, sum));
}
static void read_unknown(struct world *w) {
  struct term other = term_variable(w->fx.program->terms,
                                    name_of(&w->fx, "other"), sort_bits(32));
  add(w, operation_assign_one(w->fx.program, w->i, other));
}
static void write_bad_handle(struct world *w) {
  add(w,
      operation_assign_one(w->fx.program, (struct variable){999}, zero(w, 32)));
}
static void read_bad_handle(struct world *w) {
  add(w, operation_assign_one(w->fx.program, w->i, (struct term){99999}));
}
static void assume_bits(struct world *w) {
  add(w, operation_assume(read(w, w->x)));
}
static void invalid_size(struct world *w) {
  undefined_edge(&w->fx, add(w, operation_skip()), UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, read(w, w->p), zero(w, 32)));
}
static void invalid_free_size(struct world *w) {
  undefined_edge(&w->fx, add(w, operation_skip()), UNDEFINED_INVALID_FREE,
                 op_invalid(ACCESS_FREE, read(w, w->p), zero(w, 64)));
}
static void invalid_elsewhere(struct world *w) {
  add(w, op_invalid(ACCESS_READ, read(w, w->p), zero(w, 64)));
}
static void load_unguarded(struct world *w) {
  add(w, op_load(w->i, read(w, w->p)));
}
static void load_other_size(struct world *w) {
  struct term p = read(w, w->p);
  undefined_edge(&w->fx, add(w, op_load(w->i, p)), UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, p, pointer_size(&w->fx, 8)));
}
static void load_outside(struct world *w) {
  add(w, op_load(w->i, address_of(&w->fx, w->table, 13)));
}
static void load_narrow_address(struct world *w) {
  add(w, op_load(w->i, read(w, w->x)));
}
static void load_no_address(struct world *w) {
  add(w, op_load(w->i, (struct term){0}));
}
static void load_no_target(struct world *w) {
  add(w, op_load((struct variable){0}, read(w, w->p)));
}
static void store_no_value(struct world *w) {
  add(w, op_store(address_of(&w->fx, w->q, 0), (struct term){0}));
}
static void store_bool(struct world *w) {
  add(w,
      op_store(address_of(&w->fx, w->q, 0), term_true(w->fx.program->terms)));
}
static void store_unguarded(struct world *w) {
  add(w, op_store(read(w, w->p), zero(w, 32)));
}
static void update_other_sort(struct world *w) {
  struct operation op = op_store(address_of(&w->fx, w->q, 0), zero(w, 8));
  op.kind = OPERATION_UPDATE;
  op.memory.target = w->i;
  add(w, op);
}
static void copy_unguarded(struct world *w) {
  struct term here = address_of(&w->fx, w->table, 0);
  add(w, copy(w, here, read(w, w->p), pointer_size(&w->fx, 4)));
}
static void copy_no_source(struct world *w) {
  struct term here = address_of(&w->fx, w->table, 0);
  add(w, copy(w, here, (struct term){0}, pointer_size(&w->fx, 4)));
}
static void copy_narrow_size(struct world *w) {
  struct term here = address_of(&w->fx, w->table, 0);
  add(w, copy(w, here, here, read(w, w->x)));
}
static void free_unguarded(struct world *w) {
  add(w, (struct operation){.kind = OPERATION_FREE,
                            .free.address = read(w, w->p)});
}
static void allocate_narrow(struct world *w) {
  add(w, allocate(w->i, pointer_size(&w->fx, 4), 4));
}
static void allocate_alignment(struct world *w) {
  add(w, allocate(w->p, pointer_size(&w->fx, 4), 3));
}
static void call_count(struct world *w) {
  struct operation op = call(w, w->h, zero(w, 32), w->i);
  op.call.count = 0;
  add(w, op);
}
static void call_argument(struct world *w) {
  add(w, call(w, w->h, zero(w, 8), w->i));
}
static void call_result(struct world *w) {
  add(w, call(w, w->h, zero(w, 32), w->p));
}
static void call_variadic(struct world *w) {
  struct operation op = call(w, w->h, zero(w, 32), w->i);
  op.call.variadic = address_of(&w->fx, w->q, 0);
  add(w, op);
}
static void call_nobody(struct world *w) {
  struct operation op = call(w, w->h, zero(w, 32), w->i);
  op.call.callee.id = 77;
  add(w, op);
}
static void call_both(struct world *w) {
  struct operation op = call(w, w->h, zero(w, 32), w->i);
  op.call.function = read(w, w->p);
  add(w, op);
}
static void call_unguarded(struct world *w) {
  struct operation op = call(w, w->h, zero(w, 32), w->i);
  op.call.callee.id = 0;
  op.call.function = read(w, w->p);
  add(w, op);
}
static void return_other_sort(struct world *w) {
  edge(&w->fx, add(w, operation_skip()), w->f->exit,
       op_return((struct term){0}));
}
static void return_elsewhere(struct world *w) {
  add(w, op_return(zero(w, 32)));
}
static void exit_without_return(struct world *w) {
  edge(&w->fx, w->middle, w->f->exit, operation_skip());
}
static void leave_exit(struct world *w) {
  edge(&w->fx, w->f->exit, w->middle, operation_skip());
}
static void leave_undefined(struct world *w) {
  edge(&w->fx, w->f->undefined, w->middle, operation_skip());
}
static void undefined_without_reason(struct world *w) {
  undefined_edge(&w->fx, w->middle, UNDEFINED_NONE, operation_skip());
}
static void thread_arguments(struct world *w) {
  add(w, (struct operation){.kind = OPERATION_THREAD,
                            .thread.action = THREAD_LOCK});
}
static void branch_overlaps(struct world *w) {
  struct term_table *terms = w->fx.program->terms;
  struct term x = read(w, w->x), i = read(w, w->i);
  struct location_id from =
      add(w, operation_assume(term_compare(terms, OP_SLT, x, i)));
  edge(&w->fx, from, w->middle,
       operation_assume(term_compare(terms, OP_SLT, i, x)));
}
static void operation_kind(struct world *w) {
  add(w, (struct operation){.kind = OPERATION_KIND_COUNT});
}
static void initial_sort(struct world *w) {
  program_variable(w->fx.program, w->g)->initial = zero(w, 8);
}
static void initial_local(struct world *w) {
  program_variable(w->fx.program, w->i)->initial = zero(w, 32);
}
static void initial_foreign(struct world *w) {
  program_variable(w->fx.program, w->g)->initial = read(w, w->x);
}
static void relocation(struct world *w, uint64_t offset, struct term value) {
  struct object_info *table = program_object(w->fx.program, w->table);
  struct relocation hole = {offset, value};
  table->relocations = arena_copy(&w->fx.program->arena, &hole, sizeof hole);
  table->relocation_count = 1;
}
static void relocation_outside(struct world *w) {
  relocation(w, 12, address_of(&w->fx, w->table, 0));
}
static void relocation_boolean(struct world *w) {
  relocation(w, 0, term_true(w->fx.program->terms));
}
static void relocation_frame(struct world *w) {
  relocation(w, 0, address_of(&w->fx, w->q, 0));
}
static void object_alignment(struct world *w) {
  program_object(w->fx.program, w->q)->alignment = 12;
}
static void object_address(struct world *w) {
  program_object(w->fx.program, w->q)->address = w->i;
}
static void object_owner(struct world *w) {
  program_object(w->fx.program, w->q)->owner.id = 0;
}
static void variable_term(struct world *w) {
  program_variable(w->fx.program, w->i)->term = read(w, w->x);
}
static void variable_slot(struct world *w) {
  program_variable(w->fx.program, w->i)->slot = 17;
}
static void variable_array(struct world *w) {
  struct variable_info info = {.kind = VARIABLE_LOCAL,
                               .name = name_of(&w->fx, "memory"),
                               .owner = w->f->self};
  program_add_variable(w->fx.program, info, sort_array(64, 8));
}
static void lists_damaged(struct world *w) {
  variable_vec_push(&w->f->variables, w->g);
}
static void entry_procedure(struct world *w) {
  w->fx.program->entry.id = 50;
}
static void constructor_procedure(struct world *w) {
  procedure_id_vec_push(&w->fx.program->constructors,
                        (struct procedure_id){50});
}

// Violations made after sealing

static void target_out_of_range(struct world *w) {
  w->f->edges.at[1].to.id = 500;
}
static void reason_elsewhere(struct world *w) {
  w->f->edges.at[1].undefined = UNDEFINED_SHIFT_RANGE;
}
static void unsorted(struct world *w) {
  w->f->edges.at[1].from = w->f->edges.at[2].from;
}
static void unsealed(struct world *w) {
  w->f->is_sealed = false;
}
static void unreached(struct world *w) {
  w->f->edges.at[1].to = w->f->edges.at[1].from;
}
static void no_entry(struct world *w) {
  w->f->entry.id = 0;
}
static void no_exit(struct world *w) {
  w->f->exit.id = 99;
}
static void no_undefined(struct world *w) {
  w->f->undefined.id = 0;
}
static void not_defined(struct world *w) {
  w->f->is_defined = false;
}

struct violation {
  void (*before_sealing)(struct world *w);
  void (*after_sealing)(struct world *w);
  const char *message; // the first line
};

// The place of the edge that `add` makes.
#define ADDED "f: edge 4 (L5 -> L4) at a.c:8:3: "

static const struct violation violations[] = {
    {assign_other_sort, NULL, ADDED "assigns a value of another sort to `i`"},
    {assign_no_value, NULL, ADDED "has no value"},
    {assign_no_target, NULL, ADDED "has no target"},
    {assign_twice, NULL, ADDED "writes `i` twice"},
    {assign_address, NULL, ADDED "writes the address `&q`"},
    {write_foreign, NULL, ADDED "writes `a` of another procedure"},
    {read_foreign, NULL, ADDED "uses `a` of another procedure"},
    {read_unknown, NULL,
     ADDED "uses `other`, which is not a variable of the program"},
    {write_bad_handle, NULL, ADDED "writes no variable"},
    {read_bad_handle, NULL, ADDED "reads no term"},
    {assume_bits, NULL, ADDED "the condition is not Boolean"},
    {invalid_size, NULL,
     "f: edge 5 (L5 -> undefined) at a.c:8:3: "
     "the size is not of pointer width"},
    {invalid_free_size, NULL,
     "f: edge 5 (L5 -> undefined) at a.c:8:3: the access has a size"},
    {invalid_elsewhere, NULL,
     ADDED "an invalid access does not lead to undefined"},
    {load_unguarded, NULL, ADDED "has no sibling for an invalid read"},
    {load_other_size, NULL, ADDED "has no sibling for an invalid read"},
    {load_outside, NULL, ADDED "has no sibling for an invalid read"},
    {load_narrow_address, NULL, ADDED "the address is not of pointer width"},
    {load_no_address, NULL, ADDED "has no address"},
    {load_no_target, NULL, ADDED "has no target"},
    {store_no_value, NULL, ADDED "has no value"},
    {store_bool, NULL, ADDED "the value is not a bit-vector"},
    {store_unguarded, NULL, ADDED "has no sibling for an invalid write"},
    {update_other_sort, NULL, ADDED "reads and writes different sorts"},
    {copy_unguarded, NULL, ADDED "has no sibling for an invalid read"},
    {copy_no_source, NULL, ADDED "has no source"},
    {copy_narrow_size, NULL, ADDED "the size is not of pointer width"},
    {free_unguarded, NULL, ADDED "has no sibling for an invalid free"},
    {allocate_narrow, NULL, ADDED "the target is not of pointer width"},
    {allocate_alignment, NULL, ADDED "allocates with alignment 3"},
    {call_count, NULL, ADDED "passes 0 arguments to `h`, which takes 1"},
    {call_argument, NULL, ADDED "argument 1 of `h` has another sort"},
    {call_result, NULL, ADDED "the result of `h` has another sort"},
    {call_variadic, NULL, ADDED "passes variable arguments to `h`"},
    {call_nobody, NULL, ADDED "calls no procedure"},
    {call_both, NULL, ADDED "is both a direct and an indirect call"},
    {call_unguarded, NULL, ADDED "has no sibling for an invalid call"},
    {return_other_sort, NULL,
     "f: edge 5 (L5 -> exit) at a.c:8:3: returns a value of another sort"},
    {return_elsewhere, NULL, ADDED "returns but does not lead to the exit"},
    {exit_without_return, NULL,
     "f: edge 3 (L4 -> exit) at a.c:7:3: "
     "leads to the exit but does not return"},
    {leave_exit, NULL, "f: edge 2 (exit -> L4) at a.c:5:3: leaves the exit"},
    {leave_undefined, NULL,
     "f: edge 2 (undefined -> L4): leaves the undefined location"},
    {undefined_without_reason, NULL,
     "f: edge 3 (L4 -> undefined) at a.c:7:3: "
     "leads to undefined without a reason"},
    {thread_arguments, NULL, ADDED "thread action lock has 0 arguments"},
    {branch_overlaps, NULL,
     "f: edge 5 (L5 -> L4) at a.c:8:3: "
     "the conditions of the branch are not complements"},
    {operation_kind, NULL, ADDED "is no operation"},
    {initial_sort, NULL, "program: the initial value of `g` has another sort"},
    {initial_local, NULL,
     "program: `i` is not global but has an initial value"},
    {initial_foreign, NULL, "program: uses `x` of another procedure"},
    {relocation_outside, NULL,
     "program: a relocation lies outside object `table`"},
    {relocation_boolean, NULL,
     "program: a relocation of object `table` is not bits"},
    {relocation_frame, NULL, "program: uses `&q` of another procedure"},
    {object_alignment, NULL, "program: object `q` is aligned to 12"},
    {object_address, NULL, "program: object `q` does not own its address"},
    {object_owner, NULL, "program: object `q` belongs to no procedure"},
    {variable_term, NULL, "program: variable `i` does not own its term"},
    {variable_slot, NULL, "program: variable `i` is not in its owner's list"},
    {variable_array, NULL, "program: variable `memory` is an array"},
    {lists_damaged, NULL, "f: its lists of variables are damaged"},
    {entry_procedure, NULL, "program: the entry is no procedure"},
    {constructor_procedure, NULL, "program: a constructor is no procedure"},
    {NULL, target_out_of_range,
     "f: edge 1 (L1 -> L500) at a.c:5:3: leads to no location"},
    {NULL, reason_elsewhere,
     "f: edge 1 (L1 -> L4) at a.c:5:3: "
     "has a reason but does not lead to undefined"},
    {NULL, unsorted, "f: its edges are not sorted by source"},
    {NULL, unsealed, "f: is not sealed"},
    {NULL, unreached, "f: has locations that nothing reaches"},
    {NULL, no_entry, "f: has no entry"},
    {NULL, no_exit, "f: has no exit"},
    {NULL, no_undefined, "f: has no undefined location"},
    {NULL, not_defined, "f: has locations but is not defined"},
};

static void check_violation(const struct violation *violation) {
  struct world w;
  world_init(&w);
  if (violation->before_sealing)
    violation->before_sealing(&w);
  procedure_seal(w.f);
  if (violation->after_sealing)
    violation->after_sealing(&w);
  struct strbuf errors = {0};
  assert_false(program_validate(w.fx.program, &errors));
  char *end = strchr(errors.text, '\n');
  assert_non_null(end);
  *end = '\0';
  assert_string_equal(errors.text, violation->message);
  strbuf_release(&errors);
  world_release(&w);
}

static void test_violations(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof violations / sizeof *violations; i++)
    check_violation(&violations[i]);
}

static void test_at_most_twenty(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  for (int i = 0; i < 30; i++)
    load_unguarded(&w);
  procedure_seal(w.f);
  struct strbuf errors = {0};
  assert_false(program_validate(w.fx.program, &errors));
  int lines = 0;
  for (const char *c = strbuf_text(&errors); *c; c++)
    lines += *c == '\n';
  assert_int_equal(lines, 20);
  strbuf_release(&errors);
  world_release(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),
      cmocka_unit_test(test_violations),
      cmocka_unit_test(test_at_most_twenty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
