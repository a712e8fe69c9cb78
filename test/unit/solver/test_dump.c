// Dumped checks: another solver must read them and agree.

#include <dirent.h>
#include <unistd.h>

#include "fixture.h"

#include "base/file.h"

static bool has_cvc5(void) {
  return system("cvc5 --version >/dev/null 2>&1") == 0;
}

static void make_folder(char *folder) {
  strcpy(folder, "/tmp/vouch-dump-XXXXXX");
  assert_non_null(mkdtemp(folder));
}

static int skip_dots(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

// Calls `use` for every file, in order, and removes them. How many there were.
static int drain_folder(const char *folder, void (*use)(const char *path)) {
  struct dirent **entries;
  int count = scandir(folder, &entries, skip_dots, alphasort);
  assert_true(count >= 0);
  for (int i = 0; i < count; i++) {
    struct strbuf path = {0};
    strbuf_format(&path, "%s/%s", folder, entries[i]->d_name);
    use(strbuf_text(&path));
    assert_int_equal(unlink(strbuf_text(&path)), 0);
    strbuf_release(&path);
    free(entries[i]);
  }
  free(entries);
  assert_int_equal(rmdir(folder), 0);
  return count;
}

// The answer in the comment at the end is cvc5's.
static void compare_with_cvc5(const char *path) {
  struct strbuf text = {0}, command = {0};
  char answer[64] = "";
  assert_true(file_read(path, &text));
  strbuf_format(&command, "cvc5 --lang smt2 %s 2>&1", path);
  FILE *output = popen(strbuf_text(&command), "r");
  assert_non_null(output);
  assert_non_null(fgets(answer, sizeof answer, output));
  assert_int_equal(pclose(output), 0);
  const char *comment = strrchr(strbuf_text(&text), ';');
  assert_non_null(comment);
  assert_string_equal(comment + 2, answer);
  strbuf_release(&text);
  strbuf_release(&command);
}

static bool accept(void *context, const bool *values) {
  (void)context;
  (void)values;
  return true;
}

// Everything that asks: assumptions, all-SAT, names that need care, arrays.
static void ask_all_kinds(struct fixture *f) {
  for (unsigned round = 0; round < 12; round++) {
    struct term list[] = {small_bool(f, 3), small_bool(f, 3), small_bool(f, 3)};
    struct query *query = query_new(f->solver, PURPOSE_SUCCESSOR);
    query_assert(query, list[0]);
    query_check(query, list + 1, 2);
    if (round < 2)
      query_all(query, list + 1, 2, accept, NULL);
    query_free(query);
  }
  struct term odd = fixture_variable(f, "p->|a\\b|", sort_bits(7));
  struct term twin = fixture_variable(f, "p->|a\\b|", sort_bits(7));
  struct term differ = term_not(f->terms, term_eq(f->terms, odd, twin));
  solver_check(f->solver, PURPOSE_FEASIBILITY, &differ, 1);
  struct term p = fixture_variable(f, "p", sort_bits(32));
  struct term q = fixture_variable(f, "q", sort_bits(32));
  struct term floats[] = {
      term_eq(f->terms, p, q),
      term_not(f->terms, term_eq(f->terms, term_binary(f->terms, OP_FREM, p, p),
                                 term_binary(f->terms, OP_FREM, q, q)))};
  assert_int_equal(solver_check(f->solver, PURPOSE_PROOF, floats, 2),
                   ANSWER_UNSAT);
}

static void test_queries(void **state) {
  (void)state;
  if (!has_cvc5())
    skip();
  struct fixture f;
  char folder[64];
  make_folder(folder);
  fixture_init(&f, 51);
  f.plain_consts = true;
  solver_set_dump(f.solver, folder);
  ask_all_kinds(&f);
  solver_set_dump(f.solver, NULL);
  solver_check(f.solver, PURPOSE_OTHER, &f.b, 1);
  const struct solver_counts *counts = solver_counts(f.solver);
  // A question is written once, and may be asked in several ways.
  uint64_t asked = counts->checks[PURPOSE_SUCCESSOR] +
                   counts->checks[PURPOSE_FEASIBILITY] +
                   counts->checks[PURPOSE_PROOF];
  uint64_t written = (uint64_t)drain_folder(folder, compare_with_cvc5);
  assert_true(written >= 14 && written <= asked && asked <= written + 2);
  fixture_release(&f);
}

static void check_is_filled(const char *path) {
  struct strbuf text = {0};
  assert_true(file_read(path, &text));
  assert_non_null(strstr(strbuf_text(&text), "(assert"));
  assert_non_null(strstr(strbuf_text(&text), "\n; "));
  strbuf_release(&text);
}

// Optimisation and Horn clauses are as Z3 writes them.
static void test_others(void **state) {
  (void)state;
  struct fixture f;
  char folder[64];
  make_folder(folder);
  fixture_init(&f, 52);
  solver_set_dump(f.solver, folder);
  uint32_t items[] = {0, 1}, starts[] = {0, 2}, weights[] = {1, 2};
  struct u32_vec chosen = {0};
  assert_true(solver_least_cover(
      f.solver, 2, weights, &(struct clause_set){items, starts, 1}, &chosen));
  struct term zero = term_const(f.terms, SMALL_WIDTH, 0), found;
  struct term path[] = {term_eq(f.terms, f.x, zero),
                        term_compare(f.terms, OP_ULT, f.y, f.x)};
  assert_true(solver_interpolate(f.solver, path, 2, &found));
  assert_true(drain_folder(folder, check_is_filled) >= 2);
  u32_vec_release(&chosen);
  fixture_release(&f);
}

// A folder that is not there is no reason to stop.
static void test_no_folder(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 53);
  solver_set_dump(f.solver, "/nonexistent/folder");
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, &f.b, 1), ANSWER_SAT);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_queries),
      cmocka_unit_test(test_others),
      cmocka_unit_test(test_no_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
