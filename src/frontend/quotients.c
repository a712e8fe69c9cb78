// Quotients and remainders in the text of a file that may be those of the
// smallest number by -1, which do not fit. Clang computes them without a word.
//
// A mark changes nothing, so what is found may be anything that looks like one:
// what follows the operator begins with -1, or what precedes it ends like the
// smallest number, INT_MIN or (-2147483647 - 1).
#include <string.h>

#include "base/strbuf.h"
#include "frontend/marks.h"

static bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') ||
         ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static const char *skip_back(const char *start, const char *at,
                             const char *what) {
  while (at > start && strchr(what, at[-1]))
    at--;
  return at;
}

// `INT_MIN`, `(INT_MIN)`, `(-INT_MAX - 1)`.
static bool ends_in_least(const char *start, const char *end) {
  static const char least[] = "_MIN";
  end = skip_back(start, end, " \t)");
  size_t length = (size_t)(end - start);
  if (length >= sizeof least && !memcmp(end - 4, least, 4))
    return true;
  return length > 1 && end[-1] == '1' &&
         *(skip_back(start, end - 1, " \t") - 1) == '-';
}

static bool begins_with_minus_one(const char *at) {
  at += strspn(at, " \t(");
  if (*at++ != '-')
    return false;
  at += strspn(at, " \t(");
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

static void look_at(const char *line, const char *at, struct spot spot,
                    struct folded_vec *into) {
  bool is_least = ends_in_least(line, at);
  bool is_one = begins_with_minus_one(at + 1);
  if (at > line && (is_least || is_one))
    folded_vec_push(into, (struct folded){.use = spot,
                                          .sign = spot,
                                          .mark = marks_text(line, at, false),
                                          .is_doubtful = !is_least || !is_one});
}

void folded_look(const char *file, struct interner *names,
                 const char *directory, struct folded_vec *into) {
  struct strbuf text = {0};
  struct spot spot = {intern(names, file), 1, 1};
  const char *line = marks_find(names, directory, spot, &text);
  for (const char *at = line; at && *at;) {
    const char *behind = skip_text(at);
    spot.column = (uint32_t)(at - line) + 1;
    if (behind == at && (*at == '/' || *at == '%') && at[1] != '=')
      look_at(line, at, spot, into);
    if (behind == at)
      behind += *at == '\n' ? 1 : 1 + strcspn(at + 1, "/%\"'\n");
    const char *newline;
    while ((newline = memchr(at, '\n', (size_t)(behind - at)))) {
      spot.line++;
      at = line = newline + 1;
    }
    at = behind;
  }
  strbuf_release(&text);
}
