// Expressions, with the precedences of Boom's grammar: negation, equality, and,
// exclusive or, then or and implication side by side, then `?:`.
#include "bp/parse.h"

#include <string.h>

#include "base/suggest.h"

static struct bp_expr parse_primary(struct bp_parser *parser);

static void offer_all(struct suggestion *suggestion,
                      const struct interner *names,
                      const struct bp_scope *scope) {
  for (uint32_t i = 0; i < scope->count; i++)
    suggestion_offer(suggestion, name_text(names, scope->entries[i].key));
}

static void complain_undeclared(struct bp_parser *parser,
                                const struct bp_token *name) {
  const struct interner *names = parser->bp->names;
  const char *text = name_text(names, name->text);
  struct suggestion suggestion = suggestion_for(text);
  offer_all(&suggestion, names, &parser->locals);
  offer_all(&suggestion, names, &parser->globals);
  bp_complain(parser, name->position, "the variable `%s` is not declared",
              text);
  if (text[strlen(text) - 1] == '$')
    diag_hint(parser->diag,
              "the copies of a variable in other threads (`x$`) are not read");
  else if (suggestion.best)
    diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
}

bool bp_find_variable(struct bp_parser *parser, const struct bp_token *name,
                      struct bp_variable *found) {
  const struct bp_variable *variable =
      bp_scope_find(&parser->locals, name->text);
  if (!variable)
    variable = bp_scope_find(&parser->globals, name->text);
  if (variable)
    *found = *variable;
  else if (!parser->is_stuck)
    complain_undeclared(parser, name);
  return variable;
}

// Something to go on with after a complaint.
static struct bp_expr anything(struct bp_parser *parser) {
  return bp_expr_any(parser->bp->exprs);
}

static struct bp_expr parse_variable(struct bp_parser *parser) {
  bool is_next = bp_take(parser, BP_TOKEN_TICK);
  struct bp_token name = bp_expect_name(parser, "an expression");
  struct bp_variable variable;
  is_next |= bp_take(parser, BP_TOKEN_TICK);
  if (parser->is_stuck || !bp_find_variable(parser, &name, &variable))
    return anything(parser);
  if (is_next && !parser->allows_next)
    bp_complain(parser, name.position,
                "`%s'` stands for a value after an assignment: in `constrain` "
                "only",
                name_text(parser->bp->names, name.text));
  return bp_expr_variable(parser->bp->exprs, variable, is_next);
}

static struct bp_expr parse_choose(struct bp_parser *parser) {
  bp_expect(parser, BP_TOKEN_OPEN_SQUARE);
  struct bp_expr yes = bp_parse_expr(parser);
  bp_expect(parser, BP_TOKEN_COMMA);
  struct bp_expr no = bp_parse_expr(parser);
  bp_expect(parser, BP_TOKEN_CLOSE_SQUARE);
  return bp_expr_binary(parser->bp->exprs, BP_CHOOSE, yes, no);
}

static struct bp_expr parse_number(struct bp_parser *parser) {
  const char *text = name_text(parser->bp->names, bp_ahead(parser, 0)->text);
  bool is_one = !strcmp(text, "1");
  if (!is_one && strcmp(text, "0")) {
    bp_stop(parser, "`%s` is no truth value: 0 or 1 is expected", text);
    return anything(parser);
  }
  bp_take(parser, BP_TOKEN_NUMBER);
  return bp_expr_constant(parser->bp->exprs, is_one);
}

static struct bp_expr parse_parentheses(struct bp_parser *parser) {
  struct bp_expr inner = bp_parse_expr(parser);
  bp_expect(parser, BP_TOKEN_CLOSE);
  return inner;
}

static struct bp_expr parse_plain(struct bp_parser *parser) {
  struct bp_exprs *exprs = parser->bp->exprs;
  if (bp_take(parser, BP_TOKEN_OPEN))
    return parse_parentheses(parser);
  if (bp_take(parser, BP_TOKEN_STAR))
    return bp_expr_any(exprs);
  if (bp_take(parser, BP_TOKEN_NOT))
    return bp_expr_not(exprs, parse_primary(parser));
  if (bp_is(parser, BP_TOKEN_NUMBER))
    return parse_number(parser);
  if (bp_take_word(parser, "T") || bp_take_word(parser, "true"))
    return bp_expr_constant(exprs, true);
  if (bp_take_word(parser, "F") || bp_take_word(parser, "false"))
    return bp_expr_constant(exprs, false);
  if (bp_take_word(parser, "schoose"))
    return parse_choose(parser);
  return parse_variable(parser);
}

static struct bp_expr parse_primary(struct bp_parser *parser) {
  if (!bp_nest(parser))
    return anything(parser);
  struct bp_expr expr = parse_plain(parser);
  parser->depth--;
  return expr;
}

static struct bp_expr parse_equality(struct bp_parser *parser) {
  struct bp_expr left = parse_primary(parser);
  for (;;) {
    enum bp_operator operator= bp_is(parser, BP_TOKEN_EQUAL) ? BP_EQUAL
                                                             : BP_XOR;
    if (!bp_take(parser, BP_TOKEN_EQUAL) &&
        !bp_take(parser, BP_TOKEN_NOT_EQUAL))
      return left;
    struct bp_expr right = parse_primary(parser);
    left = bp_expr_binary(parser->bp->exprs, operator, left, right);
  }
}

static struct bp_expr parse_and(struct bp_parser *parser) {
  struct bp_expr left = parse_equality(parser);
  while (bp_take(parser, BP_TOKEN_AND)) {
    struct bp_expr right = parse_equality(parser);
    left = bp_expr_binary(parser->bp->exprs, BP_AND, left, right);
  }
  return left;
}

static struct bp_expr parse_xor(struct bp_parser *parser) {
  struct bp_expr left = parse_and(parser);
  while (bp_take(parser, BP_TOKEN_XOR)) {
    struct bp_expr right = parse_and(parser);
    left = bp_expr_binary(parser->bp->exprs, BP_XOR, left, right);
  }
  return left;
}

static struct bp_expr parse_or(struct bp_parser *parser) {
  struct bp_expr left = parse_xor(parser);
  for (;;) {
    enum bp_operator operator= bp_is(parser, BP_TOKEN_OR) ? BP_OR : BP_IMPLIES;
    if (!bp_take(parser, BP_TOKEN_OR) && !bp_take(parser, BP_TOKEN_IMPLIES))
      return left;
    struct bp_expr right = parse_xor(parser);
    left = bp_expr_binary(parser->bp->exprs, operator, left, right);
  }
}

struct bp_expr bp_parse_expr(struct bp_parser *parser) {
  struct bp_expr condition = parse_or(parser);
  while (bp_take(parser, BP_TOKEN_QUESTION) && bp_nest(parser)) {
    struct bp_expr yes = bp_parse_expr(parser);
    bp_expect(parser, BP_TOKEN_COLON);
    struct bp_expr no = parse_or(parser);
    parser->depth--;
    condition = bp_expr_if(parser->bp->exprs, condition, yes, no);
  }
  return condition;
}

void bp_parse_exprs(struct bp_parser *parser, struct bp_expr_vec *into) {
  do
    bp_expr_vec_push(into, bp_parse_expr(parser));
  while (bp_take(parser, BP_TOKEN_COMMA));
}
