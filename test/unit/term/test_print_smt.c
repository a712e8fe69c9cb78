// Terms as SMT-LIB 2.
#include "../unit.h"

#include "term/print.h"

static struct interner *names;
static struct term_table *terms;
static struct term x, y;

static int set_up(void **state) {
  (void)state;
  names = interner_new();
  terms = term_table_new(names);
  x = term_variable(terms, intern(names, "s->x"), sort_bits(32));
  y = term_variable(terms, intern(names, "a|b\\c\n\xc3\xa4"), sort_bits(32));
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  term_table_free(terms);
  interner_free(names);
  return 0;
}

static void check(struct term t, const char *expected) {
  struct strbuf text = {0};
  term_print_smt(terms, t, &text);
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_release(&text);
}

static void test_operators(void **state) {
  (void)state;
  check(term_true(terms), "true");
  check(term_const(terms, 8, 0xa5), "#xa5");
  check(term_const(terms, 3, 5), "#b101");
  check(y, "|a_b_c___#1|");
  check(term_not(terms, term_eq(terms, x, term_const(terms, 32, 10))),
        "(not (= |s->x#0| #x0000000a))");
  check(term_extract(terms, 4, 8, x), "((_ extract 11 4) |s->x#0|)");
  check(term_convert(terms, OP_SEXT, 64, x), "((_ sign_extend 32) |s->x#0|)");
  check(term_const_array(terms, 16, x),
        "((as const (Array (_ BitVec 16) (_ BitVec 32))) |s->x#0|)");
  check(term_convert(terms, OP_FTOSI, 64, x), "(ftosi.32.64 |s->x#0|)");
  check(term_compare(terms, OP_FLT, x, y), "(flt.32 |s->x#0| |a_b_c___#1|)");
}

static void test_sharing(void **state) {
  (void)state;
  struct term square = term_binary(terms, OP_MUL, x, x);
  struct term t = term_binary(terms, OP_SDIV, square,
                              term_binary(terms, OP_SHL, square, y));
  char expected[200];
  snprintf(expected, sizeof expected,
           "(let ((t%u (bvmul |s->x#0| |s->x#0|))) "
           "(bvsdiv t%u (bvshl t%u |a_b_c___#1|)))",
           square.id, square.id, square.id);
  check(t, expected);
}

static void test_declarations(void **state) {
  (void)state;
  struct term m = term_variable(terms, intern(names, "m"), sort_array(64, 32));
  struct term index = term_convert(terms, OP_UITOF, 64, x);
  struct term roots[] = {
      term_compare(terms, OP_FLE, x, y),
      term_compare(terms, OP_FLE, y, x),
      term_select(terms, m, index),
  };
  struct strbuf text = {0};
  term_print_smt_declarations(terms, roots, 3, &text);
  assert_string_equal(
      strbuf_text(&text),
      "(declare-fun |s->x#0| () (_ BitVec 32))\n"
      "(declare-fun |a_b_c___#1| () (_ BitVec 32))\n"
      "(declare-fun |m#2| () (Array (_ BitVec 64) (_ BitVec 32)))\n"
      "(declare-fun uitof.32.64 ((_ BitVec 32)) (_ BitVec 64))\n"
      "(declare-fun fle.32 ((_ BitVec 32) (_ BitVec 32)) Bool)\n"
      "(assert (= ((_ to_fp 11 53) (uitof.32.64 |s->x#0|)) "
      "((_ to_fp_unsigned 11 53) RNE |s->x#0|)))\n"
      "(assert (= (fle.32 |s->x#0| |a_b_c___#1|) (fp.leq "
      "((_ to_fp 8 24) |s->x#0|) ((_ to_fp 8 24) |a_b_c___#1|))))\n"
      "(assert (= (fle.32 |a_b_c___#1| |s->x#0|) (fp.leq "
      "((_ to_fp 8 24) |a_b_c___#1|) ((_ to_fp 8 24) |s->x#0|))))\n");
  strbuf_release(&text);
}

// A graph of 2^60 paths, and a million levels.
static void test_limits(void **state) {
  (void)state;
  struct strbuf text = {0};
  struct term t = x;
  for (unsigned i = 0; i < 60; i++)
    t = term_binary(terms, OP_MUL, term_binary(terms, OP_BVXOR, t, y),
                    term_binary(terms, OP_SHL, t, y));
  term_print_smt(terms, t, &text);
  assert_true(text.length < 20000);
  strbuf_clear(&text);
  for (unsigned i = 0; i < 1000000; i++)
    t = term_binary(terms, OP_SHL, y, t);
  term_print_smt(terms, t, &text);
  assert_true(text.length > 1000000);
  strbuf_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_sharing),
      cmocka_unit_test(test_declarations),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("print_smt", tests, set_up, tear_down);
}
