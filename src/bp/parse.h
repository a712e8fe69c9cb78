// What the files of the reader share. Only for them.
//
// The first mistake of syntax ends reading (is_stuck); what is syntax but has
// no meaning, a name that is not declared, say, is reported and reading goes
// on. Jumps and calls are resolved when what they name has been read.
#ifndef VOUCH_BP_PARSE_H
#define VOUCH_BP_PARSE_H

#include "base/diag.h"
#include "bp/bp.h"
#include "bp/token.h"

HANDLE_MAP_DEFINE(bp_scope, struct name, struct bp_variable);
HANDLE_MAP_DEFINE(bp_label_map, struct name, uint32_t);

// A jump whose label may come later.
struct bp_jump {
  uint32_t *target; // in the arena
  struct bp_token label;
};

VEC_DEFINE(bp_jump_vec, struct bp_jump);

// A call whose callee may come later.
struct bp_pending_call {
  uint32_t procedure, statement;
  struct bp_token callee;
};

VEC_DEFINE(bp_pending_call_vec, struct bp_pending_call);

enum { BP_MOST_NESTING = 1000 };

struct bp_parser {
  struct bp *bp;
  struct diag *diag;
  struct bp_token_vec tokens;
  uint32_t at;
  bool is_stuck;
  bool has_erred;
  uint32_t depth; // of what is nested
  struct bp_scope globals;
  // Of the procedure that is read
  struct bp_procedure *procedure;
  struct bp_scope locals;
  struct bp_label_map labels;
  struct bp_jump_vec jumps;
  bool allows_next; // x' may stand here
  struct bp_pending_call_vec calls;
};

// Tokens

const struct bp_token *bp_ahead(const struct bp_parser *parser, uint32_t count);
bool bp_is(const struct bp_parser *parser, enum bp_token_kind kind);
bool bp_take(struct bp_parser *parser, enum bp_token_kind kind);
bool bp_ahead_is_word(const struct bp_parser *parser, uint32_t count,
                      const char *word);
bool bp_is_word(const struct bp_parser *parser, const char *word);
bool bp_take_word(struct bp_parser *parser, const char *word);
// Complain if it is not there.
void bp_expect(struct bp_parser *parser, enum bp_token_kind kind);
void bp_expect_word(struct bp_parser *parser, const char *word);
// A name that is no word of the language. The token, or one without a text.
struct bp_token bp_expect_name(struct bp_parser *parser, const char *what);
bool bp_is_keyword(const char *word);

// A mistake of syntax: reading ends.
void bp_stop(struct bp_parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Any other.
void bp_complain(struct bp_parser *parser, struct position position,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
// Deeper by one; false, after a complaint, beyond what is read.
bool bp_nest(struct bp_parser *parser);

// Parts of programs

bool bp_find_variable(struct bp_parser *parser, const struct bp_token *name,
                      struct bp_variable *found);
struct bp_expr bp_parse_expr(struct bp_parser *parser);
void bp_parse_exprs(struct bp_parser *parser, struct bp_expr_vec *into);
// Statements up to a word that can follow them: `end`, `fi`, `else`, `od`.
void bp_parse_statements(struct bp_parser *parser);

#endif
