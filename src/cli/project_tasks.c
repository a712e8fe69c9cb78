#include "cli/project_tasks.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/project.h"
#include "project/judge.h"
#include "project/runner.h"
#include "project/score.h"
#include "spec/task.h"

enum { GRACE_S = 5 }; // beyond the limit before the kernel ends a process

// A property of a task.
struct duty {
  const char *file;
  const char *property, *part, *expected; // interned, or constant
  struct strbuf answer, found;            // the part that is violated
  struct score score;
  int64_t cpu_ms, peak_kb;
};

VEC_DEFINE(duty_vec, struct duty);

struct task_set {
  struct options options; // shallow
  struct interner *names;
  struct duty_vec duties;
  char folder[64];
  uint32_t next;
  bool is_bad; // a task could not be read
};

bool project_has_tasks(const struct options *options) {
  const char *suffix =
      options->operands.count ? file_suffix(options->operands.at[0]) : "";
  return !strcmp(suffix, ".yml") || !strcmp(suffix, ".yaml");
}

// ---- What there is to do ----------------------------------------------------

static void add_task(struct task_set *set, struct diag *diag,
                     const char *file) {
  static const char *const words[] = {[EXPECTED_NOT_GIVEN] = "",
                                      [EXPECTED_TRUE] = "true",
                                      [EXPECTED_FALSE] = "false"};
  struct task task = {0};
  bool ok = task_read(&task, file, set->names, diag);
  for (uint32_t i = 0; ok && i < task.properties.count; i++) {
    const struct task_property *property = &task.properties.at[i];
    duty_vec_push(
        &set->duties,
        (struct duty){.file = file,
                      .property = name_text(set->names, property->path),
                      .part = name_text(set->names, property->subproperty),
                      .expected = words[property->expected]});
  }
  set->is_bad |= !ok;
  task_release(&task);
}

static void add_tasks(struct task_set *set) {
  struct diag *diag = diag_new(set->names, stderr);
  for (uint32_t i = 0; i < set->options.operands.count; i++)
    add_task(set, diag, set->options.operands.at[i]);
  diag_free(diag);
}

// ---- Doing it ---------------------------------------------------------------

static bool next_duty(void *context, uint32_t *work) {
  struct task_set *set = context;
  *work = set->next;
  return set->next < set->duties.count && set->next++ < UINT32_MAX;
}

static void path_of(const struct task_set *set, uint32_t work,
                    struct strbuf *out) {
  strbuf_format(out, "%s/%u.json", set->folder, work);
}

static void limit_time(const struct options *options) {
  rlim_t seconds = (rlim_t)(options->cpu_timeout_ms / 1000 + GRACE_S);
  if (options->cpu_timeout_ms)
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
}

static int run_duty(void *context, uint32_t work) {
  struct task_set *set = context;
  struct duty *duty = &set->duties.at[work];
  struct options one = set->options; // shallow
  struct strbuf path = {0};
  const char *operands[] = {duty->file, duty->property};
  int nowhere = open("/dev/null", O_WRONLY);
  path_of(set, work, &path);
  one.operands = (struct text_vec){.at = operands, .count = 2};
  one.json = strbuf_text(&path);
  one.sarif = one.junit = one.html = NULL;
  one.verbosity = 0;
  limit_time(&one);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  return command_check(&one);
}

// A report says `violated valid-deref`; a task, which part of the property.
static void duty_ended(void *context, uint32_t work,
                       const struct ending *ending) {
  struct task_set *set = context;
  struct duty *duty = &set->duties.at[work];
  struct store_result result = {0};
  struct strbuf path = {0};
  path_of(set, work, &path);
  file_read(strbuf_text(&path), &result.report);
  unlink(strbuf_text(&path));
  judge_part(strbuf_text(&result.report), &duty->found);
  judge(ending->status, &result);
  const char *verdict = strbuf_text(&result.verdict);
  strbuf_add(&duty->answer, strcmp(verdict, "nothing") ? verdict : "true");
  duty->cpu_ms = ending->cpu_ms;
  duty->peak_kb = ending->peak_kb;
  duty->score = score_of(duty->expected, duty->part, strbuf_text(&duty->answer),
                         strbuf_text(&duty->found));
  store_result_release(&result);
  strbuf_release(&path);
}

static bool is_over(void *context) {
  (void)context;
  return project_is_interrupted();
}

// ---- The table --------------------------------------------------------------

static void print_row(const struct duty *duty, int width) {
  static const char *const words[] = {[JUDGED_RIGHT] = "right",
                                      [JUDGED_WRONG] = "WRONG",
                                      [JUDGED_UNKNOWN] = "",
                                      [JUDGED_NOT] = "-"};
  printf("%-*s  %-20s  %-8s  %-8s  %-5s  %5d  %7.2f  %6lld\n", width,
         duty->file, file_base_name(duty->property), duty->expected,
         strbuf_text(&duty->answer), words[duty->score.judgement],
         duty->score.points, (double)duty->cpu_ms / 1000,
         (long long)duty->peak_kb / 1024);
}

static int print_sum(const struct task_set *set) {
  int counts[JUDGED_NOT + 1] = {0}, points = 0, most = 0;
  int64_t cpu_ms = 0;
  for (uint32_t i = 0; i < set->duties.count; i++) {
    const struct duty *duty = &set->duties.at[i];
    counts[duty->score.judgement]++;
    points += duty->score.points;
    most += duty->score.most;
    cpu_ms += duty->cpu_ms;
  }
  printf("%u tasks: %d right, %d wrong, %d unknown, %d without an expected "
         "verdict; score %d of %d; %.1f s of processor time\n",
         set->duties.count, counts[JUDGED_RIGHT], counts[JUDGED_WRONG],
         counts[JUDGED_UNKNOWN], counts[JUDGED_NOT], points, most,
         (double)cpu_ms / 1000);
  return set->is_bad              ? EXIT_BAD_INPUT
         : counts[JUDGED_WRONG]   ? EXIT_FALSE
         : counts[JUDGED_UNKNOWN] ? EXIT_UNKNOWN
                                  : EXIT_TRUE;
}

static int print_table(const struct task_set *set) {
  int width = 4;
  for (uint32_t i = 0; i < set->duties.count; i++) {
    int length = (int)strlen(set->duties.at[i].file);
    width = length > width ? length : width;
  }
  printf("%-*s  %-20s  %-8s  %-8s  %-5s  %5s  %7s  %6s\n", width, "task",
         "property", "expected", "verdict", "", "score", "CPU s", "MB");
  for (uint32_t i = 0; i < set->duties.count; i++)
    print_row(&set->duties.at[i], width);
  return print_sum(set);
}

static void release(struct task_set *set) {
  for (uint32_t i = 0; i < set->duties.count; i++) {
    strbuf_release(&set->duties.at[i].answer);
    strbuf_release(&set->duties.at[i].found);
  }
  duty_vec_release(&set->duties);
  interner_free(set->names);
  rmdir(set->folder);
}

int project_run_tasks(const struct options *options) {
  struct task_set set = {.options = *options, .names = interner_new()};
  const char *place = getenv("TMPDIR");
  snprintf(set.folder, sizeof set.folder, "%s/vouch-XXXXXX",
           place && strlen(place) < 40 ? place : "/tmp");
  bool ok = mkdtemp(set.folder);
  if (!ok)
    project_complain(set.folder, "no folder can be made");
  add_tasks(&set);
  project_catch_interrupts();
  if (ok)
    runner_run(&(struct runner){.jobs = (uint32_t)options->jobs,
                                .context = &set,
                                .next = next_duty,
                                .run = run_duty,
                                .ended = duty_ended,
                                .is_over = is_over});
  int code = ok ? print_table(&set) : EXIT_BAD_INPUT;
  release(&set);
  return code;
}
