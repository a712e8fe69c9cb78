// Packets that others do: as files in a folder that all of them see.
//
//   FOLDER/7/             of run 7
//     owner               the process whose run it is
//     known               keys of results that are there already
//     work.sh             `sh work.sh 3` does packet 3
//     3.packet            what it is
//     3-5.record          what came of its fifth check (project/record.h)
//     3.done              it is done; the list of its checks
//
// Whoever does a packet needs neither the store nor the one who wrote it. What
// came of it is taken to the store by this run, or by the next one: a result is
// the same whoever finds it.
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/project.h"

static void base_folder(const struct project *project, struct strbuf *out) {
  const struct options *options = &project->options;
  if (options->folder)
    strbuf_add(out, options->folder);
  else
    strbuf_format(out, "%s/.vouch.work",
                  options->build_dir ? options->build_dir : ".");
}

static bool make(const char *path) {
  return !mkdir(path, 0777) || errno == EEXIST;
}

static FILE *create(const struct project *project, const char *name) {
  struct strbuf path = {0};
  strbuf_format(&path, "%s/%s", strbuf_text(&project->folder), name);
  FILE *file = fopen(strbuf_text(&path), "w");
  if (!file)
    project_complain(strbuf_text(&path), strerror(errno));
  strbuf_release(&path);
  return file;
}

// ---- The folder -------------------------------------------------------------

// Whose it is: what the process of a run that goes on has there is its own.
static bool write_owner(const struct project *project) {
  FILE *file = create(project, "owner");
  if (file)
    fprintf(file, "%ld\n", (long)getpid());
  return file && !fclose(file);
}

static bool has_owner(const char *folder) {
  struct strbuf path = {0}, text = {0};
  strbuf_format(&path, "%s/owner", folder);
  long pid = file_read(strbuf_text(&path), &text)
                 ? strtol(strbuf_text(&text), NULL, 10)
                 : 0;
  strbuf_release(&path);
  strbuf_release(&text);
  return pid > 0 && pid != getpid() && !kill((pid_t)pid, 0);
}

static bool make_shared(struct project *project) {
  struct strbuf base = {0};
  base_folder(project, &base);
  char *whole =
      make(strbuf_text(&base)) ? realpath(strbuf_text(&base), NULL) : NULL;
  strbuf_clear(&project->folder);
  strbuf_format(&project->folder, "%s/%lld", whole ? whole : strbuf_text(&base),
                (long long)project->run);
  bool ok = whole && make(strbuf_text(&project->folder));
  free(whole);
  strbuf_release(&base);
  return ok && write_owner(project);
}

static bool make_private(struct project *project) {
  char path[64];
  const char *place = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/vouch-XXXXXX",
           place && strlen(place) < 40 ? place : "/tmp");
  bool ok = mkdtemp(path);
  strbuf_clear(&project->folder);
  strbuf_add(&project->folder, path);
  return ok;
}

bool project_make_folder(struct project *project) {
  bool is_away = project->options.runner || project->options.emit;
  bool keeps = strcmp(strbuf_text(&project->store_path), ":memory:") != 0;
  bool ok = ((is_away || keeps) && make_shared(project)) ||
            (!is_away && make_private(project));
  if (!ok)
    project_complain(strbuf_text(&project->folder), "no folder can be made");
  return ok;
}

// Of the base only if nobody else has anything there.
void project_drop_folder(struct project *project) {
  const char *path = strbuf_text(&project->folder);
  struct strbuf base = {0};
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    struct strbuf file = {0};
    strbuf_format(&file, "%s/%s", path, entry->d_name);
    if (entry->d_name[0] != '.')
      unlink(strbuf_text(&file));
    strbuf_release(&file);
  }
  if (folder)
    closedir(folder);
  rmdir(path);
  base_folder(project, &base);
  rmdir(strbuf_text(&base));
  strbuf_release(&base);
}

// ---- Packets as files -------------------------------------------------------

static void write_lines(FILE *file, const char *word,
                        const struct strbuf *lines) {
  for (const char *at = strbuf_text(lines); *at;) {
    size_t length = strcspn(at, "\n");
    fprintf(file, "%s %.*s\n", word, (int)length, at);
    at += length + (at[length] == '\n');
  }
}

static bool write_packet(const struct project *project,
                         const struct packet *packet) {
  const struct project_unit *unit = &project->units.at[packet->unit];
  const struct project_question *question =
      &project->questions.at[packet->question];
  char name[32];
  snprintf(name, sizeof name, "%u.packet", packet->number);
  FILE *file = create(project, name);
  if (!file)
    return false;
  fprintf(file, "question %u %s\n", packet->question,
          strbuf_text(&question->key));
  for (uint32_t i = 0; i < unit->links.count; i++) {
    const struct project_unit *part = &project->units.at[unit->links.at[i]];
    fprintf(file, "unit %s %s\n", strbuf_text(&part->key), part->file);
  }
  write_lines(file, "function", &packet->functions);
  write_lines(file, "former", &packet->former);
  return !fclose(file);
}

static void quote(const char *text, FILE *out) {
  fputc('\'', out);
  for (; *text; text++)
    fputs(*text == '\'' ? "'\\''" : (char[]){*text, 0}, out);
  fputc('\'', out);
}

// This very command line, with `work FOLDER N` in it.
static bool write_script(const struct project *project) {
  char here[4096], self[4096];
  struct strbuf line = {0};
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  FILE *file = length > 0 && getcwd(here, sizeof here) &&
                       file_read("/proc/self/cmdline", &line)
                   ? create(project, "work.sh")
                   : NULL;
  if (!file)
    return false;
  self[length] = '\0';
  fputs("cd ", file);
  quote(here, file);
  fputs(" && exec ", file);
  quote(self, file);
  fputs(" project work ", file);
  quote(strbuf_text(&project->folder), file);
  fputs(" \"$1\"", file);
  const char *end = strbuf_text(&line) + line.length;
  const char *at = strbuf_text(&line) + strlen(strbuf_text(&line)) + 1;
  for (at += strlen(at) + 1; at < end; at += strlen(at) + 1) {
    fputc(' ', file);
    quote(at, file);
  }
  fputc('\n', file);
  strbuf_release(&line);
  return !fclose(file);
}

bool project_write_packets(struct project *project) {
  struct strbuf known = {0};
  strbuf_format(&known, "%s/known", strbuf_text(&project->folder));
  bool ok =
      keys_write(project->known, strbuf_text(&known)) && write_script(project);
  for (uint32_t i = 0; ok && i < project->packets.count; i++)
    ok = write_packet(project, &project->packets.at[i]);
  strbuf_release(&known);
  return ok;
}

bool project_is_done(const struct project *project, uint32_t packet) {
  struct strbuf path = {0};
  strbuf_format(&path, "%s/%u.done", strbuf_text(&project->folder),
                project->packets.at[packet].number);
  bool is_done = file_exists(strbuf_text(&path));
  strbuf_release(&path);
  return is_done;
}

// ---- Doing one --------------------------------------------------------------

static bool read_question(const struct project *project, struct packet *packet,
                          const char *at) {
  char *key;
  packet->question = (uint32_t)strtoul(at, &key, 10);
  return packet->question < project->questions.count && *key == ' ' &&
         !strcmp(key + 1,
                 strbuf_text(&project->questions.at[packet->question].key));
}

static bool read_unit(struct project *project, const char *at) {
  const char *file = strchr(at, ' ');
  const struct compile_command *command =
      file ? database_find(&project->database, file + 1) : NULL;
  if (!command)
    return false;
  struct project_unit unit = {.command = command};
  for (uint32_t i = 0; i < project->units.count; i++)
    if (project->units.at[i].command == command)
      unit.file = project->units.at[i].file;
  strbuf_bytes(&unit.key, at, (size_t)(file - at));
  project_unit_vec_push(&project->units, unit);
  return unit.file != NULL;
}

// Units of the packet stand behind those of the database.
static bool read_line(struct project *project, struct packet *packet,
                      const char *line) {
  if (!strncmp(line, "question ", 9))
    return read_question(project, packet, line + 9);
  if (!strncmp(line, "unit ", 5))
    return read_unit(project, line + 5);
  if (!strncmp(line, "function ", 9)) {
    strbuf_format(&packet->functions, "%s\n", line + 9);
    return true;
  }
  if (!strncmp(line, "former ", 7)) {
    strbuf_format(&packet->former, "%s\n", line + 7);
    return true;
  }
  return false;
}

static bool read_packet(struct project *project, struct packet *packet,
                        const char *path) {
  struct strbuf text = {0};
  uint32_t first = project->units.count;
  bool ok = file_read(path, &text);
  for (char *at = text.text; ok && at && *at;) {
    char *end = strchr(at, '\n');
    if (end)
      *end = '\0';
    ok = read_line(project, packet, at);
    at = end ? end + 1 : NULL;
  }
  packet->unit = first;
  for (uint32_t i = first; ok && i < project->units.count; i++)
    u32_vec_push(&project->units.at[first].links, i);
  strbuf_release(&text);
  return ok && first < project->units.count;
}

int project_do_packet(struct project *project, const char *folder,
                      const char *number) {
  struct packet packet = {.number = (uint32_t)strtoul(number, NULL, 10)};
  struct strbuf path = {0};
  strbuf_add(&project->folder, folder);
  strbuf_format(&path, "%s/known", folder);
  project->known = keys_of_file(strbuf_text(&path));
  project->is_away = true;
  // Others run several packets at a time.
  project->crew = options_given(&project->options, "--jobs")
                      ? (uint32_t)project->options.jobs
                      : 1;
  strbuf_clear(&path);
  strbuf_format(&path, "%s/%u.packet", folder, packet.number);
  int code = EXIT_BAD_INPUT;
  if (read_packet(project, &packet, strbuf_text(&path)))
    code = project_work(project, &packet);
  else
    project_complain(strbuf_text(&path),
                     "it is no packet of this project and this vouch");
  strbuf_release(&path);
  return code;
}

// ---- Taking what is there ---------------------------------------------------

void project_import_all(struct project *project) {
  struct strbuf base = {0};
  base_folder(project, &base);
  DIR *folder = opendir(strbuf_text(&base));
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    struct strbuf path = {0};
    strbuf_format(&path, "%s/%s", strbuf_text(&base), entry->d_name);
    if (entry->d_name[0] != '.' && !has_owner(strbuf_text(&path)))
      project_import(project, strbuf_text(&path));
    strbuf_release(&path);
  }
  if (folder)
    closedir(folder);
  strbuf_release(&base);
}

// ---- Ninja ------------------------------------------------------------------

// Blanks, colons and dollars mean something to ninja.
static void print_path(const char *path, FILE *out) {
  for (; *path; path++)
    fputs(strchr(" :$", *path) ? (char[]){'$', *path, 0} : (char[]){*path, 0},
          out);
}

static void print_build(const struct project *project,
                        const struct packet *packet, FILE *out) {
  fputs("build ", out);
  print_path(strbuf_text(&project->folder), out);
  fprintf(out, "/%u.done: check\n  n = %u\n  unit = %s\n", packet->number,
          packet->number, project->units.at[packet->unit].file);
}

bool project_emit_ninja(struct project *project) {
  FILE *out =
      project_write_packets(project) ? create(project, "build.ninja") : NULL;
  if (!out)
    return false;
  fputs("rule check\n  command = sh '", out);
  print_path(strbuf_text(&project->folder), out);
  fputs("/work.sh' $n\n  description = check $unit\n", out);
  for (uint32_t i = 0; i < project->packets.count; i++)
    print_build(project, &project->packets.at[i], out);
  printf("%u packets: run\n    ninja -f %s/build.ninja\nand then this command "
         "again without --emit\n",
         project->packets.count, strbuf_text(&project->folder));
  return !fclose(out);
}
