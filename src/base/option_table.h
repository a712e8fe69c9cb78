// The machinery of command-line options: given a table of rows, parses a
// command line into the fields of a struct and prints the help text. The rows
// themselves are in options.def; nothing here knows any of them.
//
//   --name value   --name=value   --flag   --no-flag   operand   -- rest
//
// Operands and options may be mixed; a lone "-" is an operand. All texts that
// end up in the fields are those of argv, so argv must live as long.
//
// A row of kind             takes      and its field is
//   OPTION_FLAG             nothing    bool; --no-name clears it
//   OPTION_SET              nothing    int, set to row->low; the rows of one
//                                      field exclude each other
//   OPTION_INT              N          int64_t, within row->low .. row->high
//   OPTION_TEXT             text       const char *
//   OPTION_LIST             text       struct text_vec, one more each time
//   OPTION_CHOICE           a word     int, index of the word in row->value
//   OPTION_DURATION         15m 30     int64_t, milliseconds (ms, s, m, h)
//   OPTION_SIZE             4g 512m    int64_t, bytes (k, m, g, t)
//   OPTION_PASS             text       struct text_vec of compiler arguments:
//                                      -Idir as it is, -I dir as two
//   OPTION_PREFIX           nothing    the same, for whatever starts with name
//   OPTION_ALIAS            nothing    none: means the option in row->value
//   OPTION_GROUP            -          none: name is a heading of the help
#ifndef VOUCH_BASE_OPTION_TABLE_H
#define VOUCH_BASE_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "base/vec.h"

VEC_DEFINE(text_vec, const char *);

enum option_kind {
  OPTION_GROUP,
  OPTION_ALIAS,
  OPTION_FLAG,
  OPTION_SET,
  OPTION_INT,
  OPTION_TEXT,
  OPTION_LIST,
  OPTION_CHOICE,
  OPTION_DURATION,
  OPTION_SIZE,
  OPTION_PASS,
  OPTION_PREFIX,
};

struct option_row {
  enum option_kind kind;
  const char *name;  // as it is typed, dashes included
  uint32_t commands; // set of command bits that take it
  size_t offset;     // of its field in the struct
  int64_t low, high; // range, see above
  const char *value; // how help calls the value; words of a choice: "a|b|c"
  const char *help;  // one line
};

struct option_table {
  const struct option_row *rows;
  uint32_t row_count;
  size_t operands; // offset of a struct text_vec
  size_t rest;     // offset of a struct text_vec: what follows "--"
  size_t given;    // offset of a struct text_vec: the names of the rows given
};

// One command line. `command` is the bit of the command whose options are
// accepted and `command_name` how messages call it.
struct option_line {
  int argc;
  char **argv; // argv[0] is the first argument, not the program
  uint32_t command;
  const char *command_name;
};

// False after a message on `err` about the first mistake.
bool option_table_parse(const struct option_table *table,
                        const struct option_line *line, void *fields,
                        FILE *err);
// Frees the operands, the rest and the lists.
void option_table_release(const struct option_table *table, void *fields);
// The rows that one of the commands takes, under their headings.
void option_table_help(const struct option_table *table, uint32_t commands,
                       struct strbuf *out);

#endif
