#include "project/sqlite.h"

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/memory.h"

static const char library_name[] = "libsqlite3.so.0";

#define FUNCTIONS(F)                                                           \
  F(open)                                                                      \
  F(close)                                                                     \
  F(busy_timeout) F(errmsg) F(exec) F(last_insert_rowid) F(prepare_v2)         \
      F(bind_text) F(bind_int64) F(step) F(finalize) F(column_text)            \
          F(column_int64)

struct sqlite {
  void *library;
  sqlite3 *database;
#define F(name) __typeof__(&sqlite3_##name) name;
  FUNCTIONS(F)
#undef F
};

struct sqlite_rows {
  struct sqlite *sqlite;
  sqlite3_stmt *statement; // null: no rows
};

// Opening

static bool load(struct sqlite *sqlite, struct strbuf *why) {
  sqlite->library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
  bool ok = sqlite->library;
#define F(name)                                                                \
  ok = ok &&                                                                   \
       (*(void **)&sqlite->name = dlsym(sqlite->library, "sqlite3_" #name));
  FUNCTIONS(F)
#undef F
  if (!ok)
    strbuf_format(why, "%s is not there: %s", library_name, dlerror());
  return ok;
}

struct sqlite *sqlite_open(const char *path, int busy_ms, struct strbuf *why) {
  struct sqlite *sqlite = memory_new_zero(1, sizeof *sqlite);
  bool is_open = load(sqlite, why);
  if (is_open && sqlite->open(path, &sqlite->database) != SQLITE_OK) {
    strbuf_add(why, sqlite_error(sqlite));
    is_open = false;
  }
  if (is_open) {
    sqlite->busy_timeout(sqlite->database, busy_ms);
    return sqlite;
  }
  sqlite_close(sqlite);
  return NULL;
}

void sqlite_close(struct sqlite *sqlite) {
  if (sqlite->database)
    sqlite->close(sqlite->database);
  if (sqlite->library)
    dlclose(sqlite->library);
  free(sqlite);
}

const char *sqlite_error(struct sqlite *sqlite) {
  return sqlite->errmsg(sqlite->database);
}

// Statements

static void bind(struct sqlite_rows *rows, const char *types, va_list values) {
  for (int i = 0; types[i]; i++)
    if (types[i] == 's')
      rows->sqlite->bind_text(rows->statement, i + 1,
                              va_arg(values, const char *), -1,
                              SQLITE_TRANSIENT);
    else
      rows->sqlite->bind_int64(rows->statement, i + 1, va_arg(values, int64_t));
}

static struct sqlite_rows *prepare(struct sqlite *sqlite, const char *text,
                                   const char *types, va_list values) {
  struct sqlite_rows *rows = memory_new_zero(1, sizeof *rows);
  rows->sqlite = sqlite;
  if (sqlite->prepare_v2(sqlite->database, text, -1, &rows->statement, NULL) ==
      SQLITE_OK)
    bind(rows, types, values);
  return rows;
}

bool sqlite_run(struct sqlite *sqlite, const char *statements) {
  return sqlite->exec(sqlite->database, statements, NULL, NULL, NULL) ==
         SQLITE_OK;
}

bool sqlite_change(struct sqlite *sqlite, const char *statement,
                   const char *types, ...) {
  va_list values;
  va_start(values, types);
  struct sqlite_rows *rows = prepare(sqlite, statement, types, values);
  va_end(values);
  bool ok = rows->statement && sqlite->step(rows->statement) == SQLITE_DONE;
  sqlite_rows_free(rows);
  return ok;
}

int64_t sqlite_last_id(struct sqlite *sqlite) {
  return sqlite->last_insert_rowid(sqlite->database);
}

// Rows

struct sqlite_rows *sqlite_ask(struct sqlite *sqlite, const char *question,
                               const char *types, ...) {
  va_list values;
  va_start(values, types);
  struct sqlite_rows *rows = prepare(sqlite, question, types, values);
  va_end(values);
  return rows;
}

void sqlite_rows_free(struct sqlite_rows *rows) {
  rows->sqlite->finalize(rows->statement);
  free(rows);
}

bool sqlite_rows_next(struct sqlite_rows *rows) {
  return rows->statement && rows->sqlite->step(rows->statement) == SQLITE_ROW;
}

const char *sqlite_rows_text(struct sqlite_rows *rows, int column) {
  const unsigned char *text =
      rows->sqlite->column_text(rows->statement, column);
  return text ? (const char *)text : "";
}

int64_t sqlite_rows_number(struct sqlite_rows *rows, int column) {
  return rows->sqlite->column_int64(rows->statement, column);
}
