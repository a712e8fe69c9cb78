#include "project/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "project/sqlite.h"

enum { FORMAT = 1, BUSY_MS = 60000 };

struct store {
  struct sqlite *database;
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS result (key TEXT PRIMARY KEY, verdict TEXT, "
    "reason TEXT, place TEXT, report TEXT, places TEXT, budget_ms INTEGER, "
    "cpu_ms INTEGER, peak_kb INTEGER) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS places (digest TEXT PRIMARY KEY, text TEXT) "
    "WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS functions (key TEXT PRIMARY KEY, text TEXT) "
    "WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS run (id INTEGER PRIMARY KEY AUTOINCREMENT, "
    "is_finished INTEGER);"
    "CREATE TABLE IF NOT EXISTS asked (run INTEGER, unit TEXT, function TEXT, "
    "question TEXT, key TEXT, PRIMARY KEY (run, unit, function, question)) "
    "WITHOUT ROWID;";

void store_result_release(struct store_result *result) {
  strbuf_release(&result->verdict);
  strbuf_release(&result->reason);
  strbuf_release(&result->place);
  strbuf_release(&result->report);
  strbuf_release(&result->places);
}

// Opening

// What another version wrote is not ours to change.
static bool has_our_format(struct store *store) {
  struct sqlite_rows *ask =
      sqlite_ask(store->database, "PRAGMA user_version", "");
  int64_t version = sqlite_rows_next(ask) ? sqlite_rows_number(ask, 0) : -1;
  sqlite_rows_free(ask);
  return version == 0 || version == FORMAT;
}

static bool set_up(struct store *store) {
  struct strbuf sql = {0};
  strbuf_format(&sql,
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; BEGIN; "
                "PRAGMA user_version=%d; %s COMMIT;",
                FORMAT, schema);
  bool ok = sqlite_run(store->database, strbuf_text(&sql));
  strbuf_release(&sql);
  return ok;
}

struct store *store_open(const char *path, struct strbuf *why) {
  struct sqlite *database = sqlite_open(path, BUSY_MS, why);
  if (!database)
    return NULL;
  struct store *store = memory_new_zero(1, sizeof *store);
  store->database = database;
  if (!has_our_format(store))
    strbuf_add(why, "it is no store of this version of vouch");
  else if (set_up(store))
    return store;
  else
    strbuf_add(why, sqlite_error(database));
  store_close(store);
  return NULL;
}

void store_close(struct store *store) {
  sqlite_close(store->database);
  free(store);
}

// Results

#define RESULT_COLUMNS                                                         \
  "result.verdict, result.reason, result.place, result.report, places.text, "  \
  "result.budget_ms, result.cpu_ms, result.peak_kb "
#define RESULT_PLACES "LEFT JOIN places ON places.digest = result.places "

static void read_result(struct sqlite_rows *row, int first,
                        struct store_result *result) {
  struct strbuf *texts[] = {&result->verdict, &result->reason, &result->place,
                            &result->report, &result->places};
  int count = sizeof texts / sizeof *texts;
  for (int i = 0; i < count; i++)
    strbuf_add(texts[i], sqlite_rows_text(row, first + i));
  result->budget_ms = sqlite_rows_number(row, first + count);
  result->cpu_ms = sqlite_rows_number(row, first + count + 1);
  result->peak_kb = sqlite_rows_number(row, first + count + 2);
}

bool store_find(struct store *store, const char *key,
                struct store_result *result) {
  struct sqlite_rows *ask = sqlite_ask(
      store->database,
      "SELECT " RESULT_COLUMNS "FROM result " RESULT_PLACES "WHERE key = ?",
      "s", key);
  bool found = sqlite_rows_next(ask);
  if (found)
    read_result(ask, 0, result);
  sqlite_rows_free(ask);
  return found;
}

bool store_keep_places(struct store *store, const char *places,
                       struct strbuf *digest) {
  sha256_print(places, strlen(places), digest);
  return sqlite_change(store->database,
                       "INSERT OR IGNORE INTO places VALUES (?, ?)", "ss",
                       strbuf_text(digest), places);
}

// The one text that the question gives.
static bool find_text(struct store *store, const char *question,
                      const char *key, struct strbuf *into) {
  struct sqlite_rows *ask = sqlite_ask(store->database, question, "s", key);
  bool found = sqlite_rows_next(ask);
  if (found)
    strbuf_add(into, sqlite_rows_text(ask, 0));
  sqlite_rows_free(ask);
  return found;
}

bool store_find_places(struct store *store, const char *digest,
                       struct strbuf *places) {
  return find_text(store, "SELECT text FROM places WHERE digest = ?", digest,
                   places);
}

bool store_keep(struct store *store, const char *key,
                const struct store_result *result) {
  struct strbuf digest = {0};
  bool ok =
      store_keep_places(store, strbuf_text(&result->places), &digest) &&
      sqlite_change(
          store->database,
          "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          "ssssssiii", key, strbuf_text(&result->verdict),
          strbuf_text(&result->reason), strbuf_text(&result->place),
          strbuf_text(&result->report), strbuf_text(&digest), result->budget_ms,
          result->cpu_ms, result->peak_kb);
  strbuf_release(&digest);
  return ok;
}

void store_each_answer(struct store *store, int64_t budget_ms,
                       void (*visit)(void *context, const char *key),
                       void *context) {
  struct sqlite_rows *ask = sqlite_ask(
      store->database,
      "SELECT key FROM result WHERE verdict <> 'unknown' OR budget_ms >= ?",
      "i", budget_ms);
  while (sqlite_rows_next(ask))
    visit(context, sqlite_rows_text(ask, 0));
  sqlite_rows_free(ask);
}

// Runs count up: of a group SQLite gives the columns of the row that has the
// maximum.
void store_each_proof(struct store *store, const char *unit,
                      const char *question,
                      void (*visit)(void *context, const char *function,
                                    const char *report),
                      void *context) {
  struct sqlite_rows *ask = sqlite_ask(
      store->database,
      "SELECT function, report, MAX(run) FROM asked "
      "JOIN result ON result.key = asked.key WHERE unit = ? AND question = ? "
      "AND verdict = 'true' GROUP BY function ORDER BY function",
      "ss", unit, question);
  while (sqlite_rows_next(ask))
    visit(context, sqlite_rows_text(ask, 0), sqlite_rows_text(ask, 1));
  sqlite_rows_free(ask);
}

bool store_find_functions(struct store *store, const char *key,
                          struct strbuf *functions) {
  return find_text(store, "SELECT text FROM functions WHERE key = ?", key,
                   functions);
}

bool store_keep_functions(struct store *store, const char *key,
                          const char *functions) {
  return sqlite_change(store->database,
                       "INSERT OR REPLACE INTO functions VALUES (?, ?)", "ss",
                       key, functions);
}

bool store_begin(struct store *store) {
  return sqlite_run(store->database, "BEGIN IMMEDIATE");
}

bool store_commit(struct store *store) {
  return sqlite_run(store->database, "COMMIT");
}

// Runs

int64_t store_begin_run(struct store *store) {
  bool ok = sqlite_change(store->database,
                          "INSERT INTO run (is_finished) VALUES (0)", "");
  return ok ? sqlite_last_id(store->database) : 0;
}

bool store_add_to_run(struct store *store, int64_t run,
                      const struct store_check *check) {
  return sqlite_change(
      store->database, "INSERT OR REPLACE INTO asked VALUES (?, ?, ?, ?, ?)",
      "issss", run, check->unit, check->function, check->question, check->key);
}

bool store_finish_run(struct store *store, int64_t run) {
  return sqlite_change(store->database,
                       "UPDATE run SET is_finished = 1 WHERE id = ?", "i", run);
}

int64_t store_run(struct store *store, uint32_t back) {
  struct sqlite_rows *ask =
      sqlite_ask(store->database,
                 "SELECT id FROM run WHERE is_finished = 1 "
                 "ORDER BY id DESC LIMIT 1 OFFSET ?",
                 "i", (int64_t)back);
  int64_t run = sqlite_rows_next(ask) ? sqlite_rows_number(ask, 0) : 0;
  sqlite_rows_free(ask);
  return run;
}

void store_each(struct store *store, int64_t run,
                void (*visit)(void *context, const struct store_check *check,
                              const struct store_result *result),
                void *context) {
  struct sqlite_rows *ask = sqlite_ask(
      store->database,
      "SELECT unit, function, question, asked.key, " RESULT_COLUMNS
      "FROM asked JOIN result ON result.key = asked.key " RESULT_PLACES
      "WHERE run = ? ORDER BY unit, function, question",
      "i", run);
  while (sqlite_rows_next(ask)) {
    struct store_check check = {
        sqlite_rows_text(ask, 0), sqlite_rows_text(ask, 1),
        sqlite_rows_text(ask, 2), sqlite_rows_text(ask, 3)};
    struct store_result result = {0};
    read_result(ask, 4, &result);
    visit(context, &check, &result);
    store_result_release(&result);
  }
  sqlite_rows_free(ask);
}
