// Contracts as a specification (report/contracts.h).
#include "../unit.h"

#include "report/contracts.h"

static struct contract contract(struct interner *names, const char *function,
                                const char *prototype) {
  return (struct contract){.function = intern(names, function),
                           .prototype = intern(names, prototype)};
}

static void check_text(struct result *result, const char *expected) {
  struct strbuf out = {0};
  contracts_print(result, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

static void test_contracts(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct result r = {.names = names, .verdict = VERDICT_TRUE};
  check_text(&r,
             "// contracts of the functions of\n"
             "// there are none: the proof does not go function by function "
             "(--engine=summaries)\n");
  r.proof.contracts.entry = intern(names, "main");
  struct contract f = contract(names, "f", "int f(int n)");
  name_vec_push(&f.requires, intern(names, "n > 0"));
  name_vec_push(&f.ensures, intern(names, "$ == old(g)"));
  name_vec_push(&f.modifies, intern(names, "g"));
  name_vec_push(&f.modifies, intern(names, "h"));
  f.has_frame = true;
  struct contract g = contract(names, "g", "void g(void)");
  g.has_frame = g.never_returns = true;
  struct contract h = contract(names, "h", "");
  h.unsaid = intern(names, "it is not called");
  struct contract k = contract(names, "k", "int k(void)");
  contract_vec_push(&r.proof.contracts.at, f);
  contract_vec_push(&r.proof.contracts.at, g);
  contract_vec_push(&r.proof.contracts.at, h);
  contract_vec_push(&r.proof.contracts.at, k);
  check_text(&r, "// contracts of the functions of\n"
                 "proc int f(int n) {\n"
                 "  requires n > 0;\n"
                 "  modifies g, h;\n"
                 "  ensures $ == old(g);\n"
                 "}\n"
                 "proc void g(void) {\n"
                 "  modifies nothing;\n"
                 "  otherwise : END;\n"
                 "}\n"
                 "// h has no contract: it is not called\n"
                 "// k has no contract: nothing needs to be known of it\n"
                 "check f;\ncheck f assertions;\n"
                 "check g;\ncheck g assertions;\n"
                 "check main assertions;\n");
  r.verdict = VERDICT_UNKNOWN;
  check_text(&r, "// contracts of the functions of\n"
                 "// there are none: nothing was proved\n");
  result_release(&r);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_contracts)};
  return cmocka_run_group_tests_name("contracts", tests, NULL, NULL);
}
