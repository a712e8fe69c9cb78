// Terms as C text: what people read.
#include "../unit.h"

#include "term/print.h"
#include "term/term.h"

struct fixture {
  struct interner *names;
  struct term_table *terms;
  struct term i, j;   // int
  struct term u, v;   // unsigned
  struct term l, m;   // long
  struct term ul;     // unsigned long
  struct term c, d;   // char
  struct term uc;     // unsigned char
  struct term s;      // short
  struct term b;      // _Bool
  struct term ptr, q; // pointers
  struct term a;      // int[]
  struct term state;  // an enum
  struct term p;      // a Boolean of the analysis
  struct term x, y;   // double
  struct term f;      // float
  struct c_names c_names;
};

static struct fixture *fx;

static struct term var(const char *name, struct sort sort) {
  return term_variable(fx->terms, intern(fx->names, name), sort);
}

static enum c_sign sign(void *context, struct term variable) {
  (void)context;
  const char *name =
      name_text(term_names(fx->terms), term_variable_name(fx->terms, variable));
  if (term_equal(variable, fx->ptr) || term_equal(variable, fx->q))
    return C_POINTER;
  if (term_equal(variable, fx->b))
    return C_BOOL;
  return name[0] == 'u' || name[0] == 'v' ? C_UNSIGNED : C_SIGNED;
}

static bool write_name(void *context, struct term t, struct strbuf *out,
                       enum c_precedence *precedence) {
  (void)context;
  if (!term_equal(t, fx->q))
    return false;
  strbuf_add(out, "*q");
  *precedence = C_UNARY;
  return true;
}

static bool constant(void *context, struct term variable, u128 value,
                     struct strbuf *out) {
  (void)context;
  if (!term_equal(variable, fx->state) || value != 3)
    return false;
  strbuf_add(out, "RUNNING");
  return true;
}

static int set_up(void **state) {
  (void)state;
  fx = calloc(1, sizeof *fx);
  fx->names = interner_new();
  fx->terms = term_table_new(fx->names);
  fx->i = var("i", sort_bits(32));
  fx->j = var("j", sort_bits(32));
  fx->u = var("u", sort_bits(32));
  fx->v = var("v", sort_bits(32));
  fx->l = var("l", sort_bits(64));
  fx->m = var("m", sort_bits(64));
  fx->ul = var("ul", sort_bits(64));
  fx->c = var("c", sort_bits(8));
  fx->d = var("d", sort_bits(8));
  fx->uc = var("uc", sort_bits(8));
  fx->s = var("s", sort_bits(16));
  fx->b = var("b", sort_bits(8));
  fx->ptr = var("ptr", sort_bits(64));
  fx->q = var("q", sort_bits(64));
  fx->a = var("a", sort_array(64, 32));
  fx->state = var("s->state", sort_bits(32));
  fx->p = var("p", sort_bool());
  fx->x = var("x", sort_bits(64));
  fx->y = var("y", sort_bits(64));
  fx->f = var("f", sort_bits(32));
  fx->c_names = (struct c_names){NULL, write_name, sign, constant};
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  term_table_free(fx->terms);
  interner_free(fx->names);
  free(fx);
  return 0;
}

static void check(struct term t, const char *expected) {
  struct strbuf text = {0};
  term_print_c(fx->terms, t, &fx->c_names, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
}

// Short names for the constructors

static struct term k(unsigned width, long long value) {
  return term_const(fx->terms, width, (u128)(i128)value);
}
static struct term bin(enum term_op op, struct term a, struct term b) {
  return term_binary(fx->terms, op, a, b);
}
static struct term cmp(enum term_op op, struct term a, struct term b) {
  return term_compare(fx->terms, op, a, b);
}
static struct term eq(struct term a, struct term b) {
  return term_eq(fx->terms, a, b);
}
static struct term no(struct term a) {
  return term_not(fx->terms, a);
}
static struct term conv(enum term_op op, unsigned width, struct term a) {
  return term_convert(fx->terms, op, width, a);
}
static struct term cut(unsigned low, unsigned width, struct term a) {
  return term_extract(fx->terms, low, width, a);
}

static void test_logic(void **state) {
  (void)state;
  struct term t = term_and(fx->terms, eq(fx->state, k(32, 3)),
                           cmp(OP_SLT, fx->i, k(32, 10)));
  check(t, "i < 10 && s->state == RUNNING");
  check(no(t), "!(i < 10 && s->state == RUNNING)");
  check(term_or(fx->terms, t, fx->p), "p || i < 10 && s->state == RUNNING");
  struct term either = term_or(fx->terms, fx->p, eq(fx->i, fx->j));
  check(term_and(fx->terms, either, eq(fx->i, k(32, 1))),
        "(p || i == j) && i == 1");
  check(no(fx->p), "!p");
  check(eq(fx->p, eq(fx->i, fx->j)), "p == (i == j)");
  check(term_true(fx->terms), "1");
  check(term_false(fx->terms), "0");
  check(term_ite(fx->terms, fx->p, eq(fx->i, fx->j), eq(fx->u, fx->v)),
        "p ? i == j : u == v");
}

static void test_comparisons(void **state) {
  (void)state;
  check(cmp(OP_SLT, fx->i, fx->j), "i < j");
  check(cmp(OP_ULT, fx->u, fx->v), "u < v");
  check(cmp(OP_ULT, fx->i, k(32, 10)), "(unsigned)i < 10");
  check(cmp(OP_SLT, fx->u, k(32, 10)), "(int)u < 10");
  check(cmp(OP_ULT, fx->u, k(32, -16)), "u < 4294967280u");
  check(cmp(OP_SLT, fx->i, k(32, -16)), "i < -16");
  check(cmp(OP_SLE, k(32, 10), fx->i), "i >= 10");
  check(cmp(OP_SLT, k(32, 10), fx->i), "i >= 11");
  check(cmp(OP_SLT, k(32, 0), fx->i), "i > 0");
  check(cmp(OP_SLE, fx->i, k(32, 0)), "i <= 0");
  check(cmp(OP_ULT, k(32, 0), fx->u), "u != 0");
  check(eq(fx->i, k(32, -1)), "i == -1");
  check(eq(fx->i, k(32, INT32_MIN)), "i == INT_MIN");
  check(eq(fx->u, k(32, -1)), "u == 4294967295u");
  check(no(eq(fx->i, fx->u)), "i != u");
  check(eq(fx->c, fx->uc), "c == (char)uc");
  check(eq(fx->ptr, k(64, 0)), "ptr == 0");
  check(eq(fx->ptr, fx->q), "ptr == *q");
  check(eq(bin(OP_ADD, fx->i, k(32, 1)), fx->j), "j == i + 1");
  check(eq(bin(OP_BVAND, fx->i, k(32, 4)), k(32, 0)), "(i & 4) == 0");
}

static void test_arithmetic(void **state) {
  (void)state;
  struct term i = fx->i, j = fx->j;
  check(term_sub(fx->terms, i, j), "i - j");
  check(term_sub(fx->terms, j, i), "j - i");
  check(bin(OP_ADD, i, k(32, -1)), "i - 1");
  check(term_neg(fx->terms, i), "-i");
  check(term_sub(fx->terms, k(32, 5), i), "5 - i");
  check(term_sub(fx->terms, k(32, -5), i), "-i - 5");
  check(bin(OP_MUL, i, k(32, 4)), "i * 4");
  check(bin(OP_ADD, bin(OP_MUL, i, k(32, 4)), bin(OP_MUL, j, k(32, -3))),
        "i * 4 - j * 3");
  check(bin(OP_MUL, bin(OP_ADD, i, k(32, 1)), j), "j * (i + 1)");
  check(bin(OP_SDIV, bin(OP_ADD, i, j), k(32, 2)), "(i + j) / 2");
  check(bin(OP_UDIV, i, k(32, 2)), "(unsigned)i / 2");
  check(bin(OP_UREM, fx->u, fx->v), "u % v");
  check(bin(OP_SHL, i, k(32, 3)), "i << 3");
  check(bin(OP_ASHR, i, k(32, 3)), "i >> 3");
  check(bin(OP_LSHR, i, k(32, 3)), "(unsigned)i >> 3");
  check(bin(OP_ASHR, fx->u, k(32, 3)), "(int)u >> 3");
  check(bin(OP_SHL, k(32, 1), i), "1 << i");
  check(term_unary(fx->terms, OP_BVNOT, i), "~i");
  check(bin(OP_BVOR, bin(OP_BVAND, i, j), k(32, 0xf0)), "i & j | 0xf0");
  check(bin(OP_BVAND, bin(OP_BVOR, i, j), k(32, 0xf0)), "(i | j) & 0xf0");
  check(bin(OP_BVAND, i, k(32, -16)), "i & ~0xf");
  check(bin(OP_ADD, fx->ptr, k(64, 8)), "(char *)ptr + 8");
  check(bin(OP_BVAND, fx->ptr, k(64, 8)), "(unsigned long)ptr & 8");
}

static void test_conversions(void **state) {
  (void)state;
  check(conv(OP_SEXT, 64, fx->i), "(long)i");
  check(conv(OP_ZEXT, 64, fx->u), "(unsigned long)u");
  check(conv(OP_ZEXT, 64, fx->i), "(unsigned long)(unsigned)i");
  check(conv(OP_SEXT, 32, fx->c), "c");
  check(conv(OP_ZEXT, 32, fx->c), "(unsigned char)c");
  check(bin(OP_ADD, conv(OP_SEXT, 32, fx->c), k(32, 1)), "c + 1");
  check(bin(OP_ADD, conv(OP_SEXT, 64, fx->i), fx->l), "l + i");
  check(bin(OP_ADD, conv(OP_SEXT, 64, fx->i), k(64, 1)), "(long)i + 1");
  check(cmp(OP_SLT, conv(OP_SEXT, 64, fx->i), fx->l), "i < l");
  check(cmp(OP_SLT, conv(OP_SEXT, 64, fx->i), conv(OP_ZEXT, 64, fx->u)),
        "(long)i < u");
  check(bin(OP_ADD, bin(OP_MUL, conv(OP_SEXT, 64, fx->i), k(64, 2)), fx->l),
        "l + (long)i * 2");
  check(cmp(OP_SLE, fx->l, bin(OP_LSHR, fx->ul, k(64, 1))),
        "l <= (long)(ul >> 1)");
  check(cut(0, 8, fx->i), "(char)i");
  check(cut(8, 8, fx->i), "(char)(i >> 8)");
  check(cut(3, 5, fx->i), "i >> 3 & 0x1f");
  check(bin(OP_BVAND, fx->i, k(32, 7)), "i & 7");
  check(bin(OP_BVAND, fx->i, k(32, 255)), "(unsigned char)i");
  check(bin(OP_ADD, fx->c, k(8, 1)), "c + 1");
  check(cmp(OP_SLT, bin(OP_ADD, fx->c, k(8, 1)), fx->d), "(char)(c + 1) < d");
  check(eq(fx->b, k(8, 0)), "!b");
  check(no(eq(fx->b, k(8, 0))), "b");
  check(no(eq(cut(0, 1, fx->b), k(1, 0))), "b");
  check(eq(cut(0, 1, fx->i), k(1, 0)), "(i & 1) == 0");
  check(term_from_bool(fx->terms, 32, eq(fx->i, fx->j)), "i == j");
  check(bin(OP_ADD, term_from_bool(fx->terms, 32, eq(fx->i, fx->j)), fx->i),
        "i + (i == j)");
  check(term_ite(fx->terms, fx->p, fx->i, k(32, 0)), "p ? i : 0");
  check(term_concat(fx->terms, fx->c, fx->d),
        "(unsigned)(unsigned char)c << 8 | (unsigned char)d");
}

static void test_arrays(void **state) {
  (void)state;
  struct term index = conv(OP_SEXT, 64, fx->i);
  check(term_select(fx->terms, fx->a, index), "a[i]");
  check(term_select(fx->terms, fx->a, bin(OP_ADD, index, k(64, 1))),
        "a[(long)i + 1]");
  check(term_store(fx->terms, fx->a, fx->l, fx->j), "store(a, l, j)");
  check(term_const_array(fx->terms, 64, k(32, 0)), "all(0)");
}

static void test_floats(void **state) {
  (void)state;
  struct term half = k(64, 0x3fe0000000000000), one = k(32, 0x3f800000);
  check(bin(OP_FADD, fx->x, bin(OP_FMUL, fx->y, half)), "x + y * 0.5");
  check(bin(OP_FMUL, bin(OP_FSUB, fx->x, fx->y), fx->y), "(x - y) * y");
  check(bin(OP_FREM, fx->x, fx->y), "fmod(x, y)");
  check(bin(OP_FADD, fx->f, one), "f + 1.0f");
  check(cmp(OP_FLT, fx->x, fx->y), "x < y");
  check(no(cmp(OP_FLT, fx->x, fx->y)), "!(x < y)");
  check(no(cmp(OP_FEQ, fx->x, fx->y)), "x != y");
  check(term_unary(fx->terms, OP_FNEG, fx->x), "-x");
  check(conv(OP_FTOF, 64, fx->f), "(double)f");
  check(conv(OP_FTOSI, 32, fx->x), "(int)x");
  check(conv(OP_FTOUI, 32, fx->x), "(unsigned)x");
  check(conv(OP_SITOF, 64, fx->i), "(double)i");
  check(cmp(OP_FLE, k(64, 0), fx->x), "0.0 <= x");
}

static void test_defaults(void **state) {
  (void)state;
  struct strbuf text = {0};
  struct term t = term_variable(fx->terms, (struct name){0}, sort_bits(32));
  enum c_precedence precedence =
      term_print_c(fx->terms, cmp(OP_SLT, fx->i, t), NULL, &text);
  assert_int_equal(precedence, C_RELATION);
  assert_memory_equal(strbuf_text(&text), "i < v", 5);
  strbuf_release(&text);
}

// A term of 2^60 nodes as a tree, and one a million levels deep.
static void test_limits(void **state) {
  (void)state;
  struct strbuf text = {0};
  struct term t = fx->i;
  for (unsigned n = 0; n < 60; n++)
    t = bin(OP_MUL, bin(OP_BVXOR, t, fx->j), bin(OP_SHL, t, fx->u));
  term_print_c(fx->terms, t, &fx->c_names, &text);
  assert_non_null(strstr(strbuf_text(&text), "..."));
  assert_true(text.length < 20000);
  strbuf_clear(&text);
  for (unsigned n = 0; n < 1000000; n++)
    t = bin(OP_SHL, fx->i, t);
  term_print_c(fx->terms, t, &fx->c_names, &text);
  assert_non_null(strstr(strbuf_text(&text), "..."));
  strbuf_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_logic),      cmocka_unit_test(test_comparisons),
      cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_arrays),     cmocka_unit_test(test_floats),
      cmocka_unit_test(test_defaults),   cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("print_c", tests, set_up, tear_down);
}
