// From text to tokens.
#include "bp/token.h"

#include <ctype.h>
#include <string.h>

struct lexer {
  const char *text;
  size_t length;
  size_t at;
  size_t line_start;
  uint32_t line;
  struct name file;
  struct interner *names;
  struct diag *diag;
};

static const struct {
  const char *text;
  const char *quoted;
  enum bp_token_kind kind;
} punctuators[] = {
#define PUNCTUATOR(name, text) {text, "`" text "`", BP_TOKEN_##name},
#include "bp/punctuator.def"
#undef PUNCTUATOR
};

enum { PUNCTUATOR_COUNT = sizeof punctuators / sizeof *punctuators };

const char *bp_token_kind_text(enum bp_token_kind kind) {
  switch (kind) {
  case BP_TOKEN_END: return "the end of the file";
  case BP_TOKEN_NAME: return "a name";
  case BP_TOKEN_NUMBER: return "a number";
  default: break;
  }
  for (size_t i = 0; i < PUNCTUATOR_COUNT; i++)
    if (punctuators[i].kind == kind)
      return punctuators[i].quoted;
  return "something else";
}

// Characters

static char peek(const struct lexer *lexer, size_t ahead) {
  size_t at = lexer->at + ahead;
  return at < lexer->length ? lexer->text[at] : '\0';
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

static bool is_space(char c) {
  return c && strchr(" \t\r\n\v\f", c);
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || (c && strchr("_$#.", c));
}

// White space and comments

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
  diag_report(lexer->diag, SEVERITY_ERROR, start,
              "the comment that begins here has no end");
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

// Tokens

static bool lex_number(struct lexer *lexer, struct bp_token *token) {
  size_t length = 0;
  while (isdigit((unsigned char)peek(lexer, length)))
    length++;
  if (!length || is_word(peek(lexer, length)))
    return false;
  lexer->at += length;
  token->kind = BP_TOKEN_NUMBER;
  return true;
}

// A `-` belongs to the name if more of the name follows: not in `a->b`.
static bool lex_name(struct lexer *lexer, struct bp_token *token) {
  size_t start = lexer->at;
  while (
      is_word(peek(lexer, 0)) ||
      (lexer->at > start && peek(lexer, 0) == '-' && is_word(peek(lexer, 1))))
    lexer->at++;
  token->kind = BP_TOKEN_NAME;
  return lexer->at > start;
}

// {x < y}, with braces inside that match.
static bool lex_braces(struct lexer *lexer, struct bp_token *token) {
  size_t length = 0, depth = 0;
  if (peek(lexer, 0) != '{')
    return false;
  do {
    char c = peek(lexer, length);
    if (!c || c == '\n')
      return false;
    depth += c == '{';
    depth -= c == '}';
    length++;
  } while (depth);
  lexer->at += length;
  token->kind = BP_TOKEN_NAME;
  return true;
}

static bool lex_punctuator(struct lexer *lexer, struct bp_token *token) {
  size_t left = lexer->length - lexer->at;
  for (size_t i = 0; i < PUNCTUATOR_COUNT; i++) {
    size_t length = strlen(punctuators[i].text);
    if (length <= left &&
        !strncmp(lexer->text + lexer->at, punctuators[i].text, length)) {
      lexer->at += length;
      token->kind = punctuators[i].kind;
      return true;
    }
  }
  return false;
}

static void refuse(struct lexer *lexer) {
  unsigned char c = (unsigned char)peek(lexer, 0);
  diag_report(
      lexer->diag, SEVERITY_ERROR, here(lexer),
      isprint(c) ? "unexpected character `%c`" : "unexpected byte 0x%02x", c);
  // The rest of a multi-byte character is one mistake, not several.
  do
    lexer->at++;
  while (lexer->at < lexer->length &&
         ((unsigned char)lexer->text[lexer->at] & 0xc0) == 0x80);
}

static bool lex_token(struct lexer *lexer, struct bp_token *token) {
  return lex_number(lexer, token) || lex_name(lexer, token) ||
         lex_braces(lexer, token) || lex_punctuator(lexer, token);
}

void bp_token_read(struct bp_token_vec *tokens, const char *text, size_t length,
                   struct name file, struct interner *names,
                   struct diag *diag) {
  struct lexer lexer = {.text = text,
                        .length = length,
                        .line = 1,
                        .file = file,
                        .names = names,
                        .diag = diag};
  for (;;) {
    skip_space(&lexer);
    struct bp_token token = {.position = here(&lexer)};
    size_t start = lexer.at;
    if (start >= length) {
      bp_token_vec_push(tokens, token);
      return;
    }
    if (lex_token(&lexer, &token)) {
      token.text = intern_bytes(names, text + start, lexer.at - start);
      bp_token_vec_push(tokens, token);
    } else {
      refuse(&lexer);
    }
  }
}
