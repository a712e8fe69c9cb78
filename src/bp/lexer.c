// From text to tokens.
#include "bp/token.h"

#include <ctype.h>
#include <string.h>

#include "base/scanner.h"

static const struct punctuator punctuators[] = {
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
  return punctuator_text(punctuators, PUNCTUATOR_COUNT, (int)kind);
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || (c && strchr("_$#.", c));
}

// Tokens

static bool lex_number(struct scanner *lexer, struct bp_token *token) {
  size_t length = 0;
  while (isdigit((unsigned char)scanner_peek(lexer, length)))
    length++;
  if (!length || is_word(scanner_peek(lexer, length)))
    return false;
  lexer->at += length;
  token->kind = BP_TOKEN_NUMBER;
  return true;
}

// A `-` belongs to the name if more of the name follows: not in `a->b`.
static bool lex_name(struct scanner *lexer, struct bp_token *token) {
  size_t start = lexer->at;
  while (is_word(scanner_peek(lexer, 0)) ||
         (lexer->at > start && scanner_peek(lexer, 0) == '-' &&
          is_word(scanner_peek(lexer, 1))))
    lexer->at++;
  token->kind = BP_TOKEN_NAME;
  return lexer->at > start;
}

// {x < y}, with braces inside that match.
static bool lex_braces(struct scanner *lexer, struct bp_token *token) {
  size_t length = 0, depth = 0;
  if (scanner_peek(lexer, 0) != '{')
    return false;
  do {
    char c = scanner_peek(lexer, length);
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

static bool lex_punctuator(struct scanner *lexer, struct bp_token *token) {
  const struct punctuator *found =
      scanner_punctuator(lexer, punctuators, PUNCTUATOR_COUNT);
  if (found)
    token->kind = (enum bp_token_kind)found->kind;
  return found;
}

static bool lex_token(struct scanner *lexer, struct bp_token *token) {
  return lex_number(lexer, token) || lex_name(lexer, token) ||
         lex_braces(lexer, token) || lex_punctuator(lexer, token);
}

void bp_token_read(struct bp_token_vec *tokens, const char *text, size_t length,
                   struct name file, struct interner *names,
                   struct diag *diag) {
  struct scanner lexer = {.text = text,
                          .length = length,
                          .line = 1,
                          .file = file,
                          .names = names,
                          .diag = diag};
  for (;;) {
    scanner_skip(&lexer);
    struct bp_token token = {.position = scanner_here(&lexer)};
    size_t start = lexer.at;
    if (start >= length) {
      bp_token_vec_push(tokens, token);
      return;
    }
    if (lex_token(&lexer, &token)) {
      token.text = scanner_text(&lexer, start);
      bp_token_vec_push(tokens, token);
    } else {
      scanner_refuse(&lexer);
    }
  }
}
