#include "cli/watch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/memory.h"
#include "base/stats.h"

enum {
  TICK_MS = 100,
  GRACE_MS = 2000,
  IDLE_GRACE_MS = 60000,
  MARGIN_MS = 1000,
  OVERRUN_MS = 300, // of processor time
  LINE_MS = 500,
  PLAIN_MS = 10000
};

volatile sig_atomic_t watch_is_interrupted;
volatile sig_atomic_t watch_is_out_of_time;

// A signal handler has no context but this.
static struct {
  struct watch_options options;
  struct progress *progress;
  uint64_t start_ms;
  uint64_t next_line_ms;
  volatile uint64_t deadline_ms;     // after which there is no grace; 0: none
  volatile uint64_t cpu_deadline_ms; // the same of processor time
  const char *volatile reason;       // of the end
  const char *volatile partial;
  volatile int code; // that goes with it; 0: none
  char *volatile json_start, *volatile json_rest;
  bool is_terminal;
  bool has_line; // on the terminal
} watch;

// Output without stdio, which is not allowed in a handler

static void put(int file, const char *text) {
  size_t left = strlen(text);
  while (left) {
    ssize_t written = write(file, text, left);
    if (written <= 0)
      return;
    text += written;
    left -= (size_t)written;
  }
}

struct line {
  char text[200];
  size_t length;
};

static void line_add(struct line *line, const char *text) {
  for (; *text && line->length + 1 < sizeof line->text; text++)
    line->text[line->length++] = *text;
  line->text[line->length] = '\0';
}

static void line_number(struct line *line, uint64_t number, const char *unit) {
  char digits[24], *next = digits + sizeof digits - 1;
  *next = '\0';
  do
    *--next = (char)('0' + number % 10);
  while (number /= 10);
  line_add(line, next);
  line_add(line, unit);
}

static void clear_line(void) {
  if (watch.has_line)
    put(STDERR_FILENO, "\r\033[K");
  watch.has_line = false;
}

static uint64_t solver_calls(const struct progress *progress) {
  const struct solver_counts *counts = progress->solver;
  uint64_t sum = 0;
  for (int i = 0; counts && i < PURPOSE_COUNT; i++)
    sum += counts->checks[i];
  return sum;
}

static void show_progress(uint64_t now_ms) {
  const struct progress *progress = watch.progress;
  struct line line = {0};
  if (watch.is_terminal)
    line_add(&line, "\r\033[K");
  line_add(&line, "[");
  line_add(&line, progress->phase ? progress->phase : "loading");
  line_add(&line, "] iteration ");
  line_number(&line, progress->iteration, ", ");
  line_number(&line, progress->predicates, " predicates, ");
  line_number(&line, progress->states, " steps, ");
  line_number(&line, solver_calls(progress), " solver calls, ");
  line_number(&line, (now_ms - watch.start_ms) / 1000, " s");
  if (!watch.is_terminal)
    line_add(&line, "\n");
  put(STDERR_FILENO, line.text);
  watch.has_line = watch.is_terminal;
  watch.next_line_ms = now_ms + (watch.is_terminal ? LINE_MS : PLAIN_MS);
}

// Ends

static void put_json(const char *reason) {
  const char *path = watch.options.json;
  if (!path || !watch.json_start)
    return;
  int file = strcmp(path, "-") ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666)
                               : STDOUT_FILENO;
  if (file < 0)
    return;
  put(file, watch.json_start);
  put(file, *watch.json_rest ? reason : "");
  put(file, watch.json_rest);
}

// The buffers of stdio are lost, and so is nothing: whoever prints flushes.
static void give_up(const char *reason, int code) {
  int file = watch.options.text;
  clear_line();
  put_json(reason);
  if (watch.partial)
    put(file, watch.partial);
  if (watch.partial && watch.code)
    _exit(watch.code);
  put(file, "RESULT: unknown (");
  put(file, reason);
  put(file, ")\n");
  _exit(code);
}

static struct solver *running_solver(void) {
  return watch.progress ? watch.progress->running : NULL;
}

static void ask_to_end(const char *reason, volatile sig_atomic_t *flag,
                       uint64_t deadline_ms) {
  if (flag)
    *flag = 1;
  if (!watch.reason) {
    watch.reason = reason;
    watch.cpu_deadline_ms = stats_cpu_ms() + GRACE_MS;
    watch.deadline_ms = deadline_ms;
  }
  struct solver *running = running_solver();
  if (running)
    solver_interrupt(running);
}

// The search is asked to end somewhat early, so that everything is over when
// the time is.
static uint64_t early_ms(int64_t timeout_ms) {
  uint64_t tenth = (uint64_t)timeout_ms / 10;
  return (uint64_t)timeout_ms - (tenth < MARGIN_MS ? tenth : MARGIN_MS);
}

static bool is_out_of_time(uint64_t now_ms) {
  const struct watch_options *options = &watch.options;
  return (options->timeout_ms &&
          now_ms >= watch.start_ms + early_ms(options->timeout_ms)) ||
         (options->cpu_timeout_ms &&
          stats_cpu_ms() >= early_ms(options->cpu_timeout_ms));
}

// The end of the time, at the latest.
static uint64_t deadline_ms(uint64_t now_ms) {
  uint64_t end = watch.start_ms + (uint64_t)watch.options.timeout_ms;
  bool is_near = watch.options.timeout_ms && end < now_ms + GRACE_MS;
  return is_near ? end : now_ms + GRACE_MS;
}

// Whoever asked for a limit of processor time gets so much of it as grace, if
// there is any to be had; but no more than the limit.
static bool is_out_of_grace(uint64_t now_ms) {
  uint64_t limit_ms = (uint64_t)watch.options.cpu_timeout_ms;
  if (!watch.deadline_ms)
    return false;
  if (limit_ms && stats_cpu_ms() > limit_ms + OVERRUN_MS)
    return true;
  return now_ms > watch.deadline_ms &&
         (!limit_ms || stats_cpu_ms() > watch.cpu_deadline_ms ||
          now_ms > watch.deadline_ms + IDLE_GRACE_MS);
}

static void on_tick(int signal_number) {
  (void)signal_number;
  const struct watch_options *options = &watch.options;
  uint64_t now = stats_now_ms();
  if (is_out_of_grace(now))
    give_up(watch.reason, EXIT_UNKNOWN);
  if (!watch_is_out_of_time && is_out_of_time(now))
    ask_to_end("timeout", &watch_is_out_of_time, deadline_ms(now));
  // The engines poll the memory limit themselves; this is for a long query.
  if (options->memlimit_kb && !watch.reason &&
      stats_peak_kb() > options->memlimit_kb)
    ask_to_end("memory limit", NULL, deadline_ms(now));
  if (options->shows_progress && now >= watch.next_line_ms)
    show_progress(now);
}

static void on_interrupt(int signal_number) {
  (void)signal_number;
  if (watch_is_interrupted) // twice: at once
    give_up("interrupted", EXIT_UNKNOWN);
  ask_to_end("interrupted", &watch_is_interrupted, stats_now_ms() + GRACE_MS);
}

// Z3's Horn engine has been seen to crash. That is no verdict.
static void on_crash(int signal_number) {
  (void)signal_number;
  give_up("internal error", EXIT_INTERNAL);
}

// Nor is it when Z3 ends the process itself, as it does where an assertion of
// its own fails.
static void on_exit_inside(void) {
  if (running_solver())
    on_crash(0);
}

// Life cycle

static void catch (int signal_number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGALRM);
  sigaddset(&action.sa_mask, SIGINT);
  sigaction(signal_number, &action, NULL);
}

static void start_ticking(void) {
  struct itimerval tick = {.it_value = {.tv_usec = TICK_MS * 1000},
                           .it_interval = {.tv_usec = TICK_MS * 1000}};
  setitimer(ITIMER_REAL, &tick, NULL);
}

void watch_begin(const struct watch_options *options,
                 struct progress *progress) {
  watch.options = *options;
  watch.progress = progress;
  watch.start_ms = options->start_ms ? options->start_ms : stats_now_ms();
  watch.is_terminal = isatty(STDERR_FILENO);
  watch.next_line_ms =
      watch.start_ms + (watch.is_terminal ? LINE_MS : PLAIN_MS);
  catch (SIGINT, on_interrupt);
  catch (SIGTERM, on_interrupt);
  catch (SIGALRM, on_tick);
  catch (SIGSEGV, on_crash);
  atexit(on_exit_inside);
  start_ticking();
}

static void stop_ticking(void) {
  setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
  signal(SIGALRM, SIG_IGN);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

void watch_pause(void) {
  if (watch.progress)
    stop_ticking();
}

void watch_again(int64_t cpu_timeout_ms, const char *json) {
  if (!watch.progress)
    return;
  watch.options.cpu_timeout_ms = cpu_timeout_ms;
  watch.options.json = json;
  watch.start_ms = stats_now_ms();
  catch (SIGINT, on_interrupt);
  catch (SIGTERM, on_interrupt);
  catch (SIGALRM, on_tick);
  start_ticking();
}

void watch_keep(const struct strbuf *partial, int code) {
  const char *old = watch.partial;
  char *copy = memory_copy_string(strbuf_text(partial));
  watch.code = 0; // never a code with another's text
  watch.partial = copy;
  watch.code = code;
  free((void *)old);
}

void watch_keep_json(const char *text, size_t length, const char *rest) {
  char *old_start = watch.json_start, *old_rest = watch.json_rest;
  char *start = memory_copy_string(text);
  start[length] = '\0';
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before); // the two go together
  watch.json_start = start;
  watch.json_rest = memory_copy_string(rest);
  sigprocmask(SIG_SETMASK, &before, NULL);
  free(old_start);
  free(old_rest);
}

void watch_end(void) {
  stop_ticking();
  signal(SIGSEGV, SIG_DFL);
  clear_line();
  free((void *)watch.partial);
  watch.partial = NULL;
  free(watch.json_start);
  free(watch.json_rest);
  watch.json_start = watch.json_rest = NULL;
  watch.progress = NULL;
}
