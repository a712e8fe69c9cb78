#include "cli/apart.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_code.h"

void outcome_text(char *into, size_t room, const char *text) {
  snprintf(into, room, "%s", text);
}

// A process that ended without an outcome: its watch gave up (watch.h), maybe
// after a violation, or it crashed.
static void take_status(struct outcome *outcome, int status) {
  bool is_exit = WIFEXITED(status);
  if (is_exit && WEXITSTATUS(status) == EXIT_FALSE) {
    outcome->verdict = VERDICT_FALSE;
    return;
  }
  outcome_text(outcome->reason, sizeof outcome->reason,
               !is_exit ? "internal error: the check crashed"
               : WEXITSTATUS(status) == EXIT_UNKNOWN
                   ? "timeout, or interrupted, in a long step"
                   : "internal error: the check ended early");
}

// Ctrl-C is for the child. When we are gone it has nobody to answer to.
static void answer(void (*question)(void *context, struct outcome *outcome),
                   void *context, int file) {
  struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGINT, SIG_DFL);
  question(context, &outcome);
  outcome.stats.peak_kb = stats_peak_kb();
  fflush(NULL);
  ssize_t sent = write(file, &outcome, sizeof outcome);
  _exit(sent == (ssize_t)sizeof outcome ? EXIT_TRUE : EXIT_INTERNAL);
}

static void receive(int file, pid_t child, struct outcome *outcome,
                    struct stats *sum) {
  struct outcome received;
  bool is_done =
      read(file, &received, sizeof received) == (ssize_t)sizeof received;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    ;
  if (!is_done) {
    take_status(outcome, status);
    return;
  }
  *outcome = received;
  stats_add(sum, &received.stats);
}

void apart_run(void (*question)(void *context, struct outcome *outcome),
               void *context, struct outcome *outcome, struct stats *sum) {
  int ends[2];
  *outcome = (struct outcome){.verdict = VERDICT_UNKNOWN,
                              .reason = "no process for the check"};
  fflush(NULL);
  if (pipe(ends))
    return;
  void (*before)(int) = signal(SIGINT, SIG_IGN);
  pid_t child = fork();
  if (child == 0)
    answer(question, context, ends[1]);
  close(ends[1]);
  if (child > 0)
    receive(ends[0], child, outcome, sum);
  close(ends[0]);
  signal(SIGINT, before);
}

int outcome_result(const struct outcome *outcome, FILE *out) {
  switch (outcome->verdict) {
  case VERDICT_TRUE:
    if (*outcome->vacuity)
      fprintf(out, "RESULT: true (vacuous: %s)\n", outcome->vacuity);
    else
      fprintf(out, "RESULT: true\n");
    break;
  case VERDICT_FALSE:
    fprintf(out, "RESULT: false(%s)\n", outcome->property);
    break;
  case VERDICT_UNKNOWN:
    fprintf(out, "RESULT: unknown (%s)\n", outcome->reason);
    break;
  }
  return outcome->is_lost
             ? EXIT_BAD_INPUT
             : verdict_exit_code(outcome->verdict, *outcome->vacuity);
}
