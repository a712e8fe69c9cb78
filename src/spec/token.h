// The words of the specification language.
//
// A file is cut into tokens at once; the parser then looks as far ahead as it
// likes. The last token is always TOKEN_END. A `.` before white space or the
// end of the file is a semicolon, so that FSP text pastes in. What is no token
// is reported, and left out.
#ifndef VOUCH_SPEC_TOKEN_H
#define VOUCH_SPEC_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"
#include "base/vec.h"
#include "term/bits.h"

enum token_kind {
  TOKEN_END,
  TOKEN_NAME,     // keywords too: they are words in context only
  TOKEN_NUMBER,   // an integer or a character constant
  TOKEN_STRING,   // `name` holds the text without its quotes
  TOKEN_ANGLE,    // <file> after `import`; `name` holds what is inside
  TOKEN_RESULT,   // $
  TOKEN_ARGUMENT, // $1, $2, ...: `value` holds the number
#define PUNCTUATOR(name, text) TOKEN_##name,
#include "spec/punctuator.def"
#undef PUNCTUATOR
  TOKEN_KIND_COUNT
};

struct token {
  enum token_kind kind;
  struct position position;
  struct name name; // NAME, STRING, ANGLE; for others the text itself
  u128 value;       // NUMBER, ARGUMENT
  unsigned longs;   // NUMBER: how many l in its suffix
  bool is_unsigned; // NUMBER: a u in its suffix
  bool is_decimal;  // NUMBER: written in base ten, so never unsigned by size
  bool starts_line; // nothing but white space before it
  bool is_glued;    // no white space before it
  bool is_suspect;  // it, or what came just before it, was no proper token
};

VEC_DEFINE(token_vec, struct token);

// Appends the tokens of a text; `file` is for positions.
void token_read(struct token_vec *tokens, const char *text, size_t length,
                struct name file, struct interner *names, struct diag *diag);

// How a kind reads in a message: "`;`", "a name".
const char *token_kind_text(enum token_kind kind);

#endif
