#include "project/runner.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

struct crew {
  const struct runner *runner;
  pid_t *children; // by place; 0: free
  uint32_t *works;
  uint32_t running;
};

static int64_t milliseconds(struct timeval t) {
  return (int64_t)t.tv_sec * 1000 + t.tv_usec / 1000;
}

// A child has a group of its own, so that whatever it starts ends with it, and
// ends when we are gone.
static void set_apart(void) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

// True in the child.
static bool start(struct crew *crew, uint32_t number) {
  uint32_t place = 0;
  while (crew->children[place])
    place++;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    set_apart();
    return true;
  }
  if (child < 0) {
    struct ending ending = {.status = -1};
    crew->runner->ended(crew->runner->context, number, &ending);
    return false;
  }
  setpgid(child, child);
  crew->children[place] = child;
  crew->works[place] = number;
  crew->running++;
  return false;
}

static void take(struct crew *crew, uint32_t place, int status,
                 const struct rusage *usage) {
  struct ending ending = {
      status, milliseconds(usage->ru_utime) + milliseconds(usage->ru_stime),
      usage->ru_maxrss};
  kill(-crew->children[place], SIGKILL); // what it left behind
  crew->children[place] = 0;
  crew->running--;
  crew->runner->ended(crew->runner->context, crew->works[place], &ending);
}

// True when one of them has ended.
static bool reap(struct crew *crew) {
  bool found = false;
  for (uint32_t i = 0; i < crew->runner->jobs; i++) {
    int status;
    struct rusage usage;
    if (crew->children[i] &&
        wait4(crew->children[i], &status, WNOHANG, &usage) > 0) {
      take(crew, i, status, &usage);
      found = true;
    }
  }
  return found;
}

static void stop(struct crew *crew) {
  for (uint32_t i = 0; i < crew->runner->jobs; i++)
    if (crew->children[i]) {
      kill(-crew->children[i], SIGKILL);
      while (waitpid(crew->children[i], NULL, 0) < 0 && errno == EINTR)
        ;
    }
}

static void rest(void) {
  enum { REST_NS = 5000000 };
  nanosleep(&(struct timespec){.tv_nsec = REST_NS}, NULL);
}

// As many as there is room for. True in a child.
static bool start_some(struct crew *crew, bool *has_more, uint32_t *work) {
  const struct runner *runner = crew->runner;
  while (*has_more && crew->running < runner->jobs &&
         (*has_more = runner->next(runner->context, work)))
    if (start(crew, *work))
      return true;
  return false;
}

static bool run_crew(struct crew *crew, uint32_t *work) {
  const struct runner *runner = crew->runner;
  bool has_more = true, is_over = false;
  while (!is_over && (has_more || crew->running)) {
    if (start_some(crew, &has_more, work))
      return true;
    if (!reap(crew))
      rest();
    if (runner->tick)
      runner->tick(runner->context, crew->running);
    is_over = runner->is_over && runner->is_over(runner->context);
  }
  stop(crew);
  return false;
}

bool runner_fork(const struct runner *runner, uint32_t *work) {
  struct crew crew = {
      .runner = runner,
      .children = memory_new_zero(runner->jobs, sizeof *crew.children),
      .works = memory_new_zero(runner->jobs, sizeof *crew.works)};
  bool is_child = run_crew(&crew, work);
  free(crew.children);
  free(crew.works);
  return is_child;
}

void runner_run(const struct runner *runner) {
  uint32_t work;
  if (!runner_fork(runner, &work))
    return;
  int code = runner->run(runner->context, work);
  fflush(NULL);
  _exit(code);
}
