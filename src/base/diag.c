// Source files are read once and cut into lines in place: newlines become
// terminating zeros. A file that cannot be read is remembered as one without
// lines.
#include "base/diag.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/file.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "base/vec.h"

VEC_DEFINE(line_vec, char *);

struct source {
  char *text;
  struct line_vec lines; // into text
};

HANDLE_MAP_DEFINE(source_map, struct name, struct source);

struct diag {
  const struct interner *names;
  FILE *out;
  struct source_map sources;
  uint32_t counts[SEVERITY_ERROR + 1];
};

struct diag *diag_new(const struct interner *names, FILE *out) {
  struct diag *diag = memory_new_zero(1, sizeof *diag);
  diag->names = names;
  diag->out = out;
  return diag;
}

void diag_free(struct diag *diag) {
  if (!diag)
    return;
  for (uint32_t i = 0; i < diag->sources.count; i++) {
    struct source *source = &diag->sources.entries[i].value;
    free(source->text);
    line_vec_release(&source->lines);
  }
  source_map_release(&diag->sources);
  free(diag);
}

uint32_t diag_count(const struct diag *diag, enum severity severity) {
  return diag->counts[severity];
}

// ---- Source lines -----------------------------------------------------------

// Ends the line that starts at `line`; returns the start of the next one.
static char *end_line(char *line, char *end) {
  char *newline = memchr(line, '\n', (size_t)(end - line));
  if (!newline)
    return end;
  *newline = '\0';
  if (newline > line && newline[-1] == '\r')
    newline[-1] = '\0';
  return newline + 1;
}

static struct source read_source(const char *path) {
  struct source source = {0};
  struct strbuf buffer = {0};
  bool done = file_read(path, &buffer);
  size_t length = buffer.length;
  source.text = strbuf_detach(&buffer);
  if (!done)
    return source;
  char *end = source.text + length;
  for (char *line = source.text; line < end; line = end_line(line, end))
    line_vec_push(&source.lines, line);
  return source;
}

const char *diag_source_line(struct diag *diag, struct position position) {
  if (name_is_none(position.file) || !position_is_known(position))
    return NULL;
  bool is_new;
  struct source *source =
      source_map_insert(&diag->sources, position.file, &is_new);
  if (is_new)
    *source = read_source(name_text(diag->names, position.file));
  if (position.line > source->lines.count)
    return NULL;
  return source->lines.at[position.line - 1];
}

// ---- The excerpt with its caret ---------------------------------------------

// The part of a line that is shown. Columns and lengths count bytes, as the
// compiler does.
struct excerpt {
  const char *line;
  size_t start; // offset of the first byte shown
  size_t end;   // one past the last
  size_t length;
};

enum {
  SHOWN_BEFORE = 60, // bytes before the column that survive a cut
  SHOWN_AT_MOST = 120
};

static bool is_inside_character(char c) {
  return ((unsigned char)c & 0xc0) == 0x80; // UTF-8 continuation
}

// Where the character at `offset` starts. In text that is not UTF-8 it may be
// anywhere, so no more than the length of a character is searched.
static size_t character_start(const char *line, size_t offset) {
  for (int i = 0; i < 3 && offset && is_inside_character(line[offset]); i++)
    offset--;
  return offset;
}

// Generated and preprocessed code has lines of megabytes: show what surrounds
// the column, cut between characters.
static struct excerpt excerpt_around(const char *line, size_t column) {
  struct excerpt part = {line, 0, strlen(line), strlen(line)};
  if (part.length <= SHOWN_AT_MOST)
    return part;
  if (column > SHOWN_BEFORE && column <= part.length + 1)
    part.start = character_start(line, column - SHOWN_BEFORE);
  if (part.length - part.start > SHOWN_AT_MOST)
    part.end = character_start(line, part.start + SHOWN_AT_MOST);
  return part;
}

// A terminal must not obey control characters in somebody's source.
static char printable(char c) {
  bool is_control = (c >= 0 && c < ' ' && c != '\t') || c == 0x7f;
  return is_control ? '?' : c;
}

static void print_source(FILE *out, uint32_t line, struct excerpt part) {
  fprintf(out, "%5u | %s", line, part.start ? "..." : "");
  for (size_t i = part.start; i < part.end; i++)
    fputc(printable(part.line[i]), out);
  fprintf(out, "%s\n", part.end < part.length ? "..." : "");
}

// A tab is padded with a tab, so that the caret is in place whatever the width
// of tabs; a character of several bytes takes one column.
static void print_caret(FILE *out, struct excerpt part, size_t column) {
  fprintf(out, "      | %s", part.start ? "   " : "");
  for (size_t i = part.start; i + 1 < column; i++)
    if (!is_inside_character(part.line[i]))
      fputc(part.line[i] == '\t' ? '\t' : ' ', out);
  fputs("^\n", out);
}

static void print_excerpt(struct diag *diag, struct position position) {
  const char *line = diag_source_line(diag, position);
  if (!line)
    return;
  struct excerpt part = excerpt_around(line, position.column);
  print_source(diag->out, position.line, part);
  // One past the end is the place of what is missing there; a column beyond
  // means that the file has changed since it was compiled.
  if (position.column && position.column <= part.length + 1)
    print_caret(diag->out, part, position.column);
}

// ---- Messages ---------------------------------------------------------------

static const char *severity_text(enum severity severity) {
  switch (severity) {
  case SEVERITY_NOTE: return "note";
  case SEVERITY_WARNING: return "warning";
  case SEVERITY_ERROR: return "error";
  }
  BUG("severity %d", severity);
}

static void print_message(struct diag *diag, enum severity severity,
                          const char *format, va_list args) {
  diag->counts[severity]++;
  fprintf(diag->out, "%s: ", severity_text(severity));
  vfprintf(diag->out, format, args);
  fputc('\n', diag->out);
}

static void print_position(struct diag *diag, struct position position) {
  if (!position_is_known(position))
    return;
  fprintf(diag->out, "%s:%u:", name_text(diag->names, position.file),
          position.line);
  if (position.column)
    fprintf(diag->out, "%u:", position.column);
  fputc(' ', diag->out);
}

void diag_vreport(struct diag *diag, enum severity severity,
                  struct position position, const char *format, va_list args) {
  print_position(diag, position);
  print_message(diag, severity, format, args);
  print_excerpt(diag, position);
}

void diag_report(struct diag *diag, enum severity severity,
                 struct position position, const char *format, ...) {
  va_list args;
  va_start(args, format);
  diag_vreport(diag, severity, position, format, args);
  va_end(args);
}

void diag_file(struct diag *diag, enum severity severity, const char *file,
               const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(diag->out, "%s: ", file ? file : "vouch");
  print_message(diag, severity, format, args);
  va_end(args);
}

void diag_hint(struct diag *diag, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("hint: ", diag->out);
  vfprintf(diag->out, format, args);
  fputc('\n', diag->out);
  va_end(args);
}
