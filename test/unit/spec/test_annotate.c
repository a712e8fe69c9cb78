// Assertions are put where C evaluates them at the right time, and what is no
// plain condition is refused.
#include "../unit.h"

#include <stdlib.h>

#include "base/memory.h"
#include "spec/annotate.h"

static bool put(const char *text, const struct told_invariant *told,
                struct strbuf *out, struct strbuf *why) {
  struct told_invariant_vec all = {0};
  told_invariant_vec_push(&all, *told);
  bool ok = annotate(text, "f.c", true, &all, out, why);
  told_invariant_vec_release(&all);
  return ok;
}

// The text without lines of the preprocessor, white space and what a failed
// assertion calls, from the first line on.
static char *bare(const struct strbuf *out) {
  struct strbuf text = {0};
  const char *at = strstr(strbuf_text(out), "#line 1\n");
  assert_non_null(at);
  while (*at) {
    if (*at == '#' || !strncmp(at, "__assert_fail", 13)) {
      const char *end = *at == '#' ? "\n" : "\"\")";
      at = strstr(at, end) + strlen(end);
    } else if (*at == ' ' || *at == '\n') {
      at++;
    } else {
      strbuf_char(&text, *at++);
    }
  }
  return strbuf_detach(&text);
}

static void expect(const char *text, struct told_invariant told,
                   const char *expected) {
  struct strbuf out = {0}, why = {0};
  assert_true(put(text, &told, &out, &why));
  char *found = bare(&out);
  assert_string_equal(found, expected);
  free(found);
  strbuf_release(&out);
  strbuf_release(&why);
}

static void test_places(void **state) {
  (void)state;
  struct told_invariant told = {.is_loop = true, .line = 2, .text = "x > 0"};
#define ASSERTION "((x>0)?(void)0:)"
  expect("int x;\nwhile (x < (3)) x++;", told,
         "intx;while(" ASSERTION ",(x<(3)))x++;");
  expect("int x;\nfor (x = 0; x < 3; x++) {}", told,
         "intx;for(x=0;" ASSERTION ",(x<3);x++){}");
  expect("int x;\nfor (;;) {}", told, "intx;for(;" ASSERTION ",(1);){}");
  expect("int x;\ndo { x--; } while (x);", told,
         "intx;do{" ASSERTION ";x--;}while(x);");
  // The last loop up to the column; a keyword in a comment is none.
  told.column = 20;
  expect("int x;\n/* for */ while (a) while (b) c;", told,
         "intx;/*for*/while(" ASSERTION ",(a))while(b)c;");
  told = (struct told_invariant){.line = 2, .column = 3, .text = "x > 0"};
  expect("{ f();\n  g(); }", told, "{f();" ASSERTION ";g();}");
#undef ASSERTION
}

static void test_columns(void **state) {
  (void)state;
  struct told_invariant told = {.is_loop = true, .line = 1, .text = "x"};
  struct strbuf out = {0}, why = {0};
  assert_true(put("  while (y) f();\n", &told, &out, &why));
  // The condition stands where it stood.
  assert_non_null(strstr(strbuf_text(&out), "\n#line 1\n         y)) f();"));
  strbuf_release(&out);
  strbuf_release(&why);
}

static void refused(const char *text, struct told_invariant told,
                    const char *reason) {
  struct strbuf out = {0}, why = {0};
  assert_false(put(text, &told, &out, &why));
  assert_non_null(strstr(strbuf_text(&why), reason));
  strbuf_release(&out);
  strbuf_release(&why);
}

static void test_expressions(void **state) {
  (void)state;
  static const char loop[] = "#define M (x = 1)\nwhile (x) f();";
  static const char *const bad[] = {"x = 1",       "x <<= 1",
                                    "x++ > 0",     "x / y == 1",
                                    "f(x)",        "*p == 1",
                                    "(int) *p",    "p->n == 1",
                                    "a[i] == 1",   "x, 1",
                                    "1; x = 2",    "",
                                    "(f)()",       "(f)(x)",
                                    "sizeof x",    "a<:0:> == 1",
                                    "1))) (((1",   "x >> 1",
                                    "&x == 0",     "x += 1",
                                    "x -= 1",      "x %:1",
                                    "\"a\" == 0",  "1.5 < x",
                                    "({ 1; })",    "(unsigned\tint) *p",
                                    "(size_t)x",   "x \\\n == 1",
                                    "x // y",      "x <% 1",
                                    "__builtin_x", "- -x == --x"};
  static const char *const good[] = {"x == 1 && y <= 2 || z >= 3 && !w != 4",
                                     "x * y == (x + 1) * 2",
                                     "(unsigned)x < 3",
                                     "(unsigned\tlong int) x >-1",
                                     "x ? y : z",
                                     "0x1FUL == -(x - -y) && !!x",
                                     "s.f.g == 1 ^ x | ~y & 3"};
  struct told_invariant told = {.is_loop = true, .line = 2};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    told.text = (char *)bad[i];
    refused(loop, told, "no plain condition");
  }
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct strbuf out = {0}, why = {0};
    told.text = (char *)good[i];
    assert_true(put(loop, &told, &out, &why));
    strbuf_release(&out);
    strbuf_release(&why);
  }
}

static void test_no_place(void **state) {
  (void)state;
  struct told_invariant told = {
      .is_loop = true, .line = 2, .column = 3, .text = "x"};
  refused("int x;\nx = 1;\n", told, "no loop");
  refused("do {\n} while (x);\n", told, "no loop");
  refused("int x;\n", (struct told_invariant){.line = 9, .text = "x"},
          "no statement");
  static const char *const texts[] = {"x = 7; // was: x = 0;\n  x = 1;",
                                      "#define END ; \\\n  f();\n",
                                      "x = 1; // \\\n  f();\n",
                                      "/* ;\n  f(); */",
                                      "f(\"a;\n  b\");",
                                      "{\n  L: f(); }",
                                      "switch (x) {\n  case 1: f(); }"};
  for (size_t i = 1; i < sizeof texts / sizeof *texts; i++)
    refused(texts[i],
            (struct told_invariant){.line = 2, .column = 3, .text = "x"},
            "no statement");
  refused(texts[0],
          (struct told_invariant){.line = 1, .column = 20, .text = "x"},
          "no statement");
  refused("// \\\n  do { f(); }", told, "no loop");
  refused("int a<:2:>;\nwhile (x) f();", told, "digraphs");
  refused("if (x)\n  f();\n",
          (struct told_invariant){.line = 2, .column = 3, .text = "x"},
          "no statement");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places), cmocka_unit_test(test_columns),
      cmocka_unit_test(test_expressions), cmocka_unit_test(test_no_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
