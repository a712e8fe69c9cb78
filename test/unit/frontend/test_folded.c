// What the compiler's messages, and the text, say about constants that C gives
// no value; and their marks.
#include "../unit.h"

#include "folder.h"
#include "frontend/marks.h"

static void test_messages(void **state) {
  (void)state;
  struct folder folder;
  folder_init(&folder);
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  folder_write(&folder, "a.c",
               "#define TOP (1 << 31)\n"
               "int x = 1 << 40;\n"
               "int y = TOP;\n"
               "int z = -INT_MIN;\n"
               "x <<= 40;\n");
  folded_read("a.c:2:11:{2:14-2:16}: error: shift count >= width of type "
              "[-Werror,-Wshift-count-overflow]\n"
              "a.c:12:5: warning: unused variable [-Wunused-variable]\n"
              "a.c:3:9:{3:9-3:12}: error: signed shift result "
              "[-Werror,-Wshift-sign-overflow]\n"
              "a.c:1:16:{1:14-1:15}{1:19-1:21}: note: expanded from macro\n"
              "a.c:8:1: error: expected ';' after expression\n"
              "a.c:4:9:{4:9-4:17}: error: overflow in expression; result is 0 "
              "[-Werror,-Winteger-overflow]\n"
              "a.c:5:3:{5:7-5:9}: error: shift count >= width of type "
              "[-Werror,-Wshift-count-overflow]\n"
              "b.c:1:2: error: shifting a negative signed value is undefined "
              "[-Werror,-Wshift-negative-value]\n",
              names, folder.path, &found);
  assert_int_equal(found.count, 4);
  assert_string_equal(name_text(names, found.at[0].use.file), "a.c");
  assert_int_equal(found.at[0].sign.line, 2);
  assert_int_equal(found.at[0].sign.column, 11);
  assert_int_equal(found.at[0].end.line, 0);
  assert_int_equal(found.at[1].use.line, 3);
  assert_int_equal(found.at[1].sign.line, 1);
  assert_int_equal(found.at[1].sign.column, 16);
  assert_int_equal(found.at[2].end.column, 17);
  assert_non_null(found.at[2].mark);
  assert_null(found.at[3].mark); // no such file
  folded_vec_release(&found);
  interner_free(names);
  folder_release(&folder);
}

// Half a message, or one without a place, is none.
static void test_damaged_messages(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  folded_read("", names, NULL, &found);
  folded_read("error: [-Werror,-Winteger-overflow]\n", names, NULL, &found);
  folded_read("a.c: error: x [-Werror,-Winteger-overflow]\n", names, NULL,
              &found);
  folded_read("a.c:1:2: error: x [-Werror,-Winteger", names, NULL, &found);
  folded_read("a.c:1:2:{1:3: error: x [-Werror,-Winteger-overflow]", names,
              NULL, &found);
  assert_int_equal(found.count, 0);
  folded_vec_release(&found);
  interner_free(names);
}

static const char quotients[] = "a = INT_MIN / -1; // INT_MIN / -1\n"
                                "b = x % (-1), c = \"INT_MIN / -1\";\n"
                                "d = (-2147483647 - 1) / e;\n"
                                "f = 3 / 4 % 5; g /= -1;\n"
                                "#if INT_MIN / -1\n";

static void test_quotients(void **state) {
  (void)state;
  struct folder folder;
  folder_init(&folder);
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  folder_write(&folder, "a.c", quotients);
  folded_look("a.c", names, folder.path, &found);
  assert_int_equal(found.count, 4);
  assert_int_equal(found.at[0].sign.column, 13);
  assert_false(found.at[0].is_doubtful);
  assert_int_equal(found.at[1].sign.line, 2);
  assert_true(found.at[1].is_doubtful);
  assert_int_equal(found.at[2].sign.line, 3);
  assert_null(found.at[3].mark); // the preprocessor's
  folded_vec_release(&found);
  interner_free(names);
  folder_release(&folder);
}

// Marks are put in, and columns are found again behind each.
static void test_marks(void **state) {
  (void)state;
  struct folder folder;
  folder_init(&folder);
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  struct mark_vec marks = {0};
  struct strbuf text = {0};
  struct name file = intern(names, "a.c");
  folder_write(&folder, "a.c", "x;\ny = -a * (b << 2) + c;\n");
  struct folded shift = {.sign = {file, 2, 13}, .mark = "S "};
  struct folded minus = {
      .sign = {file, 2, 5}, .end = {file, 2, 7}, .mark = "M "};
  folded_vec_push(&found, shift);
  folded_vec_push(&found, minus);
  folded_vec_push(&found, shift);
  marks_make(&found, 0, &marks);
  assert_int_equal(marks.count, 4);
  assert_int_equal(marks_write(&marks, 0, names, folder.path, &text), 4);
  assert_string_equal(strbuf_text(&text), "x;\ny = (-M a) * (b S << 2) + c;\n");
  const char *line = strchr(strbuf_text(&text), 'y');
  for (const char *at = "y=a*b<2+c"; *at; at++) {
    uint32_t column = (uint32_t)(strchr(line, *at) - line) + 1;
    const char *before = "y = -a * (b << 2) + c;\n";
    assert_int_equal(marks_column(&marks, (struct spot){file, 2, column}),
                     strchr(before, *at) - before + 1);
  }
  strbuf_release(&text);
  mark_vec_release(&marks);
  folded_vec_release(&found);
  interner_free(names);
  folder_release(&folder);
}

// What an error is about loses its mark, in all uses.
static void test_drop(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct folded_vec found = {0};
  struct mark_vec marks = {0};
  struct name file = intern(names, "a.c");
  struct spot in_macro = {file, 1, 9};
  struct folded uses[] = {
      {.use = {file, 3, 5}, .sign = in_macro, .mark = "S "},
      {.use = {file, 4, 5}, .sign = in_macro, .mark = "S "},
      {.use = {file, 5, 5}, .sign = {file, 5, 5}, .mark = "S "}};
  folded_vec_append(&found, uses, 3);
  marks_make(&found, 0, &marks);
  assert_false(
      marks_drop("a.c:7:1: error: no type\n", names, &marks, &found, 0));
  assert_true(
      marks_drop("a.c:3:5:{3:5-3:8}: error: expression is not an integer "
                 "constant expression\n",
                 names, &marks, &found, 0));
  assert_null(found.at[0].mark);
  assert_true(found.at[0].is_constant);
  assert_null(found.at[1].mark);
  assert_false(found.at[1].is_constant);
  assert_non_null(found.at[2].mark);
  mark_vec_release(&marks);
  folded_vec_release(&found);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_messages),  cmocka_unit_test(test_damaged_messages),
      cmocka_unit_test(test_quotients), cmocka_unit_test(test_marks),
      cmocka_unit_test(test_drop),
  };
  return cmocka_run_group_tests_name("folded", tests, NULL, NULL);
}
