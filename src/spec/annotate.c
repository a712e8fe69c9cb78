#include "spec/annotate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

// A text that is put before the byte `at`. Those of one place stay in order.
struct insertion {
  size_t at;
  uint32_t order;
  char *text;
};

VEC_DEFINE(insertion_vec, struct insertion);

struct annotating {
  const char *text;
  const char *file;
  struct insertion_vec insertions;
  struct strbuf *why;
};

// The text

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
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

static const char *skip_space(const char *at) {
  for (;;) {
    const char *behind = skip_text(at);
    if (isspace((unsigned char)*at))
      at++;
    else if (*at == '/' && behind != at)
      at = behind;
    else
      return at;
  }
}

// From behind an opening bracket: the next of the bytes at its level, or null.
static const char *find_level(const char *at, const char *wanted) {
  uint32_t depth = 0;
  while (*at) {
    const char *behind = skip_text(at);
    if (behind != at) {
      at = behind;
      continue;
    }
    if (!depth && strchr(wanted, *at))
      return at;
    depth += strchr("([{", *at) ? 1 : strchr(")]}", *at) ? -1u : 0;
    at++;
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
  for (const char *at = line; at && *at && *at != '\n';) {
    const char *behind = skip_text(at);
    bool is_before = told->column && at < line + told->column;
    if (behind == at && keyword_at(line, at) && (!found || is_before))
      found = at;
    at = behind == at ? at + 1 : behind;
  }
  return found;
}

// Insertions

static void insert(struct annotating *annotating, const char *at,
                   const struct strbuf *text) {
  insertion_vec_push(&annotating->insertions,
                     (struct insertion){(size_t)(at - annotating->text),
                                        annotating->insertions.count,
                                        memory_copy_string(strbuf_text(text))});
}

static void insert_plain(struct annotating *annotating, const char *at,
                         const char *text) {
  struct strbuf plain = {0};
  strbuf_add(&plain, text);
  insert(annotating, at, &plain);
  strbuf_release(&plain);
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

// The assertion, followed by `behind`.
static void insert_check(struct annotating *annotating, const char *at,
                         const struct told_invariant *told,
                         const char *behind) {
  uint32_t line = line_of(annotating, at);
  struct strbuf text = {0};
  strbuf_format(&text, "\n#line %u\n((", line);
  strbuf_add(&text, told->text);
  strbuf_add(&text, ") ? (void)0 : __assert_fail(\"" ANNOTATION "\" ");
  add_literal(told->text, &text);
  strbuf_add(&text, ", ");
  add_literal(annotating->file, &text);
  strbuf_format(&text, ", %u, \"\"))%s", line, behind);
  add_return(annotating, at, line, &text);
  insert(annotating, at, &text);
  strbuf_release(&text);
}

// Kinds of places

static bool annotate_while(struct annotating *annotating, const char *open,
                           const struct told_invariant *told) {
  const char *close = *open == '(' ? find_level(open + 1, ")") : NULL;
  if (!close)
    return false;
  insert_check(annotating, open + 1, told, ", (");
  insert_plain(annotating, close, ")");
  return true;
}

static bool annotate_for(struct annotating *annotating, const char *open,
                         const struct told_invariant *told) {
  const char *first = *open == '(' ? find_level(open + 1, ";") : NULL;
  const char *second = first ? find_level(first + 1, ";") : NULL;
  if (!second)
    return false;
  bool is_empty = skip_space(first + 1) == second;
  insert_check(annotating, first + 1, told, is_empty ? ", (1" : ", (");
  insert_plain(annotating, second, ")");
  return true;
}

static bool annotate_do(struct annotating *annotating, const char *open,
                        const struct told_invariant *told) {
  if (*open != '{')
    return false;
  insert_check(annotating, open + 1, told, ";");
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

// Only where a statement begins in a list of them.
static bool annotate_statement(struct annotating *annotating,
                               const struct told_invariant *told) {
  const char *line = line_start(annotating->text, told->line);
  if (!line || !told->column || told->column > strcspn(line, "\n"))
    return false;
  const char *at = line + told->column - 1, *before = at;
  while (before > annotating->text && isspace((unsigned char)before[-1]))
    before--;
  if (before == annotating->text || !strchr(";{}", before[-1]))
    return false;
  insert_check(annotating, at, told, ";");
  return true;
}

// Expressions

static bool is_call(const char *text, const char *at) {
  const char *open = skip_space(at);
  while (at > text && is_word(at[-1]))
    at--;
  return *open == '(' && !isdigit((unsigned char)*at) &&
         strncmp(at, "sizeof", 6) != 0;
}

// `*` behind an operand multiplies.
static bool is_access(const char *text, const char *at) {
  while (at > text && isspace((unsigned char)at[-1]))
    at--;
  return at == text || (!is_word(at[-1]) && at[-1] != ')');
}

static bool is_assignment(const char *text, const char *at) {
  if (at[1] == '=' || (at > text && strchr("=!", at[-1])))
    return false;
  bool compares =
      at > text && strchr("<>", at[-1]) && (at == text + 1 || at[-2] != at[-1]);
  return !compares;
}

// `(int) *p` looks like the product `(i) *p`: words alone may be a type.
static bool is_behind_cast(const char *text, const char *at) {
  while (at > text && isspace((unsigned char)at[-1]))
    at--;
  if (at == text || at[-1] != ')')
    return false;
  do
    at--;
  while (at > text && (is_word(at[-1]) || strchr(" *", at[-1])));
  return at > text && at[-1] == '(';
}

// Is the word that ends there a macro of the file? It may stand for anything.
static bool is_macro(const char *source, const char *text, const char *end) {
  const char *word = end;
  while (word > text && is_word(word[-1]))
    word--;
  size_t length = (size_t)(end - word);
  for (const char *at = source; (at = strstr(at, "define"));) {
    at = skip_space(at + strlen("define"));
    if (!strncmp(at, word, length) && !is_word(at[length]))
      return true;
  }
  return false;
}

static const char *what_is_wrong(const char *source, const char *text) {
  for (const char *at = text; *at; at++) {
    if (strchr("\"'#\\{};@$", *at))
      return "it is no plain expression";
    if (*at == '=' && is_assignment(text, at))
      return "it changes something";
    if (!strncmp(at, "++", 2) || !strncmp(at, "--", 2))
      return "it changes something";
    if (*at == '/' || *at == '%' || !strncmp(at, "<<", 2) ||
        !strncmp(at, ">>", 2))
      return "it can be undefined";
    if (*at == '[' || !strncmp(at, "->", 2) ||
        (*at == '*' && (is_access(text, at) || is_behind_cast(text, at))))
      return "it reads through a pointer";
    bool ends_word = is_word(*at) && !is_word(at[1]);
    if (ends_word && is_call(text, at + 1))
      return "it calls a function";
    if (ends_word && is_macro(source, text, at + 1))
      return "it has a macro";
  }
  return *text ? NULL : "it is empty";
}

// All together

static bool is_of(const struct told_invariant *told, const char *file) {
  const char *a = strrchr(told->file, '/'), *b = strrchr(file, '/');
  return !strcmp(a ? a + 1 : told->file, b ? b + 1 : file);
}

static bool annotate_one(struct annotating *annotating,
                         const struct told_invariant *told) {
  const char *wrong = what_is_wrong(annotating->text, told->text);
  if (wrong) {
    strbuf_format(annotating->why, "the invariant %s is not used: %s",
                  told->text, wrong);
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

static void assemble(struct annotating *annotating, struct strbuf *out) {
  struct insertion_vec *all = &annotating->insertions;
  size_t done = 0;
  if (all->count)
    qsort(all->at, all->count, sizeof *all->at, compare_insertions);
  strbuf_format(out, "extern void __assert_fail(const char *, const char *, "
                     "unsigned, const char *) __attribute__((noreturn));\n"
                     "#line 1\n");
  for (uint32_t i = 0; i < all->count; i++) {
    strbuf_bytes(out, annotating->text + done, all->at[i].at - done);
    strbuf_add(out, all->at[i].text);
    done = all->at[i].at;
  }
  strbuf_add(out, annotating->text + done);
}

bool annotate(const char *text, const char *file, bool is_only_one,
              const struct told_invariant_vec *invariants, struct strbuf *out,
              struct strbuf *why) {
  struct annotating annotating = {.text = text, .file = file, .why = why};
  bool ok = true;
  for (uint32_t i = 0; i < invariants->count && ok; i++)
    if (is_only_one || is_of(&invariants->at[i], file))
      ok = annotate_one(&annotating, &invariants->at[i]);
  if (ok)
    assemble(&annotating, out);
  for (uint32_t i = 0; i < annotating.insertions.count; i++)
    free(annotating.insertions.at[i].text);
  insertion_vec_release(&annotating.insertions);
  return ok;
}
