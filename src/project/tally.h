// The results of a project, counted: by file, by verdict, by reason.
#ifndef VOUCH_PROJECT_TALLY_H
#define VOUCH_PROJECT_TALLY_H

#include "project/store.h"

struct tally; // opaque

struct tally *tally_new(void);
void tally_free(struct tally *tally);
// One result; stored: it was known before. Accepted: a violation that the user
// knows of.
void tally_add(struct tally *tally, const struct store_check *check,
               const struct store_result *result, bool is_stored,
               bool is_accepted);
uint32_t tally_done(const struct tally *tally);
// The table by file, the violations as compilers tell theirs, the reasons of
// `unknown` by how often they occur, and the sum.
void tally_print(const struct tally *tally, struct strbuf *out);
// The line of a terminal while it goes on, with so many checks in all.
void tally_print_line(const struct tally *tally, uint32_t total,
                      uint32_t running, struct strbuf *out);
// Violations that nobody accepted, and checks without an answer.
uint32_t tally_violations(const struct tally *tally);
uint32_t tally_unknown(const struct tally *tally);

#endif
