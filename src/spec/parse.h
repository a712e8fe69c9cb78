// The parser's inside: shared by the files that read items, bodies, C and
// formulas. Recursive descent over the tokens of one file.
//
// After a mistake the parser is `stuck`: every function returns at once with
// something harmless, nothing more is reported, and the loop over items skips
// to where the next item seems to begin. So each item yields at most one
// syntax error, and one run shows the mistakes of all items.
#ifndef VOUCH_SPEC_PARSE_H
#define VOUCH_SPEC_PARSE_H

#include "spec/syntax.h"

struct parser {
  struct syntax *syntax;
  struct token_vec tokens;
  uint32_t at;
  uint32_t file;
  uint32_t depth; // of recursion
  uint32_t nodes; // of the C expression at hand
  bool is_stuck;
  bool has_said; // why it is stuck
};

enum { PARSE_DEPTH = 200, PARSE_NODES = 10000, PARSE_ERRORS = 50 };

// Tokens

const struct token *parse_token(const struct parser *parser);
const struct token *parse_ahead(const struct parser *parser, uint32_t count);
bool parse_is(const struct parser *parser, enum token_kind kind);
bool parse_is_word(const struct parser *parser, const char *word);
bool parse_ahead_is(const struct parser *parser, uint32_t count,
                    enum token_kind kind);
bool token_is_word(const struct parser *parser, const struct token *token,
                   const char *word);
// Step over it if it is there.
bool parse_take(struct parser *parser, enum token_kind kind);
bool parse_take_word(struct parser *parser, const char *word);
// Step over it, or complain that it is missing; `where` completes "expected
// `)` ...".
void parse_need(struct parser *parser, enum token_kind kind, const char *where);
// A name, or none after a complaint. `what` says of what.
struct name parse_name(struct parser *parser, const char *what,
                       struct position *position);
// The first complaint of an item; later ones are dropped.
void parse_error(struct parser *parser, struct position position,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
void parse_expected(struct parser *parser, const char *what);
void parse_hint(struct parser *parser, const char *text);
// Expected one of the words; with a hint if the one found is near to one.
void parse_expected_word(struct parser *parser, const char *what,
                         const char *const *words, size_t count);
// Guard of recursion: false, after a complaint, when it is too deep.
bool parse_enter(struct parser *parser);
void parse_leave(struct parser *parser);

void *parse_copy(struct parser *parser, const void *from, size_t bytes);
#define PARSE_COPY(parser, vec)                                                \
  parse_copy(parser, (vec)->at, (vec)->count * sizeof *(vec)->at)

// parse_c.c

const struct c_syntax *parse_expression(struct parser *parser);
// ( C )
const struct c_syntax *parse_condition(struct parser *parser);
// The declaration of one name: its type and name.
const struct c_type_syntax *parse_declaration(struct parser *parser,
                                              struct name *name,
                                              struct position *position);

// parse_body.c

const struct body_syntax *parse_body(struct parser *parser);
struct actions_syntax parse_actions(struct parser *parser);
struct action_syntax parse_action(struct parser *parser);
struct ops_syntax parse_ops(struct parser *parser);
// Those on the alphabet of a component: + - @
struct ops_syntax parse_alphabet_ops(struct parser *parser);

// parse_requires.c

// False, with nothing read, where no such clause begins.
bool parse_requirement(struct parser *parser,
                       struct requirement_syntax_vec *into);

// parse_formula.c

const struct formula_syntax *parse_formula(struct parser *parser,
                                           bool is_branching);

// parse_item.c: the items of one file, imports excepted, which are handed to
// the function.

struct import {
  struct position position;
  struct name path;
  bool is_library;
};

VEC_DEFINE(import_vec, struct import);

void parse_items(struct parser *parser, struct import_vec *imports,
                 struct item_vec *items);

#endif
