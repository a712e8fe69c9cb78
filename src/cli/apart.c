#include "cli/apart.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/memory.h"
#include "base/process.h"
#include "report/result_text.h"

// An answer on its way, followed by the texts of property, reason and vacuity.
struct message {
  enum verdict verdict;
  int code;
  bool is_lost;
  struct stats stats;
  uint32_t lengths[3];
};

static bool send_outcome(int file, const struct outcome *outcome) {
  const struct result *result = &outcome->result;
  const char *texts[3] = {name_text(result->names, result->property),
                          strbuf_text(&result->reason),
                          strbuf_text(&result->vacuity)};
  struct message message = {
      result->verdict, outcome->code, outcome->is_lost, result->stats, {0}};
  message.stats.peak_kb = stats_peak_kb();
  for (int i = 0; i < 3; i++)
    message.lengths[i] = (uint32_t)strlen(texts[i]);
  bool ok = file_send(file, &message, sizeof message);
  for (int i = 0; i < 3 && ok; i++)
    ok = file_send(file, texts[i], message.lengths[i]);
  return ok;
}

static bool receive_outcome(int file, struct outcome *outcome) {
  struct result *result = &outcome->result;
  struct message message;
  struct strbuf property = {0};
  struct strbuf *texts[3] = {&property, &result->reason, &result->vacuity};
  bool ok = file_receive(file, &message, sizeof message);
  for (int i = 0; i < 3 && ok; i++) {
    char *text = memory_new_zero(message.lengths[i] + 1, 1);
    ok = file_receive(file, text, message.lengths[i]);
    strbuf_clear(texts[i]);
    strbuf_add(texts[i], text);
    free(text);
  }
  if (ok) {
    result->verdict = message.verdict;
    result->property = intern(result->names, strbuf_text(&property));
    result->stats = message.stats;
    outcome->code = message.code;
    outcome->is_lost = message.is_lost;
  }
  strbuf_release(&property);
  return ok;
}

static void set_reason(struct outcome *outcome, const char *text) {
  strbuf_clear(&outcome->result.reason);
  strbuf_clear(&outcome->result.vacuity);
  strbuf_add(&outcome->result.reason, text);
}

// A process that ended without an answer: its watch gave up (watch.h), maybe
// after a violation, or it crashed.
static void take_status(struct outcome *outcome, int status) {
  bool is_exit = WIFEXITED(status);
  if (is_exit && WEXITSTATUS(status) == EXIT_FALSE)
    outcome->result.verdict = VERDICT_FALSE;
  else
    set_reason(outcome, !is_exit ? "internal error: the check crashed"
                        : WEXITSTATUS(status) == EXIT_UNKNOWN
                            ? "timeout, or interrupted, in a long step"
                            : "internal error: the check ended early");
}

// Ctrl-C is for the child. When we are gone it has nobody to answer to.
static void work(void (*question)(void *context, struct outcome *outcome),
                 void *context, struct outcome *outcome, int file) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGINT, SIG_DFL);
  question(context, outcome);
  fflush(NULL);
  _exit(send_outcome(file, outcome) ? EXIT_TRUE : EXIT_INTERNAL);
}

static void receive(int file, pid_t child, struct outcome *outcome,
                    struct stats *sum) {
  bool is_done = receive_outcome(file, outcome);
  int status = process_wait(child);
  if (is_done)
    stats_add(sum, &outcome->result.stats);
  else
    take_status(outcome, status);
}

void apart_run(void (*question)(void *context, struct outcome *outcome),
               void *context, struct outcome *outcome, struct stats *sum) {
  int ends[2];
  outcome->result.verdict = VERDICT_UNKNOWN;
  fflush(NULL);
  if (pipe(ends)) {
    set_reason(outcome, "no process for the check");
    return;
  }
  void (*before)(int) = signal(SIGINT, SIG_IGN);
  pid_t child = fork();
  if (child == 0)
    work(question, context, outcome, ends[1]);
  close(ends[1]);
  if (child > 0)
    receive(ends[0], child, outcome, sum);
  else
    set_reason(outcome, "no process for the check");
  close(ends[0]);
  signal(SIGINT, before);
}

int outcome_conclude(const struct outcome *outcome, struct text_style style,
                     FILE *out) {
  const struct result *result = &outcome->result;
  struct strbuf text = {0};
  verdict_print(result, style, &text);
  fputs(strbuf_text(&text), out);
  strbuf_release(&text);
  return outcome->is_lost
             ? EXIT_BAD_INPUT
             : verdict_exit_code(result->verdict, result->vacuity.length);
}
