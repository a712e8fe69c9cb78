// `vouch bp`: Boolean programs.
//
//   bp check f.bp    can an assertion fail, a checked label be reached?
//   bp run f.bp      one execution, by chance
//   bp print f.bp    in the dialect of SLAM
//   bp ctl f.bp f    the value of a temporal formula, under three semantics
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_code.h"
#include "bp/check.h"
#include "bp/execute.h"
#include "bp/print.h"
#include "bp/read.h"
#include "bp/temporal.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/option_use.h"
#include "cli/request.h"
#include "report/execution_text.h"
#include "report/json.h"
#include "report/result_text.h"

struct desk {
  const struct options *options;
  struct interner *names;
  struct diag *diag;
  uint64_t start_ms;
  struct stats stats;
  struct bp *bp;
};

static int usage(const char *message) {
  fprintf(stderr, "vouch: error: %s\n", message);
  fputs("hint: `vouch help bp` explains the command\n", stderr);
  return EXIT_USAGE;
}

static void print_and_release(struct strbuf *text, FILE *out) {
  fwrite(strbuf_text(text), 1, text->length, out);
  strbuf_release(text);
}

static bool write_text(const struct desk *desk, const char *path,
                       struct strbuf *text) {
  bool is_stdout = !strcmp(path, "-");
  FILE *out = is_stdout ? stdout : fopen(path, "we");
  if (!out) {
    diag_file(desk->diag, SEVERITY_ERROR, path, "%s", strerror(errno));
    strbuf_release(text);
    return false;
  }
  print_and_release(text, out);
  return is_stdout ? !fflush(out) : !fclose(out);
}

// Limits

static const char *find_limit(void *context) {
  const struct desk *desk = context;
  const struct options *options = desk->options;
  if (options->timeout_ms &&
      stats_now_ms() - desk->start_ms >= (uint64_t)options->timeout_ms)
    return "time limit";
  if (options->memlimit &&
      stats_peak_kb() >= (uint64_t)options->memlimit / 1024)
    return "memory limit";
  return NULL;
}

// For what cannot be polled, a single operation on diagrams, some seconds and
// some memory more.
static void set_last_limits(const struct options *options) {
  enum { GRACE_MS = 3000 };
  struct options late = *options;
  if (late.timeout_ms)
    late.timeout_ms += GRACE_MS;
  if (late.memlimit)
    late.memlimit += late.memlimit / 2 + (512 << 20);
  limits_set(&late);
}

// Check

static void print_reached(const struct desk *desk, const uint64_t *reached,
                          struct strbuf *out) {
  uint32_t location = 0;
  for (uint32_t i = 0; i < desk->bp->procedures.count; i++) {
    const struct bp_statement_vec *list =
        &desk->bp->procedures.at[i].statements;
    for (uint32_t k = 0; k < list->count; k++) {
      strbuf_add(out, "reached      ");
      position_print(desk->names, list->at[k].position, out);
      strbuf_format(out, " by %llu\n", (unsigned long long)reached[location++]);
    }
  }
}

static int report(struct desk *desk, struct result *result,
                  const uint64_t *reached) {
  const char *json = desk->options->json;
  bool is_for_json = json && !strcmp(json, "-");
  struct text_style style = request_style(desk->options);
  struct strbuf text = {0};
  // Each execution shows a violation of its own.
  struct execution_vec all = result->executions;
  for (uint32_t i = 0; i < all.count; i++) {
    result->executions.count = i + 1;
    executions_print(result, i, style, &text);
  }
  result->executions = all;
  if (reached)
    print_reached(desk, reached, &text);
  rows_print(result, style, &text);
  ledger_print(result, &text);
  verdict_print(result, style, &text);
  print_and_release(&text, is_for_json ? stderr : stdout);
  result->stats.peak_kb = stats_peak_kb();
  desk->stats = result->stats;
  if (json) {
    json_print(result, &text);
    if (!write_text(desk, json, &text))
      return EXIT_BAD_INPUT;
  }
  return verdict_exit_code(result->verdict, result->vacuity.length);
}

static uint32_t count_statements(const struct bp *bp) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < bp->procedures.count; i++)
    count += bp->procedures.at[i].statements.count;
  return count;
}

static bool label_is_there(const struct desk *desk, const char *label) {
  for (uint32_t i = 0; i < desk->bp->procedures.count; i++) {
    const struct bp_label_vec *labels = &desk->bp->procedures.at[i].labels;
    for (uint32_t k = 0; k < labels->count; k++)
      if (!strcmp(name_text(desk->names, labels->at[k].name), label))
        return true;
  }
  diag_file(desk->diag, SEVERITY_ERROR, desk->options->operands.at[1],
            "no procedure has the label `%s`", label);
  return false;
}

static int command_check_bp(struct desk *desk) {
  const struct options *options = desk->options;
  uint64_t *reached = NULL;
  bool has_threads = bp_has_threads(desk->bp);
  if (options->reached && has_threads)
    return usage("--reached is about programs without threads");
  if (options->bp_explicit && has_threads)
    return usage("--explicit is about programs without threads, which are "
                 "always checked so");
  if (options->label && !label_is_there(desk, options->label))
    return EXIT_BAD_INPUT;
  if (options->reached)
    reached = memory_new_zero(count_statements(desk->bp) + 1u, sizeof *reached);
  struct bp_check_options how = {.label = options->label,
                                 .stops_at_first = options->first,
                                 .is_explicit = options->bp_explicit,
                                 .most_threads = (uint32_t)options->threads,
                                 .limit = (uint64_t)options->bp_limit,
                                 .stop = find_limit,
                                 .context = desk,
                                 .reached = reached};
  struct result result = {.names = desk->names};
  bp_check(desk->bp, &how, desk->diag, &result);
  result.stats.check_ms = stats_now_ms() - desk->start_ms;
  int code = report(desk, &result, reached);
  result_release(&result);
  free(reached);
  return code;
}

// Run

static int tell_end(const struct desk *desk, const struct bp_code *code,
                    const struct bp_run_result *result, struct strbuf *out) {
  unsigned long long steps = result->steps;
  const char *plural = steps == 1 ? "" : "s";
  switch (result->end) {
  case BP_RUN_ENDED:
    strbuf_format(out, "ended after %llu step%s\n", steps, plural);
    return EXIT_TRUE;
  case BP_RUN_BLOCKED:
    strbuf_format(out, "blocked after %llu step%s at ", steps, plural);
    position_print(desk->names, result->position, out);
    strbuf_char(out, '\n');
    return EXIT_TRUE;
  case BP_RUN_STOPPED:
    strbuf_format(out, "stopped after %llu step%s\n", steps, plural);
    return EXIT_TRUE;
  case BP_RUN_VIOLATED: break;
  }
  strbuf_format(out, "violated after %llu step%s at ", steps, plural);
  position_print(desk->names, code->rows.at[result->row].position, out);
  strbuf_char(out, '\n');
  return EXIT_FALSE;
}

static int command_run_bp(struct desk *desk) {
  enum { STEPS = 1000 };
  const struct options *options = desk->options;
  struct bp_run_options how = {
      .seed = (uint64_t)options->seed,
      .most_steps = options->max_steps ? (uint64_t)options->max_steps : STEPS};
  struct bp_code code;
  struct execution execution = {0};
  struct strbuf text = {0};
  if (options->label && !label_is_there(desk, options->label))
    return EXIT_BAD_INPUT;
  bp_code_init(&code, desk->bp, options->label);
  struct bp_run_result result = bp_execute(&code, &how, desk->diag, &execution);
  lane_print(desk->names, &execution.lanes.at[0], request_style(options),
             &text);
  int exit_code = tell_end(desk, &code, &result, &text);
  desk->stats.steps = result.steps;
  print_and_release(&text, stdout);
  execution_release(&execution);
  bp_code_release(&code);
  return exit_code;
}

// Print

static int command_print_bp(struct desk *desk) {
  struct strbuf text = {0};
  bp_print(desk->bp, &text);
  print_and_release(&text, stdout);
  return EXIT_TRUE;
}

// Formulas

// What a value at the initial states says of the program that is abstracted:
// seed 004, theorem 1.
static enum verdict formula_verdict(const struct desk *desk,
                                    const struct bp_formula *formula,
                                    enum belnap least, enum belnap most) {
  bool is_exact = desk->options->semantics == BP_EXACT;
  bool is_over = desk->options->semantics == BP_OVER;
  bool proves = is_exact || !(is_over ? formula->has_some : formula->has_all);
  bool refutes = is_exact || !(is_over ? formula->has_all : formula->has_some);
  return least == BELNAP_T && proves   ? VERDICT_TRUE
         : most == BELNAP_F && refutes ? VERDICT_FALSE
                                       : VERDICT_UNKNOWN;
}

static int tell_formula(const struct desk *desk,
                        const struct bp_formula *formula,
                        const struct kripke *kripke) {
  enum belnap *values =
      bp_formula_evaluate(formula, kripke, desk->options->bp_branches);
  enum belnap least = BELNAP_T, most = BELNAP_F;
  for (uint32_t i = 0; i < kripke->count; i++)
    if (kripke_is_initial(kripke, i)) {
      least = belnap_and(least, values[i]);
      most = belnap_or(most, values[i]);
    }
  enum verdict verdict = formula_verdict(desk, formula, least, most);
  printf("value        %s\n", belnap_text(least));
  printf("RESULT: %s\n", verdict == VERDICT_TRUE    ? "true"
                         : verdict == VERDICT_FALSE ? "false(ctl)"
                         : least == BELNAP_BOTTOM
                             ? "unknown (the abstraction does not say)"
                             : "unknown (the semantics does not preserve it)");
  free(values);
  return verdict_exit_code(verdict, false);
}

static int command_ctl_bp(struct desk *desk) {
  struct bp_formula formula;
  struct kripke kripke = {0};
  struct strbuf why = {0};
  int code = EXIT_BAD_INPUT;
  if (!bp_formula_read(&formula, desk->bp, desk->options->operands.at[2], &why))
    diag_file(desk->diag, SEVERITY_ERROR, NULL, "the formula: %s",
              strbuf_text(&why));
  else if (!kripke_init(&kripke, desk->bp,
                        (enum bp_semantics)desk->options->semantics, &why)) {
    printf("RESULT: unknown (%s)\n", strbuf_text(&why));
    code = verdict_exit_code(VERDICT_UNKNOWN, false);
  } else {
    code = tell_formula(desk, &formula, &kripke);
  }
  kripke_release(&kripke);
  bp_formula_release(&formula);
  strbuf_release(&why);
  return code;
}

// Dispatch

struct task {
  const char *name;
  uint32_t operands;
  int (*run)(struct desk *desk);
};

static const struct task tasks[] = {{"check", 2, command_check_bp},
                                    {"run", 2, command_run_bp},
                                    {"print", 2, command_print_bp},
                                    {"ctl", 3, command_ctl_bp}};

static const struct task *find_task(const char *name) {
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
    if (!strcmp(tasks[i].name, name))
      return &tasks[i];
  return NULL;
}

static bool print_statistics(struct desk *desk) {
  struct strbuf text = {0};
  desk->stats.peak_kb = stats_peak_kb();
  if (desk->options->stats) {
    stats_print(&desk->stats, &text);
    print_and_release(&text, stderr);
  }
  if (!desk->options->stats_json)
    return true;
  json_print_stats(&desk->stats, &text);
  return write_text(desk, desk->options->stats_json, &text);
}

static int run_task(const struct options *options, const struct task *task) {
  struct desk desk = {
      .options = options, .names = interner_new(), .start_ms = stats_now_ms()};
  int code = EXIT_BAD_INPUT;
  desk.diag = diag_new(desk.names, stderr);
  desk.bp = bp_read(options->operands.at[1], desk.names, desk.diag);
  if (desk.bp)
    code = task->run(&desk);
  if (desk.bp && !print_statistics(&desk))
    code = EXIT_BAD_INPUT;
  bp_free(desk.bp);
  diag_free(desk.diag);
  interner_free(desk.names);
  return code;
}

int command_bp(const struct options *options) {
  uint32_t count = options->operands.count;
  const struct task *task = count ? find_task(options->operands.at[0]) : NULL;
  if (!task)
    return usage("what to do? `bp check`, `bp run`, `bp print` or `bp ctl`");
  if (count != task->operands)
    return usage(count < 2             ? "no input file"
                 : task->operands == 3 ? "a file and a formula are expected"
                                       : "one file is expected");
  if (!options_have_effect(options, "bp", task->name))
    return EXIT_USAGE;
  set_last_limits(options);
  return run_task(options, task);
}
