#include "cli/conform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/memory.h"
#include "check/conformance.h"
#include "check/dependency.h"
#include "cli/apart.h"
#include "cli/many.h"
#include "cli/request.h"
#include "cli/spec_session.h"
#include "report/result_text.h"

VEC_DEFINE(result_vec, struct result);

struct campaign {
  struct spec_session spec;
  struct session *session;
  const struct target_rules *rules; // of the function that --function names
  struct dependencies dependencies;
  struct spec_check_vec checks; // to be done; their bitsets are borrowed
  struct result_vec results;    // of those that were
  struct item *items;           // of the checks that nobody wrote
  struct bitset kept;           // functions that --keep names
  struct outcome sum;
};

// ---- Limits -----------------------------------------------------------------

// A limit of the whole run for one of the checks that are left: what others did
// not use is there for those that come later. False when nothing is left.
static bool share_of(int64_t whole, uint64_t used, uint32_t checks,
                     int64_t *share) {
  if (!whole)
    return true;
  int64_t left = whole - (int64_t)used;
  *share = left / checks > 0 ? left / checks : 1;
  return left > 0;
}

// The processor time of a process that is yet to be made counts from there.
static bool set_limits(struct campaign *campaign, uint32_t checks,
                       bool is_forked) {
  struct session *session = campaign->session;
  const struct options *options = session->options;
  uint64_t cpu = stats_cpu_ms();
  bool is_left =
      share_of(options->timeout_ms, stats_now_ms() - session->start_ms, checks,
               &session->timeout_ms) &&
      share_of(options->cpu_timeout_ms, cpu, checks, &session->cpu_timeout_ms);
  if (options->cpu_timeout_ms && !is_forked)
    session->cpu_timeout_ms += (int64_t)cpu;
  if (options->timeout_each_ms &&
      (!options->timeout_ms || options->timeout_each_ms < session->timeout_ms))
    session->timeout_ms = options->timeout_each_ms;
  return is_left;
}

// ---- One check --------------------------------------------------------------

// In a process of its own, if there are several.
struct errand {
  struct campaign *campaign;
  const struct spec_check *check;
};

static void run_check(void *context, struct outcome *outcome) {
  const struct errand *errand = context;
  struct campaign *campaign = errand->campaign;
  struct session *session = campaign->session;
  struct spec *spec = campaign->spec.spec;
  bool is_only = campaign->checks.count == 1;
  struct request request = {
      .session = session,
      .demand = {.spec = spec,
                 .check = errand->check,
                 .certificate = session->certificate},
      .solver = is_only ? spec->solver : NULL, // a fork has not its thread
      .outcome = outcome};
  request.demand.component.rules = *campaign->rules;
  if (session->options->kept)
    request.demand.component.kept = &campaign->kept;
  if (!is_only)
    session->stats = (struct stats){0};
  request_watch(&request);
  request_ask(&request);
  request_report(&request);
}

// ---- Which of them ----------------------------------------------------------

static bool is_asked(const struct campaign *campaign,
                     const struct spec_check *check) {
  const char *only = campaign->session->options->check;
  return !only ||
         !strcmp(only, name_text(campaign->session->names, check->name));
}

static bool is_owed(const struct campaign *campaign,
                    const struct spec_proc *proc) {
  return !proc->is_assumed && proc->procedure.id &&
         program_procedure(campaign->session->program, proc->procedure)
             ->is_defined;
}

static bool is_own(const struct spec_check *check) {
  return check->item->check.goal == GOAL_PROC;
}

// The check of a procedure against its abstraction, written or not.
static struct spec_check own_check(struct campaign *campaign, uint32_t number) {
  const struct spec *spec = campaign->spec.spec;
  const struct spec_proc *proc = &spec->procs.at[number];
  for (uint32_t i = 0; i < spec->checks.count; i++)
    if (is_own(&spec->checks.at[i]) && spec->checks.at[i].proc == number)
      return spec->checks.at[i];
  struct item *item = &campaign->items[number];
  *item = (struct item){
      .kind = ITEM_CHECK, .name = proc->name, .position = proc->item->position};
  item->check = (struct check_syntax){.subject = proc->name,
                                      .subject_position = proc->item->position,
                                      .goal = GOAL_PROC};
  return (struct spec_check){.item = item,
                             .name = proc->name,
                             .subject = SUBJECT_FUNCTION,
                             .procedure = proc->procedure,
                             .proc = number,
                             .process = SPEC_NONE};
}

// The function that --function names: its assertions, and what the options ask.
// False after a complaint.
static bool choose_function(struct campaign *campaign) {
  struct session *session = campaign->session;
  const struct spec *spec = campaign->spec.spec;
  if (!session->program) {
    diag_file(session->diag, SEVERITY_ERROR, NULL, "no input file");
    return false;
  }
  const struct procedure *procedure =
      session_function_called(session, session->options->function, true);
  if (!procedure)
    return false;
  struct item *item = &campaign->items[spec->procs.count];
  *item = (struct item){.kind = ITEM_CHECK, .name = procedure->name};
  item->check = (struct check_syntax){.subject = procedure->name,
                                      .goal = GOAL_ASSERTIONS};
  spec_check_vec_push(&campaign->checks,
                      (struct spec_check){.item = item,
                                          .name = procedure->name,
                                          .subject = SUBJECT_FUNCTION,
                                          .procedure = procedure->self,
                                          .proc = SPEC_NONE,
                                          .process = SPEC_NONE});
  return true;
}

// With --all, what others rest on comes first.
static void choose_checks(struct campaign *campaign) {
  const struct spec *spec = campaign->spec.spec;
  bool all = campaign->session->options->all;
  for (uint32_t i = 0; all && i < campaign->dependencies.order.count; i++) {
    uint32_t number = campaign->dependencies.order.at[i];
    if (is_owed(campaign, &spec->procs.at[number]))
      spec_check_vec_push(&campaign->checks, own_check(campaign, number));
  }
  for (uint32_t i = 0; i < spec->checks.count; i++)
    if (is_asked(campaign, &spec->checks.at[i]) &&
        !(all && is_own(&spec->checks.at[i])))
      spec_check_vec_push(&campaign->checks, spec->checks.at[i]);
}

// ---- All of them ------------------------------------------------------------

static const char *as_expected(enum expectation expectation,
                               enum verdict verdict) {
  if (expectation == EXPECT_NOTHING || verdict == VERDICT_UNKNOWN)
    return "";
  bool fails = verdict == VERDICT_FALSE;
  return fails == (expectation == EXPECT_FAILS) ? ", as expected"
                                                : ", NOT as expected";
}

static void tell(struct campaign *campaign, const struct spec_check *check,
                 const struct result *result) {
  struct strbuf text = {0};
  const char *name = name_text(campaign->session->names, check->name);
  strbuf_format(&text, "check %s: ", name);
  conformance_print(campaign->spec.spec, check, &text);
  strbuf_add(&text, ": ");
  verdict_print_inline(result, &text);
  strbuf_add(&text,
             as_expected(check->item->check.expectation, result->verdict));
  fprintf(request_stream(campaign->session->options), "%s\n",
          strbuf_text(&text));
  strbuf_release(&text);
}

// ---- What rests on what -----------------------------------------------------

static void tell_names(const struct campaign *campaign, const char *before,
                       const struct bitset *procs, const char *after) {
  const struct spec *spec = campaign->spec.spec;
  const char *between = before;
  BITSET_EACH (i, procs) {
    printf("%s%s", between, name_text(spec->names, spec->procs.at[i].name));
    between = ", ";
  }
  if (between != before)
    fputs(after, stdout);
}

// Those that another proof rests on and that do not hold, as far as is known.
static void find_shaky(const struct campaign *campaign,
                       const struct bitset *needed, struct bitset *shaky) {
  for (uint32_t i = 0; i < campaign->checks.count; i++) {
    const struct spec_check *check = &campaign->checks.at[i];
    if (is_own(check) && bitset_has(needed, check->proc) &&
        campaign->results.at[i].verdict != VERDICT_TRUE)
      bitset_add(shaky, check->proc);
  }
}

static void tell_proof(const struct campaign *campaign,
                       const struct spec_check *check, enum verdict verdict) {
  const struct bitset *needed = &campaign->dependencies.rests_on[check->proc];
  const char *word = verdict == VERDICT_TRUE    ? "proved"
                     : verdict == VERDICT_FALSE ? "fails"
                                                : "unknown";
  printf("%-12s %s", word, name_text(campaign->session->names, check->name));
  tell_names(campaign, ", resting on ", needed, "");
  struct bitset shaky = {0};
  find_shaky(campaign, needed, &shaky);
  tell_names(campaign, "; NOT proved: ", &shaky, "");
  bitset_release(&shaky);
  puts("");
}

// Each group of procedures that rest on each other, once.
static void tell_circles(const struct campaign *campaign) {
  const struct dependencies *dependencies = &campaign->dependencies;
  uint32_t count = campaign->spec.spec->procs.count;
  for (uint32_t i = 0; i < count; i++) {
    struct bitset circle = {0};
    bool is_first = dependencies_is_circular(dependencies, i);
    for (uint32_t k = 0; is_first && k < count; k++)
      if (dependencies_are_mutual(dependencies, i, k)) {
        bitset_add(&circle, k);
        is_first &= k >= i;
      }
    if (is_first)
      tell_names(campaign, "circular     ", &circle,
                 ": proved from each other; that is sound for traces, by the "
                 "depth of calls, and says nothing about termination\n");
    bitset_release(&circle);
  }
}

static void tell_assumed(const struct campaign *campaign) {
  const struct spec *spec = campaign->spec.spec;
  struct bitset assumed = {0};
  for (uint32_t i = 0; i < spec->procs.count; i++) {
    bool is_needed = false;
    for (uint32_t k = 0; k < spec->procs.count && !is_needed; k++)
      is_needed = bitset_has(&campaign->dependencies.rests_on[k], i);
    if (is_needed && !is_owed(campaign, &spec->procs.at[i]))
      bitset_add(&assumed, i);
  }
  tell_names(campaign, "only assumed ", &assumed, "\n");
  bitset_release(&assumed);
}

static void tell_modular(const struct campaign *campaign) {
  puts("what rests on what:");
  for (uint32_t i = 0; i < campaign->checks.count; i++)
    if (is_own(&campaign->checks.at[i]))
      tell_proof(campaign, &campaign->checks.at[i],
                 campaign->results.at[i].verdict);
  tell_circles(campaign);
  tell_assumed(campaign);
}

static int complain_none(const struct campaign *campaign) {
  const char *only = campaign->session->options->check;
  diag_file(campaign->session->diag, SEVERITY_ERROR, NULL,
            "the specification has no check%s%s", only ? " " : "",
            only ? only : "");
  return EXIT_BAD_INPUT;
}

// Checks of processes need no C.
static bool lacks_program(const struct campaign *campaign) {
  bool needs_program = campaign->session->options->all;
  for (uint32_t i = 0; i < campaign->checks.count; i++)
    needs_program |= campaign->checks.at[i].subject != SUBJECT_PROCESS;
  if (!needs_program || campaign->session->program)
    return false;
  diag_file(campaign->session->diag, SEVERITY_ERROR, NULL, "no input file");
  return true;
}

static void run_one(struct campaign *campaign, uint32_t i) {
  const struct spec_check *check = &campaign->checks.at[i];
  struct session *session = campaign->session;
  bool is_forked = campaign->checks.count > 1;
  struct errand errand = {campaign, check};
  struct outcome outcome = {.result = {.names = session->names}};
  if (!set_limits(campaign, campaign->checks.count - i, is_forked)) {
    outcome.result.verdict = VERDICT_UNKNOWN;
    strbuf_add(&outcome.result.reason, "timeout before it began");
  } else if (is_forked) {
    apart_run(run_check, &errand, &outcome, &session->stats);
  } else {
    run_check(&errand, &outcome);
  }
  tell(campaign, check, &outcome.result);
  result_add_expected(&campaign->sum.result, &outcome.result,
                      name_text(session->names, check->name),
                      check->item->check.expectation == EXPECT_FAILS);
  campaign->sum.is_lost |= outcome.is_lost;
  result_vec_push(&campaign->results, outcome.result);
}

static int run_function(struct campaign *campaign) {
  struct session *session = campaign->session;
  struct errand errand = {campaign, &campaign->checks.at[0]};
  struct outcome outcome = {.result = {.names = session->names}};
  set_limits(campaign, 1, false);
  run_check(&errand, &outcome);
  int code = outcome_conclude(&outcome, request_style(session->options),
                              request_stream(session->options));
  result_release(&outcome.result);
  return code;
}

static int conclude(struct campaign *campaign) {
  if (campaign->session->options->all)
    tell_modular(campaign);
  return outcome_conclude(&campaign->sum,
                          request_style(campaign->session->options),
                          request_stream(campaign->session->options));
}

// Each with its part of what is written.
static int run_many(struct campaign *campaign) {
  struct session *session = campaign->session;
  const struct options *options = session->options;
  struct many many;
  int code = EXIT_USAGE;
  if (many_init(&many, options, session->diag)) {
    for (uint32_t i = 0; i < campaign->checks.count; i++) {
      session->options = many_next(&many, campaign->checks.at[i].name);
      run_one(campaign, i);
    }
    session->options = options;
    bool is_written = many_write(&many, &campaign->sum.result, session->diag);
    code = conclude(campaign);
    code = is_written ? code : EXIT_BAD_INPUT;
  }
  many_release(&many);
  return code;
}

static int run_all(struct campaign *campaign) {
  if (campaign->session->options->function)
    return choose_function(campaign) ? run_function(campaign) : EXIT_BAD_INPUT;
  choose_checks(campaign);
  if (!campaign->checks.count)
    return complain_none(campaign);
  if (lacks_program(campaign))
    return EXIT_USAGE;
  if (campaign->checks.count > 1)
    return run_many(campaign);
  run_one(campaign, 0);
  return conclude(campaign);
}

static int run_campaign(struct campaign *campaign) {
  const struct spec *spec = campaign->spec.spec;
  dependencies_init(&campaign->dependencies, spec);
  campaign->items =
      memory_new_zero(spec->procs.count + 1, sizeof *campaign->items);
  int code = run_all(campaign);
  free(campaign->items);
  dependencies_release(&campaign->dependencies);
  spec_check_vec_release(&campaign->checks);
  for (uint32_t i = 0; i < campaign->results.count; i++)
    result_release(&campaign->results.at[i]);
  result_vec_release(&campaign->results);
  result_release(&campaign->sum.result);
  return code;
}

int conform(struct session *session, struct spec_source specification,
            const struct target_rules *rules, const char *const *files,
            uint32_t count) {
  struct campaign campaign = {
      .session = session,
      .rules = rules,
      .sum.result = {.names = session->names, .verdict = VERDICT_TRUE}};
  int code =
      spec_session_init(&campaign.spec, session, specification, files, count);
  if (code == EXIT_TRUE && session->program &&
      !session_kept(session, &campaign.kept))
    code = EXIT_BAD_INPUT;
  if (code == EXIT_TRUE)
    code = run_campaign(&campaign);
  bitset_release(&campaign.kept);
  spec_session_release(&campaign.spec);
  return code;
}
