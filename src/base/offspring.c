#include "base/offspring.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/stats.h"

// What the parent does at its end is not for the child, also if a library ends
// it.
static void leave(void) {
  _exit(1);
}

// Nothing that the parent prints may be printed twice, and the limits are its
// own.
static void live(void (*work)(void *context, int in, int out), void *context,
                 int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  atexit(leave);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGALRM, SIG_IGN);
  signal(SIGSEGV, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGABRT, SIG_DFL);
  int nowhere = fileno(stderr);
  FILE *null = fopen("/dev/null", "r+");
  if (null) {
    dup2(fileno(null), STDOUT_FILENO);
    dup2(fileno(null), nowhere);
  }
  work(context, in, out);
  _exit(0);
}

bool offspring_start(struct offspring *offspring,
                     void (*work)(void *context, int in, int out),
                     void *context) {
  int down[2], up[2];
  *offspring = (struct offspring){0};
  if (pipe(down))
    return false;
  if (pipe(up)) {
    close(down[0]);
    close(down[1]);
    return false;
  }
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    close(down[1]);
    close(up[0]);
    live(work, context, down[0], up[1]);
  }
  close(down[0]);
  close(up[1]);
  *offspring = (struct offspring){child, down[1], up[0]};
  if (child > 0)
    return true;
  close(down[1]);
  close(up[0]);
  offspring->process = 0;
  return false;
}

bool offspring_ask(struct offspring *offspring, const void *bytes, size_t size,
                   struct poll poll, struct strbuf *answer) {
  void (*before)(int) = signal(SIGPIPE, SIG_IGN);
  bool ok = file_send(offspring->in, bytes, size);
  signal(SIGPIPE, before);
  close(offspring->in);
  offspring->in = -1;
  stats_count_child(offspring->process);
  ok = ok && file_hear(offspring->out, poll, answer);
  stats_count_child(0);
  return ok;
}

void offspring_end(struct offspring *offspring) {
  if (!offspring->process)
    return;
  kill(offspring->process, SIGKILL);
  process_wait(offspring->process);
  if (offspring->in >= 0)
    close(offspring->in);
  close(offspring->out);
  *offspring = (struct offspring){0};
}
