#include "fixture.h"

#include "spec/property.h"

static int set_up(void **state) {
  *state = fixture_new("p.prp");
  return 0;
}

static int tear_down(void **state) {
  fixture_free(*state);
  return 0;
}

static struct property_vec read_good(struct fixture *fixture,
                                     const char *text) {
  struct property_vec properties = {0};
  write_file(fixture->path, text);
  assert_true(
      property_read(&properties, fixture->path, fixture->names, fixture->diag));
  check_messages(fixture, "");
  return properties;
}

static void check_kind(struct fixture *fixture, const char *formula,
                       enum property_kind kind, const char *function) {
  struct strbuf text = {0};
  strbuf_format(&text, "CHECK( init(main()), LTL(%s) )\n", formula);
  struct property_vec properties = read_good(fixture, text.text);
  assert_int_equal(properties.count, 1);
  struct property *property = &properties.at[0];
  assert_int_equal(property->kind, kind);
  assert_string_equal(name_text(fixture->names, property->entry), "main");
  assert_string_equal(name_text(fixture->names, property->function), function);
  assert_string_equal(name_text(fixture->names, property->formula), formula);
  assert_int_equal(property->position.line, 1);
  assert_int_equal(property->position.column, 26);
  property_vec_release(&properties);
  strbuf_release(&text);
}

static void test_kinds(void **state) {
  struct fixture *fixture = *state;
  check_kind(fixture, "G ! call(reach_error())", PROPERTY_UNREACH_CALL,
             "reach_error");
  check_kind(fixture, "G ! call(__VERIFIER_error())", PROPERTY_UNREACH_CALL,
             "__VERIFIER_error");
  check_kind(fixture, "G ! label(ERROR)", PROPERTY_UNREACH_LABEL, "ERROR");
  check_kind(fixture, "G!label ( E )", PROPERTY_UNREACH_LABEL, "E");
  check_kind(fixture, "G ! overflow", PROPERTY_OVERFLOW, "");
  check_kind(fixture, "G ! data-race", PROPERTY_DATA_RACE, "");
  check_kind(fixture, "F end", PROPERTY_TERMINATION, "");
  check_kind(fixture, "G valid-memcleanup", PROPERTY_MEMCLEANUP, "");
  check_kind(fixture, "G valid-free", PROPERTY_VALID_FREE, "");
  check_kind(fixture, "G valid-deref", PROPERTY_VALID_DEREF, "");
  check_kind(fixture, "G valid-memtrack", PROPERTY_VALID_MEMTRACK, "");
}

static void test_user_formulas(void **state) {
  struct fixture *fixture = *state;
  check_kind(fixture, "[](\"x > 0\" ==> <>(\"y == 0\"))", PROPERTY_LTL, "");
  check_kind(fixture, "G ! call(f(x))", PROPERTY_LTL, "");
  check_kind(fixture, "G ! overflows", PROPERTY_LTL, "");
  check_kind(fixture, "G ! over", PROPERTY_LTL, "");
  check_kind(fixture, "G ! label(f())", PROPERTY_LTL, "");
  check_kind(fixture, "F call(f())", PROPERTY_LTL, "");
}

static void test_white_space(void **state) {
  struct fixture *fixture = *state;
  struct property_vec properties = read_good(
      fixture, "\r\n \tCHECK (init ( run ( ) ) ,LTL( G!call( f ( ) ) ))\t\r\n"
               "\nCHECK(init(main(void)),LTL(G!overflow))");
  assert_int_equal(properties.count, 2);
  assert_int_equal(properties.at[0].kind, PROPERTY_UNREACH_CALL);
  assert_string_equal(name_text(fixture->names, properties.at[0].entry), "run");
  assert_string_equal(name_text(fixture->names, properties.at[0].function),
                      "f");
  assert_int_equal(properties.at[0].position.line, 2);
  assert_int_equal(properties.at[1].kind, PROPERTY_OVERFLOW);
  assert_int_equal(properties.at[1].position.line, 4);
  property_vec_release(&properties);
}

static void test_several_lines(void **state) {
  struct fixture *fixture = *state;
  struct property_vec properties =
      read_good(fixture, "CHECK( init(main()), LTL(G valid-free) )\n"
                         "CHECK( init(main()), LTL(G valid-deref) )\n"
                         "CHECK( init(main()), LTL(G valid-memtrack) )\n\n");
  assert_int_equal(properties.count, 3);
  for (uint32_t i = 0; i < properties.count; i++) {
    const enum property_kind kinds[] = {
        PROPERTY_VALID_FREE, PROPERTY_VALID_DEREF, PROPERTY_VALID_MEMTRACK};
    assert_int_equal(properties.at[i].kind, kinds[i]);
    assert_int_equal(properties.at[i].position.line, i + 1);
  }
  property_vec_release(&properties);
}

static void test_names(void **state) {
  (void)state;
  assert_string_equal(property_kind_text(PROPERTY_UNREACH_CALL),
                      "unreach-call");
  assert_string_equal(property_kind_text(PROPERTY_OVERFLOW), "no-overflow");
  assert_string_equal(property_kind_text(PROPERTY_VALID_DEREF), "valid-deref");
}

#define HINT                                                                   \
  "hint: for example: CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

static void check_bad(struct fixture *fixture, const char *text,
                      const char *messages) {
  struct property_vec properties = {0};
  write_file(fixture->path, text);
  assert_false(
      property_read(&properties, fixture->path, fixture->names, fixture->diag));
  assert_int_equal(properties.count, 0);
  check_messages(fixture, messages);
  property_vec_release(&properties);
}

static void test_not_a_property(void **state) {
  check_bad(*state,
            "CHECK( init(main()), LTL(F end) )\n"
            "  REACH( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
            "p.prp:2:3: error: not a property\n"
            "    2 |   REACH( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"
            "      |   ^\n" HINT);
}

static void test_bad_init(void **state) {
  check_bad(*state, "CHECK( init(3), LTL(F end) )",
            "p.prp:1:13: error: init names no function\n"
            "    1 | CHECK( init(3), LTL(F end) )\n"
            "      |             ^\n" HINT);
}

static void test_no_formula(void **state) {
  check_bad(*state, "CHECK( init(main()), LTL() )",
            "p.prp:1:26: error: LTL has no formula\n"
            "    1 | CHECK( init(main()), LTL() )\n"
            "      |                          ^\n" HINT);
}

static void test_empty(void **state) {
  check_bad(*state, "\n  \n", "p.prp: error: no property in it\n");
}

static void test_missing_file(void **state) {
  struct fixture *fixture = *state;
  struct property_vec properties = {0};
  assert_false(
      property_read(&properties, fixture->path, fixture->names, fixture->diag));
  check_messages(fixture,
                 "p.prp: error: cannot read: No such file or directory\n");
  property_vec_release(&properties);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_kinds),       TEST(test_user_formulas),
      TEST(test_white_space), TEST(test_several_lines),
      TEST(test_names),       TEST(test_not_a_property),
      TEST(test_bad_init),    TEST(test_no_formula),
      TEST(test_empty),       TEST(test_missing_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
