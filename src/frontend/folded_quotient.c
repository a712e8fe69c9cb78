// Quotients and remainders of the smallest number by -1, which have no value.
//
// Clang computes them without a word where everything is constant. So they are
// looked for in the text of a file, as people write them: `INT_MIN / -1`,
// `(-INT_MAX - 1) % (-1)`. Where code is made for one it has a check, and is
// none of ours; what the text does not show, behind a macro, is not found.
#include "frontend/folded.h"

#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"

static bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') ||
         ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static const char *skip_back(const char *start, const char *at) {
  while (at > start && is_blank(at[-1]))
    at--;
  return at;
}

// Numbers that are no smaller after promotion.
static bool is_least_name(const char *name, size_t length) {
  static const char *const names[] = {"INT_MIN",    "LONG_MIN",   "LLONG_MIN",
                                      "INT32_MIN",  "INT64_MIN",  "INTMAX_MIN",
                                      "INTPTR_MIN", "PTRDIFF_MIN"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == length && !strncmp(name, names[i], length))
      return true;
  return false;
}

// `(-2147483647 - 1)`, `(-INT_MAX - 1)`: the brackets from `open` to `end`.
static bool is_least_sum(const char *open, const char *end) {
  static const char *const most[] = {
      "-2147483647", "-9223372036854775807", "-INT_MAX",  "-LONG_MAX",
      "-LLONG_MAX",  "-INT32_MAX",           "-INT64_MAX"};
  struct strbuf text = {0};
  for (const char *at = open + 1; at < end - 1; at++)
    if (!is_blank(*at))
      strbuf_char(&text, *at);
  bool found = false;
  for (size_t i = 0; i < sizeof most / sizeof *most && !found; i++) {
    size_t length = strlen(most[i]);
    const char *rest = strbuf_text(&text) + length;
    found = !strncmp(strbuf_text(&text), most[i], length) &&
            !strcmp(rest + strspn(rest, "lL"), "-1");
  }
  strbuf_release(&text);
  return found;
}

// Does the smallest number of a type stand before `end`, not converted and
// without another sign?
static bool ends_in_least(const char *start, const char *end) {
  end = skip_back(start, end);
  const char *first = end;
  bool is_least;
  if (end > start && end[-1] == ')') {
    while (first > start && first[-1] != '(')
      first--;
    first -= first > start;
    is_least = first > start && is_least_sum(first, end);
  } else {
    while (first > start && is_word(first[-1]))
      first--;
    is_least = is_least_name(first, (size_t)(end - first));
  }
  first = skip_back(start, first);
  return is_least && first > start && !strchr(")~-!", first[-1]) &&
         !is_word(first[-1]);
}

// `-1`, `(-1)`, `- 1`, but no `-1L`, whose type may be a larger one.
static bool begins_with_minus_one(const char *at) {
  at += strspn(at, " \t(");
  if (*at++ != '-')
    return false;
  at += strspn(at, " \t");
  return at[0] == '1' && at[1] != '.' && !is_word(at[1]);
}

// Behind a comment or a literal that begins there, or the same.
static const char *skip_text(const char *at) {
  if (!strncmp(at, "//", 2))
    return at + strcspn(at, "\n");
  if (!strncmp(at, "/*", 2)) {
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
  }
  if (*at != '"' && *at != '\'')
    return at;
  const char *end = at + 1;
  while (*end && *end != *at && *end != '\n')
    end += *end == '\\' && end[1] ? 2 : 1;
  return *end == *at ? end + 1 : end;
}

void folded_look(const char *file, struct interner *names,
                 struct folded_vec *into) {
  struct strbuf text = {0};
  const char *start = file_read(file, &text) ? strbuf_text(&text) : "";
  const char *line = start;
  uint32_t number = 1;
  for (const char *at = start; *at; at++) {
    const char *behind = skip_text(at);
    for (; at < behind; at++)
      if (*at == '\n') {
        number++;
        line = at + 1;
      }
    if (!*at)
      break;
    if (*at == '\n') {
      number++;
      line = at + 1;
    }
    if ((*at == '/' || *at == '%') && begins_with_minus_one(at + 1) &&
        ends_in_least(line, at))
      folded_vec_push(into,
                      (struct folded){.file = intern(names, file),
                                      .line = number,
                                      .column = (uint32_t)(at - line) + 1,
                                      .reason = UNDEFINED_DIVISION_OVERFLOW,
                                      .is_read = true});
  }
  strbuf_release(&text);
}
