#include "base/options.h"

#include <stddef.h>
#include <string.h>

static const struct option_row rows[] = {
#define GROUP(heading) {.kind = OPTION_GROUP, .name = heading},
#define ALIAS(row_name, row_commands, meaning)                                 \
  {.kind = OPTION_ALIAS,                                                       \
   .name = row_name,                                                           \
   .commands = row_commands,                                                   \
   .value = meaning},
#define OPTION(KIND, field, name, commands, initial, low, high, value, help)   \
  {OPTION_##KIND, name, commands, offsetof(struct options, field),             \
   low,           high, value,    help},
#include "base/options.def"
#undef GROUP
#undef ALIAS
#undef OPTION
};

static const struct option_table table = {
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .operands = offsetof(struct options, operands),
    .rest = offsetof(struct options, program_args),
    .given = offsetof(struct options, given),
};

#define OPTION_DEFAULT_FLAG(field, initial) .field = initial,
#define OPTION_DEFAULT_SET(field, initial)
#define OPTION_DEFAULT_INT(field, initial) .field = initial,
#define OPTION_DEFAULT_TEXT(field, initial) .field = initial,
#define OPTION_DEFAULT_LIST(field, initial) .field = initial,
#define OPTION_DEFAULT_CHOICE(field, initial) .field = initial,
#define OPTION_DEFAULT_DURATION(field, initial) .field = initial,
#define OPTION_DEFAULT_SIZE(field, initial) .field = initial,
#define OPTION_DEFAULT_PASS(field, initial)
#define OPTION_DEFAULT_PREFIX(field, initial)

void options_init(struct options *options) {
  *options = (struct options){
      .verbosity = 1,
#define GROUP(heading)
#define ALIAS(name, commands, meaning)
#define OPTION(KIND, field, name, commands, initial, low, high, value, help)   \
  OPTION_DEFAULT_##KIND(field, initial)
#include "base/options.def"
#undef GROUP
#undef ALIAS
#undef OPTION
  };
}

bool options_given(const struct options *options, const char *name) {
  for (uint32_t i = 0; i < options->given.count; i++)
    if (!strcmp(options->given.at[i], name))
      return true;
  return false;
}

unsigned options_bits(const struct options *options) {
  return options->bits ? (unsigned)options->bits : 64;
}

void options_release(struct options *options) {
  option_table_release(&table, options);
}

bool options_parse(struct options *options, const struct option_line *line,
                   FILE *err) {
  return option_table_parse(&table, line, options, err);
}

// The word of that number among those of a choice.
static void print_word(const char *words, int number, struct strbuf *out) {
  while (number-- > 0)
    words += strcspn(words, "|") + 1;
  strbuf_bytes(out, words, strcspn(words, "|"));
}

void options_print(const struct options *options, const struct option_row *row,
                   struct strbuf *out) {
  const void *field = (const char *)options + row->offset;
  bool is_off = row->kind == OPTION_FLAG && !*(const bool *)field;
  strbuf_format(out, "%s%s", is_off ? "--no-" : "",
                is_off ? row->name + 2 : row->name);
  switch (row->kind) {
  case OPTION_INT:
  case OPTION_SIZE:
    strbuf_format(out, "=%lld", (long long)*(const int64_t *)field);
    break;
  case OPTION_DURATION:
    strbuf_format(out, "=%lldms", (long long)*(const int64_t *)field);
    break;
  case OPTION_TEXT:
    strbuf_format(out, "=%s", *(const char *const *)field);
    break;
  case OPTION_CHOICE:
    strbuf_char(out, '=');
    print_word(row->value, *(const int *)field, out);
    break;
  case OPTION_LIST: {
    const struct text_vec *list = field;
    for (uint32_t i = 0; i < list->count; i++)
      strbuf_format(out, "%s%s", i ? "," : "=", list->at[i]);
    break;
  }
  default: break;
  }
}

void options_help(uint32_t commands, struct strbuf *out) {
  option_table_help(&table, commands, out);
}

const struct option_row *options_rows(uint32_t *count) {
  *count = table.row_count;
  return table.rows;
}
