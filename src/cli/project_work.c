// Packets: a unit is loaded once, and its functions are checked in forks.
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "base/sha256.h"
#include "cli/commands.h"
#include "cli/project.h"
#include "cli/session.h"
#include "cli/watch.h"
#include "program/function_name.h"
#include "library/cone.h"
#include "project/digest.h"
#include "project/record.h"
#include "project/runner.h"
#include "spec/syntax.h"

enum { EXIT_KNOWN = 100 }; // of a child whose answer is there already

// A function, and how much there is of it.
struct candidate {
  char *name;
  uint32_t size;
};

VEC_DEFINE(candidate_vec, struct candidate);

struct work {
  const struct project *project;
  const struct packet *packet;
  const struct project_unit *unit;
  const struct project_question *question;
  struct options one;     // of a check; shallow
  struct strbuf rule;     // the file of the rule's specification
  struct strbuf json;     // of this process's check
  struct strbuf function; // how the check's options name it
  struct candidate_vec candidates;
  struct strbuf list; // a line each: function, key, digest of the places
  uint32_t next, missing;
};

static void path_of(const struct work *work, uint32_t index, const char *suffix,
                    struct strbuf *out) {
  strbuf_format(out, "%s/%u-%u%s", strbuf_text(&work->project->folder),
                work->packet->number, index, suffix);
}

// ---- What there is to do ----------------------------------------------------

// A function of the file itself: those of its headers belong to others.
static bool is_of_unit(const struct work *work, const struct program *program,
                       const struct procedure *procedure) {
  return procedure->is_defined && procedure->kind == PROCEDURE_FUNCTION &&
         file_is_same(name_text(program->names, procedure->position.file),
                      work->unit->command->file);
}

static bool has_line(const struct strbuf *lines, const char *line) {
  size_t length = strlen(line);
  for (const char *at = strbuf_text(lines); *at;) {
    size_t here = strcspn(at, "\n");
    if (here == length && !strncmp(at, line, length))
      return true;
    at += here + (at[here] == '\n');
  }
  return false;
}

static bool is_wanted(const struct work *work, const char *function) {
  const struct text_vec *patterns = &work->project->options.functions;
  bool matches = !patterns->count;
  for (uint32_t i = 0; i < patterns->count; i++)
    matches |= !fnmatch(patterns->at[i], function, 0);
  return matches && (!work->packet->functions.length ||
                     has_line(&work->packet->functions, function));
}

static int by_size(const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  return x->size != y->size ? (x->size < y->size ? -1 : 1)
                            : strcmp(x->name, y->name);
}

// Easy ones first.
static void list_candidates(struct work *work, const struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    const char *name = name_text(program->names, procedure->name);
    if (is_of_unit(work, program, procedure) && is_wanted(work, name))
      candidate_vec_push(
          &work->candidates,
          (struct candidate){memory_copy_string(name), procedure->edges.count});
  }
  if (work->candidates.count)
    qsort(work->candidates.at, work->candidates.count,
          sizeof *work->candidates.at, by_size);
}

static bool next_candidate(void *context, uint32_t *index) {
  struct work *work = context;
  *index = work->next;
  return work->next < work->candidates.count && work->next++ < UINT32_MAX;
}

// ---- What came of it --------------------------------------------------------

// What the child wrote down before it began: function, key, places.
static void read_beginning(const struct work *work, uint32_t index,
                           struct record *record) {
  struct strbuf path = {0}, text = {0};
  path_of(work, index, ".begun", &path);
  if (file_read(strbuf_text(&path), &text)) {
    const char *at = strchr(strbuf_text(&text), '\n');
    const char *end = at ? strchr(at + 1, '\n') : NULL;
    if (end) {
      strbuf_bytes(&record->key, at + 1, (size_t)(end - at - 1));
      strbuf_add(&record->places, end + 1);
    }
  }
  unlink(strbuf_text(&path));
  strbuf_release(&path);
  strbuf_release(&text);
}

static void candidate_ended(void *context, uint32_t index,
                            const struct ending *ending) {
  struct work *work = context;
  struct strbuf path = {0};
  struct record record = {.packet = work->packet->number,
                          .of = work->candidates.count,
                          .status = ending->status,
                          .cpu_ms = ending->cpu_ms,
                          .peak_kb = ending->peak_kb,
                          .budget_ms = work->project->options.cpu_timeout_ms};
  strbuf_add(&record.function, work->candidates.at[index].name);
  read_beginning(work, index, &record);
  record.is_known =
      WIFEXITED(ending->status) && WEXITSTATUS(ending->status) == EXIT_KNOWN;
  path_of(work, index, ".json", &path);
  file_read(strbuf_text(&path), &record.report);
  unlink(strbuf_text(&path));
  strbuf_clear(&path);
  path_of(work, index, ".record", &path);
  work->missing += !record_write(&record, strbuf_text(&path));
  if (record.key.length) {
    strbuf_format(&work->list, "%s %s ", strbuf_text(&record.function),
                  strbuf_text(&record.key));
    sha256_print(strbuf_text(&record.places), record.places.length,
                 &work->list);
    strbuf_char(&work->list, '\n');
  }
  strbuf_release(&path);
  record_release(&record);
}

// ---- A check ----------------------------------------------------------------

static void add_names(const char *at, struct interner *names,
                      struct name_vec *into) {
  while (*at) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
      length++;
    if (length)
      name_vec_push(into, intern_bytes(names, at, length));
    at += length ? length : 1;
  }
}

// Whatever a specification may speak of: all words in it.
static void words_of(const struct syntax *syntax, struct name_vec *into) {
  for (uint32_t i = 0; i < syntax->files.count; i++) {
    struct strbuf text = {0};
    file_read(name_text(syntax->names, syntax->files.at[i].path), &text);
    add_names(strbuf_text(&text), syntax->names, into);
    strbuf_release(&text);
  }
}

// The specification has one check, that of the rule, which is about this
// function.
static void set_subject(struct syntax *syntax, const char *function) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < syntax->items.count; i++) {
    struct item item = syntax->items.at[i];
    bool is_last = i + 1 == syntax->items.count;
    if (item.kind == ITEM_CHECK && is_last)
      item.check.subject = intern(syntax->names, function);
    if (item.kind != ITEM_CHECK || is_last)
      syntax->items.at[kept++] = item;
  }
  syntax->items.count = kept;
}

// How options name it: the file says which, if there are several.
static void name_function(struct work *work, const struct program *program,
                          const char *name) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (!strcmp(name, name_text(program->names, procedure->name)) &&
        is_of_unit(work, program, procedure)) {
      struct procedure_id_vec all = {0};
      strbuf_clear(&work->function);
      function_name_find(program, name, &all);
      if (all.count > 1)
        function_name_print(program, procedure->self, &work->function);
      else
        strbuf_add(&work->function, name);
      procedure_id_vec_release(&all);
    }
  }
}

static void make_key(const struct work *work, const struct strbuf *digest,
                     struct strbuf *key) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s\n%s\n", strbuf_text(digest),
                strbuf_text(&work->question->key));
  sha256_print(strbuf_text(&text), text.length, key);
  strbuf_release(&text);
}

static void write_beginning(const struct work *work, uint32_t index,
                            const struct strbuf *key,
                            const struct strbuf *places) {
  struct strbuf path = {0};
  path_of(work, index, ".begun", &path);
  FILE *file = fopen(strbuf_text(&path), "w");
  if (file) {
    fprintf(file, "%s\n%s\n%s", work->candidates.at[index].name,
            strbuf_text(key), strbuf_text(places));
    fclose(file);
  }
  strbuf_release(&path);
}

// Reduces the program to what the function can see, and ends here if that was
// asked before.
static void reduce(struct work *work, uint32_t index, struct program *program,
                   struct procedure_id entry, struct syntax *syntax,
                   const struct declaration_vec *answers) {
  struct cone cone;
  struct name_vec names = {0};
  struct strbuf digest = {0}, places = {0}, key = {0};
  if (syntax)
    words_of(syntax, &names);
  cone_init(&cone, program, entry, &names);
  cone_digest(&cone, answers, &digest, &places);
  make_key(work, &digest, &key);
  write_beginning(work, index, &key, &places);
  if (!work->packet->is_repeated &&
      keys_have(work->project->known, strbuf_text(&key)))
    _exit(EXIT_KNOWN);
  cone_reduce(&cone, program);
  cone_release(&cone);
  name_vec_release(&names);
  strbuf_release(&digest);
  strbuf_release(&places);
  strbuf_release(&key);
}

// What the last proof of the function tracked.
static void remember(const struct work *work, const char *function,
                     struct session *session) {
  size_t length = strlen(function);
  session->former = interner_new();
  for (const char *at = strbuf_text(&work->packet->former); *at;) {
    size_t here = strcspn(at, "\n");
    if (here > length && at[length] == ' ' && !strncmp(at, function, length))
      intern_bytes(session->former, at + length + 1, here - length - 1);
    at += here + (at[here] == '\n');
  }
}

// In the child: what goes on from here is the check of this function.
static void begin_check(struct work *work, uint32_t index,
                        struct session *session, struct syntax *syntax,
                        const struct declaration_vec *answers) {
  name_function(work, session->program, work->candidates.at[index].name);
  const char *function = strbuf_text(&work->function);
  const struct procedure *entry =
      session_function_called(session, function, true);
  if (!entry)
    _exit(EXIT_BAD_INPUT);
  if (syntax)
    set_subject(syntax, function);
  reduce(work, index, session->program, entry->self, syntax, answers);
  remember(work, work->candidates.at[index].name, session);
  strbuf_clear(&work->json);
  path_of(work, index, ".json", &work->json);
  work->one.json = strbuf_text(&work->json);
  work->one.cpu_timeout_ms = session->cpu_timeout_ms =
      work->project->options.cpu_timeout_ms;
  if (!syntax)
    work->one.function = function;
  watch_again(session->cpu_timeout_ms, work->one.json);
}

// All of it was done; the list of it, if it is one of the whole unit, under its
// key.
static void write_done(const struct work *work) {
  struct strbuf path = {0}, fresh = {0}, key = {0};
  strbuf_format(&path, "%s/%u.done", strbuf_text(&work->project->folder),
                work->packet->number);
  strbuf_format(&fresh, "%s.%ld", strbuf_text(&path), (long)getpid());
  project_list_key(work->project, work->packet, &key);
  FILE *file = fopen(strbuf_text(&fresh), "w");
  if (file && !work->packet->functions.length)
    fprintf(file, "%s\n%s", strbuf_text(&key), strbuf_text(&work->list));
  if (file && !fclose(file))
    rename(strbuf_text(&fresh), strbuf_text(&path));
  strbuf_release(&path);
  strbuf_release(&fresh);
  strbuf_release(&key);
}

// Where the program is there.
static void share(void *context, struct session *session, struct syntax *syntax,
                  const struct declaration_vec *answers) {
  struct work *work = context;
  uint32_t index;
  if (watch_is_interrupted) // while it was loaded
    _exit(EXIT_UNKNOWN);
  list_candidates(work, session->program);
  watch_pause();
  bool is_child = runner_fork(&(struct runner){.jobs = work->project->crew,
                                               .context = work,
                                               .next = next_candidate,
                                               .ended = candidate_ended},
                              &index);
  if (!is_child) {
    unlink(strbuf_text(&work->rule));
    if (work->project->is_away && !work->missing)
      write_done(work);
    _exit(work->missing ? EXIT_BAD_INPUT : EXIT_TRUE);
  }
  begin_check(work, index, session, syntax, answers);
}

// ---- The packet -------------------------------------------------------------

static void be_silent(void) {
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
}

// A specification with one check; whose, is filled in.
static bool write_rule(const struct work *work) {
  char *whole = realpath(work->project->options.spec, NULL);
  FILE *file = whole ? fopen(strbuf_text(&work->rule), "w") : NULL;
  if (file)
    fprintf(file, "import \"%s\";\ncheck rule: vouch refines %s;\n", whole,
            work->question->rule);
  free(whole);
  return file && !fclose(file);
}

// An answer about files that somebody changed meanwhile is about nothing.
static bool is_same(const struct project *project,
                    const struct project_unit *unit) {
  bool same = true;
  for (uint32_t i = 0; same && i < unit->links.count; i++) {
    const struct project_unit *part = &project->units.at[unit->links.at[i]];
    struct strbuf key = {0};
    same = project_unit_key(&project->options, part, &key) &&
           !strcmp(strbuf_text(&key), strbuf_text(&part->key));
    strbuf_release(&key);
  }
  return same;
}

static void choose_options(struct work *work, struct text_vec *files) {
  const struct project *project = work->project;
  work->one = project->options;
  for (uint32_t i = 0; i < work->unit->links.count; i++)
    text_vec_push(files,
                  project->units.at[work->unit->links.at[i]].command->file);
  work->one.operands = *files;
  work->one.sarif = work->one.junit = work->one.html = NULL;
  work->one.json = strbuf_text(&work->json);
  work->one.verbosity = 0;
  work->one.cpu_timeout_ms = 0; // loading takes as long as it takes
  if (work->question->rule)
    work->one.spec = strbuf_text(&work->rule);
}

int project_work(const struct project *project, const struct packet *packet) {
  struct work work = {.project = project,
                      .packet = packet,
                      .unit = &project->units.at[packet->unit],
                      .question = &project->questions.at[packet->question]};
  struct session_hook hook = {&work, share};
  struct text_vec files = {0};
  be_silent();
  path_of(&work, 0, ".spec", &work.rule);
  path_of(&work, 0, ".loading", &work.json);
  choose_options(&work, &files);
  if ((work.question->rule && !write_rule(&work)) ||
      !is_same(project, work.unit))
    return EXIT_BAD_INPUT;
  return check_hooked(&work.one, &hook);
}

// ---- What runs --------------------------------------------------------------

void project_print_running(const struct project *project, struct strbuf *out) {
  DIR *folder = opendir(strbuf_text(&project->folder));
  time_t now = time(NULL);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    struct strbuf path = {0}, text = {0};
    struct stat about;
    strbuf_format(&path, "%s/%s", strbuf_text(&project->folder), entry->d_name);
    if (!strcmp(file_suffix(entry->d_name), ".begun") &&
        !stat(strbuf_text(&path), &about) &&
        file_read(strbuf_text(&path), &text))
      strbuf_format(out, "  %.*s, %ld s",
                    (int)strcspn(strbuf_text(&text), "\n"), strbuf_text(&text),
                    (long)(now - about.st_mtime));
    strbuf_release(&path);
    strbuf_release(&text);
  }
  if (folder)
    closedir(folder);
}
