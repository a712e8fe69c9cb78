// From text to tokens.
#include "spec/token.h"

#include <ctype.h>
#include <string.h>

#include "base/scanner.h"

struct lexer {
  struct scanner scan;
  struct token_vec *tokens;
};

static const struct punctuator punctuators[] = {
#define PUNCTUATOR(name, text) {text, "`" text "`", TOKEN_##name},
#include "spec/punctuator.def"
#undef PUNCTUATOR
};

enum { PUNCTUATOR_COUNT = sizeof punctuators / sizeof *punctuators };

const char *token_kind_text(enum token_kind kind) {
  switch (kind) {
  case TOKEN_END: return "the end of the file";
  case TOKEN_NAME: return "a name";
  case TOKEN_NUMBER: return "a number";
  case TOKEN_STRING: return "a string";
  case TOKEN_ANGLE: return "<file>";
  case TOKEN_RESULT: return "`$`";
  case TOKEN_ARGUMENT: return "`$1`";
  default: break;
  }
  return punctuator_text(punctuators, PUNCTUATOR_COUNT, (int)kind);
}

// ---- Characters -------------------------------------------------------------

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// ---- Numbers, characters and strings ----------------------------------------

static unsigned digit_value(char c) {
  if (isdigit((unsigned char)c))
    return (unsigned)(c - '0');
  if (isxdigit((unsigned char)c))
    return (unsigned)(tolower((unsigned char)c) - 'a') + 10;
  return 99;
}

static void number_suffix(struct scanner *scan, struct token *token) {
  for (;; scan->at++) {
    char c = (char)tolower((unsigned char)scanner_peek(scan, 0));
    if (c == 'u' && !token->is_unsigned)
      token->is_unsigned = true;
    else if (c == 'l' && token->longs < 2)
      token->longs++;
    else
      return;
  }
}

static unsigned number_base(struct scanner *scan) {
  if (scanner_peek(scan, 0) != '0')
    return 10;
  char second = (char)tolower((unsigned char)scanner_peek(scan, 1));
  if (second != 'x' && second != 'b')
    return 8;
  scan->at += 2;
  return second == 'x' ? 16 : 2;
}

static void lex_number(struct scanner *scan, struct token *token) {
  size_t start = scan->at;
  unsigned base = number_base(scan);
  bool is_big = false;
  size_t digits = scan->at;
  while (digit_value(scanner_peek(scan, 0)) < base) {
    token->value = token->value * base + digit_value(scanner_peek(scan, 0));
    is_big |= token->value > UINT64_MAX;
    scan->at++;
  }
  bool is_bad = scan->at == digits;
  number_suffix(scan, token);
  while (is_word(scanner_peek(scan, 0)) ||
         (scanner_peek(scan, 0) == '.' &&
          isdigit((unsigned char)scanner_peek(scan, 1)))) {
    is_bad = true;
    scan->at++;
  }
  token->kind = TOKEN_NUMBER;
  token->is_decimal = base == 10;
  token->name = scanner_text(scan, start);
  if (is_bad || is_big) {
    scanner_complain(scan, token->position,
                     is_bad ? "'%s' is not an integer"
                            : "'%s' is larger than any C integer",
                     name_text(scan->names, token->name));
    if (is_bad && strchr(name_text(scan->names, token->name), '.'))
      diag_hint(scan->diag, "floating point is not read in specifications");
  }
}

// The character after a backslash, which is at hand; octal and hexadecimal
// escapes included.
static unsigned escape_value(struct scanner *scan) {
  static const char letters[] = "n\nt\tr\ra\ab\bf\fv\v";
  char c = scanner_peek(scan, 0);
  unsigned value = 0;
  if (digit_value(c) < 8) {
    for (int i = 0; i < 3 && digit_value(scanner_peek(scan, 0)) < 8; i++)
      value = value * 8 + digit_value(scan->text[scan->at++]);
    return value;
  }
  scan->at++;
  if (c == 'x') {
    while (digit_value(scanner_peek(scan, 0)) < 16)
      value = value * 16 + digit_value(scan->text[scan->at++]);
    return value;
  }
  for (size_t i = 0; letters[i]; i += 2)
    if (letters[i] == c)
      return (unsigned char)letters[i + 1];
  return (unsigned char)c;
}

// In C a character constant is an int with the value of a (signed) char.
static void lex_character(struct scanner *scan, struct token *token) {
  size_t start = scan->at++;
  char c = scanner_peek(scan, 0);
  unsigned value = (unsigned char)c;
  if (c && c != '\n' && c != '\'') {
    scan->at++;
    if (c == '\\' && scan->at < scan->length)
      value = escape_value(scan);
  }
  bool ok = scan->at > start + 1 && scanner_peek(scan, 0) == '\'';
  scan->at += ok;
  token->kind = TOKEN_NUMBER;
  token->is_decimal = true;
  token->value = (u128)(i128)(signed char)value;
  token->name = scanner_text(scan, start);
  if (!ok)
    scanner_complain(scan, token->position,
                     "character constant without an end");
}

// Up to the closing character on the same line; false when there is none.
static bool lex_quoted(struct scanner *scan, struct token *token, char close) {
  size_t start = ++scan->at;
  while (scan->at < scan->length && scanner_peek(scan, 0) != close &&
         scanner_peek(scan, 0) != '\n')
    scan->at++;
  token->name = scanner_text(scan, start);
  bool ok = scanner_peek(scan, 0) == close;
  scan->at += ok;
  if (!ok) {
    scanner_complain(scan, token->position, "`%c` is missing at the end",
                     close);
    diag_hint(scan->diag, "it must be on the same line");
  }
  return ok;
}

// ---- Tokens -----------------------------------------------------------------

static bool lex_punctuator(struct scanner *scan, struct token *token) {
  const struct punctuator *found =
      scanner_punctuator(scan, punctuators, PUNCTUATOR_COUNT);
  if (!found)
    return false;
  token->kind = (enum token_kind)found->kind;
  token->name = intern(scan->names, found->text);
  if (token->kind == TOKEN_DOT &&
      (scan->at == scan->length || scanner_is_space(scanner_peek(scan, 0))))
    token->kind = TOKEN_SEMICOLON;
  return true;
}

static void lex_dollar(struct scanner *scan, struct token *token) {
  size_t start = scan->at++;
  token->kind = TOKEN_RESULT;
  while (isdigit((unsigned char)scanner_peek(scan, 0))) {
    token->kind = TOKEN_ARGUMENT;
    if (token->value < 100000)
      token->value = token->value * 10 + digit_value(scanner_peek(scan, 0));
    scan->at++;
  }
  token->name = scanner_text(scan, start);
}

// `file.c::helper` is one name; the file may have a path. Its length, or 0.
static size_t qualified_length(const struct scanner *scan) {
  size_t length = 0;
  while (is_word(scanner_peek(scan, length)) ||
         (scanner_peek(scan, length) &&
          strchr("./-+", scanner_peek(scan, length)))) {
    if (scanner_peek(scan, length) == '/' &&
        scanner_peek(scan, length + 1) == '/')
      return 0; // a comment
    length++;
  }
  if (scanner_peek(scan, length) != ':' ||
      scanner_peek(scan, length + 1) != ':' ||
      !is_word(scanner_peek(scan, length + 2)))
    return 0;
  length += 2;
  while (is_word(scanner_peek(scan, length)))
    length++;
  return length;
}

static void lex_name(struct scanner *scan, struct token *token) {
  size_t start = scan->at;
  scan->at += qualified_length(scan);
  while (is_word(scanner_peek(scan, 0)))
    scan->at++;
  token->kind = TOKEN_NAME;
  token->name = scanner_text(scan, start);
}

static bool after_import(const struct lexer *lexer) {
  const struct token_vec *tokens = lexer->tokens;
  return tokens->count && tokens->at[tokens->count - 1].kind == TOKEN_NAME &&
         !strcmp(
             name_text(lexer->scan.names, tokens->at[tokens->count - 1].name),
             "import");
}

static bool lex_token(struct lexer *lexer, struct token *token) {
  struct scanner *scan = &lexer->scan;
  char c = scanner_peek(scan, 0);
  if (isdigit((unsigned char)c)) {
    lex_number(scan, token);
  } else if (is_word(c)) {
    lex_name(scan, token);
  } else if (c == '$') {
    lex_dollar(scan, token);
  } else if (c == '\'') {
    lex_character(scan, token);
  } else if (c == '"' || (c == '<' && after_import(lexer))) {
    token->kind = c == '"' ? TOKEN_STRING : TOKEN_ANGLE;
    lex_quoted(scan, token, c == '"' ? '"' : '>');
  } else if (!lex_punctuator(scan, token)) {
    scanner_refuse(scan);
    return false;
  }
  return true;
}

void token_read(struct token_vec *tokens, const char *text, size_t length,
                struct name file, struct interner *names, struct diag *diag) {
  struct lexer lexer = {.scan = {.text = text,
                                 .length = length,
                                 .line = 1,
                                 .file = file,
                                 .names = names,
                                 .diag = diag},
                        .tokens = tokens};
  struct scanner *scan = &lexer.scan;
  uint32_t last_line = 0;
  for (;;) {
    size_t before = scan->at;
    scanner_skip(scan);
    struct token token = {.position = scanner_here(scan),
                          .starts_line = scan->line != last_line,
                          .is_glued = scan->at == before && before > 0};
    if (scan->at >= scan->length) {
      token.is_suspect = scan->has_erred;
      token_vec_push(tokens, token);
      return;
    }
    last_line = scan->line;
    bool erred_before = scan->has_erred;
    scan->has_erred = false;
    bool is_token = lex_token(&lexer, &token);
    token.is_suspect = erred_before || scan->has_erred;
    scan->has_erred |= !is_token;
    if (is_token)
      token_vec_push(tokens, token);
  }
}
