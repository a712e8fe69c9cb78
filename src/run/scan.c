// Conversions are matched by hand, since their targets are in interpreted
// memory and their sizes are those of the interpreted machine; numbers are
// converted by the host's strto* functions once their text is known.
#include "run/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/strbuf.h"
#include "run/library_state.h"

enum match { MATCHED, MISMATCH, INPUT_END, STOPPED };

struct scanner {
  struct library_call *call;
  struct scan_source *source;
  struct variadic *arguments;
  int stored;
};

// Characters

static int next_character(struct scan_source *source) {
  int c = source->stream  ? getc(source->stream)
          : *source->text ? (unsigned char)*source->text++
                          : EOF;
  if (c != EOF)
    source->count++;
  return c;
}

static void unread(struct scan_source *source, int c) {
  if (c == EOF)
    return;
  source->count--;
  if (source->stream)
    ungetc(c, source->stream);
  else
    source->text--;
}

static int peek(struct scan_source *source) {
  int c = next_character(source);
  unread(source, c);
  return c;
}

static void skip_space(struct scan_source *source) {
  int c;
  do
    c = next_character(source);
  while (c != EOF && isspace(c));
  unread(source, c);
}

// Parsing of the format

static const char *parse_set(const char *text,
                             struct scan_directive *directive) {
  bool is_negated = *text == '^';
  text += is_negated;
  memset(directive->accepts, is_negated, sizeof directive->accepts);
  const char *first = text;
  for (; *text && (*text != ']' || text == first); text++) {
    unsigned char low = (unsigned char)*text, high = low;
    if (text[1] == '-' && text[2] && text[2] != ']') {
      high = (unsigned char)text[2];
      text += 2;
    }
    for (unsigned c = low; c <= high; c++)
      directive->accepts[c] = !is_negated;
  }
  return *text ? text + 1 : text;
}

static const char *parse_size(const char *text,
                              struct scan_directive *directive) {
  switch (*text) {
  case 'h':
    directive->size = text[1] == 'h' ? SIZE_HH : SIZE_H;
    return text + (text[1] == 'h' ? 2 : 1);
  case 'l':
    directive->size = text[1] == 'l' ? SIZE_LL : SIZE_L;
    return text + (text[1] == 'l' ? 2 : 1);
  case 'q':
  case 'j': directive->size = SIZE_LL; return text + 1;
  case 'z':
  case 't': directive->size = SIZE_Z; return text + 1;
  case 'L': directive->size = SIZE_BIG_L; return text + 1;
  default: return text;
  }
}

const char *scan_parse(const char *text, struct scan_directive *directive) {
  *directive = (struct scan_directive){0};
  if (*text == '*') {
    directive->is_suppressed = true;
    text++;
  }
  for (; isdigit((unsigned char)*text); text++)
    directive->width = 10 * directive->width + (unsigned)(*text - '0');
  if (*text == 'm') {
    directive->is_allocated = true;
    text++;
  }
  text = parse_size(text, directive);
  directive->conversion = *text;
  if (!*text)
    return text;
  return *text == '[' ? parse_set(text + 1, directive) : text + 1;
}

unsigned scan_integer_bytes(const struct library_call *call,
                            const struct scan_directive *directive) {
  switch (directive->size) {
  case SIZE_HH: return 1;
  case SIZE_H: return 2;
  case SIZE_L:
  case SIZE_Z: return pointer_bytes(call);
  case SIZE_LL:
  case SIZE_BIG_L: return 8;
  case SIZE_NONE: break;
  }
  return 4;
}

// Storing

static enum match store(struct scanner *scanner,
                        const struct scan_directive *directive, unsigned bytes,
                        u128 value) {
  uint64_t address;
  if (directive->is_suppressed)
    return MATCHED;
  if (!variadic_pointer(scanner->arguments, &address) ||
      !library_store(scanner->call, address, bytes, value))
    return STOPPED;
  scanner->stored++;
  return MATCHED;
}

static enum match store_text(struct scanner *scanner,
                             const struct scan_directive *directive,
                             const struct strbuf *text, bool is_terminated) {
  uint64_t address;
  uint64_t size = text->length + is_terminated;
  if (directive->is_suppressed)
    return MATCHED;
  if (!variadic_pointer(scanner->arguments, &address))
    return STOPPED;
  if (directive->is_allocated) {
    uint64_t allocated = library_allocate(scanner->call, size, 1, false);
    if (machine_has_stopped(scanner->call->machine) ||
        !library_store(scanner->call, address, pointer_bytes(scanner->call),
                       allocated))
      return STOPPED;
    address = allocated;
  }
  uint8_t *to = library_writable(scanner->call, address, size);
  if (!to)
    return STOPPED;
  memcpy(to, strbuf_text(text), size);
  scanner->stored++;
  return MATCHED;
}

// Matching

static unsigned limit_of(const struct scan_directive *directive) {
  return directive->width ? directive->width : UINT32_MAX;
}

// Takes the next character if it is one of the set and the field has room.
static bool take(struct scan_source *source, struct strbuf *text,
                 unsigned limit, const char *set) {
  if (text->length >= limit)
    return false;
  int c = next_character(source);
  if (c != EOF && c != 0 && strchr(set, c)) {
    strbuf_char(text, (char)c);
    return true;
  }
  unread(source, c);
  return false;
}

static unsigned base_of(char conversion) {
  switch (conversion) {
  case 'o': return 8;
  case 'x':
  case 'X':
  case 'p': return 16;
  case 'i': return 0;
  default: return 10;
  }
}

static const char *digits_of(unsigned base) {
  return base == 8    ? "01234567"
         : base == 10 ? "0123456789"
                      : "0123456789abcdefABCDEF";
}

// The text of an integer; its prefix decides the base 0.
static unsigned take_integer(struct scan_source *source, struct strbuf *text,
                             unsigned limit, unsigned base) {
  take(source, text, limit, "+-");
  size_t sign = text->length;
  if ((base == 0 || base == 16) && take(source, text, limit, "0")) {
    if (take(source, text, limit, "xX"))
      base = 16;
    else if (base == 0)
      base = 8;
  }
  if (base == 0)
    base = 10;
  while (take(source, text, limit, digits_of(base)))
    continue;
  return text->length == sign ? UINT32_MAX : base;
}

static enum match scan_integer(struct scanner *scanner,
                               const struct scan_directive *directive) {
  struct strbuf text = {0};
  unsigned base = take_integer(scanner->source, &text, limit_of(directive),
                               base_of(directive->conversion));
  if (base == UINT32_MAX) {
    bool at_end = text.length == 0 && peek(scanner->source) == EOF;
    strbuf_release(&text);
    return at_end ? INPUT_END : MISMATCH;
  }
  bool is_signed = directive->conversion == 'd' || directive->conversion == 'i';
  bool is_pointer = directive->conversion == 'p';
  u128 value = is_signed ? (u128)strtoll(text.text, NULL, (int)base)
                         : (u128)strtoull(text.text, NULL, (int)base);
  strbuf_release(&text);
  unsigned bytes = is_pointer ? pointer_bytes(scanner->call)
                              : scan_integer_bytes(scanner->call, directive);
  return store(scanner, directive, bytes, value);
}

static void take_float(struct scan_source *source, struct strbuf *text,
                       unsigned limit) {
  take(source, text, limit, "+-");
  const char *digits = "0123456789";
  size_t start = text->length;
  if (take(source, text, limit, "iInN")) { // inf, infinity, nan
    while (take(source, text, limit, "aAfFiInNtTyY"))
      continue;
    return;
  }
  const char *exponent = "eE";
  if (take(source, text, limit, "0") && take(source, text, limit, "xX")) {
    digits = digits_of(16);
    exponent = "pP";
  }
  while (take(source, text, limit, digits))
    continue;
  if (take(source, text, limit, "."))
    while (take(source, text, limit, digits))
      continue;
  if (text->length > start && take(source, text, limit, exponent)) {
    take(source, text, limit, "+-");
    while (take(source, text, limit, "0123456789"))
      continue;
  }
}

static enum match scan_float(struct scanner *scanner,
                             const struct scan_directive *directive) {
  struct strbuf text = {0};
  take_float(scanner->source, &text, limit_of(directive));
  char *end = NULL;
  u128 bits = 0;
  unsigned bytes = 4;
  if (directive->size == SIZE_BIG_L) {
    long double value = strtold(strbuf_text(&text), &end);
    bytes = 10;
    memcpy(&bits, &value, bytes);
  } else if (directive->size == SIZE_L) {
    double value = strtod(strbuf_text(&text), &end);
    bytes = 8;
    memcpy(&bits, &value, bytes);
  } else {
    float value = strtof(strbuf_text(&text), &end);
    memcpy(&bits, &value, bytes);
  }
  bool is_number = end != strbuf_text(&text) && text.length > 0;
  bool at_end = text.length == 0 && peek(scanner->source) == EOF;
  strbuf_release(&text);
  if (!is_number)
    return at_end ? INPUT_END : MISMATCH;
  return store(scanner, directive, bytes, bits);
}

static bool is_accepted(const struct scan_directive *directive, int c) {
  if (directive->conversion == 's')
    return !isspace(c);
  return directive->conversion == 'c' || directive->accepts[c];
}

static enum match scan_text(struct scanner *scanner,
                            const struct scan_directive *directive) {
  bool is_characters = directive->conversion == 'c';
  unsigned limit = is_characters && !directive->width ? 1 : limit_of(directive);
  struct strbuf text = {0};
  int c = 0;
  while (text.length < limit) {
    c = next_character(scanner->source);
    if (c == EOF || !is_accepted(directive, c)) {
      unread(scanner->source, c);
      break;
    }
    strbuf_char(&text, (char)c);
  }
  enum match match;
  if (text.length == 0 || (is_characters && text.length < limit))
    match = c == EOF ? INPUT_END : MISMATCH;
  else
    match = store_text(scanner, directive, &text, !is_characters);
  strbuf_release(&text);
  return match;
}

static enum match scan_count(struct scanner *scanner,
                             const struct scan_directive *directive) {
  enum match match =
      store(scanner, directive, scan_integer_bytes(scanner->call, directive),
            (u128)scanner->source->count);
  if (match == MATCHED && !directive->is_suppressed)
    scanner->stored--; // does not count as a conversion
  return match;
}

static enum match match_literal(struct scanner *scanner, char expected) {
  int c = next_character(scanner->source);
  if (c == (unsigned char)expected)
    return MATCHED;
  unread(scanner->source, c);
  return c == EOF ? INPUT_END : MISMATCH;
}

static enum match scan_one(struct scanner *scanner,
                           const struct scan_directive *directive) {
  if (!strchr("c[n", directive->conversion))
    skip_space(scanner->source);
  switch (directive->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p': return scan_integer(scanner, directive);
  case 'e':
  case 'f':
  case 'g':
  case 'a':
  case 'E':
  case 'F':
  case 'G':
  case 'A': return scan_float(scanner, directive);
  case 's':
  case 'c':
  case '[':
    if (directive->size == SIZE_L)
      break;
    return scan_text(scanner, directive);
  case 'n': return scan_count(scanner, directive);
  case '%': return match_literal(scanner, '%');
  }
  machine_stop(scanner->call->machine, OUTCOME_UNSUPPORTED,
               "%s with the conversion `%%%c`", library_name(scanner->call),
               directive->conversion ? directive->conversion : ' ');
  return STOPPED;
}

static enum match scan_next(struct scanner *scanner, const char **format) {
  char c = *(*format)++;
  if (isspace((unsigned char)c)) {
    skip_space(scanner->source);
    return MATCHED;
  }
  if (c != '%')
    return match_literal(scanner, c);
  struct scan_directive directive;
  *format = scan_parse(*format, &directive);
  return scan_one(scanner, &directive);
}

void scan_run(struct library_call *call, uint64_t format,
              struct scan_source *source, struct variadic *arguments) {
  const char *text = library_string(call, format);
  if (!text)
    return;
  struct scanner scanner = {call, source, arguments, 0};
  char *copy = memory_copy_string(text);
  const char *next = copy;
  enum match match = MATCHED;
  while (*next && match == MATCHED)
    match = scan_next(&scanner, &next);
  free(copy);
  bool failed_at_once = match == INPUT_END && scanner.stored == 0;
  set_signed(call, failed_at_once ? EOF : scanner.stored);
}
