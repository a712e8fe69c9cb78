#include "spec/annotate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "spec/plain.h"

// A text that is put before the byte `at`. Those of one place stay in order.
struct insertion {
  size_t at;
  int64_t order;
  char *text;
};

VEC_DEFINE(insertion_vec, struct insertion);

struct annotating {
  const char *text; // masked
  const char *file;
  struct insertion_vec insertions;
  struct strbuf names; // directives that make the names of an expression such
  struct strbuf *why;
};

// The text, with blanks for what is no code: comments, directives, continued
// lines of both; literals are quotes.

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Behind a backslash that continues the line, or the same.
static const char *skip_continuation(const char *at) {
  const char *end = at + 1;
  if (*at != '\\')
    return at;
  end += strspn(end, " \t\r\f\v");
  return *end == '\n' ? end + 1 : at;
}

// Behind the line that goes on over continuations; the newline is not taken.
static const char *skip_line(const char *at) {
  while (*at && *at != '\n') {
    const char *behind = skip_continuation(at);
    at = behind == at ? at + 1 : behind;
  }
  return at;
}

static const char *skip_comment(const char *at) {
  if (!strncmp(at, "//", 2))
    return skip_line(at);
  const char *end = strstr(at + 2, "*/");
  return end ? end + 2 : at + strlen(at);
}

static const char *skip_literal(const char *at) {
  const char *end = at + 1;
  while (*end && *end != *at && *end != '\n') {
    const char *behind = skip_continuation(end);
    end = behind != end ? behind : end + (*end == '\\' && end[1] ? 2 : 1);
  }
  return *end == *at ? end + 1 : end;
}

// A directive may hold a comment of several lines.
static const char *skip_directive(const char *at) {
  while (*at && *at != '\n') {
    const char *behind = skip_continuation(at);
    if (behind == at && (!strncmp(at, "//", 2) || !strncmp(at, "/*", 2)))
      behind = skip_comment(at);
    else if (behind == at && *at == '"')
      behind = skip_literal(at);
    at = behind == at ? at + 1 : behind;
  }
  return at;
}

static void blank(char *from, const char *end, char with) {
  for (; from < end; from++)
    if (*from != '\n')
      *from = with;
}

// The text is changed in place. False when it has what is not understood:
// other spellings of brackets and backslashes, pieces of words on two lines.
static bool mask(char *text) {
  bool begins_line = true;
  for (char *at = text; *at;) {
    const char *end = at;
    char with = ' ';
    if (!strncmp(at, "//", 2) || !strncmp(at, "/*", 2)) {
      end = skip_comment(at);
    } else if (*at == '#' && begins_line) {
      end = skip_directive(at);
    } else if (*at == '"' || *at == '\'') {
      end = skip_literal(at);
      with = '"';
    } else if (*at == '\\' || *at == '#' || !strncmp(at, "??", 2) ||
               !strncmp(at, "<:", 2) || !strncmp(at, ":>", 2) ||
               !strncmp(at, "<%", 2) || !strncmp(at, "%>", 2) ||
               !strncmp(at, "%:", 2)) {
      return false;
    }
    if (end == at) {
      begins_line = *at == '\n' || (begins_line && isspace((unsigned char)*at));
      at++;
      continue;
    }
    begins_line &= with == ' ';
    blank(at, end, with);
    at = (char *)end;
  }
  return !strstr(text, "??");
}

static const char *skip_space(const char *at) {
  while (isspace((unsigned char)*at))
    at++;
  return at;
}

// From behind an opening bracket: the next of the bytes at its level, or null.
static const char *find_level(const char *at, const char *wanted) {
  uint32_t depth = 0;
  for (; *at; at++) {
    if (!depth && strchr(wanted, *at))
      return at;
    if (!depth && strchr(")]}", *at))
      return NULL;
    depth += strchr("([{", *at) ? 1 : strchr(")]}", *at) ? -1u : 0;
  }
  return NULL;
}

static const char *line_start(const char *text, uint32_t line) {
  while (--line && text) {
    text = strchr(text, '\n');
    text += text != NULL;
  }
  return text;
}

static size_t keyword_at(const char *line, const char *at) {
  static const char *const words[] = {"while", "for", "do"};
  if (at > line && is_word(at[-1]))
    return 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i]);
    if (!strncmp(at, words[i], length) && !is_word(at[length]))
      return length;
  }
  return 0;
}

// The keyword of the loop: the last one of its line up to the column, or the
// first.
static const char *find_loop(const struct annotating *annotating,
                             const struct told_invariant *told) {
  const char *line = line_start(annotating->text, told->line), *found = NULL;
  for (const char *at = line; at && *at && *at != '\n'; at++) {
    bool is_before = told->column && at < line + told->column;
    if (keyword_at(line, at) && (!found || is_before))
      found = at;
  }
  return found;
}

// Insertions

static void insert(struct annotating *annotating, const char *at,
                   const char *text, bool is_first) {
  int64_t order = annotating->insertions.count + 1;
  insertion_vec_push(&annotating->insertions,
                     (struct insertion){(size_t)(at - annotating->text),
                                        is_first ? -order : order,
                                        memory_copy_string(text)});
}

static bool has_insertion(const struct annotating *annotating, const char *at) {
  for (uint32_t i = 0; i < annotating->insertions.count; i++)
    if (annotating->text + annotating->insertions.at[i].at == at)
      return true;
  return false;
}

// Names, one a line, each once or more.
static void add_name(void *context, const char *text, size_t length) {
  strbuf_bytes(context, text, length);
  strbuf_char(context, '\n');
}

// Takes away what the names mean to the preprocessor, or gives it back.
static void add_directives(const struct annotating *annotating, bool takes,
                           struct strbuf *out) {
  const char *at = strbuf_text(&annotating->names);
  for (size_t length; (length = strcspn(at, "\n")); at += length + 1)
    if (takes)
      strbuf_format(out, "\n#pragma push_macro(\"%.*s\")\n#undef %.*s",
                    (int)length, at, (int)length, at);
    else
      strbuf_format(out, "\n#pragma pop_macro(\"%.*s\")", (int)length, at);
}

static void add_literal(const char *text, struct strbuf *out) {
  strbuf_char(out, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      strbuf_char(out, '\\');
    strbuf_char(out, *text == '\n' ? ' ' : *text);
  }
  strbuf_char(out, '"');
}

// What comes behind stands where it stood.
static void add_return(const struct annotating *annotating, const char *at,
                       uint32_t line, struct strbuf *out) {
  const char *start = at;
  while (start > annotating->text && start[-1] != '\n')
    start--;
  strbuf_format(out, "\n#line %u\n%*s", line, (int)(at - start), "");
}

static uint32_t line_of(const struct annotating *annotating, const char *at) {
  uint32_t line = 1;
  for (const char *c = annotating->text; c < at; c++)
    line += *c == '\n';
  return line;
}

// The assertion, followed by `behind`. No name in it is a macro.
static void insert_check(struct annotating *annotating, const char *at,
                         const struct told_invariant *told, const char *behind,
                         bool is_first) {
  uint32_t line = line_of(annotating, at);
  struct strbuf text = {0};
  struct plain plain = {.name = add_name, .context = &annotating->names};
  strbuf_clear(&annotating->names);
  add_name(&annotating->names, "__assert_fail", strlen("__assert_fail"));
  plain_read(&plain, told->text);
  add_directives(annotating, true, &text);
  strbuf_format(&text, "\n#line %u\n((", line);
  strbuf_add(&text, told->text);
  strbuf_add(&text, ") ? (void)0 : __assert_fail(\"" ANNOTATION "\" ");
  add_literal(told->text, &text);
  strbuf_add(&text, ", ");
  add_literal(annotating->file, &text);
  strbuf_format(&text, ", %u, \"\"))", line);
  add_directives(annotating, false, &text);
  strbuf_format(&text, "\n%s", behind);
  add_return(annotating, at, line, &text);
  insert(annotating, at, strbuf_text(&text), is_first);
  strbuf_release(&text);
}

// Before a condition that ends at `close`; a second one before the first.
static void insert_before(struct annotating *annotating, const char *at,
                          const char *close,
                          const struct told_invariant *told) {
  if (has_insertion(annotating, at)) {
    insert_check(annotating, at, told, ",", true);
    return;
  }
  bool is_empty = skip_space(at) == close;
  insert_check(annotating, at, told, is_empty ? ", (1" : ", (", false);
  insert(annotating, close, ")", false);
}

// Kinds of places

static bool annotate_while(struct annotating *annotating, const char *open,
                           const struct told_invariant *told) {
  const char *close = *open == '(' ? find_level(open + 1, ")") : NULL;
  if (!close)
    return false;
  insert_before(annotating, open + 1, close, told);
  return true;
}

static bool annotate_for(struct annotating *annotating, const char *open,
                         const struct told_invariant *told) {
  const char *first = *open == '(' ? find_level(open + 1, ";") : NULL;
  const char *second = first ? find_level(first + 1, ";") : NULL;
  if (!second)
    return false;
  insert_before(annotating, first + 1, second, told);
  return true;
}

static bool annotate_do(struct annotating *annotating, const char *open,
                        const struct told_invariant *told) {
  if (*open != '{')
    return false;
  insert_check(annotating, open + 1, told, ";", false);
  return true;
}

// `} while (c);` ends a loop that begins elsewhere.
static bool ends_do(const struct annotating *annotating, const char *at,
                    const char *open) {
  const char *close = *open == '(' ? find_level(open + 1, ")") : NULL;
  const char *before = at;
  while (before > annotating->text && isspace((unsigned char)before[-1]))
    before--;
  return close && before > annotating->text && before[-1] == '}' &&
         *skip_space(close + 1) == ';';
}

static bool annotate_loop(struct annotating *annotating,
                          const struct told_invariant *told) {
  const char *at = find_loop(annotating, told);
  if (!at)
    return false;
  const char *open = skip_space(at + keyword_at(at, at));
  switch (*at) {
  case 'w':
    return !ends_do(annotating, at, open) &&
           annotate_while(annotating, open, told);
  case 'f': return annotate_for(annotating, open, told);
  default: return annotate_do(annotating, open, told);
  }
}

// Executions come to what follows a label without coming past what is before.
static bool is_label(const char *at) {
  size_t length = 0;
  while (is_word(at[length]))
    length++;
  return *skip_space(at + length) == ':' || !strncmp(at, "case", 4) ||
         !strncmp(at, "default", 7);
}

// Only where a statement begins in a list of them.
static bool annotate_statement(struct annotating *annotating,
                               const struct told_invariant *told) {
  const char *line = line_start(annotating->text, told->line);
  if (!line || !told->column || told->column > strcspn(line, "\n"))
    return false;
  const char *at = line + told->column - 1, *before = at;
  while (before > annotating->text && isspace((unsigned char)before[-1]))
    before--;
  bool is_start = before > annotating->text && strchr(";{}", before[-1]) &&
                  !isspace((unsigned char)*at) && !is_label(at);
  if (!is_start)
    return false;
  insert_check(annotating, at, told, ";", false);
  return true;
}

// All together

static bool is_of(const struct told_invariant *told, const char *file) {
  const char *a = strrchr(told->file, '/'), *b = strrchr(file, '/');
  return !strcmp(a ? a + 1 : told->file, b ? b + 1 : file);
}

static bool annotate_one(struct annotating *annotating,
                         const struct told_invariant *told) {
  struct plain plain = {0};
  if (!plain_read(&plain, told->text)) {
    strbuf_format(annotating->why,
                  "the invariant %s is not used: it is no plain condition",
                  told->text);
    return false;
  }
  bool ok = told->is_loop ? annotate_loop(annotating, told)
                          : annotate_statement(annotating, told);
  if (!ok)
    strbuf_format(annotating->why, "no %s is found at line %u, column %u",
                  told->is_loop ? "loop" : "statement", told->line,
                  told->column);
  return ok;
}

static int compare_insertions(const void *a, const void *b) {
  const struct insertion *left = a, *right = b;
  if (left->at != right->at)
    return left->at < right->at ? -1 : 1;
  return left->order < right->order ? -1 : left->order > right->order;
}

static void assemble(struct annotating *annotating, const char *text,
                     struct strbuf *out) {
  struct insertion_vec *all = &annotating->insertions;
  size_t done = 0;
  if (all->count)
    qsort(all->at, all->count, sizeof *all->at, compare_insertions);
  strbuf_format(out, "extern void __assert_fail(const char *, const char *, "
                     "unsigned, const char *) __attribute__((noreturn));\n"
                     "#line 1\n");
  for (uint32_t i = 0; i < all->count; i++) {
    strbuf_bytes(out, text + done, all->at[i].at - done);
    strbuf_add(out, all->at[i].text);
    done = all->at[i].at;
  }
  strbuf_add(out, text + done);
}

bool annotate(const char *text, const char *file, bool is_only_one,
              const struct told_invariant_vec *invariants, struct strbuf *out,
              struct strbuf *why) {
  char *masked = memory_copy_string(text);
  struct annotating annotating = {.text = masked, .file = file, .why = why};
  bool ok = mask(masked);
  if (!ok)
    strbuf_format(why, "%s has digraphs, trigraphs or words on two lines",
                  file);
  for (uint32_t i = 0; i < invariants->count && ok; i++)
    if (is_only_one || is_of(&invariants->at[i], file))
      ok = annotate_one(&annotating, &invariants->at[i]);
  if (ok)
    assemble(&annotating, text, out);
  for (uint32_t i = 0; i < annotating.insertions.count; i++)
    free(annotating.insertions.at[i].text);
  insertion_vec_release(&annotating.insertions);
  strbuf_release(&annotating.names);
  free(masked);
  return ok;
}
