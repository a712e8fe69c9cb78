#include "base/offspring.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

bool file_send(int file, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size) {
    ssize_t done = write(file, at, size);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    at += done;
    size -= (size_t)done;
  }
  return true;
}

bool file_receive(int file, void *bytes, size_t size) {
  char *at = bytes;
  while (size) {
    ssize_t done = read(file, at, size);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    at += done;
    size -= (size_t)done;
  }
  return true;
}

// Nothing that the parent prints may be printed twice, and the limits are its
// own.
static void live(void (*work)(void *context, int in, int out), void *context,
                 int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
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

static bool listen_to(int file, const volatile int *stop1,
                      const volatile int *stop2, struct strbuf *answer) {
  enum { PATIENCE_MS = 50 };
  char buffer[4096];
  for (;;) {
    struct pollfd waiting = {.fd = file, .events = POLLIN};
    int ready = poll(&waiting, 1, PATIENCE_MS);
    if (*stop1 || *stop2)
      return false;
    if (ready <= 0)
      continue;
    ssize_t done = read(file, buffer, sizeof buffer);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return done == 0;
    strbuf_bytes(answer, buffer, (size_t)done);
  }
}

bool offspring_ask(struct offspring *offspring, const void *bytes, size_t size,
                   const volatile int *stop1, const volatile int *stop2,
                   struct strbuf *answer) {
  void (*before)(int) = signal(SIGPIPE, SIG_IGN);
  bool ok = file_send(offspring->in, bytes, size);
  signal(SIGPIPE, before);
  close(offspring->in);
  offspring->in = -1;
  return ok && listen_to(offspring->out, stop1, stop2, answer);
}

void offspring_end(struct offspring *offspring) {
  if (!offspring->process)
    return;
  kill(offspring->process, SIGKILL);
  while (waitpid(offspring->process, NULL, 0) < 0 && errno == EINTR)
    ;
  if (offspring->in >= 0)
    close(offspring->in);
  close(offspring->out);
  *offspring = (struct offspring){0};
}
