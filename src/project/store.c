#include "project/store.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sha256.h"

enum { FORMAT = 1, BUSY_MS = 60000 };

struct store {
  sqlite3 *database;
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

// Statements

// With a text for each `s` of the types and a number for each `i`. Null when
// there is none.
static sqlite3_stmt *prepare(struct store *store, const char *sql,
                             const char *types, ...) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) !=
      SQLITE_OK)
    return NULL;
  va_list values;
  va_start(values, types);
  for (int i = 0; types[i]; i++)
    if (types[i] == 's')
      sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1,
                        SQLITE_TRANSIENT);
    else
      sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
  va_end(values);
  return statement;
}

// Runs a statement that gives nothing.
static bool finish(sqlite3_stmt *statement) {
  bool ok = statement && sqlite3_step(statement) == SQLITE_DONE;
  sqlite3_finalize(statement);
  return ok;
}

static bool next(sqlite3_stmt *statement) {
  return statement && sqlite3_step(statement) == SQLITE_ROW;
}

static const char *text_at(sqlite3_stmt *statement, int column) {
  const unsigned char *text = sqlite3_column_text(statement, column);
  return text ? (const char *)text : "";
}

// Opening

// What another version wrote is not ours to change.
static bool has_our_format(struct store *store) {
  sqlite3_stmt *ask = prepare(store, "PRAGMA user_version", "");
  int64_t version = next(ask) ? sqlite3_column_int64(ask, 0) : -1;
  sqlite3_finalize(ask);
  return version == 0 || version == FORMAT;
}

static bool set_up(struct store *store) {
  struct strbuf sql = {0};
  strbuf_format(&sql,
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; BEGIN; "
                "PRAGMA user_version=%d; %s COMMIT;",
                FORMAT, schema);
  bool ok = sqlite3_exec(store->database, strbuf_text(&sql), NULL, NULL,
                         NULL) == SQLITE_OK;
  strbuf_release(&sql);
  return ok;
}

struct store *store_open(const char *path, struct strbuf *why) {
  struct store *store = memory_new_zero(1, sizeof *store);
  bool is_open = sqlite3_open(path, &store->database) == SQLITE_OK;
  if (is_open)
    sqlite3_busy_timeout(store->database, BUSY_MS);
  if (is_open && !has_our_format(store))
    strbuf_add(why, "it is no store of this version of vouch");
  else if (!is_open || !set_up(store))
    strbuf_add(why, sqlite3_errmsg(store->database));
  if (!why->length)
    return store;
  store_close(store);
  return NULL;
}

void store_close(struct store *store) {
  sqlite3_close(store->database);
  free(store);
}

// Results

#define RESULT_COLUMNS                                                         \
  "result.verdict, result.reason, result.place, result.report, places.text, "  \
  "result.budget_ms, result.cpu_ms, result.peak_kb "
#define RESULT_PLACES "LEFT JOIN places ON places.digest = result.places "

static void read_result(sqlite3_stmt *row, int first,
                        struct store_result *result) {
  struct strbuf *texts[] = {&result->verdict, &result->reason, &result->place,
                            &result->report, &result->places};
  int count = sizeof texts / sizeof *texts;
  for (int i = 0; i < count; i++)
    strbuf_add(texts[i], text_at(row, first + i));
  result->budget_ms = sqlite3_column_int64(row, first + count);
  result->cpu_ms = sqlite3_column_int64(row, first + count + 1);
  result->peak_kb = sqlite3_column_int64(row, first + count + 2);
}

bool store_find(struct store *store, const char *key,
                struct store_result *result) {
  sqlite3_stmt *ask = prepare(store,
                              "SELECT " RESULT_COLUMNS
                              "FROM result " RESULT_PLACES "WHERE key = ?",
                              "s", key);
  bool found = next(ask);
  if (found)
    read_result(ask, 0, result);
  sqlite3_finalize(ask);
  return found;
}

static bool keep_places(struct store *store, const struct strbuf *places,
                        struct strbuf *digest) {
  sha256_print(strbuf_text(places), places->length, digest);
  return finish(prepare(store, "INSERT OR IGNORE INTO places VALUES (?, ?)",
                        "ss", strbuf_text(digest), strbuf_text(places)));
}

bool store_keep(struct store *store, const char *key,
                const struct store_result *result) {
  struct strbuf digest = {0};
  bool ok =
      keep_places(store, &result->places, &digest) &&
      finish(prepare(
          store,
          "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          "ssssssiii", key, strbuf_text(&result->verdict),
          strbuf_text(&result->reason), strbuf_text(&result->place),
          strbuf_text(&result->report), strbuf_text(&digest), result->budget_ms,
          result->cpu_ms, result->peak_kb));
  strbuf_release(&digest);
  return ok;
}

bool store_find_functions(struct store *store, const char *key,
                          struct strbuf *functions) {
  sqlite3_stmt *ask =
      prepare(store, "SELECT text FROM functions WHERE key = ?", "s", key);
  bool found = next(ask);
  if (found)
    strbuf_add(functions, text_at(ask, 0));
  sqlite3_finalize(ask);
  return found;
}

bool store_keep_functions(struct store *store, const char *key,
                          const char *functions) {
  return finish(prepare(store, "INSERT OR REPLACE INTO functions VALUES (?, ?)",
                        "ss", key, functions));
}

// Runs

int64_t store_begin_run(struct store *store) {
  bool ok =
      finish(prepare(store, "INSERT INTO run (is_finished) VALUES (0)", ""));
  return ok ? sqlite3_last_insert_rowid(store->database) : 0;
}

bool store_add_to_run(struct store *store, int64_t run,
                      const struct store_check *check) {
  return finish(prepare(
      store, "INSERT OR REPLACE INTO asked VALUES (?, ?, ?, ?, ?)", "issss",
      run, check->unit, check->function, check->question, check->key));
}

bool store_finish_run(struct store *store, int64_t run) {
  return finish(
      prepare(store, "UPDATE run SET is_finished = 1 WHERE id = ?", "i", run));
}

int64_t store_run(struct store *store, uint32_t back) {
  sqlite3_stmt *ask = prepare(store,
                              "SELECT id FROM run WHERE is_finished = 1 "
                              "ORDER BY id DESC LIMIT 1 OFFSET ?",
                              "i", (int64_t)back);
  int64_t run = next(ask) ? sqlite3_column_int64(ask, 0) : 0;
  sqlite3_finalize(ask);
  return run;
}

void store_each(struct store *store, int64_t run,
                void (*visit)(void *context, const struct store_check *check,
                              const struct store_result *result),
                void *context) {
  sqlite3_stmt *ask =
      prepare(store,
              "SELECT unit, function, question, asked.key, " RESULT_COLUMNS
              "FROM asked JOIN result ON result.key = asked.key " RESULT_PLACES
              "WHERE run = ? ORDER BY unit, function, question",
              "i", run);
  while (next(ask)) {
    struct store_check check = {text_at(ask, 0), text_at(ask, 1),
                                text_at(ask, 2), text_at(ask, 3)};
    struct store_result result = {0};
    read_result(ask, 4, &result);
    visit(context, &check, &result);
    store_result_release(&result);
  }
  sqlite3_finalize(ask);
}
