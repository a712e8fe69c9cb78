// Qualified names and C text.
#include "fixture.h"

#include "program/qualify.h"

static void check_text(struct fixture *fx, struct qualifier *q,
                       const char *text, const char *expected) {
  struct name found = qualify_text(q, fx->f, name_of(fx, text));
  assert_string_equal(name_text(fx->names, found), expected);
}

static void test_names(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  struct qualifier *q = qualifier_new(fx.program);
  struct name x = name_of(&fx, "x.2"), none = {0};
  assert_string_equal(name_text(fx.names, qualify_name(q, f, 1, x)), "f::x.2");
  assert_string_equal(name_text(fx.names, qualify_name(q, f, 3, x)),
                      "f#3::x.2");
  assert_true(name_is_none(qualify_name(q, f, 1, none)));
  assert_true(name_is_none(qualify_text(q, f, none)));
  qualifier_free(q);
  fixture_release(&fx);
}

static void test_text(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  begin(&fx, "f", 1);
  variable(&fx, VARIABLE_PARAMETER, "p", fx.type_int);
  variable(&fx, VARIABLE_LOCAL, "i", fx.type_int);
  variable(&fx, VARIABLE_LOCAL, "node", fx.type_int);
  variable(&fx, VARIABLE_TEMPORARY, "t", fx.type_int);
  object(&fx, OBJECT_FRAME, "buf", array_of(&fx, fx.type_int, 4));
  struct qualifier *q = qualifier_new(fx.program);
  check_text(&fx, q, "p->len", "f::p->len");
  check_text(&fx, q, "*p + g", "*f::p + g");
  check_text(&fx, q, "buf[i + 1].i", "f::buf[f::i + 1].i");
  check_text(&fx, q, "g.p->i.p", "g.p->i.p");
  check_text(&fx, q, "((struct node *)node)->node",
             "((struct node *)f::node)->node");
  check_text(&fx, q, "old(i)", "old(f::i)");
  check_text(&fx, q, "t + pi + ip + 0x1p", "t + pi + ip + 0x1p");
  check_text(&fx, q, "h(\"p \\\" i\", 'i', i)", "h(\"p \\\" i\", 'i', f::i)");
  check_text(&fx, q, "\"p", "\"p");
  check_text(&fx, q, "p->len", "f::p->len");
  begin(&fx, "g", 9);
  check_text(&fx, q, "p->len", "p->len");
  qualifier_free(q);
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
