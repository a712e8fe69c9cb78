// Random programs with recursion (test/fuzz/bp_generate): summaries and looking
// at one valuation after the other agree on every row, on how many valuations
// come to every statement, and on the lengths of shortest counterexamples; what
// is printed is read as the same program; what runs by chance violate fails.
//
// BP_FIRST and BP_COUNT choose other seeds than 1 to 300.
#include "equal.h"
#include "fixture.h"

#include "bp/check.h"
#include "bp/execute.h"
#include "bp/print.h"

enum { MOST_STATES = 100000 };

struct figures {
  uint32_t programs, fails, holds, unreached, compared, met;
};

static uint32_t count_statements(const struct bp *bp) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < bp->procedures.count; i++)
    count += bp->procedures.at[i].statements.count;
  return count;
}

static void check(struct fixture *fixture, bool is_explicit, uint64_t *reached,
                  struct result *result) {
  struct bp_check_options options = {
      .is_explicit = is_explicit, .limit = MOST_STATES, .reached = reached};
  *result = (struct result){.names = fixture->names};
  bp_check(fixture->bp, &options, fixture->diag, result);
}

static void compare_rows(const char *seed, const struct result *a,
                         const struct result *b, struct figures *figures) {
  for (uint32_t i = 0; i < a->rows.count; i++) {
    enum row_status status = a->rows.at[i].status;
    if (status != b->rows.at[i].status)
      fail_msg("%s: row %u: %s and %s", seed, i + 1, row_status_text(status),
               row_status_text(b->rows.at[i].status));
    figures->fails += status == ROW_FAILS;
    figures->holds += status == ROW_HOLDS;
    figures->unreached += status == ROW_UNREACHED;
  }
}

// Some counterexamples are too long to be found one valuation after the other.
static void compare_lengths(const char *seed, const struct result *a,
                            const struct result *b, struct figures *figures) {
  if (a->executions.count != b->executions.count)
    return;
  if (a->stats.trace_steps != b->stats.trace_steps)
    fail_msg("%s: %llu and %llu steps", seed,
             (unsigned long long)a->stats.trace_steps,
             (unsigned long long)b->stats.trace_steps);
  figures->compared += a->executions.count;
}

static void check_printed(const char *seed, struct fixture *fixture) {
  struct strbuf text = {0};
  bp_print(fixture->bp, &text);
  struct bp *again = bp_read_text(strbuf_text(&text), text.length, "again.bp",
                                  fixture->names, fixture->diag);
  if (!again || !bp_equal(fixture->bp, again))
    fail_msg("%s: another program is read:\n%s%s", seed, strbuf_text(&text),
             capture_text(&fixture->messages));
  bp_free(again);
  strbuf_release(&text);
}

static void check_runs(const char *seed, struct fixture *fixture,
                       const struct result *result, struct figures *figures) {
  struct bp_code code;
  bp_code_init(&code, fixture->bp, NULL);
  for (uint64_t i = 0; i < 5; i++) {
    struct execution execution = {0};
    struct bp_run_result run = bp_execute(
        &code, &(struct bp_run_options){i, 200}, fixture->diag, &execution);
    if (run.end == BP_RUN_VIOLATED &&
        result->rows.at[run.row].status != ROW_FAILS)
      fail_msg("%s: a run violates row %u", seed, run.row + 1);
    figures->met += run.end == BP_RUN_VIOLATED;
    execution_release(&execution);
  }
  bp_code_release(&code);
}

static void check_program(const char *seed, const char *text,
                          struct figures *figures) {
  struct fixture fixture;
  struct result by_summaries, by_exploring;
  fixture_init(&fixture, text);
  if (!fixture.bp)
    fail_msg("%s: %s", seed, capture_text(&fixture.messages));
  uint32_t count = count_statements(fixture.bp);
  uint64_t *first = calloc(count + 1, sizeof *first);
  uint64_t *second = calloc(count + 1, sizeof *second);
  check_printed(seed, &fixture);
  check(&fixture, false, first, &by_summaries);
  check(&fixture, true, second, &by_exploring);
  compare_rows(seed, &by_summaries, &by_exploring, figures);
  compare_lengths(seed, &by_summaries, &by_exploring, figures);
  for (uint32_t i = 0; i < count; i++)
    if (first[i] != second[i])
      fail_msg("%s: statement %u is reached by %llu and %llu", seed, i,
               (unsigned long long)first[i], (unsigned long long)second[i]);
  check_runs(seed, &fixture, &by_summaries, figures);
  figures->programs++;
  free(first);
  free(second);
  result_release(&by_summaries);
  result_release(&by_exploring);
  fixture_release(&fixture);
}

static uint32_t setting(const char *name, uint32_t value) {
  const char *text = getenv(name);
  return text ? (uint32_t)strtoul(text, NULL, 10) : value;
}

static void test_random(void **state) {
  (void)state;
  struct figures figures = {0};
  struct strbuf text = {0};
  char command[100], line[1000], seed[100] = "";
  snprintf(command, sizeof command, "test/fuzz/bp_generate %u %u",
           setting("BP_FIRST", 1), setting("BP_COUNT", 300));
  FILE *in = popen(command, "r");
  assert_non_null(in);
  while (fgets(line, sizeof line, in)) {
    if (!strncmp(line, "// seed", 7)) {
      if (text.length)
        check_program(seed, strbuf_text(&text), &figures);
      strbuf_clear(&text);
      snprintf(seed, sizeof seed, "%.90s", line + 3);
      seed[strcspn(seed, "\n")] = 0;
    }
    strbuf_add(&text, line);
  }
  check_program(seed, strbuf_text(&text), &figures);
  assert_int_equal(pclose(in), 0);
  strbuf_release(&text);
  assert_int_equal(figures.programs, setting("BP_COUNT", 300));
  print_message("# %u programs, 0 differing; rows: %u fail, %u hold, %u are "
                "never reached; %u counterexamples of the same length; %u runs "
                "by chance met one\n",
                figures.programs, figures.fails, figures.holds,
                figures.unreached, figures.compared, figures.met);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
