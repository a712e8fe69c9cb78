// What the user asked for on the command line. The fields come from the rows
// of options.def; the parser from option_table.h. All texts are those of argv.
#ifndef VOUCH_BASE_OPTIONS_H
#define VOUCH_BASE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/option_table.h"
#include "base/strbuf.h"

// Which commands take an option.
enum command_bit {
  CMD_RUN = 1 << 0,
  CMD_DUMP = 1 << 1,
  CMD_HELP = 1 << 2,
  CMD_CHECK = 1 << 3,
  CMD_SPEC = 1 << 5,
  CMD_LTS = 1 << 6,
  CMD_BP = 1 << 7,
  CMD_MANY = 1 << 8, // what only projects take
  CMD_PROJECT = CMD_CHECK | CMD_MANY,
  CMD_PROGRAM = CMD_RUN | CMD_DUMP | CMD_CHECK, // that need a program
  CMD_ALL = CMD_PROGRAM | CMD_SPEC,             // that may have one
};

// The field that a row declares. Rows of the kinds SET, PASS and PREFIX share
// theirs, which is declared by hand below.
#define OPTION_FIELD_FLAG(field) bool field;
#define OPTION_FIELD_SET(field)
#define OPTION_FIELD_INT(field) int64_t field;
#define OPTION_FIELD_TEXT(field) const char *field;
#define OPTION_FIELD_LIST(field) struct text_vec field;
#define OPTION_FIELD_CHOICE(field) int field;
#define OPTION_FIELD_DURATION(field) int64_t field;
#define OPTION_FIELD_SIZE(field) int64_t field;
#define OPTION_FIELD_PASS(field)
#define OPTION_FIELD_PREFIX(field)

struct options {
  struct text_vec operands;      // input files and words such as `cfa`
  struct text_vec program_args;  // what follows "--"
  struct text_vec compiler_args; // in the order given
  struct text_vec given;         // names of the options that were given
  int bits;                      // 32 or 64; 0: not given, which is 64
  int verbosity;                 // a level of base/log.h
#define GROUP(heading)
#define ALIAS(name, commands, meaning)
#define OPTION(KIND, field, name, commands, initial, low, high, value, help)   \
  OPTION_FIELD_##KIND(field)
#include "base/options.def"
#undef GROUP
#undef ALIAS
#undef OPTION
};

void options_init(struct options *options); // everything at its default
void options_release(struct options *options);

bool options_given(const struct options *options, const char *name);
unsigned options_bits(const struct options *options);

// False after a message on `err`.
bool options_parse(struct options *options, const struct option_line *line,
                   FILE *err);
// Appends an option that was given, with its value, as it could be typed; of
// those that the compiler gets nothing but the name.
void options_print(const struct options *options, const struct option_row *row,
                   struct strbuf *out);
// All rows, for whoever makes something else of them.
const struct option_row *options_rows(uint32_t *count);
// The options that the commands take, with headings.
void options_help(uint32_t commands, struct strbuf *out);

#endif
