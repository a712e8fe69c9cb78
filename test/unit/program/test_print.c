// The listing and DOT, on a program with a loop, a load and a string.
#include "fixture.h"

#include "program/print.h"

// enum mode { OFF, ON };
// struct conn { struct conn *next; enum mode state; };
// static int f(int x, struct conn *p) { ... }
struct sample {
  struct fixture fx;
  struct procedure *f, *puts;
  struct ctype mode, conn;
  struct variable g, x, p, i, shadow, t, bare;
  struct object_id table, text, q, code;
};

static struct variable temporary(struct sample *s, const char *name,
                                 const char *text, struct ctype type) {
  struct variable v = variable(&s->fx, VARIABLE_TEMPORARY, name, type);
  if (text)
    program_variable(s->fx.program, v)->text = name_of(&s->fx, text);
  return v;
}

static void add_types(struct sample *s) {
  struct fixture *fx = &s->fx;
  struct cenumerator rows[] = {{name_of(fx, "OFF"), 0}, {name_of(fx, "ON"), 1}};
  s->mode = ctype_add(fx->program->types,
                      (struct ctype_info){.kind = CTYPE_ENUM,
                                          .name = name_of(fx, "mode"),
                                          .bit_size = 32,
                                          .enumerators = rows,
                                          .enumerator_count = 2});
  s->conn = record(fx, CTYPE_STRUCT, "conn", 16, NULL, 0);
}

static void add_variables(struct sample *s) {
  struct fixture *fx = &s->fx;
  s->x = variable(fx, VARIABLE_PARAMETER, "x", fx->type_int);
  s->p = variable(fx, VARIABLE_PARAMETER, "p", pointer_to(fx, s->conn));
  s->i = variable(fx, VARIABLE_LOCAL, "i", fx->type_int);
  s->shadow = variable(fx, VARIABLE_LOCAL, "i.2", fx->type_int);
  program_variable(fx->program, s->shadow)->text = name_of(fx, "i");
  s->t = temporary(s, "t1", "p->state", s->mode);
  s->bare = temporary(s, "t2", NULL, fx->type_int);
  s->q = object(fx, OBJECT_FRAME, "q", s->conn);
}

static void sample_init(struct sample *s) {
  struct fixture *fx = &s->fx;
  fixture_init(fx);
  add_types(s);
  s->g = variable(fx, VARIABLE_GLOBAL, "counter", fx->type_int);
  s->table =
      object(fx, OBJECT_GLOBAL, "table", array_of(fx, fx->type_char, 16));
  s->text =
      object(fx, OBJECT_STRING, "\"a\\n\"", array_of(fx, fx->type_char, 3));
  s->puts = program_add_procedure(fx->program, name_of(fx, "puts"));
  struct ctype text = pointer_to(fx, qualified(fx, "const", fx->type_char));
  s->puts->type = function_type(fx, fx->type_int, &text, 1, false);
  s->puts->result = sort_bits(32);
  s->f = begin(fx, "f", 12);
  s->f->result = sort_bits(32);
  s->f->is_internal = true;
  s->f->type = function_type(fx, fx->type_int, NULL, 0, false);
  s->code = object(fx, OBJECT_FUNCTION, "f", s->f->type);
  add_variables(s);
}

static void sample_release(struct sample *s) {
  fixture_release(&s->fx);
}

static struct operation call_puts(struct sample *s) {
  struct term argument = address_of(&s->fx, s->text, 0);
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = s->puts->self;
  op.call.arguments = program_copy_terms(s->fx.program, &argument, 1);
  op.call.count = 1;
  return op;
}

static void build_body(struct sample *s) {
  struct fixture *fx = &s->fx;
  struct term_table *terms = fx->program->terms;
  struct term state_address =
      term_add(terms, value_of(fx, s->p), pointer_size(fx, 8));
  struct term less =
      term_compare(terms, OP_SLT, value_of(fx, s->i), value_of(fx, s->x));
  struct term is_on = term_eq(terms, value_of(fx, s->t), constant(fx, 32, 1));
  struct location_id head = location(fx, 13), body = location(fx, 14),
                     test = location(fx, 14), last = location(fx, 16);
  procedure_location(s->f, last)->label = name_of(fx, "out");
  edge(fx, s->f->entry, head,
       operation_assign_one(fx->program, s->i, constant(fx, 32, 0)));
  edge(fx, head, body, operation_assume(less));
  edge(fx, head, last, operation_assume(term_not(terms, less)));
  undefined_edge(fx, body, UNDEFINED_INVALID_READ,
                 op_invalid(ACCESS_READ, state_address, pointer_size(fx, 4)));
  edge(fx, body, test, op_load(s->t, state_address));
  edge(fx, test, head, operation_assume(is_on));
  edge(fx, test, last, operation_assume(term_not(terms, is_on)));
  edge(fx, last, location(fx, 17), call_puts(s));
  edge(fx, (struct location_id){s->f->locations.count - 1}, s->f->exit,
       op_return(constant(fx, 32, ~(u128)0)));
  procedure_seal(s->f);
}

static const char expected_listing[] =
    "global int counter = 0\n"
    "object char table[16] (16 bytes)\n"
    "\n"
    "declare int puts(const char *)\n"
    "\n"
    "procedure static int f(int x, struct conn *p)  // a.c:12:5\n"
    "  local int i\n"
    "  local int i.2\n"
    "  object struct conn q (16 bytes)\n"
    "  (entry)\n"
    "  L1   12:3     -> L4 : i = 0\n"
    "  L4   13:3     -> L5 : [i < x]\n"
    "                -> L7 : [x <= i]\n"
    "  L5   14:3     -> undefined (invalid read) : [invalid read((char *)p + "
    "8, 4)]\n"
    "                -> L6 : t1 = load4((char *)p + 8)  // p->state\n"
    "  L6   14:3     -> L4 : [p->state == ON]\n"
    "                -> L7 : [p->state != ON]\n"
    "  (label out)\n"
    "  L7   16:3     -> L8 : puts(\"a\\n\")\n"
    "  L8   17:3     -> exit : return -1\n";

static void test_listing(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  build_body(&s);
  struct strbuf out = {0};
  program_print(s.fx.program, &out);
  assert_string_equal(strbuf_text(&out), expected_listing);
  strbuf_release(&out);
  sample_release(&s);
}

static void assert_operation(struct sample *s, struct operation op,
                             const char *expected) {
  struct strbuf out = {0};
  program_print_operation(s->fx.program, &op, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

static void test_assignments(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct fixture *fx = &s.fx;
  struct program *program = fx->program;
  struct binding both[] = {{s.i, value_of(fx, s.shadow)},
                           {s.shadow, value_of(fx, s.i)}};
  assert_operation(&s, operation_skip(), "skip");
  assert_operation(&s, operation_assign(program, both, 2), "i = i.2, i.2 = i");
  assert_operation(&s, operation_assign_one(program, s.t, constant(fx, 32, 1)),
                   "t1 = ON");
  assert_operation(
      &s, operation_assign_one(program, s.i, constant(fx, 32, -(u128)7)),
      "i = -7");
  struct variable targets[] = {s.i, s.t};
  assert_operation(&s,
                   operation_havoc(program, targets, 2, ORIGIN_INPUT,
                                   name_of(fx, "__VERIFIER_nondet_int")),
                   "havoc i, t1 (input: __VERIFIER_nondet_int)");
  assert_operation(&s,
                   operation_havoc(program, targets, 1, ORIGIN_UNINITIALISED,
                                   (struct name){0}),
                   "havoc i (uninitialised)");
  assert_operation(&s, operation_unsupported(name_of(fx, "setjmp")),
                   "unsupported (setjmp)");
  sample_release(&s);
}

static void test_memory(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct fixture *fx = &s.fx;
  struct term q = address_of(fx, s.q, 0), table = address_of(fx, s.table, 0);
  struct term p = value_of(fx, s.p), eight = pointer_size(fx, 8);
  struct operation op = op_store(q, constant(fx, 32, 5));
  assert_operation(&s, op, "store4(&q, 5)");
  op.memory.is_volatile = op.memory.is_atomic = true;
  assert_operation(&s, op, "volatile atomic store4(&q, 5)");
  op = op_store(p, term_add(fx->program->terms, value_of(fx, s.bare),
                            constant(fx, 32, 1)));
  op.kind = OPERATION_UPDATE;
  op.memory.target = s.bare;
  assert_operation(&s, op, "t2 = update4(p, t2 + 1)");
  op = (struct operation){
      .kind = OPERATION_COPY,
      .block = {.address = table, .source = p, .size = eight}};
  assert_operation(&s, op, "copy(table, p, 8)");
  op.kind = OPERATION_FILL;
  op.block.value = constant(fx, 8, 255);
  assert_operation(&s, op, "fill(table, -1, 8)");
  op = (struct operation){.kind = OPERATION_ALLOCATE,
                          .allocate = {.target = s.p,
                                       .size = eight,
                                       .alignment = 16,
                                       .is_zeroed = true,
                                       .may_fail = true}};
  assert_operation(&s, op, "p = allocate(heap, 8, align 16, zeroed, may fail)");
  op = (struct operation){.kind = OPERATION_FREE, .free.address = p};
  assert_operation(&s, op, "free(p)");
  op = (struct operation){.kind = OPERATION_LIVE,
                          .live = {.addresses = &table, .count = 1}};
  assert_operation(&s, op, "begin(table)");
  op.live.life = LIFE_ENDS;
  assert_operation(&s, op, "end(table)");
  assert_operation(&s, op_invalid(ACCESS_FREE, p, (struct term){0}),
                   "[invalid free(p)]");
  sample_release(&s);
}

static void test_calls(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct fixture *fx = &s.fx;
  struct operation op = call_puts(&s);
  op.call.target = s.i;
  op.call.variadic = address_of(fx, s.q, 0);
  assert_operation(&s, op, "i = puts(\"a\\n\", ... at &q)");
  op.call.callee.id = 0;
  op.call.function = value_of(fx, s.p);
  op.call.variadic.id = 0;
  assert_operation(&s, op, "i = (*p)(\"a\\n\")");
  op.call.function = address_of(fx, s.code, 0);
  op.call.count = 0;
  assert_operation(&s, op, "i = (*f)()");
  assert_operation(&s, op_return((struct term){0}), "return");
  struct term mutex = address_of(fx, s.q, 0);
  op = (struct operation){.kind = OPERATION_THREAD,
                          .thread = {.action = THREAD_LOCK,
                                     .arguments = &mutex,
                                     .count = 1,
                                     .target = s.i}};
  assert_operation(&s, op, "i = thread_lock(&q)");
  sample_release(&s);
}

static void assert_term(struct sample *s, struct term t, const char *expected) {
  struct strbuf out = {0};
  program_print_term(s->fx.program, t, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

// Terms show the user's text; a temporary is bracketed as its text needs.
static void test_terms(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct fixture *fx = &s.fx;
  struct term_table *terms = fx->program->terms;
  struct term sum = value_of(fx, temporary(&s, "t3", "a + b", fx->type_int));
  struct term call =
      value_of(fx, temporary(&s, "t4", "f(a, \" )\")", fx->type_int));
  struct term deref =
      value_of(fx, temporary(&s, "t5", "*a[i + 1]", fx->type_int));
  struct term three = constant(fx, 32, 3);
  assert_term(&s, value_of(fx, s.shadow), "i");
  assert_term(&s, value_of(fx, s.bare), "t2");
  assert_term(&s, term_binary(terms, OP_BVXOR, sum, three), "(a + b) ^ 3");
  assert_term(&s, term_binary(terms, OP_BVXOR, call, three),
              "f(a, \" )\") ^ 3");
  assert_term(&s, term_binary(terms, OP_BVXOR, deref, three), "*a[i + 1] ^ 3");
  assert_term(&s, address_of(fx, s.code, 0), "f");
  assert_term(&s, address_of(fx, s.q, 0), "&q");
  assert_term(&s, address_of(fx, s.table, 0), "table");
  sample_release(&s);
}

static void test_signs(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct fixture *fx = &s.fx;
  struct c_names names = program_c_names(fx->program);
  struct variable u = variable(fx, VARIABLE_LOCAL, "u", fx->type_unsigned);
  struct variable b = variable(fx, VARIABLE_LOCAL, "b", fx->type_bool);
  assert_int_equal(names.sign(names.context, value_of(fx, s.x)), C_SIGNED);
  assert_int_equal(names.sign(names.context, value_of(fx, u)), C_UNSIGNED);
  assert_int_equal(names.sign(names.context, value_of(fx, b)), C_BOOL);
  assert_int_equal(names.sign(names.context, value_of(fx, s.p)), C_POINTER);
  assert_int_equal(names.sign(names.context, address_of(fx, s.q, 0)),
                   C_POINTER);
  struct strbuf out = {0};
  assert_true(names.constant(names.context, value_of(fx, s.t), 1, &out));
  assert_false(names.constant(names.context, value_of(fx, s.t), 9, &out));
  assert_false(names.constant(names.context, value_of(fx, s.x), 1, &out));
  assert_string_equal(strbuf_text(&out), "ON");
  strbuf_release(&out);
  sample_release(&s);
}

static void test_declarations(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct fixture *fx = &s.fx;
  struct program *program = fx->program;
  program_variable(program, s.g)->initial = constant(fx, 32, ~(u128)0);
  struct object_info *table = program_object(program, s.table);
  static const uint8_t bytes[16] = {1, 0xab};
  struct relocation hole = {8, address_of(fx, s.text, 0)};
  table->bytes = bytes;
  table->relocations = &hole;
  table->relocation_count = 1;
  table->is_constant = table->escapes = true;
  program->entry = s.f->self;
  program_add_limitation(program,
                         (struct limitation){.procedure = s.f->self,
                                             .position = at(fx, 14, 2),
                                             .what = name_of(fx, "asm"),
                                             .is_havocked = true});
  s.f->is_defined = false;
  struct strbuf out = {0};
  program_print(program, &out);
  assert_string_equal(strbuf_text(&out),
                      "global int counter = -1\n"
                      "object char table[16] (16 bytes, constant, escapes) = "
                      "{01 ab 00 00 00 00 00 00 00 00 00 00 00 00 00 00} "
                      "with +8 = \"a\\n\"\n"
                      "entry f\n"
                      "limitation a.c:14:2 in f: asm (over-approximated)\n"
                      "\n"
                      "declare int puts(const char *)\n"
                      "\n"
                      "declare static int f(void)  // a.c:12:5\n");
  strbuf_release(&out);
  sample_release(&s);
}

static void test_positions(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  struct strbuf out = {0};
  position_print(s.fx.program->names, at(&s.fx, 3, 4), &out);
  strbuf_char(&out, ' ');
  position_print(s.fx.program->names, at(&s.fx, 3, 0), &out);
  strbuf_char(&out, ' ');
  position_print(s.fx.program->names, (struct position){0}, &out);
  assert_string_equal(strbuf_text(&out), "a.c:3:4 a.c:3 ?");
  strbuf_release(&out);
  sample_release(&s);
}

// Steps over a quoted string and returns what follows it.
static const char *after_string(const char *c) {
  for (c++; *c != '"'; c++) {
    assert_true(*c && *c != '\n');
    if (*c == '\\')
      c++;
  }
  return c + 1;
}

// Strings end on their line, brackets match, every statement is ended.
static void assert_well_formed(const char *dot) {
  int braces = 0, brackets = 0;
  char last = '\n';
  for (const char *c = dot; *c;) {
    if (*c == '\n' && last != '\n')
      assert_non_null(strchr(";{}", last));
    braces += (*c == '{') - (*c == '}');
    brackets += (*c == '[') - (*c == ']');
    assert_true(braces >= 0 && brackets >= 0 && brackets <= 1);
    last = *c;
    c = *c == '"' ? after_string(c) : c + 1;
  }
  assert_int_equal(braces, 0);
  assert_int_equal(brackets, 0);
}

static void assert_has(const char *text, const char *part) {
  if (!strstr(text, part))
    fail_msg("no `%s` in:\n%s", part, text);
}

static void test_dot(void **state) {
  (void)state;
  struct sample s;
  sample_init(&s);
  build_body(&s);
  struct strbuf out = {0};
  program_dot_procedure(s.fx.program, s.f, &out);
  const char *dot = strbuf_text(&out);
  assert_well_formed(dot);
  assert_has(dot, "digraph \"f\" {\n");
  assert_has(dot, "  n1 [label=\"L1\\n12:3\", style=bold];\n");
  assert_has(dot, "  n2 [label=\"exit\\n12:3\", peripheries=2];\n");
  assert_has(dot, "  n3 [label=\"undefined\", color=red, fontcolor=red];\n");
  assert_has(dot, "  n7 [label=\"L7 out:\\n16:3\"];\n");
  assert_has(dot, "  n5 -> n3 [label=\"[invalid read((char *)p + 8, 4)]\\n"
                  "invalid read\", color=red, fontcolor=red];\n");
  assert_has(dot,
             "  n5 -> n6 [label=\"t1 = load4((char *)p + 8)\\np->state\"];\n");
  assert_has(dot, "  n7 -> n8 [label=\"puts(\\\"a\\\\n\\\")\"];\n");
  strbuf_release(&out);
  sample_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_listing),      cmocka_unit_test(test_assignments),
      cmocka_unit_test(test_memory),       cmocka_unit_test(test_calls),
      cmocka_unit_test(test_terms),        cmocka_unit_test(test_signs),
      cmocka_unit_test(test_declarations), cmocka_unit_test(test_positions),
      cmocka_unit_test(test_dot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
