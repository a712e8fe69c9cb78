#include "solver/cvc5.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "term/print.h"

void conjunctions_add(struct conjunctions *list, const struct term *terms,
                      uint32_t count) {
  term_vec_append(&list->terms, terms, count);
  u32_vec_push(&list->ends, list->terms.count);
}

void conjunctions_release(struct conjunctions *list) {
  term_vec_release(&list->terms);
  u32_vec_release(&list->ends);
}

// The script

// Some of the conjunctions, and how they are asked about.
struct part {
  const struct term_table *terms;
  const struct conjunctions *list;
  uint32_t from, to;   // of them
  bool is_by_integers; // bit-vectors are translated, by cvc5 itself
};

static void write_script(const struct part *part, struct strbuf *out) {
  const struct conjunctions *list = part->list;
  strbuf_add(out, "(set-logic ALL)\n");
  term_print_smt_declarations(part->terms, list->terms.at, list->terms.count,
                              out);
  for (uint32_t i = part->from; i < part->to; i++) {
    strbuf_add(out, "(push 1)\n");
    for (uint32_t k = i ? list->ends.at[i - 1] : 0; k < list->ends.at[i]; k++) {
      strbuf_add(out, "(assert ");
      term_print_smt(part->terms, list->terms.at[k], out);
      strbuf_add(out, ")\n");
    }
    strbuf_add(out, "(check-sat)\n(pop 1)\n");
  }
}

// A file that has no name, with the text in it, to be read from the start; -1,
// with errno set, when there is none.
static int script_file(const struct strbuf *text) {
  int file = memfd_create("vouch-proof", MFD_CLOEXEC);
  const char *from = strbuf_text(text), *end = from + text->length;
  while (file >= 0 && from < end) {
    ssize_t count = write(file, from, (size_t)(end - from));
    if (count >= 0) {
      from += count;
    } else if (errno != EINTR) {
      int error = errno;
      close(file);
      errno = error;
      file = -1;
    }
  }
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

// The process

static int start(int script, const struct part *part, uint32_t query_ms,
                 pid_t *child, int *output) {
  char limit[40];
  snprintf(limit, sizeof limit, "--tlimit-per=%u", query_ms);
  char *way =
      part->is_by_integers ? "--solve-bv-as-int=sum" : "--solve-bv-as-int=off";
  char *arguments[] = {"cvc5", "--lang=smt2", "--incremental", way, limit,
                       "-",    NULL};
  int pipes[2];
  if (pipe(pipes))
    return errno;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, pipes[0]);
  posix_spawn_file_actions_addclose(&actions, pipes[1]);
  int error =
      posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipes[1]);
  if (error)
    close(pipes[0]);
  *output = pipes[0];
  return error;
}

// What it says, until it ends or has to. False if it had to.
static bool listen(int output, pid_t child, const struct cvc5_options *options,
                   struct strbuf *said) {
  enum { POLL_MS = 100 };
  char buffer[4096];
  bool is_stopped = false;
  for (;;) {
    struct pollfd one = {.fd = output, .events = POLLIN};
    int ready = poll(&one, 1, POLL_MS);
    if (!is_stopped && options->stop && options->stop(options->context)) {
      is_stopped = true;
      kill(child, SIGKILL);
    }
    if (ready <= 0)
      continue;
    ssize_t count = read(output, buffer, sizeof buffer);
    if (count > 0)
      strbuf_bytes(said, buffer, (size_t)count);
    else if (count == 0 || errno != EINTR)
      break;
  }
  close(output);
  while (waitpid(child, &(int){0}, 0) < 0 && errno == EINTR)
    continue;
  return !is_stopped;
}

// The answers

// `failed` is the first that is not UNSAT.
static enum answer read_answers(const char *said, const struct part *part,
                                uint32_t *failed, struct strbuf *why) {
  for (*failed = part->from; *failed < part->to; ++*failed) {
    size_t length = strcspn(said, "\n");
    bool is_unsat = length == 5 && !strncmp(said, "unsat", length);
    if (!is_unsat) {
      strbuf_add(why, "cvc5 says ");
      strbuf_bytes(why, length ? said : "nothing", length ? length : 7);
      bool is_sat = length == 3 && !strncmp(said, "sat", length);
      return is_sat ? ANSWER_SAT : ANSWER_UNKNOWN;
    }
    said += length + (said[length] == '\n');
  }
  return ANSWER_UNSAT;
}

static enum answer refute_part(const struct part *part,
                               const struct cvc5_options *options,
                               uint32_t *failed, struct strbuf *why) {
  struct strbuf text = {0}, said = {0};
  pid_t child = 0;
  int output = -1;
  enum answer answer = ANSWER_UNKNOWN;
  *failed = part->list->ends.count;
  write_script(part, &text);
  int script = script_file(&text);
  int error = script >= 0
                  ? start(script, part, options->query_ms, &child, &output)
                  : errno;
  if (error) {
    strbuf_format(why, "cannot run cvc5: %s", strerror(error));
  } else if (!listen(output, child, options, &said)) {
    strbuf_add(why, "cvc5 was stopped");
  } else {
    answer = read_answers(strbuf_text(&said), part, failed, why);
  }
  if (script >= 0)
    close(script);
  strbuf_release(&text);
  strbuf_release(&said);
  return answer;
}

// What it does not know as bits is asked as integers, then it goes on with
// those that follow.
enum answer cvc5_refutes(const struct term_table *terms,
                         const struct conjunctions *list,
                         const struct cvc5_options *options, uint32_t *failed,
                         struct strbuf *why) {
  uint32_t count = list->ends.count;
  struct part part = {terms, list, 0, count, false};
  struct strbuf said = {0};
  for (;;) {
    strbuf_clear(&said);
    enum answer answer = refute_part(&part, options, failed, &said);
    bool is_open = answer == ANSWER_UNKNOWN && *failed < count;
    if (part.is_by_integers && answer == ANSWER_UNSAT && part.to < count)
      part = (struct part){terms, list, part.to, count, false};
    else if (is_open && !part.is_by_integers)
      part = (struct part){terms, list, *failed, *failed + 1, true};
    else {
      strbuf_add(why, strbuf_text(&said));
      strbuf_release(&said);
      *failed = answer == ANSWER_UNSAT ? count : *failed;
      return answer;
    }
  }
}
