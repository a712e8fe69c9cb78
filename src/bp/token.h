// The words of Boolean programs, of all dialects.
//
// A name is letters, digits, `_ $ # .` and `-` between them; `{x < y}` is a
// name, too, as is the expression of C inside. Numbers are constants or labels.
// The last token is always END. What is no token is reported and left out.
#ifndef VOUCH_BP_TOKEN_H
#define VOUCH_BP_TOKEN_H

#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"

enum bp_token_kind {
  BP_TOKEN_END,
  BP_TOKEN_NAME,
  BP_TOKEN_NUMBER,
  BP_TOKEN_ASSIGN,
  BP_TOKEN_EQUAL,
  BP_TOKEN_NOT_EQUAL,
  BP_TOKEN_IMPLIES,
  BP_TOKEN_AND,
  BP_TOKEN_OR,
  BP_TOKEN_XOR,
  BP_TOKEN_NOT,
  BP_TOKEN_STAR,
  BP_TOKEN_QUESTION,
  BP_TOKEN_TICK,
  BP_TOKEN_COLON,
  BP_TOKEN_SEMICOLON,
  BP_TOKEN_COMMA,
  BP_TOKEN_OPEN,
  BP_TOKEN_CLOSE,
  BP_TOKEN_OPEN_SQUARE,
  BP_TOKEN_CLOSE_SQUARE,
  BP_TOKEN_LESS,
  BP_TOKEN_GREATER
};

struct bp_token {
  enum bp_token_kind kind;
  struct position position;
  struct name text;
};

VEC_DEFINE(bp_token_vec, struct bp_token);

// Appends the tokens of a text; `file` is for positions.
void bp_token_read(struct bp_token_vec *tokens, const char *text, size_t length,
                   struct name file, struct interner *names, struct diag *diag);
// How a kind reads in a message: "`;`", "a name".
const char *bp_token_kind_text(enum bp_token_kind kind);

#endif
