#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stats.h"

// Bytes

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

// Is there something to read? Without anybody to ask we simply wait for it.
static bool is_ready(int file, struct poll until) {
  enum { PATIENCE_MS = 50 };
  struct pollfd waiting = {.fd = file, .events = POLLIN};
  return !until.stops || poll(&waiting, 1, PATIENCE_MS) > 0;
}

bool file_hear(int file, struct poll until, struct strbuf *into) {
  char buffer[1 << 16];
  for (;;) {
    bool has_more = is_ready(file, until);
    if (poll_stops(until))
      return false;
    if (!has_more)
      continue;
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count > 0)
      strbuf_bytes(into, buffer, (size_t)count);
    else if (count == 0 || errno != EINTR)
      return count == 0;
  }
}

int file_of_text(const struct strbuf *text) {
  int file = memfd_create("vouch", MFD_CLOEXEC);
  if (file >= 0 && !file_send(file, strbuf_text(text), text->length)) {
    int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

// Processes

int process_wait(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return status;
}

// A child inherits the limit; returns what it was.
static struct rlimit deepen_stack(void) {
  enum { DEEP = 1 << 30 };
  struct rlimit before = {RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_STACK, &before);
  struct rlimit deep = before;
  if (deep.rlim_cur != RLIM_INFINITY && deep.rlim_cur < DEEP)
    deep.rlim_cur = deep.rlim_max < DEEP ? deep.rlim_max : DEEP;
  setrlimit(RLIMIT_STACK, &deep);
  return before;
}

// Its ends of what goes between us; an input of -1 is ours.
struct ends {
  int input, output, errors;
};

// Returns an errno value.
static int spawn(const struct process_run *how, struct ends ends,
                 pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends.errors, STDERR_FILENO);
  if (ends.input >= 0)
    posix_spawn_file_actions_adddup2(&actions, ends.input, STDIN_FILENO);
  if (how->directory)
    posix_spawn_file_actions_addchdir_np(&actions, how->directory);
  struct rlimit before = {0};
  if (how->is_deep)
    before = deepen_stack();
  int error = posix_spawnp(child, how->arguments[0], &actions, NULL,
                           (char *const *)how->arguments, environ);
  if (how->is_deep)
    setrlimit(RLIMIT_STACK, &before);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// With the ends of the others open.
static int run(const struct process_run *how, struct ends ends,
               struct poll until, struct strbuf *output) {
  int pipes[2];
  pid_t child = 0;
  if (pipe2(pipes, O_CLOEXEC))
    return -1;
  ends.output = pipes[1];
  if (ends.errors < 0)
    ends.errors = pipes[1];
  int error = spawn(how, ends, &child), status = -1;
  close(pipes[1]);
  if (!error) {
    stats_count_child(child);
    bool is_heard = file_hear(pipes[0], until, output);
    stats_count_child(0);
    if (!is_heard)
      kill(child, SIGKILL);
    status = process_wait(child);
    if (!is_heard)
      error = EINTR;
  }
  close(pipes[0]);
  errno = error;
  return error ? -1 : status;
}

int process_run(const struct process_run *how, struct poll until,
                struct strbuf *output, struct strbuf *errors) {
  struct strbuf nothing = {0};
  bool is_apart = errors != output;
  struct ends ends = {.input = how->input ? file_of_text(how->input) : -1,
                      .errors = is_apart ? file_of_text(&nothing) : -1};
  bool has_ends =
      (!how->input || ends.input >= 0) && (!is_apart || ends.errors >= 0);
  int status = has_ends ? run(how, ends, until, output) : -1;
  int error = errno;
  if (ends.input >= 0)
    close(ends.input);
  if (ends.errors >= 0) {
    lseek(ends.errors, 0, SEEK_SET);
    file_hear(ends.errors, (struct poll){0}, errors);
    close(ends.errors);
  }
  errno = error;
  return status;
}
