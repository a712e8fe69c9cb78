// An SQLite database, of a library that is loaded when the first one is opened:
// only `vouch project` keeps results, and a library costs every command that it
// is linked to time to start.
//
// Values are given to statements by a word of types, as in "ssi": a
// `const char *` for each `s`, an `int64_t` for each `i`, in the order of the
// question marks.
#ifndef VOUCH_PROJECT_SQLITE_H
#define VOUCH_PROJECT_SQLITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

struct sqlite;      // a database that is open
struct sqlite_rows; // what a question gave, row by row

// Null with a reason when there is no library or the file cannot be opened.
struct sqlite *sqlite_open(const char *path, int busy_ms, struct strbuf *why);
void sqlite_close(struct sqlite *sqlite);
// What the last call that failed says.
const char *sqlite_error(struct sqlite *sqlite);

// Runs statements that take and give nothing.
bool sqlite_run(struct sqlite *sqlite, const char *statements);
// Runs one statement that gives nothing.
bool sqlite_change(struct sqlite *sqlite, const char *statement,
                   const char *types, ...);
int64_t sqlite_last_id(struct sqlite *sqlite); // of a row that was inserted

// Never null; where the question has an error, there are no rows.
struct sqlite_rows *sqlite_ask(struct sqlite *sqlite, const char *question,
                               const char *types, ...);
void sqlite_rows_free(struct sqlite_rows *rows);
bool sqlite_rows_next(struct sqlite_rows *rows);
// Of the current row; a text lives until the next one is asked for.
const char *sqlite_rows_text(struct sqlite_rows *rows, int column);
int64_t sqlite_rows_number(struct sqlite_rows *rows, int column);

#endif
