// `vouch project`: every function of a project, and only what changed.
//
//   project        checks the functions of the units of a compilation database
//   project list   what the last run found, from the store
//   project diff   the last two runs of the store, or the last of A and of B
//   project work   a packet that somebody else planned
//   project T.yml  verification tasks
//
// What it is made of is in project.h. Results are kept as they come
// (project/store.h); what has an answer there that still holds is not asked
// again.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "base/stats.h"
#include "cli/commands.h"
#include "cli/option_use.h"
#include "cli/project.h"
#include "cli/project_outputs.h"
#include "cli/project_runs.h"
#include "cli/project_tasks.h"
#include "project/runner.h"

enum { BUDGET_MS = 2000 }; // of processor time for a check, by default

// ---- Packets, on this machine -----------------------------------------------

static bool next_packet(void *context, uint32_t *work) {
  struct project *project = context;
  *work = project->next;
  return project->next < project->packets.count && project->next++ < UINT32_MAX;
}

static int run_packet(void *context, uint32_t work) {
  const struct project *project = context;
  return project_work(project, &project->packets.at[work]);
}

// Functions whose stored answer is of no use are a packet of their own, which
// does not look for them.
static void ask_again(struct project *project, uint32_t number) {
  struct packet *done = &project->packets.at[number];
  if (!done->stale.length)
    return;
  struct packet again = {.number = project->packets.count,
                         .unit = done->unit,
                         .question = done->question,
                         .is_repeated = true};
  strbuf_add(&again.functions, strbuf_text(&done->stale));
  packet_vec_push(&project->packets, again);
}

static void complain(const struct project *project,
                     const struct project_unit *unit) {
  struct strbuf why = {0}, text = {0};
  project_unit_complaint(&project->options, unit, &why);
  if (why.length)
    strbuf_format(&text, "it cannot be compiled, and is left out: %s",
                  strbuf_text(&why));
  else
    strbuf_add(&text, "it cannot be loaded, or changed meanwhile: some of its "
                      "functions are left out");
  project_complain(unit->file, strbuf_text(&text));
  strbuf_release(&why);
  strbuf_release(&text);
}

static void packet_ended(void *context, uint32_t work,
                         const struct ending *ending) {
  struct project *project = context;
  project_collect(project);
  bool is_done = !ending->status && project_close(project, work);
  if (!is_done)
    complain(project, &project->units.at[project->packets.at[work].unit]);
  project->is_lost |= !is_done;
  ask_again(project, work);
}

// By what the packets that have begun took so far, once some of it is done.
static void print_left(const struct project *project, uint32_t done,
                       uint32_t open, struct strbuf *out) {
  uint64_t elapsed = stats_now_ms() - project->start_ms;
  if (done)
    strbuf_format(out, ", about %llu s left",
                  (unsigned long long)(elapsed * open / done / 1000));
}

static void show_table(struct project *project, uint32_t running) {
  struct strbuf text = {0};
  uint32_t done = 0, of = 0, begun = 0;
  for (uint32_t i = 0; i < project->packets.count; i++) {
    done += project->packets.at[i].done;
    of += project->packets.at[i].of;
    begun += project->packets.at[i].of != 0;
  }
  if (begun) // the others are taken to be as large
    of += of / begun * (project->packets.count - begun);
  tally_print_line(project->tally, tally_done(project->tally) + of - done,
                   running, &text);
  print_left(project, done, of - done, &text);
  project_print_running(project, &text);
  fprintf(stderr, "\r%s\033[K", strbuf_text(&text));
  strbuf_release(&text);
}

static void tick(void *context, uint32_t running) {
  enum { COLLECT_MS = 100 };
  struct project *project = context;
  uint64_t now = stats_now_ms();
  if (now < project->shown_ms + COLLECT_MS)
    return;
  project->shown_ms = now;
  project_collect(project);
  if (project->shows_table)
    show_table(project, running);
}

static bool is_over(void *context) {
  (void)context;
  return project_is_interrupted();
}

// Several packets at a time, or several checks of one where there are few.
static void run_packets(struct project *project) {
  uint32_t jobs = (uint32_t)project->options.jobs;
  bool are_many = project->packets.count >= 2 * jobs;
  project->crew = are_many ? 1 : jobs;
  project->start_ms = stats_now_ms();
  project->next = 0;
  runner_run(&(struct runner){.jobs = are_many ? jobs : 1,
                              .context = project,
                              .next = next_packet,
                              .run = run_packet,
                              .ended = packet_ended,
                              .tick = tick,
                              .is_over = is_over});
  if (project->shows_table)
    fputs("\r\033[K", stderr);
}

// ---- The command ------------------------------------------------------------

static void choose_options(struct project *project,
                           const struct options *options) {
  project->options = *options;
  if (!options->jobs)
    project->options.jobs = sysconf(_SC_NPROCESSORS_ONLN);
  if (project->options.jobs < 1)
    project->options.jobs = 1;
  if (!options->cpu_timeout_ms)
    project->options.cpu_timeout_ms = BUDGET_MS;
  if (options->store)
    strbuf_add(&project->store_path, options->store);
  else
    strbuf_format(&project->store_path, "%s/.vouch.db",
                  options->build_dir ? options->build_dir : ".");
  project->shows_table = options->verbosity > 0 && isatty(STDERR_FILENO) == 1;
}

static bool open_store(struct project *project) {
  struct strbuf why = {0};
  project->store = store_open(strbuf_text(&project->store_path), &why);
  if (!project->store)
    project_complain(strbuf_text(&project->store_path), strbuf_text(&why));
  strbuf_release(&why);
  return project->store != NULL;
}

// With a line's end in front, so that lines are found as such.
static bool read_baseline(struct project *project) {
  const char *path = project->options.baseline;
  strbuf_char(&project->baseline, '\n');
  if (!path || file_read(path, &project->baseline))
    return true;
  project_complain(path, "it cannot be read");
  return false;
}

static bool open_accepted(struct project *project) {
  const char *path = project->options.write_baseline;
  if (!path)
    return true;
  project->accepted = fopen(path, "w");
  if (!project->accepted)
    project_complain(path, "it cannot be written");
  return project->accepted != NULL;
}

static int conclude(struct project *project) {
  struct strbuf text = {0};
  tally_print(project->tally, &text);
  fputs(strbuf_text(&text), stdout);
  strbuf_release(&text);
  if (project_is_interrupted()) {
    puts("interrupted: what is finished is kept");
    return EXIT_UNKNOWN;
  }
  if (project->is_lost)
    return EXIT_BAD_INPUT;
  if (tally_violations(project->tally))
    return EXIT_FALSE;
  return tally_unknown(project->tally) ? EXIT_UNKNOWN : EXIT_TRUE;
}

static void finish(struct project *project) {
  project->is_lost |=
      !store_finish_run(project->store, project->run) ||
      !project_outputs_write(&project->options, project->store, project->run);
}

static void release_packets(struct packet_vec *packets) {
  for (uint32_t i = 0; i < packets->count; i++) {
    strbuf_release(&packets->at[i].functions);
    strbuf_release(&packets->at[i].former);
    strbuf_release(&packets->at[i].list);
    strbuf_release(&packets->at[i].stale);
  }
  packet_vec_release(packets);
}

static bool prepare(struct project *project) {
  if (!read_baseline(project) || !project_read_units(project) ||
      !project_questions(&project->options, &project->questions) ||
      !open_accepted(project) || !open_store(project))
    return false;
  project->run = store_begin_run(project->store);
  if (!project_make_folder(project))
    return false;
  project_catch_interrupts();
  project_import_all(project);
  project_look(project);
  return true;
}

// What others can do is done by them; what is left is planned as ever.
static void run_away(struct project *project) {
  project->is_dry = true;
  project_plan(project);
  project->is_dry = false;
  if (project->packets.count && project_write_packets(project)) {
    project_run_slurm(project);
    project_import(project, strbuf_text(&project->folder));
  }
  release_packets(&project->packets);
  keys_free(project->known);
  project->known = NULL;
}

static int emit(struct project *project) {
  project->is_dry = true;
  project_plan(project);
  return project_emit_ninja(project) ? EXIT_TRUE : EXIT_BAD_INPUT;
}

static int check_project(struct project *project) {
  if (!prepare(project))
    return EXIT_BAD_INPUT;
  if (project->options.emit && !project_is_interrupted())
    return emit(project);
  if (project->options.runner && !project_is_interrupted())
    run_away(project);
  if (!project_is_interrupted())
    project_plan(project);
  if (!project_is_interrupted())
    run_packets(project);
  project_collect(project);
  if (!project_is_interrupted())
    finish(project);
  project_drop_folder(project);
  return conclude(project);
}

// `project work FOLDER N`: of this project, in another process or on another
// machine.
static int work_away(struct project *project) {
  const struct text_vec *operands = &project->options.operands;
  if (!project_read_units(project) ||
      !project_questions(&project->options, &project->questions))
    return EXIT_BAD_INPUT;
  return project_do_packet(project, operands->at[1], operands->at[2]);
}

static void project_release(struct project *project) {
  release_packets(&project->packets);
  for (uint32_t i = 0; i < project->units.count; i++)
    project_unit_release(&project->units.at[i]);
  project_unit_vec_release(&project->units);
  project_questions_release(&project->questions);
  database_release(&project->database);
  strbuf_release(&project->store_path);
  strbuf_release(&project->baseline);
  strbuf_release(&project->folder);
  tally_free(project->tally);
  if (project->known)
    keys_free(project->known);
  if (project->store)
    store_close(project->store);
  if (project->accepted)
    fclose(project->accepted);
}

static int usage(const char *message) {
  fprintf(stderr, "vouch: error: %s\n", message);
  fputs("hint: `vouch help project` explains the command\n", stderr);
  return EXIT_USAGE;
}

// Which of its forms the command has; none after a message.
enum form { FORM_NONE, FORM_CHECK, FORM_LIST, FORM_DIFF, FORM_WORK };

static enum form form_of(const struct options *options) {
  static const char *const words[] = {[FORM_CHECK] = "",
                                      [FORM_LIST] = "list",
                                      [FORM_DIFF] = "diff",
                                      [FORM_WORK] = "work"};
  uint32_t count = options->operands.count;
  const char *word = count ? options->operands.at[0] : "";
  enum form form = FORM_WORK;
  while (form != FORM_NONE && strcmp(words[form], word) != 0)
    form = (enum form)(form - 1);
  bool fits = form == FORM_DIFF   ? count == 1 || count == 3
              : form == FORM_WORK ? count == 3
                                  : count <= 1;
  if (form == FORM_NONE)
    usage("what to do with it? `project`, `project list`, `project diff`, or "
          "`project work FOLDER N`");
  else if (!fits)
    usage("`project diff` takes no store, or two; `project work` a folder and "
          "a number");
  else if ((form == FORM_CHECK || form == FORM_WORK) && !options->build_dir)
    usage("which project? (-p DIR, with its compile_commands.json)");
  else
    return form;
  return FORM_NONE;
}

// Tasks have limits of their own: as much time as there is, if none is given.
static int run_tasks(const struct options *options) {
  struct options many = *options; // shallow
  if (!many.jobs)
    many.jobs = sysconf(_SC_NPROCESSORS_ONLN);
  if (options_have_effect(options, "check", "program") &&
      project_outputs_are_possible(options))
    return project_run_tasks(&many);
  return EXIT_USAGE;
}

int command_project(const struct options *options) {
  if (project_has_tasks(options))
    return run_tasks(options);
  const char *kind = options->rules.count ? "spec"
                     : options->spec      ? "function"
                                          : "program";
  enum form form = form_of(options);
  if (!form || !options_have_effect(options, "check", kind) ||
      !project_outputs_are_possible(options))
    return EXIT_USAGE;
  struct project project = {.tally = tally_new()};
  choose_options(&project, options);
  const char *store = strbuf_text(&project.store_path);
  int code = form == FORM_DIFF   ? project_diff(store, &options->operands)
             : form == FORM_LIST ? project_list(store)
             : form == FORM_WORK ? work_away(&project)
                                 : check_project(&project);
  project_release(&project);
  return code;
}
