#include "cli/limits.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/exit_code.h"

static void on_alarm(int signal_number) {
  static const char text[] = "RESULT: unknown (time limit)\n";
  (void)signal_number;
  ssize_t written = write(STDOUT_FILENO, text, sizeof text - 1);
  _exit(written < 0 ? EXIT_INTERNAL : EXIT_UNKNOWN);
}

void limits_set(const struct options *options) {
  if (options->memlimit) {
    rlim_t bytes = (rlim_t)options->memlimit;
    setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
  }
  if (options->timeout_ms) {
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL,
              &(struct itimerval){
                  .it_value = {.tv_sec = options->timeout_ms / 1000,
                               .tv_usec = options->timeout_ms % 1000 * 1000}},
              NULL);
  }
}
