// What is a formula, and which certificates can be read.
#include "../unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "certify/certificate.h"

static void test_closed(void **state) {
  (void)state;
  assert_true(formula_is_closed("true"));
  assert_true(formula_is_closed("(and (= |n#1| |a ) b|) true)"));
  assert_true(formula_is_closed("(let ((?x (_ bv3 32))) (= ?x |y#2|))"));
}

// What would end the question that it is put into, or begin another.
static void test_open(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",        "(and true",       "true)",          "true true",
      "(a) (b)", ") (check-sat) (", "true ; comment", "\"text\"",
      "|open",   "|a\\|",           "(a \t b)",       "true)(assert false",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    assert_false(formula_is_closed(texts[i]));
}

static bool reads(const char *text, struct certificate *certificate) {
  char path[] = "/tmp/certificate-XXXXXX";
  int file = mkstemp(path);
  assert_true(write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  struct strbuf why = {0};
  bool ok = certificate_read(certificate, path, &why);
  assert_int_equal(ok, why.length == 0);
  strbuf_release(&why);
  unlink(path);
  return ok;
}

static void test_read(void **state) {
  (void)state;
  struct certificate c;
  assert_true(reads("vouch-certificate 1\n# comment\ndepth 3\nlocations 4\n"
                    "edges 7\nlocation 2 (= |x#1| #x00)\n",
                    &c));
  assert_int_equal(c.depth, 3);
  assert_int_equal(c.locations, 4);
  assert_int_equal(c.edges, 7);
  assert_null(c.formulas[1]);
  assert_string_equal(c.formulas[2], "(= |x#1| #x00)");
  certificate_release(&c);
}

static void test_promises(void **state) {
  (void)state;
  struct certificate c;
  assert_true(reads("vouch-certificate 1\ndepth 3\nkept\npromise 3 ensures "
                    "never\nunrolled\nalso promises\nunrolled\n",
                    &c));
  assert_true(c.keeps_calls);
  assert_int_equal(c.promises.count, 1);
  assert_string_equal(c.promises.at[0], "3 ensures never");
  assert_string_equal(c.also->of, "promises");
  certificate_release(&c);
  assert_false(reads("vouch-certificate 1\npromise 3 ensures never\nunrolled\n",
                     &c)); // of calls that are followed
  certificate_release(&c);
}

static void test_summaries(void **state) {
  (void)state;
  struct certificate c;
  assert_true(reads("vouch-certificate 1\nsummaries 2\nlocations 4\nedges 7\n"
                    "location 2 (= |x.1| |x.1@|)\n",
                    &c));
  assert_true(c.has_summaries);
  assert_int_equal(c.kept_from, 2);
  assert_string_equal(c.formulas[2], "(= |x.1| |x.1@|)");
  certificate_release(&c);
  assert_false(reads("vouch-certificate 1\nsummaries 2\n", &c));
  certificate_release(&c);
}

static void test_parts(void **state) {
  (void)state;
  struct certificate c;
  assert_true(reads("vouch-certificate 1\nthreads 2 0 1 0 0\ndepth 3\n"
                    "locations 4\nedges 7\nlocation 2 true\nbetween 3\n"
                    "also loops\nunrolled\n",
                    &c));
  assert_true(c.has_threads);
  assert_int_equal(c.threads[THREADS_POOL], 2);
  assert_true(bitset_has(&c.between, 3));
  assert_false(c.is_unrolled);
  assert_non_null(c.also);
  assert_true(c.also->is_unrolled);
  assert_string_equal(c.also->of, "loops");
  certificate_release(&c);
}

static void test_refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "vouch-certificate 2\nlocations 4\n",
      "vouch-certificate 1\n",
      "vouch-certificate 1\nlocations 4\nlocation 4 true\n",
      "vouch-certificate 1\nlocations 4\nlocation 0 true\n",
      "vouch-certificate 1\nlocation 1 true\nlocations 4\n",
      "vouch-certificate 1\nlocations 4\nlocation 1 true\nlocation 1 false\n",
      "vouch-certificate 1\nlocations 4\nlocation 1 true)\n",
      "vouch-certificate 1\nlocations 4\nlocations 5\n",
      "vouch-certificate 1\nlocations 99999999999\n",
      "vouch-certificate 1\nlocations 4\nwhatever\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct certificate c;
    assert_false(reads(texts[i], &c));
    certificate_release(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed), cmocka_unit_test(test_open),
      cmocka_unit_test(test_read),   cmocka_unit_test(test_promises),
      cmocka_unit_test(test_parts),  cmocka_unit_test(test_summaries),
      cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests_name("certificate", tests, NULL, NULL);
}
