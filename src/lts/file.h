// Reading and writing labelled transition systems.
//
// `.aut` (Aldebaran, as CADP, mCRL2 and ltsmin write it):
//
//   des (initial, transitions, states)
//   (from, "label", to)
//
// one transition per line. A label stands between the first and the last
// quote of its line, without escapes; unquoted labels are taken up to the last
// comma. `tau` and an unquoted `i` are the silent action. States that are
// numbered beyond the announced count, more or fewer transitions than
// announced, and control characters are errors. The format has no place for
// names, kinds of states or extensions of the alphabet: they are not written.
//
// `.dot`: one directed graph, without subgraphs and ports. The label of an edge
// is its action; an edge without a label is silent. An edge from a node of
// shape `point` marks the initial state, otherwise it is the first node. A node
// attribute kind=STOP|END|ERROR and graph attributes alphabet="a" keep the
// rest, and `label` is the name of a state.
//
// What we write is canonical: the steps of each state by the text of their
// action and by target, so that writing what was read gives the same bytes.
//
// Mistakes are reported with line, column and reason; the result is then null.
#ifndef VOUCH_LTS_FILE_H
#define VOUCH_LTS_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/intern.h"
#include "lts/lts.h"

struct lts_reader {
  struct action_table *actions;
  struct interner *names; // that of diag, for the names of files
  struct diag *diag;
};

enum lts_format { LTS_FORMAT_NONE, LTS_FORMAT_AUT, LTS_FORMAT_DOT };

// By the suffix of a path.
enum lts_format lts_format_of(const char *path);

// By suffix; "-" is standard input as `.aut`.
struct lts *lts_read(const struct lts_reader *reader, const char *path);
// `path` is what messages call the file.
struct lts *lts_read_aut(const struct lts_reader *reader, const char *path,
                         FILE *in);
struct lts *lts_read_dot(const struct lts_reader *reader, const char *path,
                         const char *text, size_t length);

void lts_write_aut(const struct lts *lts, FILE *out);
void lts_write_dot(const struct lts *lts, FILE *out);

#endif
