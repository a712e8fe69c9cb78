// `vouch project`: every function of a project, and only what changed.
//
//   project        checks the functions of the units of a compilation database
//   project list   what the last run found, from the store
//   project diff   the last two runs of the store, or the last of A and of B
//
// Units are looked at side by side, then their functions are checked, each in a
// process of its own. Results are kept as they come (project/store.h); what has
// an answer there that still holds is not asked again.
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "base/sha256.h"
#include "cli/commands.h"
#include "cli/option_use.h"
#include "cli/project_outputs.h"
#include "cli/project_question.h"
#include "cli/project_runs.h"
#include "cli/project_unit.h"
#include "project/judge.h"
#include "project/relocate.h"
#include "project/runner.h"
#include "project/store.h"
#include "project/tally.h"

enum { BUDGET_MS = 2000 }; // of processor time for a check, by default

// A function of a unit and a question.
struct errand {
  const struct project_unit *unit;
  const struct project_question *question;
  char *function;
  struct strbuf key;
};

VEC_DEFINE(errand_vec, struct errand);

struct project {
  struct options options; // of each check; shallow
  struct database database;
  struct project_unit_vec units;
  struct project_question_vec questions;
  struct strbuf store_path, baseline;
  struct store *store;
  int64_t run;
  struct errand_vec errands; // that are still to be done
  uint32_t next, total;      // the next one; of all checks, stored ones too
  char folder[64];           // of files between processes
  struct tally *tally;
  FILE *accepted; // violations are written there, or null
  bool shows_line, is_lost;
};

static volatile sig_atomic_t is_interrupted;

static void on_interrupt(int number) {
  (void)number;
  is_interrupted = 1;
}

static bool is_over(void *context) {
  (void)context;
  return is_interrupted;
}

static void complain(const char *what, const char *why) {
  fprintf(stderr, "vouch: error: %s: %s\n", what, why);
}

// ---- Units ------------------------------------------------------------------

// No patterns: everything matches.
static bool matches(const struct text_vec *patterns, const char *text) {
  for (uint32_t i = 0; i < patterns->count; i++)
    if (!fnmatch(patterns->at[i], text, 0))
      return true;
  return !patterns->count;
}

// Below the current folder, if it is there.
static const char *told(const char *file) {
  static char here[4096];
  size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
  return length && !strncmp(file, here, length) && file[length] == '/'
             ? file + length + 1
             : file;
}

// Of several commands for a file the first counts, as it does for `check`.
static bool is_new(const struct project *project, const char *file) {
  for (uint32_t i = 0; i < project->units.count; i++)
    if (!strcmp(project->units.at[i].command->file, file)) {
      fprintf(stderr,
              "vouch: warning: %s is compiled more than once: the first "
              "command counts\n",
              project->units.at[i].file);
      return false;
    }
  return true;
}

static void add_units(struct project *project) {
  const struct compile_command_vec *all = &project->database.commands;
  for (uint32_t i = 0; i < all->count; i++) {
    const struct compile_command *command = &all->at[i];
    const char *file = told(command->file);
    if (!strcmp(file_suffix(file), ".c") && is_new(project, command->file) &&
        matches(&project->options.units, file))
      project_unit_vec_push(
          &project->units,
          (struct project_unit){.command = command, .file = file});
  }
}

static void path_of(const struct project *project, const char *kind,
                    uint32_t number, struct strbuf *out) {
  strbuf_format(out, "%s/%s-%u", project->folder, kind, number);
}

static bool next_unit(void *context, uint32_t *work) {
  struct project *project = context;
  *work = project->next;
  return project->next < project->units.count && project->next++ < UINT32_MAX;
}

static int look_at_unit(void *context, uint32_t work) {
  struct project *project = context;
  struct strbuf path = {0};
  path_of(project, "unit", work, &path);
  int code =
      project_unit_look(&project->options, &project->units.at[work],
                        strbuf_text(&project->store_path), strbuf_text(&path));
  strbuf_release(&path);
  return code;
}

static void unit_ended(void *context, uint32_t work,
                       const struct ending *ending) {
  struct project *project = context;
  struct project_unit *unit = &project->units.at[work];
  struct strbuf path = {0};
  path_of(project, "unit", work, &path);
  bool ok = !ending->status && project_unit_receive(unit, strbuf_text(&path));
  unlink(strbuf_text(&path));
  strbuf_release(&path);
  if (!ok)
    complain(unit->file, "it cannot be read, and is left out");
  else if (!store_keep_functions(project->store, strbuf_text(&unit->key),
                                 strbuf_text(&unit->functions)))
    project->is_lost = true;
  project->is_lost |= !ok;
}

static void look_at_units(struct project *project) {
  project->next = 0;
  runner_run(&(struct runner){.jobs = (uint32_t)project->options.jobs,
                              .context = project,
                              .next = next_unit,
                              .run = look_at_unit,
                              .ended = unit_ended,
                              .is_over = is_over});
}

// ---- Results ----------------------------------------------------------------

static struct store_check check_of(const struct errand *errand) {
  return (struct store_check){errand->unit->file, errand->function,
                              strbuf_text(&errand->question->text),
                              strbuf_text(&errand->key)};
}

// A line of a baseline; those that it has are accepted.
static bool is_accepted(const struct project *project,
                        const struct store_check *check) {
  struct strbuf line = {0};
  strbuf_format(&line, "\n%s %s %s\n", check->unit, check->function,
                check->question);
  bool found = strstr(strbuf_text(&project->baseline), strbuf_text(&line));
  strbuf_release(&line);
  return found;
}

static void count(struct project *project, const struct store_check *check,
                  const struct store_result *result, bool is_stored) {
  bool is_false = !strcmp(strbuf_text(&result->verdict), "false");
  tally_add(project->tally, check, result, is_stored,
            is_false && is_accepted(project, check));
  if (is_false && project->accepted)
    fprintf(project->accepted, "%s %s %s\n", check->unit, check->function,
            check->question);
}

// ---- Checks -----------------------------------------------------------------

static void make_key(struct errand *errand) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s\n%s\n%s\n", strbuf_text(&errand->unit->key),
                strbuf_text(&errand->question->key), errand->function);
  sha256_print(strbuf_text(&text), text.length, &errand->key);
  strbuf_release(&text);
}

// Has the store an answer that would be given again? One without a verdict is
// as good as the time that it was given.
static bool is_enough(const struct project *project,
                      const struct store_result *result) {
  return strcmp(strbuf_text(&result->verdict), "unknown") != 0 ||
         result->budget_ms >= project->options.cpu_timeout_ms;
}

// Replaces a text by the same with today's lines.
static bool move_text(const struct relocation *relocation, struct strbuf *text,
                      bool (*move)(const struct relocation *relocation,
                                   const char *text, struct strbuf *out)) {
  struct strbuf moved = {0};
  bool ok = !text->length || move(relocation, strbuf_text(text), &moved);
  strbuf_release(text);
  *text = moved;
  return ok;
}

// Lines that moved since then are those of today in it. False when that cannot
// be said.
static bool move_lines(const struct project_unit *unit,
                       struct store_result *result) {
  const struct strbuf *now = &unit->fingerprint.places;
  struct relocation relocation = {strbuf_text(&result->places),
                                  strbuf_text(now)};
  bool ok = move_text(&relocation, &result->report, relocate_report) &&
            move_text(&relocation, &result->place, relocate_text) &&
            move_text(&relocation, &result->reason, relocate_text);
  strbuf_clear(&result->places);
  strbuf_add(&result->places, strbuf_text(now));
  return ok;
}

static bool have_moved(const struct project_unit *unit,
                       const struct store_result *result) {
  return strcmp(strbuf_text(&result->places),
                strbuf_text(&unit->fingerprint.places)) != 0;
}

static bool is_known(struct project *project, const struct errand *errand) {
  struct store_result result = {0};
  struct store_check check = check_of(errand);
  bool found = store_find(project->store, check.key, &result) &&
               is_enough(project, &result);
  if (found && have_moved(errand->unit, &result)) {
    found = move_lines(errand->unit, &result);
    project->is_lost |=
        found && !store_keep(project->store, check.key, &result);
  }
  if (found)
    count(project, &check, &result, true);
  store_result_release(&result);
  return found;
}

static void errand_release(struct errand *errand) {
  free(errand->function);
  strbuf_release(&errand->key);
}

static void add_errand(struct project *project, const struct project_unit *unit,
                       const struct project_question *question,
                       const char *function) {
  struct errand errand = {.unit = unit, .question = question};
  struct strbuf name = {0};
  strbuf_add(&name, function);
  errand.function = strbuf_detach(&name);
  make_key(&errand);
  struct store_check check = check_of(&errand);
  project->is_lost |= !store_add_to_run(project->store, project->run, &check);
  project->total++;
  if (is_known(project, &errand))
    errand_release(&errand);
  else
    errand_vec_push(&project->errands, errand);
}

static void add_function(struct project *project,
                         const struct project_unit *unit,
                         const char *function) {
  if (!matches(&project->options.functions, function))
    return;
  for (uint32_t i = 0; i < project->questions.count; i++)
    add_errand(project, unit, &project->questions.at[i], function);
}

static void plan(struct project *project) {
  for (uint32_t i = 0; i < project->units.count; i++) {
    const struct project_unit *unit = &project->units.at[i];
    for (const char *at = strbuf_text(&unit->functions); *at;) {
      struct strbuf name = {0};
      size_t length = strcspn(at, "\n");
      strbuf_bytes(&name, at, length);
      add_function(project, unit, strbuf_text(&name));
      strbuf_release(&name);
      at += length + (at[length] == '\n');
    }
  }
}

static bool next_errand(void *context, uint32_t *work) {
  struct project *project = context;
  *work = project->next;
  return project->next < project->errands.count && project->next++ < UINT32_MAX;
}

// An answer about a file that somebody changed meanwhile is about nothing.
static int run_errand(void *context, uint32_t work) {
  struct project *project = context;
  const struct errand *errand = &project->errands.at[work];
  struct strbuf path = {0};
  path_of(project, "check", work, &path);
  int code = project_question_ask(errand->question, &project->options,
                                  errand->unit->command->file, errand->function,
                                  strbuf_text(&path));
  strbuf_release(&path);
  return project_unit_is_same(&project->options, errand->unit) ? code
                                                               : EXIT_BAD_INPUT;
}

static void errand_ended(void *context, uint32_t work,
                         const struct ending *ending) {
  struct project *project = context;
  const struct errand *errand = &project->errands.at[work];
  struct store_check check = check_of(errand);
  struct store_result result = {.budget_ms = project->options.cpu_timeout_ms,
                                .cpu_ms = ending->cpu_ms,
                                .peak_kb = ending->peak_kb};
  struct strbuf path = {0};
  path_of(project, "check", work, &path);
  file_read(strbuf_text(&path), &result.report);
  unlink(strbuf_text(&path));
  bool is_kept = judge(ending->status, &result);
  strbuf_add(&result.places, strbuf_text(&errand->unit->fingerprint.places));
  project->is_lost |=
      is_kept && !store_keep(project->store, check.key, &result);
  count(project, &check, &result, false);
  store_result_release(&result);
  strbuf_release(&path);
}

static void show_line(void *context, uint32_t running) {
  struct project *project = context;
  struct strbuf line = {0};
  if (!project->shows_line)
    return;
  tally_print_line(project->tally, project->total, running, &line);
  fprintf(stderr, "\r%s\033[K", strbuf_text(&line));
  strbuf_release(&line);
}

static void run_errands(struct project *project) {
  project->next = 0;
  runner_run(&(struct runner){.jobs = (uint32_t)project->options.jobs,
                              .context = project,
                              .next = next_errand,
                              .run = run_errand,
                              .ended = errand_ended,
                              .tick = show_line,
                              .is_over = is_over});
  if (project->shows_line)
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
  project->shows_line = options->verbosity > 0 && isatty(STDERR_FILENO) == 1;
}

static bool open_store(struct project *project) {
  struct strbuf why = {0};
  project->store = store_open(strbuf_text(&project->store_path), &why);
  if (!project->store)
    complain(strbuf_text(&project->store_path), strbuf_text(&why));
  strbuf_release(&why);
  return project->store != NULL;
}

// With a line's end in front, so that lines are found as such.
static bool read_baseline(struct project *project) {
  const char *path = project->options.baseline;
  strbuf_char(&project->baseline, '\n');
  if (!path || file_read(path, &project->baseline))
    return true;
  complain(path, "it cannot be read");
  return false;
}

static bool read_database(struct project *project) {
  struct interner *names = interner_new();
  struct diag *diag = diag_new(names, stderr);
  bool ok = database_read(&project->database, project->options.build_dir, diag);
  diag_free(diag);
  interner_free(names);
  if (ok)
    add_units(project);
  if (ok && !project->units.count)
    complain(project->options.build_dir, "no unit of it is asked for");
  return ok && project->units.count;
}

static bool make_folder(struct project *project) {
  const char *place = getenv("TMPDIR");
  snprintf(project->folder, sizeof project->folder, "%s/vouch-XXXXXX",
           place && strlen(place) < 40 ? place : "/tmp");
  if (mkdtemp(project->folder))
    return true;
  complain(project->folder, "no folder can be made");
  return false;
}

static bool open_accepted(struct project *project) {
  const char *path = project->options.write_baseline;
  if (!path)
    return true;
  project->accepted = fopen(path, "w");
  if (!project->accepted)
    complain(path, "it cannot be written");
  return project->accepted != NULL;
}

static int conclude(struct project *project) {
  struct strbuf text = {0};
  tally_print(project->tally, &text);
  fputs(strbuf_text(&text), stdout);
  strbuf_release(&text);
  if (is_interrupted) {
    puts("interrupted: what is finished is kept");
    return EXIT_UNKNOWN;
  }
  if (project->is_lost)
    return EXIT_BAD_INPUT;
  if (tally_violations(project->tally))
    return EXIT_FALSE;
  return tally_unknown(project->tally) ? EXIT_UNKNOWN : EXIT_TRUE;
}

static int check_project(struct project *project) {
  if (!read_baseline(project) || !read_database(project) ||
      !project_questions(&project->options, &project->questions) ||
      !open_accepted(project) || !open_store(project))
    return EXIT_BAD_INPUT;
  if (!make_folder(project))
    return EXIT_BAD_INPUT;
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  project->run = store_begin_run(project->store);
  look_at_units(project);
  if (!is_interrupted)
    plan(project);
  if (!is_interrupted)
    run_errands(project);
  if (!is_interrupted)
    project->is_lost |=
        !store_finish_run(project->store, project->run) ||
        !project_outputs_write(&project->options, project->store, project->run);
  rmdir(project->folder);
  return conclude(project);
}

static void project_release(struct project *project) {
  for (uint32_t i = 0; i < project->errands.count; i++)
    errand_release(&project->errands.at[i]);
  errand_vec_release(&project->errands);
  for (uint32_t i = 0; i < project->units.count; i++)
    project_unit_release(&project->units.at[i]);
  project_unit_vec_release(&project->units);
  project_questions_release(&project->questions);
  database_release(&project->database);
  strbuf_release(&project->store_path);
  strbuf_release(&project->baseline);
  tally_free(project->tally);
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

int command_project(const struct options *options) {
  const char *word = options->operands.count ? options->operands.at[0] : "";
  const char *kind = options->rules.count ? "spec"
                     : options->spec      ? "function"
                                          : "program";
  bool is_diff = !strcmp(word, "diff"), is_list = !strcmp(word, "list");
  if (*word && !is_diff && !is_list)
    return usage("what to do with it? `project`, `project list` or `project "
                 "diff`");
  if (options->operands.count > 1 && !(is_diff && options->operands.count == 3))
    return usage("`project diff` takes no store, or two");
  if (!*word && !options->build_dir)
    return usage("which project? (-p DIR, with its compile_commands.json)");
  if (!options_have_effect(options, "check", kind) ||
      !project_outputs_are_possible(options))
    return EXIT_USAGE;
  struct project project = {.tally = tally_new()};
  choose_options(&project, options);
  int code = is_diff   ? project_diff(strbuf_text(&project.store_path),
                                      &options->operands)
             : is_list ? project_list(strbuf_text(&project.store_path))
                       : check_project(&project);
  project_release(&project);
  return code;
}
