// Results are there again when the store is opened anew; runs can be compared.
#include "../unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "project/difference.h"
#include "project/store.h"

static char folder[] = "/tmp/vouch-store-XXXXXX";
static struct strbuf path;

static struct store *open_store(void) {
  struct strbuf why = {0};
  struct store *store = store_open(strbuf_text(&path), &why);
  assert_string_equal(strbuf_text(&why), "");
  strbuf_release(&why);
  return store;
}

static void keep(struct store *store, const char *key, const char *verdict) {
  struct store_result result = {.budget_ms = 2000, .cpu_ms = 7, .peak_kb = 9};
  strbuf_add(&result.verdict, verdict);
  strbuf_add(&result.reason, "it's \"so\"");
  strbuf_add(&result.place, "a.c:3");
  strbuf_add(&result.report, "{}");
  strbuf_add(&result.places, "a.c 3\n");
  assert_true(store_keep(store, key, &result));
  store_result_release(&result);
}

static void test_results(void **state) {
  (void)state;
  struct store *store = open_store();
  struct store_result result = {0};
  assert_false(store_find(store, "k", &result));
  keep(store, "k", "unknown");
  keep(store, "k", "false");
  store_close(store);
  store = open_store();
  assert_true(store_find(store, "k", &result));
  assert_string_equal(strbuf_text(&result.verdict), "false");
  assert_string_equal(strbuf_text(&result.reason), "it's \"so\"");
  assert_string_equal(strbuf_text(&result.place), "a.c:3");
  assert_string_equal(strbuf_text(&result.places), "a.c 3\n");
  assert_int_equal(result.budget_ms, 2000);
  assert_int_equal(result.cpu_ms, 7);
  assert_int_equal(result.peak_kb, 9);
  store_result_release(&result);
  struct strbuf functions = {0};
  assert_false(store_find_functions(store, "u", &functions));
  assert_true(store_keep_functions(store, "u", "f\ng\n"));
  assert_true(store_find_functions(store, "u", &functions));
  assert_string_equal(strbuf_text(&functions), "f\ng\n");
  strbuf_release(&functions);
  store_close(store);
}

static void add_of(const char *unit, struct store *store, int64_t run,
                   const char *function, const char *key) {
  struct store_check check = {unit, function, "--deref", key};
  assert_true(store_add_to_run(store, run, &check));
}

static void add(struct store *store, int64_t run, const char *function,
                const char *key) {
  add_of("a.c", store, run, function, key);
}

static void test_runs(void **state) {
  (void)state;
  struct store *store = open_store();
  keep(store, "1", "true");
  keep(store, "2", "false");
  keep(store, "3", "unknown");
  int64_t first = store_begin_run(store);
  add(store, first, "better", "2");
  add(store, first, "gone", "1");
  add(store, first, "lost", "1");
  add(store, first, "same", "3");
  add(store, first, "worse", "3");
  assert_int_equal(store_run(store, 0), 0); // it is not finished
  assert_true(store_finish_run(store, first));
  int64_t second = store_begin_run(store);
  add(store, second, "better", "1");
  add(store, second, "lost", "3");
  add(store, second, "new", "1");
  add(store, second, "same", "3");
  add(store, second, "worse", "2");
  assert_true(store_finish_run(store, second));
  assert_int_equal(store_run(store, 0), second);
  assert_int_equal(store_run(store, 1), first);
  struct side before = {store, first}, after = {store, second};
  struct strbuf text = {0};
  assert_true(difference_print(&before, &after, &text));
  static const char *const lines[] = {
      "no violation any more: a.c better", "check gone: a.c gone",
      "lost proof: a.c lost", "new check: a.c new",
      "new violation: a.c worse [--deref]: a.c:3: it's \"so\""};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    assert_non_null(strstr(strbuf_text(&text), lines[i]));
  assert_null(strstr(strbuf_text(&text), "same"));
  strbuf_clear(&text);
  assert_false(difference_print(&after, &after, &text));
  assert_string_equal(strbuf_text(&text), "");
  strbuf_release(&text);
  store_close(store);
}

static void add_proof(void *context, const char *function, const char *report) {
  strbuf_format(context, "%s %s\n", function, report);
}

// The last proof of each function, also if it was no proof since then.
static void test_proofs(void **state) {
  (void)state;
  struct store *store = open_store();
  struct strbuf found = {0};
  struct store_result result = {0};
  strbuf_add(&result.verdict, "true");
  strbuf_add(&result.report, "new");
  keep(store, "old", "true");
  keep(store, "violated", "false");
  assert_true(store_keep(store, "fresh", &result));
  add_of("p.c", store, store_begin_run(store), "g", "old");
  int64_t run = store_begin_run(store);
  add_of("p.c", store, run, "f", "violated");
  add_of("p.c", store, run, "g", "fresh");
  add_of("p.c", store, store_begin_run(store), "g", "violated");
  store_each_proof(store, "p.c", "--deref", add_proof, &found);
  assert_string_equal(strbuf_text(&found), "g new\n");
  strbuf_clear(&found);
  store_each_proof(store, "b.c", "--deref", add_proof, &found);
  assert_int_equal(found.length, 0);
  store_result_release(&result);
  strbuf_release(&found);
  store_close(store);
}

static void test_strangers(void **state) {
  (void)state;
  struct strbuf why = {0}, other = {0};
  strbuf_format(&other, "%s/other", folder);
  FILE *file = fopen(strbuf_text(&other), "w");
  fputs("this is no database, and it is long enough to be told from one, as a "
        "file of less than a hundred bytes might not be\n",
        file);
  fclose(file);
  assert_null(store_open(strbuf_text(&other), &why));
  assert_int_not_equal(why.length, 0);
  unlink(strbuf_text(&other));
  strbuf_release(&other);
  strbuf_release(&why);
}

static int set_up(void **state) {
  (void)state;
  if (!mkdtemp(folder))
    return -1;
  strbuf_format(&path, "%s/store", folder);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  unlink(strbuf_text(&path));
  strbuf_release(&path);
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_results),
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_proofs),
      cmocka_unit_test(test_strangers),
  };
  return cmocka_run_group_tests_name("store", tests, set_up, tear_down);
}
