// What is known about a project: results of checks, kept in a file (SQLite).
//
// A result is found by its key, a digest of everything that it depends on: what
// the check of the function can see of the program (digest.h), the question
// with its options, and vouch itself. Each result is a transaction of its own:
// what was finished stays, whatever happens then. A run is a list of checks
// with their keys; runs can be compared.
#ifndef VOUCH_PROJECT_STORE_H
#define VOUCH_PROJECT_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

struct store; // opaque

// What a check asks.
struct store_check {
  const char *unit, *function, *question;
  const char *key;
};

struct store_result {
  struct strbuf verdict; // true, false, unknown
  struct strbuf reason;  // of unknown; of false: what happens
  struct strbuf place;   // of false: FILE:LINE
  struct strbuf report;  // JSON, or empty
  struct strbuf places;  // of what was checked, when it was (digest.h)
  int64_t budget_ms;     // of processor time that it was given
  int64_t cpu_ms, peak_kb;
};

void store_result_release(struct store_result *result);

// Null, after a message in `why`, when it cannot be opened or is none of ours.
struct store *store_open(const char *path, struct strbuf *why);
void store_close(struct store *store);

bool store_find(struct store *store, const char *key,
                struct store_result *result);
// False when it could not be written.
bool store_keep(struct store *store, const char *key,
                const struct store_result *result);

// Calls back with the key of each result that is an answer, or has none after
// at least so much processor time.
void store_each_answer(struct store *store, int64_t budget_ms,
                       void (*visit)(void *context, const char *key),
                       void *context);

// Calls back with the report of the last proof of each function of the unit, as
// it was then.
void store_each_proof(struct store *store, const char *unit,
                      const char *question,
                      void (*visit)(void *context, const char *function,
                                    const char *report),
                      void *context);

// Places on their own: appends their digest.
bool store_keep_places(struct store *store, const char *places,
                       struct strbuf *digest);
bool store_find_places(struct store *store, const char *digest,
                       struct strbuf *places);

// What there is to check in a unit, as text, by a key of its own.
bool store_find_functions(struct store *store, const char *key,
                          struct strbuf *functions);
bool store_keep_functions(struct store *store, const char *key,
                          const char *functions);

// What is written in between is written together: all of it, or nothing.
bool store_begin(struct store *store);
bool store_commit(struct store *store);

// A new run; 0 on failure. It counts once it is finished.
int64_t store_begin_run(struct store *store);
bool store_add_to_run(struct store *store, int64_t run,
                      const struct store_check *check);
bool store_finish_run(struct store *store, int64_t run);
// The finished run before the last `back` ones; 0: none.
int64_t store_run(struct store *store, uint32_t back);
// Calls back for each check of the run, with what is known of it, in the order
// of unit, function and question.
void store_each(struct store *store, int64_t run,
                void (*visit)(void *context, const struct store_check *check,
                              const struct store_result *result),
                void *context);

#endif
