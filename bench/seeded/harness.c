/* The counting wrappers and the main function; see harness.h. */
#include "harness.h"

#include <signal.h>
#include <sys/resource.h>

enum { MOST_RUNS = 48, MOST_HELD = 64, MOST_OPEN = 1024, SECONDS = 2 };

struct scenario scenarios[256];
int scenario_count;

/* Of the run in this process. */
static long failing;      /* which request fails; 0: none */
static long requests;     /* allocations and opens so far */
static long live, opened; /* blocks; streams and descriptors */
static char is_open[MOST_OPEN];
static const void *held[MOST_HELD];
static int held_count;
static int locked_wrongly;
static int counting;

static int fails(void) {
  return counting && ++requests == failing;
}

static void *counted(void *block) {
  live += counting && block;
  return block;
}

void *__real_malloc(size_t);
void *__wrap_malloc(size_t size) {
  return fails() ? NULL : counted(__real_malloc(size));
}

void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *old, size_t size) {
  if (fails())
    return NULL;
  void *block = __real_realloc(old, size);
  if (counting && block && !old)
    live++;
  return block;
}

char *__real_strdup(const char *);
char *__wrap_strdup(const char *text) {
  return fails() ? NULL : counted(__real_strdup(text));
}

char *__real_strndup(const char *, size_t);
char *__wrap_strndup(const char *text, size_t most) {
  return fails() ? NULL : counted(__real_strndup(text, most));
}

void __real_free(void *);
void __wrap_free(void *block) {
  live -= counting && block;
  __real_free(block);
}

/* Only what was opened here counts, not the ends of socket pairs. */
static int took(int descriptor) {
  if (descriptor >= 0 && descriptor < MOST_OPEN) {
    is_open[descriptor] = 1;
    opened++;
  }
  return descriptor;
}

static void gave_back(int descriptor) {
  if (descriptor < 0 || descriptor >= MOST_OPEN)
    return;
  opened -= is_open[descriptor];
  is_open[descriptor] = 0;
}

FILE *__real_fopen(const char *, const char *);
FILE *__wrap_fopen(const char *path, const char *mode) {
  FILE *stream = fails() ? NULL : __real_fopen(path, mode);
  if (stream)
    took(fileno(stream));
  return stream;
}

FILE *__real_fdopen(int, const char *);
FILE *__wrap_fdopen(int descriptor, const char *mode) {
  return fails() ? NULL : __real_fdopen(descriptor, mode);
}

int __real_fclose(FILE *);
int __wrap_fclose(FILE *stream) {
  gave_back(fileno(stream));
  return __real_fclose(stream);
}

int __real_open(const char *, int, ...);
int __wrap_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  return fails() ? -1 : took(__real_open(path, flags, mode));
}

int __real_close(int);
int __wrap_close(int descriptor) {
  gave_back(descriptor);
  return __real_close(descriptor);
}

static int position(const void *mutex) {
  int i = held_count - 1;
  while (i >= 0 && held[i] != mutex)
    i--;
  return i;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (position(mutex) >= 0 || held_count == MOST_HELD) {
    locked_wrongly = 1;
  } else {
    held[held_count++] = mutex;
  }
  return 0;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
  int i = position(mutex);
  if (i < 0) {
    locked_wrongly = 1;
  } else {
    held[i] = held[--held_count];
  }
  return 0;
}

/* What the process's exit code tells; sanitizers exit with small ones. */
enum outcome { OK = 100, LEAK, OPEN, HELD, LOCK, MORE };
static const char *const words[] = {"ok", "leak", "open", "held", "lock"};

static const char *word_of(int status) {
  if (WIFSIGNALED(status) &&
      (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM)) {
    return "slow";
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) < OK)
    return "crash";
  return words[WEXITSTATUS(status) - OK];
}

static enum outcome run_here(const struct scenario *scenario, long n) {
  failing = n;
  counting = 1;
  scenario->run();
  counting = 0;
  if (locked_wrongly)
    return LOCK;
  if (held_count)
    return HELD;
  if (opened)
    return OPEN;
  return live ? LEAK : OK;
}

/* One run in a process of its own; false when no request was left to fail. */
static int run_apart(const struct scenario *scenario, long n) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {SECONDS, SECONDS + 1};
    setrlimit(RLIMIT_CPU, &limit);
    alarm(4 * SECONDS);
    freopen("/dev/null", "w", stderr);
    enum outcome outcome = run_here(scenario, n);
    _exit(requests < n ? MORE : outcome);
  }
  int status;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == MORE)
    return 0;
  printf("%s %ld %s\n", scenario->name, n, word_of(status));
  return 1;
}

/* Arguments: one run, as a scenario and a number; without: all of them. */
int main(int count, char **arguments) {
  for (int i = 0; i < scenario_count; i++) {
    if (count < 3) {
      for (long n = 0; n < MOST_RUNS && run_apart(&scenarios[i], n); n++) {
      }
    } else if (strcmp(arguments[1], scenarios[i].name) == 0) {
      run_apart(&scenarios[i], atol(arguments[2]));
    }
  }
  return 0;
}
