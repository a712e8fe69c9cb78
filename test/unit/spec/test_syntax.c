// Reading and printing: the normal form of expressions, prototypes and
// formulas, and that it is a fixed point.

#include "fixture.h"

#include "spec/syntax.h"

struct reading {
  struct interner *names;
  struct capture capture;
  struct diag *diag;
  struct syntax syntax;
};

static bool read_text(struct reading *r, const char *text) {
  struct syntax_options options = {0};
  r->names = interner_new();
  capture_init(&r->capture);
  r->diag = diag_new(r->names, r->capture.out);
  return syntax_read_text(&r->syntax, "test.spec", text, strlen(text), &options,
                          r->names, r->diag);
}

static void reading_release(struct reading *r) {
  syntax_release(&r->syntax);
  diag_free(r->diag);
  capture_release(&r->capture);
  interner_free(r->names);
}

// ---- Expressions ------------------------------------------------------------

static void print_constant(const char *expression, struct strbuf *out) {
  struct strbuf text = {0};
  strbuf_format(&text, "const X = %s;", expression);
  struct reading r;
  assert_true(read_text(&r, strbuf_text(&text)));
  c_syntax_print(r.names, r.syntax.items.at[0].value, out);
  reading_release(&r);
  strbuf_release(&text);
}

static void check_expression(const char *text, const char *expected) {
  struct strbuf once = {0}, twice = {0};
  print_constant(text, &once);
  assert_string_equal(strbuf_text(&once), expected);
  print_constant(strbuf_text(&once), &twice);
  assert_string_equal(strbuf_text(&twice), expected);
  strbuf_release(&once);
  strbuf_release(&twice);
}

static void test_expressions(void **state) {
  (void)state;
  check_expression("a+b*c", "a + b * c");
  check_expression("(a+b)*c", "(a + b) * c");
  check_expression("a-(b-c)", "a - (b - c)");
  check_expression("(a-b)-c", "a - b - c");
  check_expression("a<b==c<d", "a < b == c < d");
  check_expression("a&b|c^d&&e||f", "a & b | c ^ d && e || f");
  check_expression("a?b:c?d:e", "a ? b : c ? d : e");
  check_expression("(a?b:c)?d:e", "(a ? b : c) ? d : e");
  check_expression("- -x", "- -x");
  check_expression("!~-x", "!~-x");
  check_expression("&*p", "&*p");
  check_expression("*p->q[3].r", "*p->q[3].r");
  check_expression("(*p).q", "(*p).q");
  check_expression("(unsigned   char)x", "(unsigned char)x");
  check_expression("(size_t)-1", "(size_t)-1");
  check_expression("(size_t)-1*n", "(size_t)-1 * n");
  check_expression("(n)-1", "n - 1");
  check_expression("(size_t)(-1)", "(size_t)-1");
  check_expression("(struct s*)p", "(struct s *)p");
  check_expression("(foo_t *)p", "(foo_t *)p");
  check_expression("(n)*p", "n * p");
  check_expression("sizeof(int[3])", "sizeof(int [3])");
  check_expression("sizeof x.y", "sizeof x.y");
  check_expression("$1<$2&&$", "$1 < $2 && $");
  check_expression("0xFFul<<'a'", "0xFFul << 'a'");
  check_expression("((((a))))", "a");
}

// ---- Random round trips -----------------------------------------------------

static void random_expression(struct random *random, int depth,
                              struct strbuf *out) {
  static const char *const leaves[] = {"a", "b", "7", "$", "$2", "0x1fu"};
  static const char *const binary[] = {"+",  "-", "*",  "/",  "%",  "<<",
                                       ">>", "<", ">=", "==", "!=", "&",
                                       "|",  "^", "&&", "||"};
  static const char *const unary[] = {"-", "!",     "~",      "*",
                                      "&", "(int)", "sizeof "};
  if (!depth || !random_below(random, 5)) {
    strbuf_add(out, leaves[random_below(random, 6)]);
    return;
  }
  uint32_t kind = random_below(random, 5);
  strbuf_char(out, '(');
  if (kind == 0) {
    strbuf_add(out, unary[random_below(random, 7)]);
    random_expression(random, depth - 1, out);
  } else if (kind == 1) {
    random_expression(random, depth - 1, out);
    strbuf_add(out, random_below(random, 2) ? "->f" : ".f");
  } else {
    random_expression(random, depth - 1, out);
    strbuf_add(out, binary[random_below(random, 16)]);
    random_expression(random, depth - 1, out);
    if (kind == 2) {
      strbuf_add(out, "?1:");
      random_expression(random, depth - 1, out);
    }
  }
  strbuf_char(out, ')');
}

static bool is_same(const struct c_syntax *a, const struct c_syntax *b) {
  if (!a || !b)
    return !a && !b;
  return a->kind == b->kind && a->op == b->op && a->value == b->value &&
         a->is_arrow == b->is_arrow && is_same(a->a, b->a) &&
         is_same(a->b, b->b) && is_same(a->c, b->c);
}

// Fully parenthesised text and its normal form are the same tree.
static void test_random_expressions(void **state) {
  (void)state;
  struct random random = {5};
  for (int round = 0; round < 2000; round++) {
    struct strbuf source = {0}, text = {0};
    random_expression(&random, 5, &source);
    strbuf_format(&text, "const X = %s;", strbuf_text(&source));
    struct reading first, second;
    assert_true(read_text(&first, strbuf_text(&text)));
    const struct c_syntax *a = first.syntax.items.at[0].value;
    strbuf_clear(&text);
    strbuf_add(&text, "const X = ");
    c_syntax_print(first.names, a, &text);
    strbuf_char(&text, ';');
    if (!read_text(&second, strbuf_text(&text)))
      fail_msg("%s\n%s", strbuf_text(&text), capture_text(&second.capture));
    assert_true(is_same(a, second.syntax.items.at[0].value));
    reading_release(&first);
    reading_release(&second);
    strbuf_release(&source);
    strbuf_release(&text);
  }
}

// ---- Prototypes and formulas ------------------------------------------------

static void check_prototype(const char *text, const char *expected) {
  struct strbuf source = {0}, out = {0};
  strbuf_format(&source, "proc %s : END;", text);
  struct reading r;
  assert_true(read_text(&r, strbuf_text(&source)));
  const struct item *item = &r.syntax.items.at[0];
  c_prototype_print(r.names, name_text(r.names, item->name), item->proc.type,
                    &out);
  assert_string_equal(strbuf_text(&out), expected);
  reading_release(&r);
  strbuf_release(&source);
  strbuf_release(&out);
}

static void test_prototypes(void **state) {
  (void)state;
  check_prototype("int f(void)", "int f(void)");
  check_prototype("int f()", "int f()");
  check_prototype("long unsigned int f(char const*s,...)",
                  "unsigned long f(const char *s, ...)");
  check_prototype("struct s *f(union u x, enum e)",
                  "struct s *f(union u x, enum e)");
  check_prototype("void *(*f(int a[3], int (*k)(void)))(char)",
                  "void *(*f(int a[3], int (*k)(void)))(char)");
  check_prototype("size_t f(const volatile foo_t *restrict p)",
                  "size_t f(const foo_t *p)");
}

static void check_formula(const char *text, const char *expected) {
  struct strbuf source = {0}, out = {0};
  strbuf_format(&source, "check f %s;", text);
  struct reading r;
  assert_true(read_text(&r, strbuf_text(&source)));
  formula_syntax_print(r.names, r.syntax.items.at[0].check.formula, &out);
  assert_string_equal(strbuf_text(&out), expected);
  reading_release(&r);
  strbuf_release(&source);
  strbuf_release(&out);
}

static void test_formulas(void **state) {
  (void)state;
  check_formula("ltl []<>a", "G F a");
  check_formula("ltl a U b U c", "a U (b U c)");
  check_formula("ltl a => b => c || d && !e", "a => (b => (c || (d && !e)))");
  check_formula("ltl a <=> b <=> \"x>0\"", "(a <=> b) <=> \"x > 0\"");
  check_formula("ltl X(a W return{0})", "X (a W return{0})");
  check_formula("ctl AG(a=>AF b)", "AG (a => AF b)");
  check_formula("ctl E[a U A[b W c]]", "E[a U A[b W c]]");
  check_formula("ctl EX true && !EG false", "EX true && !EG false");
}

// ---- Words ------------------------------------------------------------------

static void test_full_stop(void **state) {
  (void)state;
  struct reading r;
  assert_true(read_text(&r, "P = ( a.b -> P ).\nQ = ( c -> Q )."));
  assert_int_equal(r.syntax.items.count, 2);
  const struct branch_syntax *branch =
      &r.syntax.items.at[0].states[0].body->branches[0];
  assert_string_equal(name_text(r.names, branch->actions[0].name), "a.b");
  reading_release(&r);
}

static void test_words_are_names(void **state) {
  (void)state;
  struct reading r;
  assert_true(read_text(&r, "set = ( check -> event -> set | proc -> set );\n"
                            "event call = call call;\n"));
  assert_int_equal(r.syntax.items.count, 2);
  assert_int_equal(r.syntax.items.at[0].kind, ITEM_PROCESS);
  reading_release(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_random_expressions),
      cmocka_unit_test(test_prototypes),
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_full_stop),
      cmocka_unit_test(test_words_are_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
