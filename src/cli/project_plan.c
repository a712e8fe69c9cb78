// What there is to do in a project, and what is known already.
#include <fnmatch.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/project.h"
#include "project/former.h"
#include "project/runner.h"

static volatile sig_atomic_t is_interrupted;

static void on_interrupt(int number) {
  (void)number;
  is_interrupted = 1;
}

void project_catch_interrupts(void) {
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
}

bool project_is_interrupted(void) {
  return is_interrupted;
}

static bool is_over(void *context) {
  (void)context;
  return is_interrupted;
}

void project_complain(const char *what, const char *why) {
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
    if (!strcmp(file_suffix(file), ".c") && is_new(project, command->file))
      project_unit_vec_push(
          &project->units,
          (struct project_unit){.command = command,
                                .file = file,
                                .is_asked =
                                    matches(&project->options.units, file)});
  }
}

static bool has_asked(const struct project *project) {
  for (uint32_t i = 0; i < project->units.count; i++)
    if (project->units.at[i].is_asked)
      return true;
  return false;
}

bool project_read_units(struct project *project) {
  struct interner *names = interner_new();
  struct diag *diag = diag_new(names, stderr);
  bool ok = database_read(&project->database, project->options.build_dir, diag);
  diag_free(diag);
  interner_free(names);
  if (ok)
    add_units(project);
  if (ok && !has_asked(project))
    project_complain(project->options.build_dir, "no unit of it is asked for");
  return ok && has_asked(project);
}

// ---- What the compiler sees -------------------------------------------------

static bool is_needed(const struct project *project,
                      const struct project_unit *unit) {
  return unit->is_asked || project->options.link;
}

static void path_of(const struct project *project, uint32_t number,
                    struct strbuf *out) {
  strbuf_format(out, "%s/unit-%u", strbuf_text(&project->folder), number);
}

static bool next_unit(void *context, uint32_t *work) {
  struct project *project = context;
  while (project->next < project->units.count &&
         !is_needed(project, &project->units.at[project->next]))
    project->next++;
  *work = project->next;
  return project->next < project->units.count && project->next++ < UINT32_MAX;
}

static bool write_text(const char *path, const struct strbuf *text) {
  FILE *file = fopen(path, "w");
  if (file)
    fputs(strbuf_text(text), file);
  return file && !fclose(file);
}

static int find_key(void *context, uint32_t work) {
  struct project *project = context;
  struct strbuf path = {0}, key = {0};
  path_of(project, work, &path);
  bool ok = project_unit_key(&project->options, &project->units.at[work], &key);
  if (!ok)
    project_unit_complaint(&project->options, &project->units.at[work], &key);
  ok = write_text(strbuf_text(&path), &key) && ok;
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

static void receive(const struct project *project, uint32_t work,
                    const struct ending *ending, struct strbuf *into) {
  struct strbuf path = {0};
  path_of(project, work, &path);
  strbuf_clear(into);
  if (!ending->status)
    file_read(strbuf_text(&path), into);
  unlink(strbuf_text(&path));
  strbuf_release(&path);
}

static void key_found(void *context, uint32_t work,
                      const struct ending *ending) {
  struct project *project = context;
  struct project_unit *unit = &project->units.at[work];
  struct strbuf path = {0}, why = {0}, text = {0};
  path_of(project, work, &path);
  if (ending->status)
    file_read(strbuf_text(&path), &why);
  receive(project, work, ending, &unit->key);
  if (!unit->key.length && unit->is_asked) {
    strbuf_format(&text, "it cannot be read, and is left out%s%s",
                  why.length ? ": " : "", strbuf_text(&why));
    project_complain(unit->file, strbuf_text(&text));
    project->is_lost = true;
  }
  strbuf_release(&path);
  strbuf_release(&why);
  strbuf_release(&text);
}

// ---- Who defines what -------------------------------------------------------

static void symbols_key(const struct project_unit *unit, struct strbuf *key) {
  strbuf_format(key, "linkage %s", strbuf_text(&unit->key));
}

static bool has_symbols(struct project *project, struct project_unit *unit) {
  struct strbuf key = {0};
  symbols_key(unit, &key);
  bool found =
      !unit->key.length ||
      store_find_functions(project->store, strbuf_text(&key), &unit->symbols);
  strbuf_release(&key);
  return found;
}

static bool next_symbols(void *context, uint32_t *work) {
  struct project *project = context;
  while (project->next < project->units.count &&
         has_symbols(project, &project->units.at[project->next]))
    project->next++;
  *work = project->next;
  return project->next < project->units.count && project->next++ < UINT32_MAX;
}

static int find_symbols(void *context, uint32_t work) {
  struct project *project = context;
  struct strbuf path = {0}, symbols = {0};
  path_of(project, work, &path);
  bool ok = project_unit_symbols(&project->options, &project->units.at[work],
                                 &symbols) &&
            write_text(strbuf_text(&path), &symbols);
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

// One that cannot be loaded is linked to nobody.
static void symbols_found(void *context, uint32_t work,
                          const struct ending *ending) {
  struct project *project = context;
  struct project_unit *unit = &project->units.at[work];
  struct strbuf key = {0};
  receive(project, work, ending, &unit->symbols);
  symbols_key(unit, &key);
  if (!ending->status)
    project->is_lost |= !store_keep_functions(project->store, strbuf_text(&key),
                                              strbuf_text(&unit->symbols));
  strbuf_release(&key);
}

void project_look(struct project *project) {
  struct runner keys = {.jobs = (uint32_t)project->options.jobs,
                        .context = project,
                        .next = next_unit,
                        .run = find_key,
                        .ended = key_found,
                        .is_over = is_over};
  struct runner symbols = {.jobs = (uint32_t)project->options.jobs,
                           .context = project,
                           .next = next_symbols,
                           .run = find_symbols,
                           .ended = symbols_found,
                           .is_over = is_over};
  project->next = 0;
  runner_run(&keys);
  project->next = 0;
  if (project->options.link && !is_interrupted)
    runner_run(&symbols);
  project_units_link(&project->units, (uint32_t)project->options.link);
}

// ---- Packets ----------------------------------------------------------------

// `function key places`: counted if the store has the answer, and otherwise
// something to do.
static void take_line(struct project *project, struct packet *packet,
                      const char *at, size_t length) {
  struct strbuf line = {0}, places = {0};
  strbuf_bytes(&line, at, length);
  char *key = line.text ? strchr(line.text, ' ') : NULL;
  char *digest = key ? strchr(key + 1, ' ') : NULL;
  if (digest) {
    *key++ = *digest++ = '\0';
    bool is_known = store_find_places(project->store, digest, &places) &&
                    project_take_known(project, packet, line.text, key,
                                       strbuf_text(&places));
    if (!is_known)
      strbuf_format(&packet->functions, "%s\n", line.text);
  }
  strbuf_release(&line);
  strbuf_release(&places);
}

// True when there is nothing left to do.
static bool take_list(struct project *project, struct packet *packet) {
  struct strbuf key = {0}, list = {0};
  project_list_key(project, packet, &key);
  bool found = store_find_functions(project->store, strbuf_text(&key), &list);
  for (const char *at = strbuf_text(&list); *at;) {
    size_t length = strcspn(at, "\n");
    take_line(project, packet, at, length);
    at += length + (at[length] == '\n');
  }
  strbuf_release(&key);
  strbuf_release(&list);
  return found && !packet->functions.length;
}

static void add_former(void *context, const char *function,
                       const char *report) {
  struct packet *packet = context;
  struct interner *texts = interner_new();
  former_read(report, texts);
  for (uint32_t i = 1; i <= interner_count(texts); i++)
    strbuf_format(&packet->former, "%s %s\n", function,
                  name_text(texts, (struct name){i}));
  interner_free(texts);
}

// What is to be done can begin with what was found before an edit.
static void remember(struct project *project, struct packet *packet) {
  store_each_proof(project->store, project->units.at[packet->unit].file,
                   strbuf_text(&project->questions.at[packet->question].text),
                   add_former, packet);
}

void project_plan(struct project *project) {
  bool ok = store_begin(project->store);
  for (uint32_t i = 0; i < project->units.count; i++)
    for (uint32_t k = 0; k < project->questions.count; k++) {
      struct packet packet = {
          .number = project->packets.count, .unit = i, .question = k};
      if (project->units.at[i].is_asked && project->units.at[i].key.length &&
          !take_list(project, &packet)) {
        remember(project, &packet);
        packet_vec_push(&project->packets, packet);
      }
    }
  project->is_lost |= !(ok && store_commit(project->store));
  project->known =
      keys_of_store(project->store, project->options.cpu_timeout_ms);
}
