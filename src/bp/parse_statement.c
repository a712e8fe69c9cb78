// Statements, lowered while they are read: `if`, `elsif`, `while` become
// branches and jumps, `dead x` an arbitrary value of x, `abortif e` among
// statements an assertion of its opposite, `print` nothing.
#include "bp/parse.h"

#include <string.h>

// Writing statements

static uint32_t next_statement(const struct bp_parser *parser) {
  return parser->procedure->statements.count;
}

// Valid until the next.
static struct bp_statement *emit(struct bp_parser *parser, enum bp_kind kind,
                                 struct position position) {
  struct bp_statement_vec *list = &parser->procedure->statements;
  bp_statement_vec_push(
      list, (struct bp_statement){.kind = kind, .position = position});
  return bp_statement_vec_last(list);
}

// Room for targets, which are written once they are known.
static uint32_t *add_targets(struct bp_parser *parser, struct bp_statement *s,
                             uint32_t count) {
  uint32_t *targets =
      arena_new_zero(&parser->bp->arena, count * sizeof *targets);
  s->targets = targets;
  s->target_count = count;
  return targets;
}

static uint32_t *emit_branch(struct bp_parser *parser, struct position position,
                             struct bp_expr condition) {
  struct bp_statement *s = emit(parser, BP_BRANCH, position);
  s->condition = condition;
  return add_targets(parser, s, 1);
}

static uint32_t *emit_goto(struct bp_parser *parser, struct position position) {
  return add_targets(parser, emit(parser, BP_GOTO, position), 1);
}

static void set_values(struct bp_parser *parser, struct bp_statement *s,
                       const struct bp_expr_vec *values) {
  s->values = arena_copy(&parser->bp->arena, values->at,
                         values->count * sizeof *values->at);
  s->value_count = values->count;
}

static void set_variables(struct bp_parser *parser, struct bp_statement *s,
                          const struct bp_variable_vec *variables) {
  s->variables = arena_copy(&parser->bp->arena, variables->at,
                            variables->count * sizeof *variables->at);
  s->variable_count = variables->count;
}

// Jumps

static void add_jump(struct bp_parser *parser, uint32_t *target,
                     struct bp_token label) {
  bp_jump_vec_push(&parser->jumps, (struct bp_jump){target, label});
}

static bool is_label(const struct bp_parser *parser, uint32_t ahead) {
  enum bp_token_kind kind = bp_ahead(parser, ahead)->kind;
  return !parser->is_stuck &&
         (kind == BP_TOKEN_NAME || kind == BP_TOKEN_NUMBER);
}

static struct bp_token take_label(struct bp_parser *parser) {
  struct bp_token token = *bp_ahead(parser, 0);
  if (is_label(parser, 0))
    parser->at++;
  else
    bp_stop(parser, "a label is expected");
  return token;
}

static void parse_goto(struct bp_parser *parser, struct position position) {
  struct bp_token_vec labels = {0};
  do
    bp_token_vec_push(&labels, take_label(parser));
  while (bp_take(parser, BP_TOKEN_COMMA));
  struct bp_statement *s = emit(parser, BP_GOTO, position);
  uint32_t *targets = add_targets(parser, s, labels.count);
  for (uint32_t i = 0; i < labels.count; i++)
    add_jump(parser, &targets[i], labels.at[i]);
  bp_token_vec_release(&labels);
}

// `if e then goto L; fi` is one statement: what branches are printed as.
static bool is_plain_branch(const struct bp_parser *parser) {
  if (!bp_is_word(parser, "goto") || !is_label(parser, 1))
    return false;
  uint32_t at = 2;
  while (bp_ahead(parser, at)->kind == BP_TOKEN_SEMICOLON)
    at++;
  return bp_ahead_is_word(parser, at, "fi");
}

static void parse_plain_branch(struct bp_parser *parser,
                               struct position position,
                               struct bp_expr condition) {
  bp_take_word(parser, "goto");
  uint32_t *target = emit_branch(parser, position, condition);
  add_jump(parser, target, take_label(parser));
  while (bp_take(parser, BP_TOKEN_SEMICOLON))
    continue;
  bp_expect_word(parser, "fi");
}

// Structured statements

static void parse_if(struct bp_parser *parser, struct position position);

// What follows the first part of an `if`: up to and with its `fi`.
static void parse_rest(struct bp_parser *parser, uint32_t *otherwise) {
  struct position position = bp_ahead(parser, 0)->position;
  if (bp_take_word(parser, "fi")) {
    *otherwise = next_statement(parser);
    return;
  }
  uint32_t *end = emit_goto(parser, position);
  *otherwise = next_statement(parser);
  if (bp_take_word(parser, "elsif")) {
    parse_if(parser, position);
  } else {
    bp_expect_word(parser, "else");
    bp_parse_statements(parser);
    bp_expect_word(parser, "fi");
  }
  *end = next_statement(parser);
}

static void parse_if(struct bp_parser *parser, struct position position) {
  if (!bp_nest(parser))
    return;
  struct bp_expr condition = bp_parse_expr(parser);
  bp_expect_word(parser, "then");
  if (is_plain_branch(parser)) {
    parse_plain_branch(parser, position, condition);
  } else if (!parser->is_stuck) {
    struct bp_expr opposite = bp_expr_not(parser->bp->exprs, condition);
    uint32_t *otherwise = emit_branch(parser, position, opposite);
    bp_parse_statements(parser);
    parse_rest(parser, otherwise);
  }
  parser->depth--;
}

static void parse_while(struct bp_parser *parser, struct position position) {
  uint32_t head = next_statement(parser);
  if (!bp_nest(parser))
    return;
  struct bp_expr condition = bp_parse_expr(parser);
  bp_expect_word(parser, "do");
  struct bp_expr opposite = bp_expr_not(parser->bp->exprs, condition);
  uint32_t *end = emit_branch(parser, position, opposite);
  bp_parse_statements(parser);
  struct position last = bp_ahead(parser, 0)->position;
  bp_expect_word(parser, "od");
  *emit_goto(parser, last) = head;
  *end = next_statement(parser);
  parser->depth--;
}

// Assignments and calls

static void parse_arguments(struct bp_parser *parser,
                            struct bp_expr_vec *into) {
  bp_expect(parser, BP_TOKEN_OPEN);
  if (!bp_is(parser, BP_TOKEN_CLOSE))
    bp_parse_exprs(parser, into);
  bp_expect(parser, BP_TOKEN_CLOSE);
}

struct left_side {
  struct bp_variable_vec variables;
  struct u32_vec dropped; // by variable: is it `_`?
  struct position position;
};

static void release_left(struct left_side *left) {
  bp_variable_vec_release(&left->variables);
  u32_vec_release(&left->dropped);
}

static bool is_there(const struct left_side *left,
                     struct bp_variable variable) {
  for (uint32_t i = 0; i < left->variables.count; i++)
    if (!left->dropped.at[i] &&
        bp_variable_equal(left->variables.at[i], variable))
      return true;
  return false;
}

static void parse_left(struct bp_parser *parser, struct left_side *left) {
  do {
    struct bp_token name = bp_expect_name(parser, "a statement");
    struct bp_variable variable = {0};
    bool is_dropped = !strcmp(name_text(parser->bp->names, name.text), "_") &&
                      !bp_scope_has(&parser->locals, name.text) &&
                      !bp_scope_has(&parser->globals, name.text);
    if (parser->is_stuck)
      return;
    if (!is_dropped && bp_find_variable(parser, &name, &variable) &&
        is_there(left, variable))
      bp_complain(parser, name.position, "`%s` is assigned twice at once",
                  name_text(parser->bp->names, name.text));
    bp_variable_vec_push(&left->variables, variable);
    u32_vec_push(&left->dropped, is_dropped);
  } while (bp_take(parser, BP_TOKEN_COMMA));
}

static void parse_call(struct bp_parser *parser, const struct left_side *left) {
  struct bp_token callee = bp_expect_name(parser, "a procedure");
  struct bp_expr_vec values = {0};
  parse_arguments(parser, &values);
  struct bp_statement *s = emit(parser, BP_CALL, left->position);
  set_values(parser, s, &values);
  set_variables(parser, s, &left->variables);
  bool *is_dropped =
      arena_new_zero(&parser->bp->arena, left->variables.count + 1);
  for (uint32_t i = 0; i < left->variables.count; i++)
    is_dropped[i] = left->dropped.at[i];
  s->is_dropped = is_dropped;
  bp_pending_call_vec_push(
      &parser->calls,
      (struct bp_pending_call){parser->bp->procedures.count - 1,
                               next_statement(parser) - 1, callee});
  bp_expr_vec_release(&values);
}

static void parse_constrain(struct bp_parser *parser,
                            struct bp_expr *condition) {
  if (!bp_take_word(parser, "constrain"))
    return;
  parser->allows_next = true;
  *condition = bp_parse_expr(parser);
  parser->allows_next = false;
}

static void complain_counts(struct bp_parser *parser,
                            const struct left_side *left, uint32_t values) {
  if (left->variables.count != values && !parser->is_stuck)
    bp_complain(parser, left->position,
                "%u values are assigned to %u variables", values,
                left->variables.count);
  for (uint32_t i = 0; i < left->dropped.count; i++)
    if (left->dropped.at[i])
      bp_complain(parser, left->position,
                  "`_` drops what a call returns, and here is none");
}

static void parse_values(struct bp_parser *parser,
                         const struct left_side *left) {
  struct bp_expr_vec values = {0};
  struct bp_expr condition = {0};
  bp_parse_exprs(parser, &values);
  parse_constrain(parser, &condition);
  complain_counts(parser, left, values.count);
  struct bp_statement *s = emit(parser, BP_ASSIGN, left->position);
  set_variables(parser, s, &left->variables);
  set_values(parser, s, &values);
  s->condition = condition;
  bp_expr_vec_release(&values);
}

static bool is_call(const struct bp_parser *parser) {
  return bp_is(parser, BP_TOKEN_NAME) &&
         bp_ahead(parser, 1)->kind == BP_TOKEN_OPEN &&
         !bp_is_keyword(
             name_text(parser->bp->names, bp_ahead(parser, 0)->text));
}

static void parse_assignment(struct bp_parser *parser,
                             struct position position) {
  struct left_side left = {.position = position};
  if (is_call(parser)) {
    parse_call(parser, &left);
  } else {
    parse_left(parser, &left);
    bp_expect(parser, BP_TOKEN_ASSIGN);
    if (is_call(parser))
      parse_call(parser, &left);
    else if (!parser->is_stuck)
      parse_values(parser, &left);
  }
  release_left(&left);
}

static void parse_dead(struct bp_parser *parser, struct position position) {
  struct left_side left = {.position = position};
  struct bp_expr_vec values = {0};
  parse_left(parser, &left);
  for (uint32_t i = 0; i < left.variables.count; i++)
    bp_expr_vec_push(&values, bp_expr_any(parser->bp->exprs));
  complain_counts(parser, &left, values.count);
  struct bp_statement *s = emit(parser, BP_ASSIGN, position);
  set_variables(parser, s, &left.variables);
  set_values(parser, s, &values);
  bp_expr_vec_release(&values);
  release_left(&left);
}

// The rest

static void parse_condition(struct bp_parser *parser, struct position position,
                            enum bp_kind kind) {
  struct bp_expr condition = bp_parse_expr(parser);
  emit(parser, kind, position)->condition = condition;
}

static void parse_abortif(struct bp_parser *parser, struct position position) {
  struct bp_expr condition = bp_parse_expr(parser);
  emit(parser, BP_ASSERT, position)->condition =
      bp_expr_not(parser->bp->exprs, condition);
}

// Without values, any are returned.
static void parse_return(struct bp_parser *parser, struct position position) {
  uint32_t count = parser->procedure->return_count;
  struct bp_expr_vec values = {0};
  if (!bp_is(parser, BP_TOKEN_SEMICOLON))
    bp_parse_exprs(parser, &values);
  bool is_bare = !values.count;
  for (uint32_t i = 0; is_bare && i < count; i++)
    bp_expr_vec_push(&values, bp_expr_any(parser->bp->exprs));
  if (values.count != count && !parser->is_stuck)
    bp_complain(parser, position, "`%s` returns %u values, and here are %u",
                name_text(parser->bp->names, parser->procedure->name), count,
                values.count);
  set_values(parser, emit(parser, BP_RETURN, position), &values);
  bp_expr_vec_release(&values);
}

static void parse_print(struct bp_parser *parser, struct position position) {
  struct bp_expr_vec values = {0};
  if (bp_is(parser, BP_TOKEN_OPEN))
    parse_arguments(parser, &values);
  bp_expr_vec_release(&values);
  emit(parser, BP_SKIP, position);
}

static void parse_start(struct bp_parser *parser, struct position position) {
  if (bp_take_word(parser, "goto")) {
    struct bp_token label = take_label(parser);
    uint32_t *target =
        add_targets(parser, emit(parser, BP_START_THREAD, position), 1);
    add_jump(parser, target, label);
    return;
  }
  struct left_side none = {.position = position};
  parse_call(parser, &none);
  if (!parser->is_stuck)
    bp_statement_vec_last(&parser->procedure->statements)->kind =
        BP_START_THREAD;
}

static void parse_sync(struct bp_parser *parser, struct position position) {
  struct bp_token event = bp_expect_name(parser, "an event");
  emit(parser, BP_SYNC, position)->event = event.text;
}

static bool parse_thread_statement(struct bp_parser *parser,
                                   struct position position) {
  static const struct {
    const char *word;
    enum bp_kind kind;
  } plain[] = {{"skip", BP_SKIP},
               {"end_thread", BP_END_THREAD},
               {"atomic_begin", BP_ATOMIC_BEGIN},
               {"atomic_end", BP_ATOMIC_END},
               {"wait", BP_WAIT},
               {"broadcast", BP_BROADCAST}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (bp_take_word(parser, plain[i].word)) {
      emit(parser, plain[i].kind, position);
      return true;
    }
  if (bp_take_word(parser, "start_thread"))
    parse_start(parser, position);
  else if (bp_take_word(parser, "sync"))
    parse_sync(parser, position);
  else
    return false;
  return true;
}

static void parse_simple(struct bp_parser *parser, struct position position) {
  if (parse_thread_statement(parser, position))
    ;
  else if (bp_take_word(parser, "goto"))
    parse_goto(parser, position);
  else if (bp_take_word(parser, "assume"))
    parse_condition(parser, position, BP_ASSUME);
  else if (bp_take_word(parser, "assert"))
    parse_condition(parser, position, BP_ASSERT);
  else if (bp_take_word(parser, "abortif"))
    parse_abortif(parser, position);
  else if (bp_take_word(parser, "return"))
    parse_return(parser, position);
  else if (bp_take_word(parser, "print"))
    parse_print(parser, position);
  else if (bp_take_word(parser, "dead"))
    parse_dead(parser, position);
  else
    parse_assignment(parser, position);
  bp_expect(parser, BP_TOKEN_SEMICOLON);
}

static void parse_label(struct bp_parser *parser) {
  struct bp_token label = take_label(parser);
  bool is_new;
  uint32_t *statement =
      bp_label_map_insert(&parser->labels, label.text, &is_new);
  bp_take(parser, BP_TOKEN_COLON);
  if (!is_new) {
    bp_complain(parser, label.position, "the label `%s` stands twice",
                name_text(parser->bp->names, label.text));
    return;
  }
  *statement = next_statement(parser);
  bp_label_vec_push(&parser->procedure->labels,
                    (struct bp_label){label.text, *statement});
}

static bool ends_statements(const struct bp_parser *parser) {
  static const char *const words[] = {"end", "fi", "else", "elsif", "od"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (bp_is_word(parser, words[i]))
      return true;
  return parser->is_stuck || bp_is(parser, BP_TOKEN_END);
}

void bp_parse_statements(struct bp_parser *parser) {
  while (!ends_statements(parser)) {
    struct position position = bp_ahead(parser, 0)->position;
    if (bp_take(parser, BP_TOKEN_SEMICOLON))
      continue;
    if (is_label(parser, 0) && bp_ahead(parser, 1)->kind == BP_TOKEN_COLON)
      parse_label(parser);
    else if (bp_take_word(parser, "if"))
      parse_if(parser, position);
    else if (bp_take_word(parser, "while"))
      parse_while(parser, position);
    else
      parse_simple(parser, position);
  }
}
