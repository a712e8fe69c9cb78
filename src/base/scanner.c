#include "base/scanner.h"

#include <ctype.h>
#include <string.h>

bool scanner_is_space(char c) {
  return c && strchr(" \t\r\n\v\f", c);
}

struct position scanner_here(const struct scanner *scanner) {
  return (struct position){scanner->file, scanner->line,
                           (uint32_t)(scanner->at - scanner->line_start) + 1};
}

struct name scanner_text(const struct scanner *scanner, size_t start) {
  return intern_bytes(scanner->names, scanner->text + start,
                      scanner->at - start);
}

// White space and comments

static void advance(struct scanner *scanner) {
  if (scanner->text[scanner->at++] != '\n')
    return;
  scanner->line++;
  scanner->line_start = scanner->at;
}

static bool is_next(const struct scanner *scanner, const char *two) {
  return scanner_peek(scanner, 0) == two[0] &&
         scanner_peek(scanner, 1) == two[1];
}

static void skip_block_comment(struct scanner *scanner) {
  struct position start = scanner_here(scanner);
  scanner->at += 2;
  while (scanner->at < scanner->length) {
    if (is_next(scanner, "*/")) {
      scanner->at += 2;
      return;
    }
    advance(scanner);
  }
  scanner_complain(scanner, start, "the comment that begins here has no end");
}

void scanner_skip(struct scanner *scanner) {
  while (scanner->at < scanner->length) {
    if (scanner_is_space(scanner_peek(scanner, 0)))
      advance(scanner);
    else if (is_next(scanner, "/*"))
      skip_block_comment(scanner);
    else if (is_next(scanner, "//"))
      while (scanner->at < scanner->length && scanner_peek(scanner, 0) != '\n')
        scanner->at++;
    else
      return;
  }
}

// Punctuators

const struct punctuator *scanner_punctuator(struct scanner *scanner,
                                            const struct punctuator *table,
                                            size_t count) {
  size_t left = scanner->length - scanner->at;
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(table[i].text);
    if (length > left ||
        strncmp(scanner->text + scanner->at, table[i].text, length))
      continue;
    scanner->at += length;
    return &table[i];
  }
  return NULL;
}

const char *punctuator_text(const struct punctuator *table, size_t count,
                            int kind) {
  for (size_t i = 0; i < count; i++)
    if (table[i].kind == kind)
      return table[i].quoted;
  return "something else";
}

// Mistakes

void scanner_complain(struct scanner *scanner, struct position position,
                      const char *format, ...) {
  va_list args;
  va_start(args, format);
  diag_vreport(scanner->diag, SEVERITY_ERROR, position, format, args);
  va_end(args);
  scanner->has_erred = true;
}

void scanner_refuse(struct scanner *scanner) {
  unsigned char c = (unsigned char)scanner_peek(scanner, 0);
  scanner_complain(
      scanner, scanner_here(scanner),
      isprint(c) ? "unexpected character `%c`" : "unexpected byte 0x%02x", c);
  // The rest of a multi-byte character is one mistake, not several.
  do
    scanner->at++;
  while (scanner->at < scanner->length &&
         ((unsigned char)scanner->text[scanner->at] & 0xc0) == 0x80);
}
