// Packets as jobs of a Slurm cluster.
//
// Jobs are arrays, a task for each packet. Slurm does its part when a node is
// lost: it queues the task again; what it gives up is found missing once no job
// is left, and submitted again, a few times. Answers come through the folder
// (project_away.c); whatever is missing in the end is done here.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/process.h"
#include "cli/project.h"

enum {
  ROUNDS = 4,       // of submitting
  MOST_TASKS = 1000 // of an array: the limit of a Slurm that nobody configured
};

// Runs a command; false when it fails. What it prints is appended.
static bool run(const char *const *arguments, struct strbuf *out) {
  struct strbuf errors = {0};
  int status = process_run(&(struct process_run){.arguments = arguments},
                           (struct poll){0}, out, &errors);
  if (status)
    fprintf(stderr, "vouch: warning: %s: %s\n", arguments[0],
            errors.length ? strbuf_text(&errors) : "it failed\n");
  strbuf_release(&errors);
  return status == 0;
}

// Appends the packets from `first` on that are not done, as numbers of an
// array.
static void list_missing(const struct project *project, uint32_t first,
                         struct strbuf *out) {
  for (uint32_t i = 0; i < MOST_TASKS && first + i < project->packets.count;
       i++)
    if (!project_is_done(project, first + i))
      strbuf_format(out, "%s%u", out->length ? "," : "", i);
}

// An array has numbers below the limit: the script adds where they begin.
static bool submit_array(const struct project *project, const char *tasks,
                         uint32_t first, struct strbuf *jobs) {
  struct strbuf array = {0}, wrap = {0}, job = {0}, log = {0};
  strbuf_format(&array, "--array=%s", tasks);
  strbuf_format(&log, "--output=%s/slurm-%%a.log",
                strbuf_text(&project->folder));
  strbuf_format(&wrap, "--wrap=sh '%s/work.sh' $((SLURM_ARRAY_TASK_ID + %u))",
                strbuf_text(&project->folder), first);
  const char *const arguments[] = {"sbatch",
                                   "--parsable",
                                   "--requeue",
                                   "--job-name=vouch",
                                   strbuf_text(&array),
                                   strbuf_text(&log),
                                   strbuf_text(&wrap),
                                   NULL};
  bool ok = run(arguments, &job);
  if (ok)
    strbuf_format(jobs, "%s%.*s", jobs->length ? "," : "",
                  (int)strcspn(strbuf_text(&job), ";\n"), strbuf_text(&job));
  strbuf_release(&array);
  strbuf_release(&wrap);
  strbuf_release(&job);
  strbuf_release(&log);
  return ok;
}

// The jobs, separated by commas. False when one is not taken.
static bool submit(const struct project *project, struct strbuf *jobs) {
  bool ok = true;
  for (uint32_t first = 0; ok && first < project->packets.count;
       first += MOST_TASKS) {
    struct strbuf tasks = {0};
    list_missing(project, first, &tasks);
    if (tasks.length)
      ok = submit_array(project, strbuf_text(&tasks), first, jobs);
    strbuf_release(&tasks);
  }
  return ok;
}

// Nobody who answers is not the same as nobody who works: a controller that is
// away comes back.
static bool is_busy(const struct strbuf *jobs) {
  struct strbuf wanted = {0}, found = {0};
  strbuf_format(&wanted, "--jobs=%s", strbuf_text(jobs));
  const char *const arguments[] = {
      "squeue",      "--noheader",         "--array",
      "--format=%i", strbuf_text(&wanted), NULL};
  struct strbuf errors = {0};
  int status = process_run(&(struct process_run){.arguments = arguments},
                           (struct poll){0}, &found, &errors);
  bool is_unknown = status && strstr(strbuf_text(&errors), "Invalid job id");
  bool busy = status ? !is_unknown : found.length != 0;
  strbuf_release(&wanted);
  strbuf_release(&found);
  strbuf_release(&errors);
  return busy;
}

static bool is_all_done(const struct project *project) {
  for (uint32_t i = 0; i < project->packets.count; i++)
    if (!project_is_done(project, i))
      return false;
  return true;
}

static void cancel(const struct strbuf *jobs) {
  struct strbuf out = {0};
  const char *const arguments[] = {"scancel", strbuf_text(jobs), NULL};
  run(arguments, &out);
  strbuf_release(&out);
}

static void wait_for(const struct project *project, const struct strbuf *jobs) {
  while (!project_is_interrupted() && !is_all_done(project) && is_busy(jobs))
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
  if (project_is_interrupted())
    cancel(jobs);
}

void project_run_slurm(struct project *project) {
  for (uint32_t i = 0;
       i < ROUNDS && !project_is_interrupted() && !is_all_done(project); i++) {
    struct strbuf jobs = {0};
    bool ok = submit(project, &jobs);
    if (ok)
      wait_for(project, &jobs);
    strbuf_release(&jobs);
    if (!ok)
      return;
  }
}
