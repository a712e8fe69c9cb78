// Tokens, complaints and memory for the parser.
#include "spec/parse.h"

#include <stdarg.h>
#include <string.h>

#include "base/suggest.h"

const struct token *parse_ahead(const struct parser *parser, uint32_t count) {
  uint32_t at = parser->at + count;
  if (at >= parser->tokens.count)
    at = parser->tokens.count - 1;
  return &parser->tokens.at[at];
}

const struct token *parse_token(const struct parser *parser) {
  return parse_ahead(parser, 0);
}

bool parse_ahead_is(const struct parser *parser, uint32_t count,
                    enum token_kind kind) {
  return !parser->is_stuck && parse_ahead(parser, count)->kind == kind;
}

bool parse_is(const struct parser *parser, enum token_kind kind) {
  return parse_ahead_is(parser, 0, kind);
}

bool token_is_word(const struct parser *parser, const struct token *token,
                   const char *word) {
  return token->kind == TOKEN_NAME &&
         !strcmp(name_text(parser->syntax->names, token->name), word);
}

bool parse_is_word(const struct parser *parser, const char *word) {
  return !parser->is_stuck && token_is_word(parser, parse_token(parser), word);
}

bool parse_take(struct parser *parser, enum token_kind kind) {
  bool found = parse_is(parser, kind);
  parser->at += found && kind != TOKEN_END;
  return found;
}

bool parse_take_word(struct parser *parser, const char *word) {
  bool found = parse_is_word(parser, word);
  parser->at += found;
  return found;
}

// What stands here, for a message.
static void describe(const struct parser *parser, struct strbuf *out) {
  const struct token *token = parse_token(parser);
  if (token->kind == TOKEN_END)
    strbuf_add(out, "the end of the file");
  else if (token->kind == TOKEN_STRING)
    strbuf_format(out, "the string \"%s\"",
                  name_text(parser->syntax->names, token->name));
  else
    strbuf_format(out, "`%s`", name_text(parser->syntax->names, token->name));
}

void parse_error(struct parser *parser, struct position position,
                 const char *format, ...) {
  if (parser->is_stuck)
    return;
  parser->is_stuck = true;
  // What no token could be made of was said already.
  if (parse_token(parser)->is_suspect)
    return;
  parser->has_said = true;
  va_list args;
  va_start(args, format);
  diag_vreport(parser->syntax->diag, SEVERITY_ERROR, position, format, args);
  va_end(args);
}

void parse_hint(struct parser *parser, const char *text) {
  if (!parser->has_said)
    return;
  diag_hint(parser->syntax->diag, "%s", text);
}

void parse_expected(struct parser *parser, const char *what) {
  struct strbuf found = {0};
  describe(parser, &found);
  parse_error(parser, parse_token(parser)->position, "expected %s, found %s",
              what, strbuf_text(&found));
  strbuf_release(&found);
}

void parse_expected_word(struct parser *parser, const char *what,
                         const char *const *words, size_t count) {
  const struct token *token = parse_token(parser);
  bool is_first = !parser->is_stuck && token->kind == TOKEN_NAME;
  struct suggestion near =
      suggestion_for(name_text(parser->syntax->names, token->name));
  for (size_t i = 0; i < count; i++)
    suggestion_offer(&near, words[i]);
  parse_expected(parser, what);
  if (is_first && near.best && parser->has_said)
    diag_hint(parser->syntax->diag, "did you mean `%s`?", near.best);
}

void parse_need(struct parser *parser, enum token_kind kind,
                const char *where) {
  if (parser->is_stuck || parse_take(parser, kind))
    return;
  struct strbuf what = {0};
  strbuf_format(&what, "%s%s%s", token_kind_text(kind), *where ? " " : "",
                where);
  parse_expected(parser, strbuf_text(&what));
  strbuf_release(&what);
}

struct name parse_name(struct parser *parser, const char *what,
                       struct position *position) {
  const struct token *token = parse_token(parser);
  if (position)
    *position = token->position;
  if (parse_take(parser, TOKEN_NAME))
    return token->name;
  parse_expected(parser, what);
  return (struct name){0};
}

bool parse_enter(struct parser *parser) {
  parser->depth++;
  if (parser->depth > PARSE_DEPTH)
    parse_error(parser, parse_token(parser)->position,
                "nested more than %d levels deep", PARSE_DEPTH);
  return !parser->is_stuck;
}

void parse_leave(struct parser *parser) {
  parser->depth--;
}

void *parse_copy(struct parser *parser, const void *from, size_t bytes) {
  return bytes ? arena_copy(&parser->syntax->arena, from, bytes) : NULL;
}
