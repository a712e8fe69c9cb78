// C inside a specification: expressions without side effects, and types.
//
// Which names are types is not known here. In a declaration a name is a type
// if no type came before it. `(name)` in front of what can only begin an
// operand is a cast. Before `+ - * &` it is one if the name ends in _t, as
// types do; otherwise it is an operand, as it would be for a variable of that
// name (and the binder tells if it is not).
#include "spec/parse.h"

#include <string.h>

VEC_DEFINE(c_parameter_vec, struct c_parameter);

// ---- Types: the basic ones --------------------------------------------------

enum word {
  WORD_VOID = 1 << 0,
  WORD_BOOL = 1 << 1,
  WORD_CHAR = 1 << 2,
  WORD_SHORT = 1 << 3,
  WORD_INT = 1 << 4,
  WORD_LONG = 1 << 5,
  WORD_LONG_LONG = 1 << 6,
  WORD_FLOAT = 1 << 7,
  WORD_DOUBLE = 1 << 8,
  WORD_SIGNED = 1 << 9,
  WORD_UNSIGNED = 1 << 10,
  WORD_INT128 = 1 << 11
};

static const struct {
  const char *text;
  unsigned word;
} words[] = {
    {"void", WORD_VOID},         {"_Bool", WORD_BOOL},
    {"bool", WORD_BOOL},         {"char", WORD_CHAR},
    {"short", WORD_SHORT},       {"int", WORD_INT},
    {"long", WORD_LONG},         {"float", WORD_FLOAT},
    {"double", WORD_DOUBLE},     {"signed", WORD_SIGNED},
    {"unsigned", WORD_UNSIGNED}, {"__int128", WORD_INT128},
};

// All combinations that C allows, and what the debug information calls them.
static const struct {
  unsigned words;
  const char *name;
} basics[] = {
    {WORD_VOID, "void"},
    {WORD_BOOL, "_Bool"},
    {WORD_CHAR, "char"},
    {WORD_SIGNED | WORD_CHAR, "signed char"},
    {WORD_UNSIGNED | WORD_CHAR, "unsigned char"},
    {WORD_SHORT, "short"},
    {WORD_SHORT | WORD_INT, "short"},
    {WORD_SIGNED | WORD_SHORT, "short"},
    {WORD_SIGNED | WORD_SHORT | WORD_INT, "short"},
    {WORD_UNSIGNED | WORD_SHORT, "unsigned short"},
    {WORD_UNSIGNED | WORD_SHORT | WORD_INT, "unsigned short"},
    {WORD_INT, "int"},
    {WORD_SIGNED, "int"},
    {WORD_SIGNED | WORD_INT, "int"},
    {WORD_UNSIGNED, "unsigned int"},
    {WORD_UNSIGNED | WORD_INT, "unsigned int"},
    {WORD_LONG, "long"},
    {WORD_LONG | WORD_INT, "long"},
    {WORD_SIGNED | WORD_LONG, "long"},
    {WORD_SIGNED | WORD_LONG | WORD_INT, "long"},
    {WORD_UNSIGNED | WORD_LONG, "unsigned long"},
    {WORD_UNSIGNED | WORD_LONG | WORD_INT, "unsigned long"},
    {WORD_LONG_LONG, "long long"},
    {WORD_LONG_LONG | WORD_INT, "long long"},
    {WORD_SIGNED | WORD_LONG_LONG, "long long"},
    {WORD_SIGNED | WORD_LONG_LONG | WORD_INT, "long long"},
    {WORD_UNSIGNED | WORD_LONG_LONG, "unsigned long long"},
    {WORD_UNSIGNED | WORD_LONG_LONG | WORD_INT, "unsigned long long"},
    {WORD_FLOAT, "float"},
    {WORD_DOUBLE, "double"},
    {WORD_LONG | WORD_DOUBLE, "long double"},
    {WORD_INT128, "__int128"},
    {WORD_SIGNED | WORD_INT128, "__int128"},
    {WORD_UNSIGNED | WORD_INT128, "unsigned __int128"},
};

static unsigned word_of(const struct parser *parser,
                        const struct token *token) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (token_is_word(parser, token, words[i].text))
      return words[i].word;
  return 0;
}

// Qualifiers and storage classes do not change what a value is.
static bool is_qualifier(const struct parser *parser,
                         const struct token *token) {
  static const char *const qualifiers[] = {
      "const",  "volatile", "restrict", "__restrict", "_Atomic",
      "extern", "static",   "inline",   "_Noreturn",  "register"};
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
    if (token_is_word(parser, token, qualifiers[i]))
      return true;
  return false;
}

static bool is_tag_word(const struct parser *parser,
                        const struct token *token) {
  return token_is_word(parser, token, "struct") ||
         token_is_word(parser, token, "union") ||
         token_is_word(parser, token, "enum");
}

static bool begins_type(const struct parser *parser,
                        const struct token *token) {
  return word_of(parser, token) || is_qualifier(parser, token) ||
         is_tag_word(parser, token);
}

static struct c_type_syntax *new_type(struct parser *parser,
                                      enum c_type_kind kind) {
  struct c_type_syntax *type =
      arena_new_zero(&parser->syntax->arena, sizeof *type);
  type->kind = kind;
  type->position = parse_token(parser)->position;
  return type;
}

static bool take_qualifiers(struct parser *parser) {
  bool is_const = false;
  while (!parser->is_stuck && is_qualifier(parser, parse_token(parser))) {
    is_const |= parse_is_word(parser, "const");
    parser->at++;
  }
  return is_const;
}

static void take_basic(struct parser *parser, struct c_type_syntax *type) {
  unsigned set = 0;
  bool is_bad = false;
  for (;;) {
    const struct token *token = parse_token(parser);
    unsigned word = word_of(parser, token);
    if (word == WORD_LONG && set & WORD_LONG) {
      set &= ~(unsigned)WORD_LONG;
      word = WORD_LONG_LONG;
    }
    if (!word && !is_qualifier(parser, token))
      break;
    type->is_const |= token_is_word(parser, token, "const");
    is_bad |= set & word;
    set |= word;
    parser->at++;
  }
  for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
    if (basics[i].words == set && !is_bad) {
      type->name = intern(parser->syntax->names, basics[i].name);
      return;
    }
  parse_error(parser, type->position, "these words do not make a C type");
}

static const struct c_type_syntax *parse_specifiers(struct parser *parser) {
  bool is_const = take_qualifiers(parser);
  struct c_type_syntax *type = new_type(parser, C_TYPE_BASIC);
  type->is_const = is_const;
  const struct token *token = parse_token(parser);
  if (!parser->is_stuck && is_tag_word(parser, token)) {
    type->kind = token_is_word(parser, token, "struct")  ? C_TYPE_STRUCT
                 : token_is_word(parser, token, "union") ? C_TYPE_UNION
                                                         : C_TYPE_ENUM;
    parser->at++;
    type->name = parse_name(parser, "a tag", NULL);
  } else if (!parser->is_stuck && word_of(parser, token)) {
    take_basic(parser, type);
  } else {
    type->kind = C_TYPE_TYPEDEF;
    type->name = parse_name(parser, "a type", NULL);
  }
  type->is_const |= take_qualifiers(parser);
  return type;
}

// ---- Types: declarators -----------------------------------------------------

static const struct c_type_syntax *
parse_declarator(struct parser *parser, const struct c_type_syntax *base,
                 struct name *name, struct position *position);

static void parse_parameters(struct parser *parser,
                             struct c_type_syntax *function) {
  struct c_parameter_vec parameters = {0};
  function->has_prototype = !parse_is(parser, TOKEN_CLOSE);
  bool is_void =
      parse_is_word(parser, "void") && parse_ahead_is(parser, 1, TOKEN_CLOSE);
  parser->at += is_void;
  while (function->has_prototype && !is_void && !parser->is_stuck) {
    if (parse_take(parser, TOKEN_ELLIPSIS)) {
      function->is_variadic = true;
      break;
    }
    struct c_parameter parameter = {0};
    parameter.type =
        parse_declaration(parser, &parameter.name, &parameter.position);
    c_parameter_vec_push(&parameters, parameter);
    if (!parse_take(parser, TOKEN_COMMA))
      break;
  }
  parse_need(parser, TOKEN_CLOSE, "after the parameters");
  function->parameters = PARSE_COPY(parser, &parameters);
  function->parameter_count = parameters.count;
  c_parameter_vec_release(&parameters);
}

// What follows the name: [..] and (..).
static const struct c_type_syntax *
parse_suffix(struct parser *parser, const struct c_type_syntax *base) {
  if (!parse_enter(parser)) {
    parse_leave(parser);
    return base;
  }
  const struct c_type_syntax *result = base;
  if (parse_is(parser, TOKEN_OPEN_BRACKET)) {
    struct c_type_syntax *array = new_type(parser, C_TYPE_ARRAY);
    parser->at++;
    const struct token *count = parse_token(parser);
    if (parse_take(parser, TOKEN_NUMBER))
      array->count = (uint64_t)count->value;
    parse_need(parser, TOKEN_CLOSE_BRACKET, "after the size of the array");
    array->target = parse_suffix(parser, base);
    result = array;
  } else if (parse_is(parser, TOKEN_OPEN)) {
    struct c_type_syntax *function = new_type(parser, C_TYPE_FUNCTION);
    parser->at++;
    parse_parameters(parser, function);
    function->target = parse_suffix(parser, base);
    result = function;
  }
  parse_leave(parser);
  return result;
}

static bool begins_nested_declarator(const struct parser *parser) {
  return parse_is(parser, TOKEN_OPEN) &&
         (parse_ahead_is(parser, 1, TOKEN_STAR) ||
          parse_ahead_is(parser, 1, TOKEN_OPEN));
}

// int (*f)(int): what stands in the parentheses is declared as if its type
// were what follows them, which is read first into a hole.
static const struct c_type_syntax *
parse_nested(struct parser *parser, const struct c_type_syntax *base,
             struct name *name, struct position *position) {
  parser->at++;
  struct c_type_syntax *hole = new_type(parser, C_TYPE_BASIC);
  const struct c_type_syntax *inner =
      parse_declarator(parser, hole, name, position);
  parse_need(parser, TOKEN_CLOSE, "in the declaration");
  *hole = *parse_suffix(parser, base);
  return inner;
}

static const struct c_type_syntax *
parse_declarator(struct parser *parser, const struct c_type_syntax *base,
                 struct name *name, struct position *position) {
  if (!parse_enter(parser)) {
    parse_leave(parser);
    return base;
  }
  const struct c_type_syntax *type = base;
  while (parse_is(parser, TOKEN_STAR)) {
    struct c_type_syntax *pointer = new_type(parser, C_TYPE_POINTER);
    pointer->target = type;
    type = pointer;
    parser->at++;
    take_qualifiers(parser);
  }
  if (begins_nested_declarator(parser)) {
    type = parse_nested(parser, type, name, position);
  } else {
    *position = parse_token(parser)->position;
    if (parse_is(parser, TOKEN_NAME))
      *name = parse_name(parser, "a name", position);
    type = parse_suffix(parser, type);
  }
  parse_leave(parser);
  return type;
}

const struct c_type_syntax *parse_declaration(struct parser *parser,
                                              struct name *name,
                                              struct position *position) {
  *name = (struct name){0};
  const struct c_type_syntax *base = parse_specifiers(parser);
  return parse_declarator(parser, base, name, position);
}

// ---- Expressions ------------------------------------------------------------

static const struct c_syntax *parse_inner(struct parser *parser);
static const struct c_syntax *parse_unary(struct parser *parser);

static struct c_syntax *new_node(struct parser *parser, enum c_kind kind,
                                 struct position position) {
  struct c_syntax *node = arena_new_zero(&parser->syntax->arena, sizeof *node);
  node->kind = kind;
  node->position = position;
  if (++parser->nodes > PARSE_NODES)
    parse_error(parser, position, "an expression of more than %d parts",
                PARSE_NODES);
  return node;
}

static const struct c_type_syntax *parse_type_name(struct parser *parser) {
  struct name name;
  struct position position;
  const struct c_type_syntax *type =
      parse_declaration(parser, &name, &position);
  if (!name_is_none(name))
    parse_error(parser, position, "a name in a type");
  parse_need(parser, TOKEN_CLOSE, "after the type");
  return type;
}

static bool begins_operand_only(const struct token *token) {
  switch (token->kind) {
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_RESULT:
  case TOKEN_ARGUMENT:
  case TOKEN_OPEN:
  case TOKEN_NOT:
  case TOKEN_TILDE: return true;
  default: return false;
  }
}

static bool is_type_like(const struct parser *parser,
                         const struct token *token) {
  const char *text = name_text(parser->syntax->names, token->name);
  size_t length = strlen(text);
  return length > 2 && !strcmp(text + length - 2, "_t");
}

static bool begins_operand(const struct token *token) {
  switch (token->kind) {
  case TOKEN_PLUS:
  case TOKEN_MINUS:
  case TOKEN_STAR:
  case TOKEN_AMPERSAND: return true;
  default: return begins_operand_only(token);
  }
}

// At `(`: is it the parenthesis of a cast?
static bool is_cast(const struct parser *parser) {
  const struct token *first = parse_ahead(parser, 1);
  if (begins_type(parser, first))
    return true;
  if (first->kind != TOKEN_NAME)
    return false;
  uint32_t after = 2;
  while (parse_ahead_is(parser, after, TOKEN_STAR))
    after++;
  if (!parse_ahead_is(parser, after, TOKEN_CLOSE))
    return false;
  const struct token *next = parse_ahead(parser, after + 1);
  return after > 2 || begins_operand_only(next) ||
         (is_type_like(parser, first) && begins_operand(next));
}

static const struct c_syntax *parse_leaf(struct parser *parser) {
  const struct token *token = parse_token(parser);
  struct c_syntax *node = new_node(parser, EXPR_NUMBER, token->position);
  node->value = token->value;
  node->name = token->name;
  if (parse_take(parser, TOKEN_NUMBER)) {
    node->longs = token->longs;
    node->is_unsigned = token->is_unsigned;
    node->is_decimal = token->is_decimal;
  } else if (parse_take(parser, TOKEN_RESULT)) {
    node->kind = EXPR_RESULT;
  } else if (parse_take(parser, TOKEN_ARGUMENT)) {
    node->kind = EXPR_ARGUMENT;
  } else if (parse_take(parser, TOKEN_NAME)) {
    node->kind = EXPR_NAME;
  } else if (parse_is(parser, TOKEN_STRING)) {
    parse_error(parser, token->position,
                "a string has no value that a specification could compare");
  } else {
    parse_expected(parser, "a C expression");
  }
  return node;
}

// `old(E)` in what a return says.
static const struct c_syntax *parse_old(struct parser *parser) {
  struct c_syntax *node =
      new_node(parser, EXPR_OLD, parse_token(parser)->position);
  parser->at += 2;
  node->a = parse_inner(parser);
  parse_need(parser, TOKEN_CLOSE, "after `old(`");
  return node;
}

static bool is_old(const struct parser *parser) {
  return parse_is(parser, TOKEN_NAME) &&
         parse_ahead_is(parser, 1, TOKEN_OPEN) &&
         !strcmp(name_text(parser->syntax->names, parse_token(parser)->name),
                 "old");
}

static const struct c_syntax *parse_primary(struct parser *parser) {
  if (is_old(parser))
    return parse_old(parser);
  if (!parse_take(parser, TOKEN_OPEN))
    return parse_leaf(parser);
  const struct c_syntax *inner = parse_inner(parser);
  parse_need(parser, TOKEN_CLOSE, "in the expression");
  return inner;
}

static const struct c_syntax *
parse_field(struct parser *parser, const struct c_syntax *a, bool is_arrow) {
  struct c_syntax *node =
      new_node(parser, EXPR_FIELD, parse_token(parser)->position);
  parser->at++;
  node->a = a;
  node->is_arrow = is_arrow;
  node->name = parse_name(parser, "a field", &node->position);
  return node;
}

static void refuse_side_effect(struct parser *parser) {
  const struct token *token = parse_token(parser);
  if (token->kind == TOKEN_INCREMENT || token->kind == TOKEN_DECREMENT ||
      token->kind == TOKEN_ASSIGN) {
    parse_error(parser, token->position,
                "an expression of a specification changes nothing");
    if (token->kind == TOKEN_ASSIGN)
      parse_hint(parser, "did you mean `==`?");
  } else if (token->kind == TOKEN_OPEN) {
    parse_error(parser, token->position,
                "an expression of a specification calls nothing");
  }
}

static bool at_range(const struct parser *parser) {
  return parse_is(parser, TOKEN_DOT) && parse_ahead_is(parser, 1, TOKEN_DOT);
}

// What is in the brackets: b, b..c, or nothing.
static void parse_index(struct parser *parser, struct c_syntax *index) {
  if (parse_take(parser, TOKEN_CLOSE_BRACKET)) {
    index->kind = EXPR_RANGE;
    return;
  }
  index->b = parse_inner(parser);
  if (at_range(parser)) {
    parser->at += 2;
    index->kind = EXPR_RANGE;
    index->c = parse_inner(parser);
  }
  parse_need(parser, TOKEN_CLOSE_BRACKET, "after the index");
}

static const struct c_syntax *parse_postfix(struct parser *parser) {
  const struct c_syntax *node = parse_primary(parser);
  while (!parser->is_stuck) {
    // A `->` before something that is no field belongs to the process.
    if (at_range(parser))
      break;
    if (parse_is(parser, TOKEN_DOT) ||
        (parse_is(parser, TOKEN_ARROW) &&
         parse_ahead_is(parser, 1, TOKEN_NAME))) {
      node = parse_field(parser, node, parse_is(parser, TOKEN_ARROW));
    } else if (parse_is(parser, TOKEN_OPEN_BRACKET)) {
      struct c_syntax *index =
          new_node(parser, EXPR_INDEX, parse_token(parser)->position);
      parser->at++;
      index->a = node;
      parse_index(parser, index);
      node = index;
    } else {
      refuse_side_effect(parser);
      break;
    }
  }
  return node;
}

static const struct c_syntax *parse_sizeof(struct parser *parser) {
  struct c_syntax *node =
      new_node(parser, EXPR_SIZEOF, parse_token(parser)->position);
  parser->at++;
  // `sizeof (name)`: the binder finds out whether it is a type.
  if (parse_is(parser, TOKEN_OPEN) && is_cast(parser)) {
    parser->at++;
    node->kind = EXPR_SIZEOF_TYPE;
    node->type = parse_type_name(parser);
  } else {
    node->a = parse_unary(parser);
  }
  return node;
}

static const struct c_syntax *parse_cast(struct parser *parser) {
  struct c_syntax *node =
      new_node(parser, EXPR_CAST, parse_token(parser)->position);
  parser->at++;
  node->type = parse_type_name(parser);
  node->a = parse_unary(parser);
  return node;
}

static bool is_unary_operator(enum token_kind kind) {
  switch (kind) {
  case TOKEN_MINUS:
  case TOKEN_PLUS:
  case TOKEN_NOT:
  case TOKEN_TILDE:
  case TOKEN_AMPERSAND:
  case TOKEN_STAR: return true;
  default: return false;
  }
}

static const struct c_syntax *parse_unary_inside(struct parser *parser) {
  if (parse_is(parser, TOKEN_INCREMENT) || parse_is(parser, TOKEN_DECREMENT))
    refuse_side_effect(parser);
  if (parse_is_word(parser, "sizeof"))
    return parse_sizeof(parser);
  if (parse_is(parser, TOKEN_OPEN) && is_cast(parser))
    return parse_cast(parser);
  const struct token *token = parse_token(parser);
  if (parser->is_stuck || !is_unary_operator(token->kind))
    return parse_postfix(parser);
  struct c_syntax *node = new_node(parser, EXPR_UNARY, token->position);
  node->op = token->kind;
  parser->at++;
  node->a = parse_unary(parser);
  return node;
}

static const struct c_syntax *parse_unary(struct parser *parser) {
  const struct c_syntax *node;
  if (parse_enter(parser))
    node = parse_unary_inside(parser);
  else
    node = new_node(parser, EXPR_NUMBER, parse_token(parser)->position);
  parse_leave(parser);
  return node;
}

static int binding_strength(enum token_kind kind) {
  switch (kind) {
  case TOKEN_STAR:
  case TOKEN_SLASH:
  case TOKEN_PERCENT: return 10;
  case TOKEN_PLUS:
  case TOKEN_MINUS: return 9;
  case TOKEN_SHIFT_LEFT:
  case TOKEN_SHIFT_RIGHT: return 8;
  case TOKEN_LESS:
  case TOKEN_GREATER:
  case TOKEN_LESS_EQUAL:
  case TOKEN_GREATER_EQUAL: return 7;
  case TOKEN_EQUAL:
  case TOKEN_NOT_EQUAL: return 6;
  case TOKEN_AMPERSAND: return 5;
  case TOKEN_CARET: return 4;
  case TOKEN_BAR: return 3;
  case TOKEN_AND: return 2;
  case TOKEN_OR: return 1;
  default: return 0;
  }
}

static const struct c_syntax *parse_binary(struct parser *parser, int least) {
  const struct c_syntax *left = parse_unary(parser);
  while (!parser->is_stuck) {
    const struct token *token = parse_token(parser);
    int strength = binding_strength(token->kind);
    if (!strength || strength < least)
      break;
    struct c_syntax *node = new_node(parser, EXPR_BINARY, token->position);
    node->op = token->kind;
    parser->at++;
    node->a = left;
    node->b = parse_binary(parser, strength + 1);
    left = node;
  }
  return left;
}

static const struct c_syntax *parse_choice(struct parser *parser) {
  if (!parse_enter(parser)) {
    parse_leave(parser);
    return new_node(parser, EXPR_NUMBER, parse_token(parser)->position);
  }
  const struct c_syntax *condition = parse_binary(parser, 1);
  if (parse_is(parser, TOKEN_QUESTION)) {
    struct c_syntax *node =
        new_node(parser, EXPR_CHOICE, parse_token(parser)->position);
    parser->at++;
    node->a = condition;
    node->b = parse_inner(parser);
    parse_need(parser, TOKEN_COLON, "between the two values");
    node->c = parse_choice(parser);
    condition = node;
  }
  parse_leave(parser);
  return condition;
}

static const struct c_syntax *parse_inner(struct parser *parser) {
  const struct c_syntax *node = parse_choice(parser);
  if (parse_is(parser, TOKEN_ASSIGN))
    refuse_side_effect(parser);
  return node;
}

const struct c_syntax *parse_expression(struct parser *parser) {
  parser->nodes = 0;
  return parse_inner(parser);
}

const struct c_syntax *parse_condition(struct parser *parser) {
  parse_need(parser, TOKEN_OPEN, "before the condition");
  const struct c_syntax *condition = parse_expression(parser);
  parse_need(parser, TOKEN_CLOSE, "after the condition");
  return condition;
}
