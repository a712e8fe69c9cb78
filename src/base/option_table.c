#include "base/option_table.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bitset.h"
#include "base/check.h"
#include "base/suggest.h"

struct parser {
  const struct option_table *table;
  const struct option_line *line;
  char *fields; // of the caller's struct
  FILE *err;
  int next;           // index of the next argument
  struct bitset seen; // indices of the rows given so far
};

// What one argument turned out to be.
struct match {
  const struct option_row *row; // null when it is no option we know
  const char *value;            // after '=', or null
  bool negated;                 // --no-name
};

static struct text_vec *texts_at(void *fields, size_t offset) {
  return (struct text_vec *)((char *)fields + offset);
}

// ---- Messages ---------------------------------------------------------------

// Returns false, so that a parse function can end with `return complain(...)`.
static bool complain(struct parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool complain(struct parser *parser, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("vouch: error: ", parser->err);
  vfprintf(parser->err, format, args);
  fputc('\n', parser->err);
  va_end(args);
  return false;
}

static bool takes_row(const struct parser *parser,
                      const struct option_row *row) {
  return row->kind != OPTION_GROUP && (row->commands & parser->line->command);
}

static bool complain_unknown(struct parser *parser, const char *argument) {
  complain(parser, "unknown option `%s`", argument);
  struct suggestion suggestion = suggestion_for(argument);
  for (uint32_t i = 0; i < parser->table->row_count; i++)
    if (takes_row(parser, &parser->table->rows[i]))
      suggestion_offer(&suggestion, parser->table->rows[i].name);
  if (suggestion.best)
    fprintf(parser->err, "hint: did you mean `%s`?\n", suggestion.best);
  else
    fprintf(parser->err, "hint: `vouch help %s` lists the options\n",
            parser->line->command_name);
  return false;
}

// ---- Which row is it? -------------------------------------------------------

static bool starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const struct option_row *find_row(const struct option_table *table,
                                         const char *name, size_t length) {
  for (uint32_t i = 0; i < table->row_count; i++) {
    const struct option_row *row = &table->rows[i];
    if (row->kind != OPTION_GROUP && strlen(row->name) == length &&
        strncmp(row->name, name, length) == 0)
      return row;
  }
  return NULL;
}

static bool is_passed_on(const struct option_row *row) {
  return row->kind == OPTION_PASS || row->kind == OPTION_PREFIX;
}

// -Idir, -DX=1, -Wall: the longest name that the argument starts with.
static const struct option_row *find_prefix(const struct option_table *table,
                                            const char *argument) {
  const struct option_row *best = NULL;
  for (uint32_t i = 0; i < table->row_count; i++) {
    const struct option_row *row = &table->rows[i];
    if (is_passed_on(row) && starts_with(argument, row->name) &&
        (!best || strlen(row->name) > strlen(best->name)))
      best = row;
  }
  return best;
}

static const struct option_row *
find_negated_flag(const struct option_table *table, const char *argument) {
  struct strbuf name = {0};
  strbuf_format(&name, "--%s", argument + strlen("--no-"));
  const struct option_row *row = find_row(table, name.text, name.length);
  strbuf_release(&name);
  return row && row->kind == OPTION_FLAG ? row : NULL;
}

// The order matters: -m32 is a row of its own before it is an -m option, and
// -DX=1 is a -D option before it is an assignment to "-DX".
static struct match find_match(const struct option_table *table,
                               const char *argument) {
  struct match match = {.row = find_row(table, argument, strlen(argument))};
  const char *equals = strchr(argument, '=');
  if (!match.row)
    match.row = find_prefix(table, argument);
  if (!match.row && equals) {
    match.row = find_row(table, argument, (size_t)(equals - argument));
    match.value = equals + 1;
  }
  if (!match.row && starts_with(argument, "--no-")) {
    match.row = find_negated_flag(table, argument);
    match.negated = true;
  }
  if (match.row && match.row->kind == OPTION_ALIAS)
    match.row = find_row(table, match.row->value, strlen(match.row->value));
  return match;
}

// ---- Values -----------------------------------------------------------------

struct unit {
  const char *name;
  int64_t factor;
};

static const struct unit no_units[] = {{"", 1}, {0, 0}};

static const struct unit duration_units[] = {
    {"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"h", 3600000}, {0, 0}};

// A bare number is not a size: too many tools mean megabytes by it.
static const struct unit size_units[] = {{"b", 1},          {"k", 1LL << 10},
                                         {"kb", 1LL << 10}, {"m", 1LL << 20},
                                         {"mb", 1LL << 20}, {"g", 1LL << 30},
                                         {"gb", 1LL << 30}, {"t", 1LL << 40},
                                         {"tb", 1LL << 40}, {0, 0}};

static int64_t unit_factor(const struct unit *units, const char *name) {
  for (; units->name; units++)
    if (strcasecmp(units->name, name) == 0)
      return units->factor;
  return 0;
}

enum reading { READ_WELL, READ_ILL_FORMED, READ_OUT_OF_RANGE };

static enum reading read_number(const char *text, const struct unit *units,
                                int64_t *value) {
  // strtoll alone would also take leading blanks and a plus sign.
  if (!isdigit((unsigned char)text[*text == '-']))
    return READ_ILL_FORMED;
  char *end;
  errno = 0;
  long long number = strtoll(text, &end, 10);
  bool overflow = errno == ERANGE;
  int64_t factor = unit_factor(units, end);
  if (!factor)
    return READ_ILL_FORMED;
  if (overflow || __builtin_mul_overflow(number, factor, value))
    return READ_OUT_OF_RANGE;
  return READ_WELL;
}

static bool set_number(struct parser *parser, const struct option_row *row,
                       const char *text, const struct unit *units,
                       const char *expected) {
  int64_t value = 0;
  enum reading reading = read_number(text, units, &value);
  if (reading == READ_ILL_FORMED)
    return complain(parser, "`%s` expects %s, not `%s`", row->name, expected,
                    text);
  if (reading == READ_OUT_OF_RANGE || value < row->low || value > row->high)
    return complain(parser,
                    "`%s %s` is out of range (%" PRId64 " to %" PRId64 "%s)",
                    row->name, text, row->low, row->high,
                    row->kind == OPTION_DURATION ? " ms" : "");
  *(int64_t *)(parser->fields + row->offset) = value;
  return true;
}

static bool set_choice(struct parser *parser, const struct option_row *row,
                       const char *text) {
  int index = 0;
  for (const char *word = row->value; *word; index++) {
    size_t length = strcspn(word, "|");
    if (strlen(text) == length && strncmp(text, word, length) == 0) {
      *(int *)(parser->fields + row->offset) = index;
      return true;
    }
    word += length + (word[length] == '|');
  }
  return complain(parser, "`%s` expects one of %s, not `%s`", row->name,
                  row->value, text);
}

// `--function f --function g` asks for two things, and one would be ignored.
static bool set_text(struct parser *parser, const struct option_row *row,
                     const char *text) {
  const char **field = (const char **)(parser->fields + row->offset);
  bool is_second =
      bitset_has(&parser->seen, (uint32_t)(row - parser->table->rows));
  if (is_second && strcmp(*field, text) != 0)
    return complain(parser, "`%s` is given twice: `%s` and `%s`", row->name,
                    *field, text);
  *field = text;
  return true;
}

static bool set_value(struct parser *parser, const struct option_row *row,
                      const char *text) {
  switch (row->kind) {
  case OPTION_INT: return set_number(parser, row, text, no_units, "a number");
  case OPTION_DURATION:
    return set_number(parser, row, text, duration_units,
                      "a duration such as 15m, 900s or 30");
  case OPTION_SIZE:
    return set_number(parser, row, text, size_units,
                      "a size such as 512m or 4g");
  case OPTION_CHOICE: return set_choice(parser, row, text);
  case OPTION_TEXT: return set_text(parser, row, text);
  case OPTION_LIST:
    text_vec_push(texts_at(parser->fields, row->offset), text);
    return true;
  default: BUG("option `%s` takes no value", row->name);
  }
}

// ---- One argument -----------------------------------------------------------

// The argument that follows, as the value of `row`; null after a message.
static const char *next_value(struct parser *parser,
                              const struct option_row *row) {
  if (parser->next < parser->line->argc)
    return parser->line->argv[parser->next++];
  complain(parser, "`%s` expects a value (%s)", row->name, row->value);
  return NULL;
}

// `--32 --64` is a mistake that must not be settled by the order.
static bool set_constant(struct parser *parser, const struct option_row *row) {
  BITSET_EACH (i, &parser->seen) {
    const struct option_row *other = &parser->table->rows[i];
    if (other->kind == OPTION_SET && other->offset == row->offset &&
        other->low != row->low)
      return complain(parser, "`%s` contradicts `%s`", row->name, other->name);
  }
  *(int *)(parser->fields + row->offset) = (int)row->low;
  return true;
}

static bool pass_on(struct parser *parser, const struct option_row *row,
                    const char *argument) {
  struct text_vec *texts = texts_at(parser->fields, row->offset);
  text_vec_push(texts, argument);
  if (row->kind == OPTION_PREFIX || strcmp(argument, row->name) != 0)
    return true; // joined: nothing follows
  const char *value = next_value(parser, row);
  if (value)
    text_vec_push(texts, value);
  return value;
}

static bool takes_value(const struct option_row *row) {
  return row->kind != OPTION_FLAG && row->kind != OPTION_SET;
}

static bool apply(struct parser *parser, struct match match,
                  const char *argument) {
  const struct option_row *row = match.row;
  if (is_passed_on(row))
    return pass_on(parser, row, argument);
  if (takes_value(row)) {
    const char *value = match.value ? match.value : next_value(parser, row);
    return value && set_value(parser, row, value);
  }
  if (match.value)
    return complain(parser, "`%s` takes no value", row->name);
  if (row->kind == OPTION_SET)
    return set_constant(parser, row);
  *(bool *)(parser->fields + row->offset) = !match.negated;
  return true;
}

static bool parse_option(struct parser *parser, const char *argument) {
  struct match match = find_match(parser->table, argument);
  if (!match.row)
    return complain_unknown(parser, argument);
  if (!takes_row(parser, match.row))
    return complain(parser, "`vouch %s` does not take `%s`",
                    parser->line->command_name, argument);
  bool done = apply(parser, match, argument);
  if (bitset_add(&parser->seen, (uint32_t)(match.row - parser->table->rows)))
    text_vec_push(texts_at(parser->fields, parser->table->given),
                  match.row->name);
  return done;
}

static bool is_option(const char *argument) {
  return argument[0] == '-' && argument[1];
}

static bool parse_all(struct parser *parser) {
  while (parser->next < parser->line->argc) {
    const char *argument = parser->line->argv[parser->next++];
    if (strcmp(argument, "--") == 0)
      break;
    if (!is_option(argument))
      text_vec_push(texts_at(parser->fields, parser->table->operands),
                    argument);
    else if (!parse_option(parser, argument))
      return false;
  }
  while (parser->next < parser->line->argc)
    text_vec_push(texts_at(parser->fields, parser->table->rest),
                  parser->line->argv[parser->next++]);
  return true;
}

bool option_table_parse(const struct option_table *table,
                        const struct option_line *line, void *fields,
                        FILE *err) {
  struct parser parser = {
      .table = table, .line = line, .fields = fields, .err = err};
  bool done = parse_all(&parser);
  bitset_release(&parser.seen);
  return done;
}

static bool is_list(const struct option_row *row) {
  return row->kind == OPTION_LIST || is_passed_on(row);
}

// Rows may share a list; releasing it again does nothing.
void option_table_release(const struct option_table *table, void *fields) {
  text_vec_release(texts_at(fields, table->operands));
  text_vec_release(texts_at(fields, table->rest));
  text_vec_release(texts_at(fields, table->given));
  for (uint32_t i = 0; i < table->row_count; i++)
    if (is_list(&table->rows[i]))
      text_vec_release(texts_at(fields, table->rows[i].offset));
}

// ---- Help -------------------------------------------------------------------

// "--seed N", "-I DIR", "-std=NAME", "--help".
static void print_synopsis(const struct option_row *row, struct strbuf *out) {
  bool has_value = row->value && *row->value && row->kind != OPTION_ALIAS;
  const char *separator = row->kind == OPTION_PREFIX ? "" : " ";
  strbuf_add(out, row->name);
  if (has_value)
    strbuf_format(out, "%s%s", separator, row->value);
}

static size_t synopsis_width(const struct option_row *row) {
  struct strbuf synopsis = {0};
  print_synopsis(row, &synopsis);
  size_t width = synopsis.length;
  strbuf_release(&synopsis);
  return width;
}

static bool is_listed(const struct option_row *row, uint32_t commands) {
  return row->kind != OPTION_GROUP && (row->commands & commands);
}

enum { HELP_COLUMNS = 80, HELP_SYNOPSIS = 24 };

// Wider ones have their help below them.
static size_t widest_synopsis(const struct option_table *table,
                              uint32_t commands) {
  size_t widest = 0;
  for (uint32_t i = 0; i < table->row_count; i++) {
    if (!is_listed(&table->rows[i], commands))
      continue;
    size_t width = synopsis_width(&table->rows[i]);
    if (width > widest && width <= HELP_SYNOPSIS)
      widest = width;
  }
  return widest;
}

// Text from a column on, in lines that fit.
static void print_wrapped(const char *text, size_t column, struct strbuf *out) {
  size_t room = HELP_COLUMNS - column;
  while (strlen(text) > room) {
    size_t end = room;
    while (end && text[end] != ' ')
      end--;
    if (!end)
      break;
    strbuf_bytes(out, text, end);
    strbuf_format(out, "\n%*s", (int)column, "");
    text += end + 1;
  }
  strbuf_format(out, "%s\n", text);
}

static void print_row(const struct option_row *row, size_t width,
                      struct strbuf *out) {
  size_t used = synopsis_width(row), column = width + 4;
  strbuf_add(out, "  ");
  print_synopsis(row, out);
  if (used > width)
    strbuf_format(out, "\n%*s", (int)column, "");
  else
    strbuf_format(out, "%*s", (int)(width - used) + 2, "");
  if (row->kind == OPTION_ALIAS)
    strbuf_format(out, "the same as %s\n", row->value);
  else
    print_wrapped(row->help, column, out);
}

void option_table_help(const struct option_table *table, uint32_t commands,
                       struct strbuf *out) {
  size_t width = widest_synopsis(table, commands);
  const char *heading = NULL; // printed with the first row below it
  for (uint32_t i = 0; i < table->row_count; i++) {
    const struct option_row *row = &table->rows[i];
    if (row->kind == OPTION_GROUP)
      heading = row->name;
    if (!is_listed(row, commands))
      continue;
    if (heading)
      strbuf_format(out, "\n%s:\n", heading);
    heading = NULL;
    print_row(row, width, out);
  }
}
