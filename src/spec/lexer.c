// From text to tokens.
#include "spec/token.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/strbuf.h"

struct lexer {
  const char *text;
  size_t length;
  size_t at;
  size_t line_start;
  uint32_t line;
  struct name file;
  struct interner *names;
  struct diag *diag;
  struct token_vec *tokens;
  bool has_erred; // since the last good token
};

static const struct {
  const char *text;
  const char *quoted;
  enum token_kind kind;
} punctuators[] = {
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
  for (size_t i = 0; i < PUNCTUATOR_COUNT; i++)
    if (punctuators[i].kind == kind)
      return punctuators[i].quoted;
  return "something else";
}

// ---- Characters -------------------------------------------------------------

static char peek(const struct lexer *lexer, size_t ahead) {
  size_t at = lexer->at + ahead;
  return at < lexer->length ? lexer->text[at] : '\0';
}

static bool is_space(char c) {
  return c && strchr(" \t\r\n\v\f", c);
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static void advance(struct lexer *lexer) {
  if (lexer->text[lexer->at++] != '\n')
    return;
  lexer->line++;
  lexer->line_start = lexer->at;
}

static struct position here(const struct lexer *lexer) {
  return (struct position){lexer->file, lexer->line,
                           (uint32_t)(lexer->at - lexer->line_start) + 1};
}

static struct name text_from(const struct lexer *lexer, size_t start) {
  return intern_bytes(lexer->names, lexer->text + start, lexer->at - start);
}

// ---- White space and comments -----------------------------------------------

static void complain(struct lexer *lexer, struct position position,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void complain(struct lexer *lexer, struct position position,
                     const char *format, ...) {
  struct strbuf text = {0};
  va_list args;
  va_start(args, format);
  strbuf_vformat(&text, format, args);
  va_end(args);
  diag_report(lexer->diag, SEVERITY_ERROR, position, "%s", strbuf_text(&text));
  strbuf_release(&text);
  lexer->has_erred = true;
}

static void skip_block_comment(struct lexer *lexer) {
  struct position start = here(lexer);
  lexer->at += 2;
  while (lexer->at < lexer->length) {
    if (peek(lexer, 0) == '*' && peek(lexer, 1) == '/') {
      lexer->at += 2;
      return;
    }
    advance(lexer);
  }
  complain(lexer, start, "the comment that begins here has no end");
}

static void skip_space(struct lexer *lexer) {
  while (lexer->at < lexer->length) {
    if (is_space(peek(lexer, 0)))
      advance(lexer);
    else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '*')
      skip_block_comment(lexer);
    else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '/')
      while (lexer->at < lexer->length && peek(lexer, 0) != '\n')
        lexer->at++;
    else
      return;
  }
}

// ---- Numbers, characters and strings ----------------------------------------

static unsigned digit_value(char c) {
  if (isdigit((unsigned char)c))
    return (unsigned)(c - '0');
  if (isxdigit((unsigned char)c))
    return (unsigned)(tolower((unsigned char)c) - 'a') + 10;
  return 99;
}

static void number_suffix(struct lexer *lexer, struct token *token) {
  for (;; lexer->at++) {
    char c = (char)tolower((unsigned char)peek(lexer, 0));
    if (c == 'u' && !token->is_unsigned)
      token->is_unsigned = true;
    else if (c == 'l' && token->longs < 2)
      token->longs++;
    else
      return;
  }
}

static unsigned number_base(struct lexer *lexer) {
  if (peek(lexer, 0) != '0')
    return 10;
  char second = (char)tolower((unsigned char)peek(lexer, 1));
  if (second != 'x' && second != 'b')
    return 8;
  lexer->at += 2;
  return second == 'x' ? 16 : 2;
}

static void lex_number(struct lexer *lexer, struct token *token) {
  size_t start = lexer->at;
  unsigned base = number_base(lexer);
  bool is_big = false;
  size_t digits = lexer->at;
  while (digit_value(peek(lexer, 0)) < base) {
    token->value = token->value * base + digit_value(peek(lexer, 0));
    is_big |= token->value > UINT64_MAX;
    lexer->at++;
  }
  bool is_bad = lexer->at == digits;
  number_suffix(lexer, token);
  while (is_word(peek(lexer, 0)) ||
         (peek(lexer, 0) == '.' && isdigit((unsigned char)peek(lexer, 1)))) {
    is_bad = true;
    lexer->at++;
  }
  token->kind = TOKEN_NUMBER;
  token->is_decimal = base == 10;
  token->name = text_from(lexer, start);
  if (is_bad || is_big) {
    complain(lexer, token->position,
             is_bad ? "'%s' is not an integer"
                    : "'%s' is larger than any C integer",
             name_text(lexer->names, token->name));
    if (is_bad && strchr(name_text(lexer->names, token->name), '.'))
      diag_hint(lexer->diag, "floating point is not read in specifications");
  }
}

// The character after a backslash, which is at hand; octal and hexadecimal
// escapes included.
static unsigned escape_value(struct lexer *lexer) {
  static const char letters[] = "n\nt\tr\ra\ab\bf\fv\v";
  char c = peek(lexer, 0);
  unsigned value = 0;
  if (digit_value(c) < 8) {
    for (int i = 0; i < 3 && digit_value(peek(lexer, 0)) < 8; i++)
      value = value * 8 + digit_value(lexer->text[lexer->at++]);
    return value;
  }
  lexer->at++;
  if (c == 'x') {
    while (digit_value(peek(lexer, 0)) < 16)
      value = value * 16 + digit_value(lexer->text[lexer->at++]);
    return value;
  }
  for (size_t i = 0; letters[i]; i += 2)
    if (letters[i] == c)
      return (unsigned char)letters[i + 1];
  return (unsigned char)c;
}

// In C a character constant is an int with the value of a (signed) char.
static void lex_character(struct lexer *lexer, struct token *token) {
  size_t start = lexer->at++;
  char c = peek(lexer, 0);
  unsigned value = (unsigned char)c;
  if (c && c != '\n' && c != '\'') {
    lexer->at++;
    if (c == '\\' && lexer->at < lexer->length)
      value = escape_value(lexer);
  }
  bool ok = lexer->at > start + 1 && peek(lexer, 0) == '\'';
  lexer->at += ok;
  token->kind = TOKEN_NUMBER;
  token->is_decimal = true;
  token->value = (u128)(i128)(signed char)value;
  token->name = text_from(lexer, start);
  if (!ok)
    complain(lexer, token->position, "character constant without an end");
}

// Up to the closing character on the same line; false when there is none.
static bool lex_quoted(struct lexer *lexer, struct token *token, char close) {
  size_t start = ++lexer->at;
  while (lexer->at < lexer->length && peek(lexer, 0) != close &&
         peek(lexer, 0) != '\n')
    lexer->at++;
  token->name = text_from(lexer, start);
  bool ok = peek(lexer, 0) == close;
  lexer->at += ok;
  if (!ok) {
    complain(lexer, token->position, "`%c` is missing at the end", close);
    diag_hint(lexer->diag, "it must be on the same line");
  }
  return ok;
}

// ---- Tokens -----------------------------------------------------------------

static bool lex_punctuator(struct lexer *lexer, struct token *token) {
  size_t left = lexer->length - lexer->at;
  for (size_t i = 0; i < PUNCTUATOR_COUNT; i++) {
    size_t length = strlen(punctuators[i].text);
    if (length > left ||
        strncmp(lexer->text + lexer->at, punctuators[i].text, length))
      continue;
    lexer->at += length;
    token->kind = punctuators[i].kind;
    token->name = intern(lexer->names, punctuators[i].text);
    if (token->kind == TOKEN_DOT &&
        (lexer->at == lexer->length || is_space(peek(lexer, 0))))
      token->kind = TOKEN_SEMICOLON;
    return true;
  }
  return false;
}

static void lex_dollar(struct lexer *lexer, struct token *token) {
  size_t start = lexer->at++;
  token->kind = TOKEN_RESULT;
  while (isdigit((unsigned char)peek(lexer, 0))) {
    token->kind = TOKEN_ARGUMENT;
    if (token->value < 100000)
      token->value = token->value * 10 + digit_value(peek(lexer, 0));
    lexer->at++;
  }
  token->name = text_from(lexer, start);
}

// `file.c::helper` is one name; the file may have a path. Its length, or 0.
static size_t qualified_length(const struct lexer *lexer) {
  size_t length = 0;
  while (is_word(peek(lexer, length)) ||
         (peek(lexer, length) && strchr("./-+", peek(lexer, length)))) {
    if (peek(lexer, length) == '/' && peek(lexer, length + 1) == '/')
      return 0; // a comment
    length++;
  }
  if (peek(lexer, length) != ':' || peek(lexer, length + 1) != ':' ||
      !is_word(peek(lexer, length + 2)))
    return 0;
  length += 2;
  while (is_word(peek(lexer, length)))
    length++;
  return length;
}

static void lex_name(struct lexer *lexer, struct token *token) {
  size_t start = lexer->at;
  lexer->at += qualified_length(lexer);
  while (is_word(peek(lexer, 0)))
    lexer->at++;
  token->kind = TOKEN_NAME;
  token->name = text_from(lexer, start);
}

static bool after_import(const struct lexer *lexer) {
  const struct token_vec *tokens = lexer->tokens;
  return tokens->count && tokens->at[tokens->count - 1].kind == TOKEN_NAME &&
         !strcmp(name_text(lexer->names, tokens->at[tokens->count - 1].name),
                 "import");
}

static bool refuse_character(struct lexer *lexer, struct token *token) {
  unsigned char c = (unsigned char)peek(lexer, 0);
  complain(lexer, token->position,
           isprint(c) ? "unexpected character `%c`" : "unexpected byte 0x%02x",
           c);
  // The rest of a multi-byte character is one mistake, not several.
  do
    lexer->at++;
  while (lexer->at < lexer->length &&
         ((unsigned char)lexer->text[lexer->at] & 0xc0) == 0x80);
  return false;
}

static bool lex_token(struct lexer *lexer, struct token *token) {
  char c = peek(lexer, 0);
  if (isdigit((unsigned char)c)) {
    lex_number(lexer, token);
  } else if (is_word(c)) {
    lex_name(lexer, token);
  } else if (c == '$') {
    lex_dollar(lexer, token);
  } else if (c == '\'') {
    lex_character(lexer, token);
  } else if (c == '"' || (c == '<' && after_import(lexer))) {
    token->kind = c == '"' ? TOKEN_STRING : TOKEN_ANGLE;
    lex_quoted(lexer, token, c == '"' ? '"' : '>');
  } else if (!lex_punctuator(lexer, token)) {
    return refuse_character(lexer, token);
  }
  return true;
}

void token_read(struct token_vec *tokens, const char *text, size_t length,
                struct name file, struct interner *names, struct diag *diag) {
  struct lexer lexer = {.text = text,
                        .length = length,
                        .line = 1,
                        .file = file,
                        .names = names,
                        .diag = diag,
                        .tokens = tokens};
  uint32_t last_line = 0;
  for (;;) {
    size_t before = lexer.at;
    skip_space(&lexer);
    struct token token = {.position = here(&lexer),
                          .starts_line = lexer.line != last_line,
                          .is_glued = lexer.at == before && before > 0};
    if (lexer.at >= lexer.length) {
      token.is_suspect = lexer.has_erred;
      token_vec_push(tokens, token);
      return;
    }
    last_line = lexer.line;
    bool erred_before = lexer.has_erred;
    lexer.has_erred = false;
    bool is_token = lex_token(&lexer, &token);
    token.is_suspect = erred_before || lexer.has_erred;
    lexer.has_erred |= !is_token;
    if (is_token)
      token_vec_push(tokens, token);
  }
}
