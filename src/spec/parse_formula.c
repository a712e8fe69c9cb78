// Temporal formulas: LTL and CTL over actions and quoted conditions.
//
//   iff     = implies {"<=>" implies}
//   implies = or ["=>" implies]                       (also "->")
//   or      = and {"||" and}
//   and     = until {"&&" until}
//   until   = unary [("U" | "W" | "R") until]         (LTL)
//   unary   = ("!" | "X" | "F" | "G" | "[]" | "<>") unary            (LTL)
//           | "!" unary | ("AX" | "EF" | ..) unary
//           | ("A" | "E") "[" iff ("U" | "W") iff "]"                (CTL)
//           | ("<>" | "[]") unary | ("mu" | "nu") name "." iff | name
//                                            (mu-calculus, where CTL is read)
//           | "(" iff ")" | "true" | "false" | action | "\"" C "\""
//           | "at" label | "end" | "stuck"
#include "spec/parse.h"

#include <string.h>

struct formula_parser {
  struct parser *parser;
  bool is_branching;      // CTL
  struct name_vec *bound; // variables of fixpoints around what is read
};

static const struct formula_syntax *parse_iff(struct formula_parser *self);
static const struct formula_syntax *parse_unary(struct formula_parser *self);

static struct formula_syntax *new_formula(struct formula_parser *self,
                                          enum formula_kind kind) {
  struct formula_syntax *formula =
      arena_new_zero(&self->parser->syntax->arena, sizeof *formula);
  formula->kind = kind;
  formula->position = parse_token(self->parser)->position;
  if (++self->parser->nodes > PARSE_NODES)
    parse_error(self->parser, formula->position,
                "a formula of more than %d parts", PARSE_NODES);
  return formula;
}

static const struct formula_syntax *
join(struct formula_parser *self, enum formula_kind kind,
     const struct formula_syntax *a,
     const struct formula_syntax *(*parse)(struct formula_parser *)) {
  struct formula_syntax *formula = new_formula(self, kind);
  self->parser->at++;
  formula->a = a;
  formula->b = parse(self);
  return formula;
}

// ---- Atoms ------------------------------------------------------------------

// The text of a string as tokens of its own, at their places in the file.
static const struct c_syntax *parse_quoted(struct parser *parser) {
  const struct token token = *parse_token(parser);
  parser->at++;
  struct parser inner = {
      .syntax = parser->syntax, .file = parser->file, .depth = parser->depth};
  const char *text = name_text(parser->syntax->names, token.name);
  token_read(&inner.tokens, text, strlen(text), token.position.file,
             parser->syntax->names, parser->syntax->diag);
  for (uint32_t i = 0; i < inner.tokens.count; i++) {
    struct position *position = &inner.tokens.at[i].position;
    position->line = token.position.line;
    position->column += token.position.column;
  }
  const struct c_syntax *condition = parse_expression(&inner);
  parse_need(&inner, TOKEN_END, "of the condition");
  parser->is_stuck |= inner.is_stuck;
  token_vec_release(&inner.tokens);
  return condition;
}

static bool is_bound(const struct formula_parser *self) {
  for (uint32_t i = 0; i < self->bound->count; i++)
    if (parse_is(self->parser, TOKEN_NAME) &&
        name_equal(self->bound->at[i], parse_token(self->parser)->name))
      return true;
  return false;
}

static const struct formula_syntax *parse_atom(struct formula_parser *self) {
  struct parser *parser = self->parser;
  struct formula_syntax *formula = new_formula(self, FORMULA_ACTION);
  if (parse_take(parser, TOKEN_OPEN)) {
    const struct formula_syntax *inner = parse_iff(self);
    parse_need(parser, TOKEN_CLOSE, "in the formula");
    return inner;
  }
  if (parse_take_word(parser, "true")) {
    formula->kind = FORMULA_TRUE;
  } else if (parse_take_word(parser, "false")) {
    formula->kind = FORMULA_FALSE;
  } else if (parse_take_word(parser, "end")) {
    formula->kind = FORMULA_END;
  } else if (parse_take_word(parser, "stuck")) {
    formula->kind = FORMULA_STUCK;
  } else if (parse_is_word(parser, "at") &&
             parse_ahead_is(parser, 1, TOKEN_NAME)) {
    parser->at++;
    formula->kind = FORMULA_AT;
    formula->name = parse_name(parser, "of a label", NULL);
  } else if (is_bound(self)) {
    formula->kind = FORMULA_VARIABLE;
    formula->name = parse_name(parser, "of a variable", NULL);
  } else if (parse_is(parser, TOKEN_STRING)) {
    formula->kind = FORMULA_C;
    formula->condition = parse_quoted(parser);
  } else if (parse_is(parser, TOKEN_NAME)) {
    formula->action = parse_action(parser);
  } else {
    parse_expected(parser, "a formula");
  }
  return formula;
}

// ---- Operators --------------------------------------------------------------

static bool temporal_of_letter(char letter, enum formula_kind *kind) {
  switch (letter) {
  case 'X': *kind = FORMULA_NEXT; return true;
  case 'F': *kind = FORMULA_FINALLY; return true;
  case 'G': *kind = FORMULA_GLOBALLY; return true;
  case 'U': *kind = FORMULA_UNTIL; return true;
  case 'W': *kind = FORMULA_WEAK_UNTIL; return true;
  case 'R': *kind = FORMULA_RELEASE; return true;
  default: return false;
  }
}

static const char *word_here(const struct parser *parser) {
  return parse_is(parser, TOKEN_NAME)
             ? name_text(parser->syntax->names, parse_token(parser)->name)
             : "";
}

static bool is_binary_temporal(enum formula_kind kind) {
  return kind == FORMULA_UNTIL || kind == FORMULA_WEAK_UNTIL ||
         kind == FORMULA_RELEASE;
}

static bool at_binary_temporal(const struct parser *parser,
                               enum formula_kind *kind) {
  const char *word = word_here(parser);
  return word[0] && !word[1] && temporal_of_letter(word[0], kind) &&
         is_binary_temporal(*kind);
}

// X f, F f, G f, [] f, <> f; false when it is none.
static bool parse_linear(struct formula_parser *self,
                         struct formula_syntax *formula) {
  struct parser *parser = self->parser;
  const char *word = word_here(parser);
  enum formula_kind kind;
  if (!self->is_branching && word[0] && !word[1] &&
      temporal_of_letter(word[0], &kind) && !is_binary_temporal(kind)) {
    parser->at++;
  } else if (parse_is(parser, TOKEN_OPEN_BRACKET) &&
             parse_ahead_is(parser, 1, TOKEN_CLOSE_BRACKET)) {
    kind = FORMULA_GLOBALLY;
    parser->at += 2;
  } else if (parse_is(parser, TOKEN_LESS) &&
             parse_ahead_is(parser, 1, TOKEN_GREATER)) {
    kind = FORMULA_FINALLY;
    parser->at += 2;
  } else {
    return false;
  }
  formula->kind = kind;
  formula->a = parse_unary(self);
  return true;
}

// A[f U g]
static void parse_path_until(struct formula_parser *self,
                             struct formula_syntax *path) {
  struct parser *parser = self->parser;
  parser->at++;
  path->a = parse_iff(self);
  if (!at_binary_temporal(parser, &path->kind))
    parse_expected(parser, "U, W or R");
  parser->at++;
  path->b = parse_iff(self);
  parse_need(parser, TOKEN_CLOSE_BRACKET, "after the formula");
}

// AX f .. EG f, A[f U g], E[f U g]; false when it is none.
static bool parse_quantified(struct formula_parser *self,
                             struct formula_syntax *formula) {
  struct parser *parser = self->parser;
  const char *word = word_here(parser);
  if (word[0] != 'A' && word[0] != 'E')
    return false;
  enum formula_kind kind = FORMULA_UNTIL;
  bool is_until = !word[1] && parse_ahead_is(parser, 1, TOKEN_OPEN_BRACKET);
  bool is_unary = word[1] && !word[2] && temporal_of_letter(word[1], &kind) &&
                  !is_binary_temporal(kind);
  if (!is_until && !is_unary)
    return false;
  formula->kind = word[0] == 'A' ? FORMULA_ALL : FORMULA_EXISTS;
  parser->at++;
  struct formula_syntax *path = new_formula(self, kind);
  formula->a = path;
  if (is_until)
    parse_path_until(self, path);
  else
    path->a = parse_unary(self);
  return true;
}

// <> f, [] f, mu Z. f, nu Z. f; false when it is none. A `.` before white space
// is read as a semicolon (token.h).
static bool parse_modal(struct formula_parser *self,
                        struct formula_syntax *formula) {
  struct parser *parser = self->parser;
  bool is_least = parse_is_word(parser, "mu");
  if (parse_linear(self, formula)) {
    formula->kind =
        formula->kind == FORMULA_FINALLY ? FORMULA_DIAMOND : FORMULA_BOX;
    return true;
  }
  if ((!is_least && !parse_is_word(parser, "nu")) ||
      !parse_ahead_is(parser, 1, TOKEN_NAME))
    return false;
  parser->at++;
  formula->kind = is_least ? FORMULA_MU : FORMULA_NU;
  formula->name = parse_name(parser, "of a variable", NULL);
  if (!parse_take(parser, TOKEN_SEMICOLON))
    parse_need(parser, TOKEN_DOT, "after the variable");
  name_vec_push(self->bound, formula->name);
  formula->a = parse_iff(self);
  self->bound->count--;
  return true;
}

static const struct formula_syntax *
parse_unary_inside(struct formula_parser *self) {
  struct formula_syntax *formula = new_formula(self, FORMULA_NOT);
  if (parse_take(self->parser, TOKEN_NOT)) {
    formula->a = parse_unary(self);
    return formula;
  }
  if (self->is_branching
          ? parse_quantified(self, formula) || parse_modal(self, formula)
          : parse_linear(self, formula))
    return formula;
  return parse_atom(self);
}

static const struct formula_syntax *parse_unary(struct formula_parser *self) {
  const struct formula_syntax *formula;
  if (parse_enter(self->parser))
    formula = parse_unary_inside(self);
  else
    formula = new_formula(self, FORMULA_TRUE);
  parse_leave(self->parser);
  return formula;
}

static const struct formula_syntax *parse_until(struct formula_parser *self) {
  const struct formula_syntax *left = parse_unary(self);
  enum formula_kind kind;
  if (!self->is_branching && at_binary_temporal(self->parser, &kind) &&
      parse_enter(self->parser)) {
    left = join(self, kind, left, parse_until);
    parse_leave(self->parser);
  }
  return left;
}

static const struct formula_syntax *parse_and(struct formula_parser *self) {
  const struct formula_syntax *left = parse_until(self);
  while (parse_is(self->parser, TOKEN_AND))
    left = join(self, FORMULA_AND, left, parse_until);
  return left;
}

static const struct formula_syntax *parse_or(struct formula_parser *self) {
  const struct formula_syntax *left = parse_and(self);
  while (parse_is(self->parser, TOKEN_OR))
    left = join(self, FORMULA_OR, left, parse_and);
  return left;
}

static const struct formula_syntax *parse_implies(struct formula_parser *self) {
  const struct formula_syntax *left = parse_or(self);
  bool is_long = parse_is(self->parser, TOKEN_EQUAL) &&
                 parse_ahead_is(self->parser, 1, TOKEN_GREATER); // ==>
  self->parser->at += is_long;
  if ((is_long || parse_is(self->parser, TOKEN_IMPLIES) ||
       parse_is(self->parser, TOKEN_ARROW)) &&
      parse_enter(self->parser)) {
    left = join(self, FORMULA_IMPLIES, left, parse_implies);
    parse_leave(self->parser);
  }
  return left;
}

static const struct formula_syntax *parse_iff(struct formula_parser *self) {
  const struct formula_syntax *left = parse_implies(self);
  while (parse_is(self->parser, TOKEN_LESS_EQUAL) &&
         parse_ahead_is(self->parser, 1, TOKEN_GREATER)) {
    self->parser->at++;
    left = join(self, FORMULA_IFF, left, parse_implies);
  }
  return left;
}

const struct formula_syntax *parse_formula(struct parser *parser,
                                           bool is_branching) {
  struct name_vec bound = {0};
  struct formula_parser self = {parser, is_branching, &bound};
  parser->nodes = 0;
  const struct formula_syntax *formula = parse_iff(&self);
  name_vec_release(&bound);
  return formula;
}
