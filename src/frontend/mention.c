#include "frontend/mention.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "frontend/compile.h"

// One pass over the tokens. Of those before only the last one matters.
struct scan {
  const char *at;
  uint32_t depth; // of braces
  bool is_typed;  // the last token may be the end of a type
};

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

// Behind a literal that starts here.
static const char *skip_quoted(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n')
    at += *at == '\\' && at[1] ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

static const char *skip_blanks(const char *at) {
  while (isspace((unsigned char)*at))
    at++;
  return at;
}

// Words behind which an expression may begin.
static bool is_keyword(const char *word) {
  static const char *const words[] = {"return", "else", "do", "case", "sizeof"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(word, words[i]))
      return true;
  return false;
}

// A word that starts here: is it called, by a name that is wanted?
static bool scan_word(struct scan *scan,
                      const struct mention_question *question) {
  const char *end = scan->at;
  while (is_word(*end))
    end++;
  struct strbuf word = {0};
  strbuf_bytes(&word, scan->at, (size_t)(end - scan->at));
  bool found = scan->depth && !scan->is_typed && *skip_blanks(end) == '(' &&
               question->is_wanted(question->context, strbuf_text(&word));
  scan->is_typed = !is_keyword(strbuf_text(&word));
  strbuf_release(&word);
  scan->at = end;
  return found;
}

static void scan_mark(struct scan *scan) {
  char mark = *scan->at++;
  scan->depth += mark == '{';
  scan->depth -= mark == '}' && scan->depth;
  // `*` as in `int *f(void);`: what is multiplied by a call is not seen.
  scan->is_typed = mark == '*';
}

// Does the preprocessed text call such a function in the body of another?
// Comments are gone; declarations and text in quotes do not count.
static bool mention_in_text(const char *text,
                            const struct mention_question *question) {
  struct scan scan = {.at = skip_blanks(text)};
  bool found = false;
  while (*scan.at && !found) {
    if (is_word(*scan.at))
      found = scan_word(&scan, question);
    else if (*scan.at == '"' || *scan.at == '\'')
      scan.at = skip_quoted(scan.at), scan.is_typed = false;
    else
      scan_mark(&scan);
    scan.at = skip_blanks(scan.at);
  }
  return found;
}

static bool mention_in_file(struct frontend *frontend,
                            const struct database *database, const char *file,
                            const struct mention_question *question) {
  const char *suffix = file_suffix(file);
  if (!strcmp(suffix, ".bc") || !strcmp(suffix, ".ll"))
    return false;
  const struct compile_command *command =
      frontend->options.database ? database_find(database, file) : NULL;
  struct strbuf text = {0};
  bool found = compile_preprocess(frontend, command ? command->file : file,
                                  command, false, &text) &&
               mention_in_text(strbuf_text(&text), question);
  strbuf_release(&text);
  return found;
}

bool mention_in_files(struct frontend *frontend, const char *const *files,
                      uint32_t count, const struct mention_question *question) {
  struct database database = {0};
  const char *folder = frontend->options.database;
  if (folder && !database_read(&database, folder, frontend->diag))
    return false;
  bool found = false;
  for (uint32_t i = 0; i < count && !found; i++)
    found = mention_in_file(frontend, &database, files[i], question);
  if (folder)
    database_release(&database);
  return found;
}
