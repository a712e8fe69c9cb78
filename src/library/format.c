#include "library/format.h"

#include <string.h>

struct reader {
  const char *at;
  const char *end;
};

static char peek(const struct reader *reader) {
  return reader->at < reader->end ? *reader->at : '\0';
}

static bool accept(struct reader *reader, char c) {
  bool found = peek(reader) == c && c;
  reader->at += found;
  return found;
}

static int read_number(struct reader *reader) {
  enum { LARGEST = 1000000 };
  int number = 0;
  while (peek(reader) >= '0' && peek(reader) <= '9') {
    if (number < LARGEST)
      number = 10 * number + (*reader->at - '0');
    reader->at++;
  }
  return number;
}

static int read_count(struct reader *reader) {
  if (accept(reader, '*'))
    return FORMAT_ARGUMENT;
  bool has_digits = peek(reader) >= '0' && peek(reader) <= '9';
  return has_digits ? read_number(reader) : FORMAT_NONE;
}

static void read_flags(struct reader *reader,
                       struct format_conversion *conversion) {
  for (char c = peek(reader); c && strchr("-+ #0'", c); c = peek(reader)) {
    conversion->has_sign |= c == '+' || c == ' ';
    conversion->is_odd |= c == '#' || c == '\'';
    reader->at++;
  }
}

static enum format_length read_length(struct reader *reader) {
  if (accept(reader, 'h'))
    return accept(reader, 'h') ? LENGTH_CHAR : LENGTH_SHORT;
  if (accept(reader, 'l'))
    return accept(reader, 'l') ? LENGTH_WIDE : LENGTH_LONG;
  if (accept(reader, 'j') || accept(reader, 'q'))
    return LENGTH_WIDE;
  if (accept(reader, 'z') || accept(reader, 't'))
    return LENGTH_SIZE;
  return accept(reader, 'L') ? LENGTH_DOUBLE : LENGTH_NONE;
}

// What stands between the brackets of scanf.
static bool skip_set(struct reader *reader) {
  accept(reader, '^');
  accept(reader, ']');
  while (peek(reader) && peek(reader) != ']')
    reader->at++;
  return accept(reader, ']');
}

static bool read_kind(struct reader *reader, bool is_scan,
                      struct format_conversion *conversion) {
  static const char print_kinds[] = "diouxXeEfFgGaAcspn%mCS";
  static const char scan_kinds[] = "diouxXeEfFgGaAcspn%[CS";
  char c = peek(reader);
  if (!c || !strchr(is_scan ? scan_kinds : print_kinds, c))
    return false;
  reader->at++;
  conversion->kind = c;
  return c != '[' || skip_set(reader);
}

static bool read_conversion(struct reader *reader, bool is_scan,
                            struct format_conversion *conversion) {
  *conversion = (struct format_conversion){.width = FORMAT_NONE,
                                           .precision = FORMAT_NONE};
  if (is_scan) {
    conversion->is_dropped = accept(reader, '*');
    conversion->width = read_count(reader);
    conversion->allocates = accept(reader, 'm');
  } else {
    read_flags(reader, conversion);
    conversion->width = read_count(reader);
    if (accept(reader, '.')) {
      conversion->precision = read_count(reader);
      if (conversion->precision == FORMAT_NONE)
        conversion->precision = 0;
    }
  }
  conversion->length = read_length(reader);
  return read_kind(reader, is_scan, conversion);
}

bool format_next(const char **at, const char *end, bool is_scan,
                 uint64_t *plain, struct format_conversion *conversion) {
  struct reader reader = {*at, end};
  *conversion = (struct format_conversion){0};
  while (peek(&reader) && peek(&reader) != '%')
    reader.at++;
  *plain = (uint64_t)(reader.at - *at);
  bool found = accept(&reader, '%');
  if (found && !read_conversion(&reader, is_scan, conversion)) {
    conversion->kind = '?';
    found = false;
  }
  *at = reader.at;
  return found;
}

uint64_t format_stored(const struct format_conversion *conversion,
                       unsigned pointer_width) {
  uint64_t word = pointer_width / 8;
  char kind = conversion->kind;
  if (strchr("eEfFgGaA", kind))
    return conversion->length == LENGTH_DOUBLE ? (word == 8 ? 16 : 12)
           : conversion->length == LENGTH_LONG ? 8
                                               : 4;
  if (kind == 'p')
    return word;
  if (!strchr("diouxXn", kind))
    return 0;
  switch (conversion->length) {
  case LENGTH_CHAR: return 1;
  case LENGTH_SHORT: return 2;
  case LENGTH_LONG:
  case LENGTH_SIZE: return word;
  case LENGTH_WIDE: return 8;
  default: return 4;
  }
}
