// Weaving in a program with threads: routines that work on threads stay what
// they are, with the actions of their abstractions before or after them.

#include "woven.h"

// f(x, p, q) calls a routine with p; what becomes of it.
static void check_routine(const char *name, const char *spec,
                          const char *expected) {
  struct woven w;
  struct weaving weaving;
  woven_begin_with(&w, true);
  struct ctype pointer = pointer_to(&w.fx, w.fx.type_int);
  struct procedure *routine = declare(&w, name, w.fx.type_int, &pointer, 1);
  struct variable p = w.f->parameters.at[1];
  woven_call(&w, routine, w.y, value_of(&w.fx, p));
  woven_end(&w, spec);
  weaving_init_for(&weaving, w.fx.program, w.spec, &w.spec->checks.at[0], false,
                   true, NULL);
  struct strbuf text = {0};
  if (!program_validate(w.fx.program, &text))
    fail_msg("%s", strbuf_text(&text));
  program_print_procedure(w.fx.program, w.f, &text);
  assert_string_equal(strbuf_text(&text), expected);
  assert_false(bitset_has(&weaving.assumed, routine->self.id));
  strbuf_release(&text);
  weaving_release(&weaving);
  woven_release(&w);
}

static void test_lock(void **unused) {
  (void)unused;
  check_routine("pthread_mutex_lock",
                "assume proc int pthread_mutex_lock(int *m) : ( lock -> "
                "return{0} );\n"
                "P = ( lock -> P );\n"
                "check f refines P;\n",
                "procedure int f(int x, int *p, int *q)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L5 : skip\n"
                "  L4   2:3      -> exit : return 0\n"
                "  L5   1:3      -> L6 : skip\n"
                "  L6   1:3      -> L8 : y = thread_lock(p)\n"
                "  L7   1:3      -> L17 : skip\n"
                "  L8   1:3      -> L9 : [y != 0]\n"
                "                -> L10 : [y == 0]\n"
                "  L9   1:3      -> L11 : unsupported (a result of a routine "
                "of threads that its abstraction leaves out)\n"
                "  L10  1:3      -> L12 : skip\n"
                "  L11  1:3      blocks\n"
                "  L12  1:3      -> L13 : [y == 0]\n"
                "  L13  1:3      -> L14 : perform lock\n"
                "  L14  1:3      -> L15 : skip\n"
                "  L15  1:3      -> L16 : [y == 0]\n"
                "  L16  1:3      -> L7 : skip\n"
                "  L17  1:3      -> L4 : skip\n");
}

static void test_unlock(void **unused) {
  (void)unused;
  check_routine("pthread_mutex_unlock",
                "assume proc int pthread_mutex_unlock(int *m) : ( unlock -> "
                "return{0} );\n"
                "P = ( unlock -> P );\n"
                "check f refines P;\n",
                "procedure int f(int x, int *p, int *q)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L5 : skip\n"
                "  L4   2:3      -> exit : return 0\n"
                "  L5   1:3      -> L6 : skip\n"
                "  L6   1:3      -> L9 : skip\n"
                "  L7   1:3      -> L16 : skip\n"
                "  L8   1:3      -> L12 : y = thread_unlock(p)\n"
                "  L9   1:3      -> L10 : perform unlock\n"
                "  L10  1:3      -> L11 : skip\n"
                "  L11  1:3      -> L8 : skip\n"
                "  L12  1:3      -> L13 : [y != 0]\n"
                "                -> L14 : [y == 0]\n"
                "  L13  1:3      -> L15 : unsupported (a result of a routine "
                "of threads that its abstraction leaves out)\n"
                "  L14  1:3      -> L7 : skip\n"
                "  L15  1:3      blocks\n"
                "  L16  1:3      -> L4 : skip\n");
}

// Busy is performed only where it is.
static void test_trylock(void **unused) {
  (void)unused;
  check_routine("pthread_mutex_trylock",
                "assume proc int pthread_mutex_trylock(int *m) : ( lock -> "
                "return{0} | busy -> return{$ > 0} );\n"
                "P = ( lock -> P | busy -> P );\n"
                "check f refines P;\n",
                "procedure int f(int x, int *p, int *q)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L5 : skip\n"
                "  L4   2:3      -> exit : return 0\n"
                "  L5   1:3      -> L6 : skip\n"
                "  L6   1:3      -> L8 : y = pthread_mutex_trylock(p)\n"
                "  L7   1:3      -> L24 : skip\n"
                "  L8   1:3      -> L9 : [!(y > 0 || y == 0)]\n"
                "                -> L10 : [y > 0 || y == 0]\n"
                "  L9   1:3      -> L11 : unsupported (a result of a routine "
                "of threads that its abstraction leaves out)\n"
                "  L10  1:3      -> L12 : skip\n"
                "  L11  1:3      blocks\n"
                "  L12  1:3      -> L13 : havoc choice (assumption: "
                "pthread_mutex_trylock.choice)\n"
                "  L13  1:3      -> L14 : [choice != 0]\n"
                "                -> L15 : [choice == 0]\n"
                "  L14  1:3      -> L19 : [y > 0]\n"
                "  L15  1:3      -> L16 : [y == 0]\n"
                "  L16  1:3      -> L17 : perform lock\n"
                "  L17  1:3      -> L18 : skip\n"
                "  L18  1:3      -> L23 : [y == 0]\n"
                "  L19  1:3      -> L20 : perform busy\n"
                "  L20  1:3      -> L21 : skip\n"
                "  L21  1:3      -> L22 : [y > 0]\n"
                "  L22  1:3      -> L7 : skip\n"
                "  L23  1:3      -> L7 : skip\n"
                "  L24  1:3      -> L4 : skip\n");
}

// The condition reads a global: that and the action are one step.
static void test_step(void **unused) {
  (void)unused;
  check_routine("peer",
                "event called = call peer when (g == 1);\n"
                "P = ( called -> P );\n"
                "check f refines P;\n",
                "procedure int f(int x, int *p, int *q)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L5 : skip\n"
                "  L4   2:3      -> exit : return 0\n"
                "  L5   1:3      -> L6 : thread_atomic_begin()\n"
                "  L6   1:3      -> L8 : [g != 1]\n"
                "                -> L9 : [g == 1]\n"
                "  L7   1:3      -> L11 : thread_atomic_end()\n"
                "  L8   1:3      -> L7 : skip\n"
                "  L9   1:3      -> L10 : perform called\n"
                "  L10  1:3      -> L7 : skip\n"
                "  L11  1:3      -> L12 : y = peer(p)\n"
                "  L12  1:3      -> L13 : skip\n"
                "  L13  1:3      -> L4 : skip\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lock), cmocka_unit_test(test_unlock),
      cmocka_unit_test(test_trylock), cmocka_unit_test(test_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
