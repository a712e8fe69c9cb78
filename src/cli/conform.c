#include "cli/conform.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "cli/request.h"
#include "cli/spec_session.h"
#include "cli/watch.h"

// What came of a check, as it travels from the process that did it.
struct outcome {
  enum verdict verdict;
  bool is_vacuous;  // true, and no action of the specification can occur
  char reason[400]; // of unknown
  struct stats stats;
};

struct campaign {
  struct spec_session spec;
  struct session *session;
  uint32_t met, missed, open; // checks as expected, not, and undecided
  char first_missed[200];     // the name of the first one
  char first_reason[400];     // of the first that is open
};

// ---- One check --------------------------------------------------------------

static void search(struct campaign *campaign, const struct spec_check *check,
                   struct request *request, struct conformance *conformance) {
  struct strbuf why = {0};
  request->conformance = conformance;
  if (conformance_init(conformance, campaign->session->program,
                       campaign->spec.spec, check, &request->options, &why))
    request_check(request);
  else
    request_refuse(request, strbuf_text(&why));
  strbuf_release(&why);
}

// After a proof: what of the specification can never happen. True when nothing
// of it can.
static bool tell_usage(struct campaign *campaign,
                       const struct spec_check *check,
                       const struct request *request,
                       const struct conformance *conformance) {
  struct spec *spec = campaign->spec.spec;
  const struct spec_lts_vec *systems =
      &conformance->obligation.specifications;
  bool is_single = systems->count == 1;
  fflush(request->text);
  spec_report_usage(spec, check, is_single ? systems->at[0] : NULL,
                    &request->usage.spec);
  return is_single &&
         spec_is_vacuous(spec, check, &request->usage.performed);
}

static void run_check(struct campaign *campaign,
                      const struct spec_check *check, struct outcome *outcome) {
  struct request request = {.session = campaign->session};
  struct conformance conformance;
  request_watch(&request);
  search(campaign, check, &request, &conformance);
  watch_end();
  request_report(&request);
  bool is_vacuous = request.verdict == VERDICT_TRUE &&
                    tell_usage(campaign, check, &request, &conformance);
  *outcome = (struct outcome){.verdict = request.verdict,
                              .is_vacuous = is_vacuous,
                              .stats = campaign->session->stats};
  snprintf(outcome->reason, sizeof outcome->reason, "%s",
           strbuf_text(&request.reason));
  request_release(&request);
  conformance_release(&conformance);
}

// In a process of its own.
static void fork_check(struct campaign *campaign,
                       const struct spec_check *check,
                       struct outcome *outcome) {
  int ends[2];
  fflush(NULL);
  pid_t child = pipe(ends) ? -1 : fork();
  if (child == 0) {
    run_check(campaign, check, outcome);
    fflush(NULL);
    ssize_t sent = write(ends[1], outcome, sizeof *outcome);
    _exit(sent == (ssize_t)sizeof *outcome ? EXIT_TRUE : EXIT_INTERNAL);
  }
  *outcome = (struct outcome){.verdict = VERDICT_UNKNOWN,
                              .reason = "the check ended abnormally"};
  if (child < 0)
    return;
  close(ends[1]);
  struct outcome received;
  if (read(ends[0], &received, sizeof received) == (ssize_t)sizeof received)
    *outcome = received;
  close(ends[0]);
  waitpid(child, NULL, 0);
}

// ---- All of them ------------------------------------------------------------

static bool is_asked(const struct campaign *campaign,
                     const struct spec_check *check) {
  const char *only = campaign->session->options->check;
  return !only || !strcmp(only, name_text(campaign->session->names,
                                          check->name));
}

static const char *as_expected(enum expectation expectation,
                               enum verdict verdict) {
  if (expectation == EXPECT_NOTHING || verdict == VERDICT_UNKNOWN)
    return "";
  bool fails = verdict == VERDICT_FALSE;
  return fails == (expectation == EXPECT_FAILS) ? ", as expected"
                                                : ", NOT as expected";
}

static void count(struct campaign *campaign, const struct spec_check *check,
                  const struct outcome *outcome) {
  bool wants_false = check->item->check.expectation == EXPECT_FAILS;
  const char *name = name_text(campaign->session->names, check->name);
  if (outcome->verdict == VERDICT_UNKNOWN) {
    if (!campaign->open++)
      snprintf(campaign->first_reason, sizeof campaign->first_reason, "%s",
               outcome->reason);
  } else if ((outcome->verdict == VERDICT_FALSE) == wants_false) {
    campaign->met++;
  } else if (!campaign->missed++) {
    snprintf(campaign->first_missed, sizeof campaign->first_missed, "%s", name);
  }
}

static void tell(struct campaign *campaign, const struct spec_check *check,
                 const struct outcome *outcome) {
  struct strbuf text = {0};
  conformance_print(campaign->spec.spec, check, &text);
  printf("check %s: %s: %s", name_text(campaign->session->names, check->name),
         strbuf_text(&text), verdict_name(outcome->verdict));
  if (outcome->is_vacuous)
    printf(" (vacuous): no action of the specification can occur");
  if (outcome->verdict == VERDICT_UNKNOWN)
    printf(" (%s)", outcome->reason);
  puts(as_expected(check->item->check.expectation, outcome->verdict));
  strbuf_release(&text);
}

static int conclude(const struct campaign *campaign) {
  if (campaign->missed) {
    printf("RESULT: false(%s)\n", campaign->first_missed);
    return EXIT_FALSE;
  }
  if (campaign->open) {
    printf("RESULT: unknown (%s)\n", campaign->first_reason);
    return EXIT_UNKNOWN;
  }
  puts("RESULT: true");
  return EXIT_TRUE;
}

static int run_all(struct campaign *campaign) {
  const struct spec_check_vec *checks = &campaign->spec.spec->checks;
  uint32_t asked = 0;
  for (uint32_t i = 0; i < checks->count; i++)
    asked += is_asked(campaign, &checks->at[i]);
  if (!asked) {
    diag_file(campaign->session->diag, SEVERITY_ERROR, NULL,
              "the specification has no %scheck%s%s",
              campaign->session->options->check ? "such " : "",
              campaign->session->options->check ? " " : "",
              campaign->session->options->check
                  ? campaign->session->options->check
                  : "");
    return EXIT_BAD_INPUT;
  }
  for (uint32_t i = 0; i < checks->count; i++) {
    if (!is_asked(campaign, &checks->at[i]))
      continue;
    struct outcome outcome;
    if (asked == 1)
      run_check(campaign, &checks->at[i], &outcome);
    else
      fork_check(campaign, &checks->at[i], &outcome);
    tell(campaign, &checks->at[i], &outcome);
    count(campaign, &checks->at[i], &outcome);
  }
  return conclude(campaign);
}

int conform(struct session *session, const char *specification,
            const char *const *files, uint32_t count) {
  struct campaign campaign = {.session = session};
  int code = spec_session_init(&campaign.spec, session, specification, files,
                               count);
  if (code == EXIT_TRUE && !session->program) {
    diag_file(session->diag, SEVERITY_ERROR, NULL, "no input file");
    code = EXIT_USAGE;
  }
  if (code == EXIT_TRUE)
    code = run_all(&campaign);
  spec_session_release(&campaign.spec);
  return code;
}
