// Which certificates of systems can be read.
#include "../unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "certify/system_text.h"

struct table {
  struct action_table *actions;
};

static void table_init(struct table *table) {
  table->actions = action_table_new();
  action_intern(table->actions, "go");
  action_intern(table->actions, "stop");
}

static void table_release(struct table *table) {
  action_table_free(table->actions);
}

static bool reads(const char *text, struct table *table,
                  struct system_claim *claim) {
  char path[] = "/tmp/certificate-XXXXXX";
  int file = mkstemp(path);
  assert_true(write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  struct strbuf why = {0};
  bool ok = system_claim_read(claim, path, table->actions, &why);
  assert_int_equal(ok, why.length == 0);
  strbuf_release(&why);
  unlink(path);
  return ok;
}

#define FIRST "vouch-certificate 1\n"
#define FORMULAS "depth 0\nlocations 2\nedges 1\nlocation 1 true\n"

static void test_read(void **state) {
  (void)state;
  struct table table;
  struct system_claim claim;
  table_init(&table);
  assert_true(reads(FIRST "# comment\ncomponent a\nstates 3 1\nalphabet stop\n"
                          "never stop\nstep 1 2 go\n" FORMULAS
                          "component b\nstates 1 0\nunrolled\n",
                    &table, &claim));
  assert_int_equal(claim.parts.count, 2);
  const struct part_claim *a = &claim.parts.at[0];
  struct action go = action_find(table.actions, "go");
  struct action stop = action_find(table.actions, "stop");
  assert_string_equal(a->name, "a");
  assert_int_equal(a->lts->state_count, 3);
  assert_int_equal(a->lts->initial, 1);
  assert_true(bitset_has(&a->lts->alphabet, stop.id));
  assert_true(bitset_has(&a->never, stop.id));
  assert_true(lts_has_action(a->lts, go));
  assert_false(lts_has_action(a->lts, stop));
  assert_int_equal(a->formulas.locations, 2);
  assert_string_equal(claim.parts.at[1].name, "b");
  assert_true(claim.parts.at[1].formulas.is_unrolled);
  system_claim_release(&claim);
  table_release(&table);
}

static void test_refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      FIRST,
      "component a\nstates 1 0\nunrolled\n",
      FIRST "states 1 0\nunrolled\n",    // of nobody
      FIRST "component a\nunrolled\n",   // no LTS
      FIRST "component a\nstates 1 0\n", // no formulas
      FIRST "component a\nstates 0 0\nunrolled\n",
      FIRST "component a\nstates 2 2\nunrolled\n",
      FIRST "component a\nstates -1 0\nunrolled\n",
      FIRST "component a\nstates 1 0\nstates 1 0\nunrolled\n",
      FIRST "component a\nstates 2 0\nstep 0 2 go\nunrolled\n",
      FIRST "component a\nstates 2 0\nstep 0 1\nunrolled\n",
      FIRST "component a\nstates 2 0\nstep 0 1 tau\nunrolled\n",
      FIRST "component a\nstates 2 0\nstep 0 1 unheard\nunrolled\n",
      FIRST "component a\nstates 1 0\nalphabet unheard\nunrolled\n",
      FIRST "component a\nstep 0 0 go\nstates 1 0\nunrolled\n",
      FIRST "component a\nstates 1 0\nunrolled\nnonsense\n",
      FIRST "component a\nstates 1 0\nunrolled\ncomponent b\n",
  };
  struct table table;
  table_init(&table);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct system_claim claim;
    if (reads(texts[i], &table, &claim))
      fail_msg("read: %s", texts[i]);
    system_claim_release(&claim);
  }
  table_release(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
