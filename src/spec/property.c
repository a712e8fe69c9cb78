#include "spec/property.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <string.h>

#include "base/check.h"
#include "base/file.h"
#include "base/strbuf.h"

#define S "[[:space:]]*"
#define IDENTIFIER "([[:alpha:]_][[:alnum:]_]*)"
#define NO_ARGUMENTS "\\(" S "(void)?" S "\\)"

// The patterns are compiled once per file; submatches as commented.
struct reader {
  regex_t check;    // 1: inside init(..), 2: inside LTL(..)
  regex_t cover;    // 1: inside COVER(..)
  regex_t entry;    // 1: the function
  regex_t call;     // 1: the function not to be called
  regex_t label;    // 1: the label not to be reached
  const char *text; // of the line being read
  struct name file;
  uint32_t line;
  struct interner *names;
  struct diag *diag;
  struct property_vec *properties;
};

// A part of the current line.
struct span {
  size_t start;
  size_t end; // one past the last byte
};

const char *property_kind_text(enum property_kind kind) {
  switch (kind) {
  case PROPERTY_UNREACH_CALL:
  case PROPERTY_UNREACH_LABEL: return "unreach-call";
  case PROPERTY_OVERFLOW: return "no-overflow";
  case PROPERTY_DATA_RACE: return "no-data-race";
  case PROPERTY_TERMINATION: return "termination";
  case PROPERTY_MEMCLEANUP: return "valid-memcleanup";
  case PROPERTY_VALID_FREE: return "valid-free";
  case PROPERTY_VALID_DEREF: return "valid-deref";
  case PROPERTY_VALID_MEMTRACK: return "valid-memtrack";
  case PROPERTY_LTL: return "ltl";
  case PROPERTY_COVERAGE: return "coverage";
  }
  BUG("property kind %d", kind);
}

// ---- Matching ---------------------------------------------------------------

static void compile(regex_t *pattern, const char *text) {
  CHECK(!regcomp(pattern, text, REG_EXTENDED), "bad pattern %s", text);
}

static struct span trim(const char *text, struct span span) {
  while (span.start < span.end && isspace((unsigned char)text[span.start]))
    span.start++;
  while (span.end > span.start && isspace((unsigned char)text[span.end - 1]))
    span.end--;
  return span;
}

static struct name intern_span(struct reader *reader, struct span span) {
  return intern_bytes(reader->names, reader->text + span.start,
                      span.end - span.start);
}

// Submatch 1 of a pattern that matches the text, or none.
static struct name match(struct reader *reader, const regex_t *pattern,
                         struct name text) {
  const char *bytes = name_text(reader->names, text);
  regmatch_t found[2];
  if (regexec(pattern, bytes, 2, found, 0))
    return (struct name){0};
  return intern_bytes(reader->names, bytes + found[1].rm_so,
                      (size_t)(found[1].rm_eo - found[1].rm_so));
}

static struct position position_of(const struct reader *reader, size_t start) {
  return (struct position){reader->file, reader->line, (uint32_t)start + 1};
}

// Is the text the word sequence? A blank in `words` stands for any white space,
// or for none.
static bool is_words(const char *text, const char *words) {
  for (;; text++, words++) {
    while (isspace((unsigned char)*text))
      text++;
    while (*words == ' ')
      words++;
    if (*text != *words)
      return false;
    if (!*text)
      return true;
  }
}

// ---- Formulas ---------------------------------------------------------------

static enum property_kind kind_of_text(const char *formula) {
  static const struct {
    const char *words;
    enum property_kind kind;
  } rows[] = {
      {"G ! overflow", PROPERTY_OVERFLOW},
      {"G ! data-race", PROPERTY_DATA_RACE},
      {"F end", PROPERTY_TERMINATION},
      {"G valid-memcleanup", PROPERTY_MEMCLEANUP},
      {"G valid-free", PROPERTY_VALID_FREE},
      {"G valid-deref", PROPERTY_VALID_DEREF},
      {"G valid-memtrack", PROPERTY_VALID_MEMTRACK},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (is_words(formula, rows[i].words))
      return rows[i].kind;
  return PROPERTY_LTL;
}

static void classify(struct reader *reader, struct property *property) {
  property->kind = PROPERTY_UNREACH_CALL;
  property->function = match(reader, &reader->call, property->formula);
  if (!name_is_none(property->function))
    return;
  property->kind = PROPERTY_UNREACH_LABEL;
  property->function = match(reader, &reader->label, property->formula);
  if (!name_is_none(property->function))
    return;
  property->kind = kind_of_text(name_text(reader->names, property->formula));
}

// ---- Lines ------------------------------------------------------------------

static bool complain(const struct reader *reader, size_t start,
                     const char *what) {
  diag_report(reader->diag, SEVERITY_ERROR, position_of(reader, start), "%s",
              what);
  diag_hint(reader->diag,
            "for example: CHECK( init(main()), LTL(G ! call(reach_error())) )");
  return false;
}

static bool read_check(struct reader *reader, struct span init,
                       struct span formula) {
  struct property property = {
      .entry = match(reader, &reader->entry, intern_span(reader, init)),
      .formula = intern_span(reader, formula),
      .position = position_of(reader, formula.start),
  };
  if (name_is_none(property.entry))
    return complain(reader, init.start, "init names no function");
  if (name_is_none(property.formula))
    return complain(reader, formula.start, "LTL has no formula");
  classify(reader, &property);
  property_vec_push(reader->properties, property);
  return true;
}

static bool read_cover(struct reader *reader, struct span line) {
  struct property property = {.kind = PROPERTY_COVERAGE,
                              .entry = intern(reader->names, "main"),
                              .formula = intern_span(reader, line),
                              .position = position_of(reader, line.start)};
  property_vec_push(reader->properties, property);
  return true;
}

static bool read_line(struct reader *reader) {
  struct span line = trim(reader->text, (struct span){0, strlen(reader->text)});
  if (line.start == line.end)
    return true;
  regmatch_t found[3];
  if (!regexec(&reader->cover, reader->text, 2, found, 0))
    return read_cover(reader, line);
  if (regexec(&reader->check, reader->text, 3, found, 0))
    return complain(reader, line.start, "not a property");
  struct span init = {(size_t)found[1].rm_so, (size_t)found[1].rm_eo};
  struct span formula = {(size_t)found[2].rm_so, (size_t)found[2].rm_eo};
  return read_check(reader, trim(reader->text, init),
                    trim(reader->text, formula));
}

static bool read_lines(struct reader *reader, char *text) {
  for (char *line = text; line; reader->line++) {
    char *newline = strchr(line, '\n');
    if (newline)
      *newline = '\0';
    reader->text = line;
    if (!read_line(reader))
      return false;
    line = newline ? newline + 1 : NULL;
  }
  return true;
}

// ---- Files ------------------------------------------------------------------

static void reader_init(struct reader *reader) {
  compile(&reader->check, "^" S "CHECK" S "\\(" S "init" S "\\((.*)\\)" S "," S
                          "LTL" S "\\((.*)\\)" S "\\)" S "$");
  compile(&reader->cover, "^" S "COVER" S "\\((.*)\\)" S "$");
  compile(&reader->entry, "^" IDENTIFIER S NO_ARGUMENTS "$");
  compile(&reader->call,
          "^G" S "!" S "call" S "\\(" S IDENTIFIER S NO_ARGUMENTS S "\\)$");
  compile(&reader->label, "^G" S "!" S "label" S "\\(" S IDENTIFIER S "\\)$");
  reader->line = 1;
}

static void reader_release(struct reader *reader) {
  regfree(&reader->check);
  regfree(&reader->cover);
  regfree(&reader->entry);
  regfree(&reader->call);
  regfree(&reader->label);
}

static bool read_text(struct reader *reader, const char *path, char *text) {
  uint32_t before = reader->properties->count;
  if (read_lines(reader, text)) {
    if (reader->properties->count > before)
      return true;
    diag_file(reader->diag, SEVERITY_ERROR, path, "no property in it");
  }
  reader->properties->count = before;
  return false;
}

bool property_read(struct property_vec *properties, const char *path,
                   struct interner *names, struct diag *diag) {
  struct strbuf text = {0};
  if (!file_read(path, &text)) {
    diag_file(diag, SEVERITY_ERROR, path, "cannot read: %s", strerror(errno));
    strbuf_release(&text);
    return false;
  }
  strbuf_char(&text, '\n');
  struct reader reader = {.file = intern(names, path),
                          .names = names,
                          .diag = diag,
                          .properties = properties};
  reader_init(&reader);
  bool done = read_text(&reader, path, text.text);
  reader_release(&reader);
  strbuf_release(&text);
  return done;
}
