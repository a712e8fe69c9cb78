// What came of checks: from records and from the store to the run's table.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "cli/project.h"
#include "project/judge.h"
#include "project/record.h"
#include "project/relocate.h"

static struct store_check check_of(const struct project *project,
                                   const struct packet *packet,
                                   const char *function, const char *key) {
  return (struct store_check){
      project->units.at[packet->unit].file, function,
      strbuf_text(&project->questions.at[packet->question].text), key};
}

// ---- Counting ---------------------------------------------------------------

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
  if (project->is_dry)
    return;
  project->is_lost |= !store_add_to_run(project->store, project->run, check);
  tally_add(project->tally, check, result, is_stored,
            is_false && is_accepted(project, check));
  if (is_false && project->accepted)
    fprintf(project->accepted, "%s %s %s\n", check->unit, check->function,
            check->question);
}

// ---- What is known ----------------------------------------------------------

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
static bool move_lines(const char *now, struct store_result *result) {
  struct relocation relocation = {strbuf_text(&result->places), now};
  bool ok = move_text(&relocation, &result->report, relocate_report) &&
            move_text(&relocation, &result->place, relocate_text) &&
            move_text(&relocation, &result->reason, relocate_text);
  strbuf_clear(&result->places);
  strbuf_add(&result->places, now);
  return ok;
}

bool project_take_known(struct project *project, const struct packet *packet,
                        const char *function, const char *key,
                        const char *places) {
  struct store_result result = {0};
  struct store_check check = check_of(project, packet, function, key);
  bool found =
      store_find(project->store, key, &result) && is_enough(project, &result);
  if (found && strcmp(strbuf_text(&result.places), places)) {
    found = move_lines(places, &result);
    project->is_lost |= found && !store_keep(project->store, key, &result);
  }
  if (found)
    count(project, &check, &result, true);
  store_result_release(&result);
  return found;
}

// ---- Records ----------------------------------------------------------------

// Keeps what it says; the result is released by the caller.
static void keep_answer(struct project *project, const struct record *record,
                        struct store_result *result) {
  *result = (struct store_result){.budget_ms = record->budget_ms,
                                  .cpu_ms = record->cpu_ms,
                                  .peak_kb = record->peak_kb};
  strbuf_add(&result->report, strbuf_text(&record->report));
  strbuf_add(&result->places, strbuf_text(&record->places));
  bool is_kept = judge(record->status, result) && record->key.length;
  project->is_lost |=
      is_kept && !store_keep(project->store, strbuf_text(&record->key), result);
}

static void take_answer(struct project *project, const struct packet *packet,
                        const struct record *record) {
  struct store_result result;
  struct store_check check =
      check_of(project, packet, strbuf_text(&record->function),
               strbuf_text(&record->key));
  keep_answer(project, record, &result);
  count(project, &check, &result, false);
  store_result_release(&result);
}

static void add_to_list(struct project *project, struct packet *packet,
                        const struct record *record) {
  struct strbuf digest = {0};
  project->is_lost |=
      !store_keep_places(project->store, strbuf_text(&record->places), &digest);
  strbuf_format(&packet->list, "%s %s %s\n", strbuf_text(&record->function),
                strbuf_text(&record->key), strbuf_text(&digest));
  strbuf_release(&digest);
}

// An answer whose lines cannot be moved is asked for once more, and then it is
// none.
static void take_record(struct project *project, const struct record *record) {
  if (record->packet >= project->packets.count)
    return;
  struct packet *packet = &project->packets.at[record->packet];
  packet->of = record->of;
  packet->done++;
  if (!record->is_known)
    take_answer(project, packet, record);
  else if (!project_take_known(project, packet, strbuf_text(&record->function),
                               strbuf_text(&record->key),
                               strbuf_text(&record->places)))
    strbuf_format(&packet->stale, "%s\n", strbuf_text(&record->function));
  if (record->key.length)
    add_to_list(project, packet, record);
}

// Calls back with each file of the folder that has the suffix, and removes it.
static void each_file(struct project *project, const char *path,
                      const char *suffix,
                      void (*take)(struct project *project, const char *file)) {
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    struct strbuf file = {0};
    strbuf_format(&file, "%s/%s", path, entry->d_name);
    if (!strcmp(file_suffix(entry->d_name), suffix)) {
      take(project, strbuf_text(&file));
      unlink(strbuf_text(&file));
    }
    strbuf_release(&file);
  }
  if (folder)
    closedir(folder);
}

static void collect_one(struct project *project, const char *file) {
  struct record record;
  if (record_read(&record, file))
    take_record(project, &record);
  record_release(&record);
}

void project_collect(struct project *project) {
  each_file(project, strbuf_text(&project->folder), ".record", collect_one);
}

// ---- Of runs that are over --------------------------------------------------

static void import_one(struct project *project, const char *file) {
  struct record record;
  struct strbuf digest = {0};
  struct store_result result = {0};
  bool ok = record_read(&record, file);
  if (ok && !record.is_known)
    keep_answer(project, &record, &result);
  if (ok)
    store_keep_places(project->store, strbuf_text(&record.places), &digest);
  store_result_release(&result);
  record_release(&record);
  strbuf_release(&digest);
}

// A key, and the list behind it.
static void import_list(struct project *project, const char *file) {
  struct strbuf text = {0};
  file_read(file, &text);
  char *end = text.text ? strchr(text.text, '\n') : NULL;
  if (end) {
    *end = '\0';
    project->is_lost |=
        !store_keep_functions(project->store, text.text, end + 1);
  }
  strbuf_release(&text);
}

void project_import(struct project *project, const char *folder) {
  each_file(project, folder, ".record", import_one);
  each_file(project, folder, ".done", import_list);
}

// ---- Lists ------------------------------------------------------------------

void project_list_key(const struct project *project,
                      const struct packet *packet, struct strbuf *key) {
  const struct project_unit *unit = &project->units.at[packet->unit];
  struct strbuf text = {0};
  strbuf_format(&text, "%s\n",
                strbuf_text(&project->questions.at[packet->question].key));
  for (uint32_t i = 0; i < unit->links.count; i++)
    strbuf_format(&text, "%s\n",
                  strbuf_text(&project->units.at[unit->links.at[i]].key));
  for (uint32_t i = 0; i < project->options.functions.count; i++)
    strbuf_format(&text, "%s\n", project->options.functions.at[i]);
  sha256_print(strbuf_text(&text), text.length, key);
  strbuf_release(&text);
}

bool project_close(struct project *project, uint32_t number) {
  struct packet *packet = &project->packets.at[number];
  struct strbuf key = {0};
  if (packet->done < packet->of)
    return false;
  project_list_key(project, packet, &key);
  if (!packet->functions.length)
    project->is_lost |= !store_keep_functions(project->store, strbuf_text(&key),
                                              strbuf_text(&packet->list));
  strbuf_release(&key);
  return true;
}
