// Processes: bodies, actions, returns, and the operators + \ @ /.
#include "spec/parse.h"

VEC_DEFINE(branch_syntax_vec, struct branch_syntax);
VEC_DEFINE(op_syntax_vec, struct op_syntax);
VEC_DEFINE(rename_syntax_vec, struct rename_syntax);

// ---- Returns ----------------------------------------------------------------

static bool at_return(const struct parser *parser, uint32_t ahead) {
  return !parser->is_stuck &&
         token_is_word(parser, parse_ahead(parser, ahead), "return");
}

// client.return
static bool at_component_return(const struct parser *parser) {
  return parse_is(parser, TOKEN_NAME) && parse_ahead_is(parser, 1, TOKEN_DOT) &&
         at_return(parser, 2);
}

static struct return_syntax parse_return(struct parser *parser) {
  struct return_syntax ret = {.kind = RETURN_VOID};
  parser->at++;
  parse_need(parser, TOKEN_OPEN_BRACE, "after `return`");
  if (parse_is(parser, TOKEN_STAR) &&
      parse_ahead_is(parser, 1, TOKEN_CLOSE_BRACE)) {
    parser->at++;
    ret.kind = RETURN_ANY;
  } else if (parse_is_word(parser, "fresh") &&
             parse_ahead_is(parser, 1, TOKEN_CLOSE_BRACE)) {
    parser->at++;
    ret.kind = RETURN_FRESH;
  } else if (!parse_is(parser, TOKEN_CLOSE_BRACE)) {
    ret.value = parse_expression(parser);
    ret.kind = !parser->is_stuck && c_syntax_has_result(ret.value)
                   ? RETURN_CONDITION
                   : RETURN_VALUE;
  }
  parse_need(parser, TOKEN_CLOSE_BRACE, "after the returned value");
  return ret;
}

// ---- Actions ----------------------------------------------------------------

// (m)
static bool at_object(const struct parser *parser, uint32_t ahead) {
  return parse_ahead_is(parser, ahead, TOKEN_OPEN) &&
         parse_ahead_is(parser, ahead + 1, TOKEN_NAME) &&
         parse_ahead_is(parser, ahead + 2, TOKEN_CLOSE);
}

static struct name parse_object(struct parser *parser) {
  struct name object = {0};
  if (at_object(parser, 0)) {
    parser->at++;
    object = parse_name(parser, "an object", NULL);
    parser->at++;
  }
  return object;
}

// a, a.b, a(m), return{..}, client.return{..}
struct action_syntax parse_action(struct parser *parser) {
  struct action_syntax action = {.position = parse_token(parser)->position};
  if (at_component_return(parser)) {
    action.component = parse_name(parser, "a component", NULL);
    parser->at++;
  }
  if (at_return(parser, 0)) {
    action.is_return = true;
    action.ret = parse_return(parser);
    return action;
  }
  struct strbuf text = {0};
  struct name name = parse_name(parser, "an action", NULL);
  strbuf_add(&text, name_text(parser->syntax->names, name));
  while (parse_is(parser, TOKEN_DOT) && parse_token(parser)->is_glued &&
         parse_ahead_is(parser, 1, TOKEN_NAME)) {
    parser->at++;
    strbuf_format(&text, ".%s",
                  name_text(parser->syntax->names,
                            parse_name(parser, "an action", NULL)));
  }
  action.name = intern(parser->syntax->names, strbuf_text(&text));
  action.object = parse_object(parser);
  strbuf_release(&text);
  return action;
}

struct actions_syntax parse_actions(struct parser *parser) {
  struct actions_syntax actions = {.position = parse_token(parser)->position};
  struct action_syntax_vec list = {0};
  if (parse_is(parser, TOKEN_NAME)) {
    action_syntax_vec_push(&list, parse_action(parser));
  } else {
    parse_need(parser, TOKEN_OPEN_BRACE, "before the actions");
    while (!parser->is_stuck && !parse_is(parser, TOKEN_CLOSE_BRACE)) {
      action_syntax_vec_push(&list, parse_action(parser));
      if (!parse_take(parser, TOKEN_COMMA))
        break;
    }
    parse_need(parser, TOKEN_CLOSE_BRACE, "after the actions");
  }
  actions.at = PARSE_COPY(parser, &list);
  actions.count = list.count;
  action_syntax_vec_release(&list);
  return actions;
}

// ---- Operators --------------------------------------------------------------

static void parse_renames(struct parser *parser, struct op_syntax *op) {
  struct rename_syntax_vec renames = {0};
  parse_need(parser, TOKEN_OPEN_BRACE, "before the renamings");
  while (!parser->is_stuck) {
    struct rename_syntax rename = {.to = parse_action(parser)};
    parse_need(parser, TOKEN_SLASH, "between the new and the old name");
    rename.from = parse_action(parser);
    rename_syntax_vec_push(&renames, rename);
    if (!parse_take(parser, TOKEN_COMMA))
      break;
  }
  parse_need(parser, TOKEN_CLOSE_BRACE, "after the renamings");
  op->renames = PARSE_COPY(parser, &renames);
  op->rename_count = renames.count;
  rename_syntax_vec_release(&renames);
}

static bool op_of_token(enum token_kind token, enum op_kind *kind) {
  switch (token) {
  case TOKEN_PLUS: *kind = OPS_EXTEND; return true;
  case TOKEN_BACKSLASH: *kind = OPS_HIDE; return true;
  case TOKEN_AT: *kind = OPS_PROJECT; return true;
  case TOKEN_SLASH: *kind = OPS_RENAME; return true;
  default: return false;
  }
}

// A component keeps what it does: `-` takes it out of the alphabet only.
static bool alphabet_op_of_token(enum token_kind token, enum op_kind *kind) {
  switch (token) {
  case TOKEN_PLUS: *kind = OPS_EXTEND; return true;
  case TOKEN_MINUS: *kind = OPS_HIDE; return true;
  case TOKEN_AT: *kind = OPS_PROJECT; return true;
  default: return false;
  }
}

static struct ops_syntax parse_ops_by(struct parser *parser,
                                      bool (*kind_of)(enum token_kind token,
                                                      enum op_kind *kind)) {
  struct op_syntax_vec ops = {0};
  struct op_syntax op = {0};
  while (!parser->is_stuck && kind_of(parse_token(parser)->kind, &op.kind)) {
    op.position = parse_token(parser)->position;
    parser->at++;
    if (op.kind == OPS_RENAME)
      parse_renames(parser, &op);
    else
      op.actions = parse_actions(parser);
    op_syntax_vec_push(&ops, op);
    op = (struct op_syntax){0};
  }
  struct ops_syntax result = {PARSE_COPY(parser, &ops), ops.count};
  op_syntax_vec_release(&ops);
  return result;
}

struct ops_syntax parse_ops(struct parser *parser) {
  return parse_ops_by(parser, op_of_token);
}

struct ops_syntax parse_alphabet_ops(struct parser *parser) {
  return parse_ops_by(parser, alphabet_op_of_token);
}

// ---- Bodies -----------------------------------------------------------------

static struct body_syntax *new_body(struct parser *parser,
                                    enum body_kind kind) {
  struct body_syntax *body =
      arena_new_zero(&parser->syntax->arena, sizeof *body);
  body->kind = kind;
  body->position = parse_token(parser)->position;
  return body;
}

// Nothing but STOP comes after a return, and it need not be said.
static void take_implied_stop(struct parser *parser) {
  if (!parse_is(parser, TOKEN_ARROW))
    return;
  struct position position = parse_ahead(parser, 1)->position;
  parser->at++;
  if (parse_take_word(parser, "STOP"))
    return;
  parse_error(parser, position, "only STOP can follow a return");
  parse_hint(parser, "the procedure has come back: end the branch here");
}

static bool begins_step(const struct parser *parser) {
  if (at_component_return(parser))
    return true;
  if (!parse_is(parser, TOKEN_NAME) || at_return(parser, 0))
    return false;
  uint32_t after = 1;
  while (parse_ahead_is(parser, after, TOKEN_DOT) &&
         parse_ahead_is(parser, after + 1, TOKEN_NAME))
    after += 2;
  if (at_object(parser, after))
    after += 3;
  return parse_ahead_is(parser, after, TOKEN_ARROW);
}

static const struct body_syntax *
parse_steps(struct parser *parser, struct action_syntax_vec *actions) {
  while (begins_step(parser)) {
    struct action_syntax action = parse_action(parser);
    action_syntax_vec_push(actions, action);
    if (action.is_return && !parse_is(parser, TOKEN_ARROW))
      return new_body(parser, BODY_STOP);
    parse_need(parser, TOKEN_ARROW, "after the action");
  }
  return parse_body(parser);
}

static struct branch_syntax parse_branch(struct parser *parser) {
  struct branch_syntax branch = {.position = parse_token(parser)->position};
  struct action_syntax_vec actions = {0};
  branch.body = parse_steps(parser, &actions);
  branch.actions = PARSE_COPY(parser, &actions);
  branch.action_count = actions.count;
  action_syntax_vec_release(&actions);
  return branch;
}

static void parse_branches(struct parser *parser, struct body_syntax *body) {
  struct branch_syntax_vec branches = {0};
  do
    branch_syntax_vec_push(&branches, parse_branch(parser));
  while (parse_take(parser, TOKEN_BAR));
  if (parse_is(parser, TOKEN_OR)) {
    parse_error(parser, parse_token(parser)->position,
                "`||` composes processes; branches are separated by `|`");
    parse_hint(parser, "write `|`");
  }
  if (parse_is(parser, TOKEN_NAME))
    parse_expected(parser, "`->`, `|` or `)`");
  parse_need(parser, TOKEN_CLOSE, "after the branches");
  body->branches = PARSE_COPY(parser, &branches);
  body->branch_count = branches.count;
  branch_syntax_vec_release(&branches);
}

static bool body_of_word(struct parser *parser, struct body_syntax *body) {
  static const struct {
    const char *word;
    enum body_kind kind;
  } words[] = {{"STOP", BODY_STOP},
               {"END", BODY_END},
               {"ERROR", BODY_ERROR},
               {"ANY", BODY_ANY}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (parse_take_word(parser, words[i].word)) {
      body->kind = words[i].kind;
      return true;
    }
  return false;
}

// A body that stands for itself: `a -> b -> P` without parentheses is taken as
// a choice of one branch.
static void parse_body_inside(struct parser *parser, struct body_syntax *body) {
  if (parse_take(parser, TOKEN_OPEN)) {
    parse_branches(parser, body);
  } else if (begins_step(parser)) {
    struct branch_syntax branch = parse_branch(parser);
    body->branches = parse_copy(parser, &branch, sizeof branch);
    body->branch_count = 1;
  } else if (at_return(parser, 0)) {
    body->kind = BODY_RETURN;
    body->ret = parse_return(parser);
    take_implied_stop(parser);
  } else if (!body_of_word(parser, body)) {
    body->kind = BODY_NAME;
    body->name = parse_name(
        parser, "a process: `(`, a name, return, STOP, END, ERROR or ANY",
        NULL);
  }
}

const struct body_syntax *parse_body(struct parser *parser) {
  struct body_syntax *body = new_body(parser, BODY_CHOICE);
  if (parse_enter(parser))
    parse_body_inside(parser, body);
  parse_leave(parser);
  return body;
}
