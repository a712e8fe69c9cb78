// Weaving: what becomes of a call, a label and an entry, as text.

#include "woven.h"

// Weaves the first check, validates, and compares f.
static void check_woven(struct woven *w, struct weaving *weaving,
                        const char *expected) {
  weaving_init(weaving, w->fx.program, w->spec, &w->spec->checks.at[0], false);
  struct strbuf text = {0};
  if (!program_validate(w->fx.program, &text))
    fail_msg("%s", strbuf_text(&text));
  program_print_procedure(w->fx.program, w->f, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
}

static void check_call(const char *spec, const char *expected) {
  struct woven w;
  struct weaving weaving;
  woven_begin(&w);
  woven_call(&w, w.lib, w.y, value_of(&w.fx, w.x));
  woven_end(&w, spec);
  check_woven(&w, &weaving, expected);
  weaving_release(&weaving);
  woven_release(&w);
}

static void test_untouched(void **unused) {
  (void)unused;
  check_call("assume proc void say(void) : ( said -> return{} );\n"
             "P = ( said -> return{0} );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L4 : y = lib(x)\n"
             "  L4   2:3      -> exit : return 0\n");
}

static void test_call_events(void **unused) {
  (void)unused;
  check_call("event one = call lib(1);\n"
             "event big = call lib($ > 9) or call lib(5);\n"
             "event all = call lib;\n"
             "P = ( one -> P | big -> P | all -> P );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L7 : [x != 1]\n"
             "                -> L8 : [x == 1]\n"
             "  L6   1:3      -> L11 : [x < 10]\n"
             "                -> L12 : [x >= 10]\n"
             "  L7   1:3      -> L6 : skip\n"
             "  L8   1:3      -> L9 : perform one\n"
             "  L9   1:3      -> L6 : skip\n"
             "  L10  1:3      -> L18 : perform all\n"
             "  L11  1:3      -> L14 : [x != 5]\n"
             "                -> L15 : [x == 5]\n"
             "  L12  1:3      -> L13 : perform big\n"
             "  L13  1:3      -> L10 : skip\n"
             "  L14  1:3      -> L10 : skip\n"
             "  L15  1:3      -> L16 : perform big\n"
             "  L16  1:3      -> L10 : skip\n"
             "  L17  1:3      -> L19 : y = lib(x)\n"
             "  L18  1:3      -> L17 : skip\n"
             "  L19  1:3      -> L4 : skip\n");
}

static void test_ret_events(void **unused) {
  (void)unused;
  check_call("event failed = ret lib -> $ < 0;\n"
             "event same = ret lib($ == 3) when ($ == 4);\n"
             "P = ( failed -> P | same -> P );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L6 : y = lib(x)\n"
             "  L6   1:3      -> L8 : [y >= 0]\n"
             "                -> L9 : [y < 0]\n"
             "  L7   1:3      -> L12 : [!(x == 3 && y == 4)]\n"
             "                -> L13 : [x == 3 && y == 4]\n"
             "  L8   1:3      -> L7 : skip\n"
             "  L9   1:3      -> L10 : perform failed\n"
             "  L10  1:3      -> L7 : skip\n"
             "  L11  1:3      -> L4 : skip\n"
             "  L12  1:3      -> L11 : skip\n"
             "  L13  1:3      -> L14 : perform same\n"
             "  L14  1:3      -> L11 : skip\n");
}

static void test_proc(void **unused) {
  (void)unused;
  check_call("assume proc int lib(int n) {\n"
             "  modifies g;\n"
             "  when (n > g) : ( a -> return{1} | return{$ < 0} );\n"
             "  otherwise : END;\n"
             "}\n"
             "P = ( a -> return{0} );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L7 : [x <= g]\n"
             "                -> L8 : [g < x]\n"
             "  L6   1:3      -> L4 : skip\n"
             "  L7   1:3      -> L21 : perform arm\n"
             "  L8   1:3      -> L9 : perform arm\n"
             "  L9   1:3      -> L10 : skip\n"
             "  L10  1:3      -> L11 : havoc choice (assumption: lib.choice)\n"
             "  L11  1:3      -> L12 : [choice != 0]\n"
             "                -> L13 : [choice == 0]\n"
             "  L12  1:3      -> L16 : havoc y (assumption: lib)\n"
             "  L13  1:3      -> L14 : perform a\n"
             "  L14  1:3      -> L15 : skip\n"
             "  L15  1:3      -> L19 : havoc g (assumption: g)\n"
             "  L16  1:3      -> L17 : havoc g (assumption: g)\n"
             "  L17  1:3      -> L18 : [y < 0]\n"
             "  L18  1:3      -> L6 : skip\n"
             "  L19  1:3      -> L20 : y = 1\n"
             "  L20  1:3      -> L6 : skip\n"
             "  L21  1:3      -> L22 : skip\n"
             "  L22  1:3      -> L6 : [0]\n");
}

static void test_proc_unlisted(void **unused) {
  (void)unused;
  check_call("assume proc int lib(int n) : ( a -> return{*} );\n"
             "P = ( a -> return{0} );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L7 : skip\n"
             "  L6   1:3      -> L4 : skip\n"
             "  L7   1:3      -> L8 : perform a\n"
             "  L8   1:3      -> L9 : skip\n"
             "  L9   1:3      -> L10 : y = lib@assumed(x)\n"
             "  L10  1:3      -> L6 : skip\n");
}

// A return that is an equation is a value; of n as it was.
static void test_known_value(void **unused) {
  (void)unused;
  check_call("assume proc int lib(int n) {\n"
             "  modifies g;\n"
             "  when (n == 0) : return{$ == n + g};\n"
             "  otherwise : return{$ == $ + n};\n"
             "}\n"
             "P = ( return{0} );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L7 : [x != 0]\n"
             "                -> L8 : [x == 0]\n"
             "  L6   1:3      -> L4 : skip\n"
             "  L7   1:3      -> L13 : perform arm\n"
             "  L8   1:3      -> L9 : perform arm\n"
             "  L9   1:3      -> L10 : skip\n"
             "  L10  1:3      -> L11 : havoc g (assumption: g)\n"
             "  L11  1:3      -> L12 : y = g + x\n"
             "  L12  1:3      -> L6 : skip\n"
             "  L13  1:3      -> L14 : skip\n"
             "  L14  1:3      -> L15 : havoc y (assumption: lib)\n"
             "  L15  1:3      -> L16 : havoc g (assumption: g)\n"
             "  L16  1:3      -> L17 : [x == 0]\n"
             "  L17  1:3      -> L6 : skip\n");
}

static void test_error_arm(void **unused) {
  (void)unused;
  check_call("assume proc int lib(int n) {\n"
             "  modifies nothing;\n"
             "  when (n == 0) : ERROR;\n"
             "  otherwise : ( a -> return{n} );\n"
             "}\n"
             "P = ( a -> return{0} );\n"
             "check f refines P;\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L7 : [x != 0]\n"
             "                -> L8 : [x == 0]\n"
             "  L6   1:3      -> L4 : skip\n"
             "  L7   1:3      -> L12 : perform arm\n"
             "  L8   1:3      -> L9 : perform arm\n"
             "  L9   1:3      -> L10 : skip\n"
             "  L10  1:3      -> L11 : perform ERROR\n"
             "  L11  1:3      -> L6 : [0]\n"
             "  L12  1:3      -> L13 : skip\n"
             "  L13  1:3      -> L14 : perform a\n"
             "  L14  1:3      -> L15 : skip\n"
             "  L15  1:3      -> L16 : y = x\n"
             "  L16  1:3      -> L6 : skip\n");
}

static void test_unreachable(void **unused) {
  (void)unused;
  check_call("check f unreachable call lib(7);\n",
             "procedure int f(int x)  // a.c:1:5\n"
             "  local int y\n"
             "  (entry)\n"
             "  L1   1:3      -> L5 : skip\n"
             "  L4   2:3      -> exit : return 0\n"
             "  L5   1:3      -> L7 : [x != 7]\n"
             "                -> L8 : [x == 7]\n"
             "  L6   1:3      -> L10 : y = lib(x)\n"
             "  L7   1:3      -> L6 : skip\n"
             "  L8   1:3      -> L9 : perform what must not happen\n"
             "  L9   1:3      -> L6 : skip\n"
             "  L10  1:3      -> L4 : skip\n");
}

static void test_label(void **unused) {
  (void)unused;
  struct woven w;
  struct weaving weaving;
  woven_begin(&w);
  woven_add(&w, operation_skip());
  procedure_location(w.f, w.at)->label = name_of(&w.fx, "again");
  woven_add(&w, operation_skip());
  woven_end(&w, "event first = label again;\n"
                "event second = label again when (g == 1);\n"
                "P = ( first -> second -> P );\n"
                "check f refines P;\n");
  check_woven(&w, &weaving,
              "procedure int f(int x)  // a.c:1:5\n"
              "  local int y\n"
              "  (entry)\n"
              "  L1   1:3      -> L4 : skip\n"
              "  (label again)\n"
              "  L4   2:3      -> L11 : perform first\n"
              "  L5   3:3      -> exit : return 0\n"
              "  L6   2:3      -> L5 : skip\n"
              "  L7   2:3      -> L6 : skip\n"
              "  L8   2:3      -> L9 : perform second\n"
              "  L9   2:3      -> L6 : skip\n"
              "  L10  2:3      -> L7 : [g != 1]\n"
              "                -> L8 : [g == 1]\n"
              "  L11  2:3      -> L10 : skip\n");
  weaving_release(&weaving);
  woven_release(&w);
}

// Guards are tested at the entry; parameters are kept for the returns.
static void test_entry(void **unused) {
  (void)unused;
  struct woven w;
  struct weaving weaving;
  woven_begin(&w);
  woven_call(&w, w.say, no_variable(), no_term());
  woven_end(&w, "assume proc void say(void) { modifies nothing;\n"
                "  otherwise : ( said -> return{} ); }\n"
                "proc int f(int x) {\n"
                "  when (x > 0 && g == 0) : ( said -> return{$ == x} );\n"
                "  otherwise : ( said -> return{0} );\n"
                "}\n"
                "check f;\n");
  check_woven(&w, &weaving,
              "procedure int f(int x)  // a.c:1:5\n"
              "  local int y\n"
              "  L1   1:3      -> L5 : skip\n"
              "  L4   2:3      -> exit : return 0\n"
              "  L5   1:3      -> L7 : skip\n"
              "  L6   1:3      -> L4 : skip\n"
              "  L7   1:3      -> L8 : perform said\n"
              "  L8   1:3      -> L9 : skip\n"
              "  L9   1:3      -> L6 : skip\n"
              "  (entry)\n"
              "  L10  1:5      -> L11 : [!(g == 0 && x > 0)]\n"
              "                -> L12 : [g == 0 && x > 0]\n"
              "  L11  1:5      -> L14 : perform arm\n"
              "  L12  1:5      -> L13 : perform arm\n"
              "  L13  1:5      -> L1 : skip\n"
              "  L14  1:5      -> L1 : skip\n");
  assert_non_null(weaving.at_entry);
  weaving_release(&weaving);
  woven_release(&w);
}

// A guard over memory loads it; behind a null pointer is anything.
static void test_memory_guard(void **unused) {
  (void)unused;
  struct woven w;
  struct weaving weaving;
  woven_begin(&w);
  struct variable p =
      variable(&w.fx, VARIABLE_LOCAL, "p", pointer_to(&w.fx, w.fx.type_int));
  woven_call(&w, w.peek, no_variable(), value_of(&w.fx, p));
  woven_end(&w, "assume proc int peek(int *q) {\n"
                "  modifies *q;\n"
                "  when (*q == 1) : ( one -> return{*} );\n"
                "  otherwise : ( two -> return{*} );\n"
                "}\n"
                "P = ( one -> P | two -> P );\n"
                "check f refines P;\n");
  check_woven(
      &w, &weaving,
      "procedure int f(int x)  // a.c:1:5\n"
      "  local int y\n"
      "  local int *p\n"
      "  (entry)\n"
      "  L1   1:3      -> L5 : skip\n"
      "  L4   2:3      -> exit : return 0\n"
      "  L5   1:3      -> L8 : [p != 0]\n"
      "                -> L9 : [p == 0]\n"
      "  L6   1:3      -> L4 : skip\n"
      "  L7   1:3      -> L10 : [*q != 1]\n"
      "                -> L11 : [*q == 1]\n"
      "  L8   1:3      -> L7 : *q = load4(p)\n"
      "                -> undefined (invalid read) : [invalid read(p, 4)]\n"
      "  L9   1:3      -> L7 : havoc *q (assumption: null)\n"
      "  L10  1:3      -> L21 : perform arm\n"
      "  L11  1:3      -> L12 : perform arm\n"
      "  L12  1:3      -> L13 : skip\n"
      "  L13  1:3      -> L14 : perform one\n"
      "  L14  1:3      -> L15 : skip\n"
      "  L15  1:3      -> L16 : peek'keeps@assumed(p)\n"
      "  L16  1:3      -> L17 : havoc *q (assumption: *q)\n"
      "  L17  1:3      -> L19 : [p != 0]\n"
      "                -> L20 : [p == 0]\n"
      "  L18  1:3      -> L6 : skip\n"
      "  L19  1:3      -> L18 : store4(p, *q)\n"
      "                -> undefined (invalid write) : [invalid write(p, 4)]\n"
      "  L20  1:3      -> L18 : skip\n"
      "  L21  1:3      -> L22 : skip\n"
      "  L22  1:3      -> L23 : perform two\n"
      "  L23  1:3      -> L24 : skip\n"
      "  L24  1:3      -> L25 : peek'keeps@assumed(p)\n"
      "  L25  1:3      -> L26 : havoc *q (assumption: *q)\n"
      "  L26  1:3      -> L28 : [p != 0]\n"
      "                -> L29 : [p == 0]\n"
      "  L27  1:3      -> L6 : skip\n"
      "  L28  1:3      -> L27 : store4(p, *q)\n"
      "                -> undefined (invalid write) : [invalid write(p, 4)]\n"
      "  L29  1:3      -> L27 : skip\n");
  weaving_release(&weaving);
  woven_release(&w);
}

// Pointers that may alias do, or do not.
static void test_alias(void **unused) {
  (void)unused;
  struct woven w;
  struct weaving weaving;
  woven_begin_with(&w, true);
  woven_end(&w, "proc int f(int x, int *p, int *q) {\n"
                "  may_alias(p, q);\n"
                "  otherwise : return{0};\n"
                "}\n"
                "P = ( return{0} );\n"
                "check f refines P;\n");
  check_woven(&w, &weaving,
              "procedure int f(int x, int *p, int *q)  // a.c:1:5\n"
              "  local int y\n"
              "  L1   1:3      -> exit : return 0\n"
              "  (entry)\n"
              "  L4   1:5      -> L5 : havoc alias (input: q.alias)\n"
              "  L5   1:5      -> L6 : [alias != 0]\n"
              "                -> L7 : [alias == 0]\n"
              "  L6   1:5      -> L1 : skip\n"
              "  L7   1:5      -> L1 : q = p\n");
  weaving_release(&weaving);
  woven_release(&w);
}

// What the check does not hear is not woven.
static void test_heard(void **unused) {
  (void)unused;
  struct woven w;
  struct weaving weaving;
  struct bitset heard = {0};
  woven_begin(&w);
  woven_call(&w, w.lib, w.y, value_of(&w.fx, w.x));
  woven_end(&w, "assume proc int lib(int n) : ( a -> b -> return{0} );\n"
                "event called = call lib;\n"
                "P = ( called -> a -> b -> P );\n"
                "check f refines P;\n");
  bitset_add(&heard, action_intern(w.spec->actions, "b").id);
  weaving_init_for(&weaving, w.fx.program, w.spec, &w.spec->checks.at[0], false,
                   false, &heard);
  assert_int_equal(weaving.performed.count, 2);
  assert_string_equal(
      action_text(w.spec->actions, weaving.performed.at[1].action), "b");
  weaving_release(&weaving);
  bitset_release(&heard);
  woven_release(&w);
}

// Who is assumed and who is left to defaults; what the rows say.
static void test_rows(void **unused) {
  (void)unused;
  struct woven w;
  struct weaving weaving;
  woven_begin(&w);
  woven_call(&w, w.lib, w.y, value_of(&w.fx, w.x));
  woven_call(&w, w.say, no_variable(), no_term());
  woven_end(&w, "assume proc int lib(int n) : ( a -> return{0} );\n"
                "event called = call lib;\n"
                "P = ( called -> a -> P );\n"
                "check f refines P;\n");
  weaving_init(&weaving, w.fx.program, w.spec, &w.spec->checks.at[0], false);
  assert_true(bitset_has(&weaving.assumed, w.lib->self.id));
  assert_false(bitset_has(&weaving.assumed, w.say->self.id));
  assert_int_equal(weaving.performed.count, 3);
  const struct performed *rows = weaving.performed.at;
  assert_int_equal(rows[1].kind, PERFORMED_ACTION);
  assert_int_equal(rows[1].trigger, 0);
  assert_int_equal(rows[2].kind, PERFORMED_ACTION);
  assert_int_equal(rows[2].trigger, SPEC_NONE);
  assert_string_equal(action_text(w.spec->actions, rows[2].action), "a");
  weaving_release(&weaving);
  woven_release(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_untouched),     cmocka_unit_test(test_call_events),
      cmocka_unit_test(test_ret_events),    cmocka_unit_test(test_proc),
      cmocka_unit_test(test_proc_unlisted), cmocka_unit_test(test_known_value),
      cmocka_unit_test(test_heard),         cmocka_unit_test(test_error_arm),
      cmocka_unit_test(test_unreachable),   cmocka_unit_test(test_label),
      cmocka_unit_test(test_entry),         cmocka_unit_test(test_memory_guard),
      cmocka_unit_test(test_alias),         cmocka_unit_test(test_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
