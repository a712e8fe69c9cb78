// What was printed as SMT-LIB is read back, and nothing else is.
#include "random_tree.h"

#include "term/print.h"
#include "term/read_smt.h"

enum { ROUNDS = 20, TREES = 300, DEPTH = 6 };

static void all_variables(const struct term_table *terms,
                          struct term_vec *into) {
  for (uint32_t i = 0; i < term_variable_count(terms); i++)
    term_vec_push(into, term_variable_at(terms, i));
}

static void check_back(struct tree_terms *to, struct tree_maker *maker) {
  struct tree *tree = tree_next(maker, 1 + random_below(&maker->random, DEPTH));
  struct term t = tree_term(to, tree);
  struct strbuf text = {0};
  struct term_vec variables = {0};
  all_variables(to->terms, &variables);
  struct smt_symbols *symbols =
      smt_symbols_new(to->terms, variables.at, variables.count);
  term_print_smt(to->terms, t, &text);
  struct term back = term_read_smt(to->terms, symbols, strbuf_text(&text));
  assert_true(term_equal(back, t));
  smt_symbols_free(symbols);
  term_vec_release(&variables);
  strbuf_release(&text);
}

static void test_back(void **state) {
  (void)state;
  struct tree_maker *maker = calloc(1, sizeof *maker);
  struct tree_terms to;
  maker->random.state = 5;
  arena_init(&maker->arena);
  for (unsigned round = 0; round < ROUNDS; round++) {
    tree_terms_init(&to);
    for (unsigned i = 0; i < TREES; i++)
      check_back(&to, maker);
    tree_terms_release(&to);
  }
  arena_release(&maker->arena);
  free(maker);
}

static void test_refused(void **state) {
  (void)state;
  static const char *const texts[] = {"",
                                      "(",
                                      "()",
                                      "true false",
                                      "(and true",
                                      "(not #x00)",
                                      "(not true false)",
                                      "(bvadd #x00 #x0000)",
                                      "(bvadd true #x00)",
                                      "(= #x00 true)",
                                      "(bvult #x00 #x00 #x00)",
                                      "((_ extract 8 0) #x00)",
                                      "((_ extract 0 1) #x00)",
                                      "((_ zero_extend 4000) #x00)",
                                      "(select #x00 #x00)",
                                      "(ite #x00 true false)",
                                      "(fadd.8 #x00 #x00)",
                                      "(ftosi.32.64 #x00)",
                                      "(ftosi.32.900 #x00000000)",
                                      "|x#7|",
                                      "t3",
                                      "#b2",
                                      "#x",
                                      "#xzz",
                                      "(let ((t1 #x00)) t2)",
                                      "(let ((t1 )) true)",
                                      "(_ bv3 32)",
                                      "(frob true)"};
  struct interner *names = interner_new();
  struct term_table *terms = term_table_new(names);
  struct smt_symbols *symbols = smt_symbols_new(terms, NULL, 0);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    assert_true(term_is_none(term_read_smt(terms, symbols, texts[i])));
  assert_true(term_is_true(
      terms, term_read_smt(terms, symbols,
                           "(let ((t1 #x01)) (bvult t1 (bvadd t1 #x01)))")));
  smt_symbols_free(symbols);
  term_table_free(terms);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_back),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests_name("reading SMT-LIB", tests, NULL, NULL);
}
