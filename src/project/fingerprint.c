#include "project/fingerprint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/sha256.h"

struct reading {
  struct strbuf file; // of the line at hand, and its number there
  unsigned long line;
  struct strbuf code;
  struct strbuf last; // the file of the last line of code
  struct fingerprint *into;
};

// `# 12 "file.c" 2`: the next line is the twelfth of that file.
static void read_marker(struct reading *reading, const char *at) {
  char *end;
  reading->line = strtoul(at, &end, 10);
  const char *open = strchr(end, '"');
  const char *close = open ? strrchr(open + 1, '"') : NULL;
  if (!close)
    return;
  strbuf_clear(&reading->file);
  strbuf_bytes(&reading->file, open + 1, (size_t)(close - open - 1));
}

// Behind a literal that starts here, in this line.
static const char *literal_end(const char *at, const char *end) {
  char quote = *at++;
  while (at < end && *at != quote)
    at += *at == '\\' && at + 1 < end ? 2 : 1;
  return at < end ? at + 1 : end;
}

static bool has_code(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    at++;
  return at < end;
}

// Appends the line with single blanks between its words.
static void add_code(struct strbuf *code, const char *at, const char *end) {
  size_t before = code->length;
  while (at < end) {
    const char *start = at;
    if (isspace((unsigned char)*at)) {
      while (at < end && isspace((unsigned char)*at))
        at++;
      if (code->length > before && at < end)
        strbuf_char(code, ' ');
      continue;
    }
    at = *at == '"' || *at == '\'' ? literal_end(at, end) : at + 1;
    strbuf_bytes(code, start, (size_t)(at - start));
  }
}

// Where code stands decides what is checked: not what headers have.
static void add_file(struct reading *reading) {
  const char *file = strbuf_text(&reading->file);
  if (!strcmp(file, strbuf_text(&reading->last)))
    return;
  strbuf_clear(&reading->last);
  strbuf_add(&reading->last, file);
  strbuf_format(&reading->code, "# %s\n", file);
}

static void read_line(struct reading *reading, const char *at,
                      const char *end) {
  if (end - at > 2 && at[0] == '#' && at[1] == ' ' &&
      isdigit((unsigned char)at[2])) {
    read_marker(reading, at + 2);
    return;
  }
  if (has_code(at, end)) {
    add_file(reading);
    add_code(&reading->code, at, end);
    strbuf_char(&reading->code, '\n');
    strbuf_format(&reading->into->places, "%s %lu\n",
                  file_base_name(strbuf_text(&reading->file)), reading->line);
  }
  reading->line++;
}

void fingerprint_init(struct fingerprint *fingerprint, const char *text,
                      size_t length) {
  *fingerprint = (struct fingerprint){0};
  struct reading reading = {.into = fingerprint};
  const char *end = text + length;
  while (text < end) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    struct strbuf line = {0};
    strbuf_bytes(&line, text, (size_t)((stop ? stop : end) - text));
    read_line(&reading, strbuf_text(&line), strbuf_text(&line) + line.length);
    strbuf_release(&line);
    text = stop ? stop + 1 : end;
  }
  sha256_print(strbuf_text(&reading.code), reading.code.length,
               &fingerprint->digest);
  strbuf_release(&reading.code);
  strbuf_release(&reading.file);
  strbuf_release(&reading.last);
}

void fingerprint_release(struct fingerprint *fingerprint) {
  strbuf_release(&fingerprint->digest);
  strbuf_release(&fingerprint->places);
}
