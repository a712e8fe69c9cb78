// The items of a file, and what to do after a mistake in one.
#include "spec/parse.h"

VEC_DEFINE(state_syntax_vec, struct state_syntax);
VEC_DEFINE(operand_syntax_vec, struct operand_syntax);
VEC_DEFINE(pattern_syntax_vec, struct pattern_syntax);
VEC_DEFINE(trigger_syntax_vec, struct trigger_syntax);
VEC_DEFINE(arm_syntax_vec, struct arm_syntax);
VEC_DEFINE(alias_syntax_vec, struct alias_syntax);
VEC_DEFINE(argument_syntax_vec, struct argument_syntax);
VEC_DEFINE(component_syntax_vec, struct component_syntax);
VEC_DEFINE(lvalue_vec, const struct c_syntax *);

// ---- Triggers ---------------------------------------------------------------

static struct pattern_syntax parse_pattern(struct parser *parser) {
  struct pattern_syntax pattern = {.position = parse_token(parser)->position};
  bool is_star = parse_is(parser, TOKEN_STAR) &&
                 !parse_ahead_is(parser, 1, TOKEN_NAME) &&
                 !parse_ahead_is(parser, 1, TOKEN_OPEN);
  if (is_star || parse_is_word(parser, "_")) {
    pattern.is_any = true;
    parser->at++;
  } else {
    pattern.is_new =
        parse_ahead_is(parser, 1, TOKEN_NAME) && parse_take_word(parser, "new");
    pattern.value = parse_expression(parser);
  }
  return pattern;
}

static void parse_patterns(struct parser *parser,
                           struct trigger_syntax *trigger) {
  struct pattern_syntax_vec patterns = {0};
  trigger->has_patterns = true;
  parser->at++;
  while (!parser->is_stuck && !parse_is(parser, TOKEN_CLOSE)) {
    if (parse_take(parser, TOKEN_ELLIPSIS)) {
      trigger->is_open = true;
      break;
    }
    pattern_syntax_vec_push(&patterns, parse_pattern(parser));
    if (!parse_take(parser, TOKEN_COMMA))
      break;
  }
  parse_need(parser, TOKEN_CLOSE, "after the arguments");
  trigger->patterns = PARSE_COPY(parser, &patterns);
  trigger->pattern_count = patterns.count;
  pattern_syntax_vec_release(&patterns);
}

static struct trigger_syntax parse_trigger(struct parser *parser) {
  static const char *const words[] = {"call", "ret", "label"};
  struct trigger_syntax trigger = {.position = parse_token(parser)->position};
  if (parse_take_word(parser, "call"))
    trigger.kind = TRIGGER_CALL;
  else if (parse_take_word(parser, "ret"))
    trigger.kind = TRIGGER_RET;
  else if (parse_take_word(parser, "label"))
    trigger.kind = TRIGGER_LABEL;
  else
    parse_expected_word(parser, "a trigger: call, ret or label", words,
                        sizeof words / sizeof *words);
  trigger.name = parse_name(
      parser, trigger.kind == TRIGGER_LABEL ? "a label" : "a function",
      &trigger.name_position);
  if (trigger.kind != TRIGGER_LABEL && parse_is(parser, TOKEN_OPEN))
    parse_patterns(parser, &trigger);
  if (trigger.kind == TRIGGER_RET && parse_take(parser, TOKEN_ARROW)) {
    trigger.has_result = true;
    trigger.result = parse_pattern(parser);
  } else if (trigger.kind == TRIGGER_CALL && parse_is(parser, TOKEN_ARROW)) {
    parse_error(parser, parse_token(parser)->position,
                "a call has no result yet");
    parse_hint(parser, "use `ret`, which is the moment of coming back");
  }
  return trigger;
}

static void parse_event(struct parser *parser, struct item *item) {
  item->kind = ITEM_EVENT;
  item->name = parse_name(parser, "the name of the event", &item->position);
  if (parse_take(parser, TOKEN_OPEN)) {
    item->object = parse_name(parser, "a name for what the event is about",
                              &item->object_position);
    parse_need(parser, TOKEN_CLOSE, "after the object of the event");
  }
  parse_need(parser, TOKEN_ASSIGN, "after the name of the event");
  struct trigger_syntax_vec triggers = {0};
  do
    trigger_syntax_vec_push(&triggers, parse_trigger(parser));
  while (parse_take_word(parser, "or"));
  item->triggers = PARSE_COPY(parser, &triggers);
  item->trigger_count = triggers.count;
  trigger_syntax_vec_release(&triggers);
  if (parse_take_word(parser, "when"))
    item->when = parse_condition(parser);
}

// ---- Processes --------------------------------------------------------------

// `for each m` after the name of a property.
static void parse_each(struct parser *parser, struct item *item) {
  if (!parse_take_word(parser, "for"))
    return;
  if (!parse_take_word(parser, "each"))
    parse_expected(parser, "`each`");
  item->object =
      parse_name(parser, "a name for the object", &item->object_position);
}

static void parse_process(struct parser *parser, struct item *item) {
  item->kind = ITEM_PROCESS;
  struct state_syntax_vec states = {0};
  do {
    struct state_syntax state = {0};
    state.name = parse_name(parser, "the name of a process", &state.position);
    if (item->is_property && !states.count)
      parse_each(parser, item);
    parse_need(parser, TOKEN_ASSIGN, "after the name of the process");
    state.body = parse_body(parser);
    state_syntax_vec_push(&states, state);
  } while (parse_take(parser, TOKEN_COMMA));
  item->name = states.at[0].name;
  item->position = states.at[0].position;
  item->states = PARSE_COPY(parser, &states);
  item->state_count = states.count;
  state_syntax_vec_release(&states);
  item->ops = parse_ops(parser);
}

static void parse_composition(struct parser *parser, struct item *item) {
  item->kind = ITEM_COMPOSITION;
  item->name =
      parse_name(parser, "the name of the composition", &item->position);
  parse_need(parser, TOKEN_ASSIGN, "after the name of the composition");
  parse_need(parser, TOKEN_OPEN, "before the processes");
  struct operand_syntax_vec operands = {0};
  do {
    struct operand_syntax operand = {0};
    operand.name = parse_name(parser, "a process", &operand.position);
    operand.ops = parse_ops(parser);
    operand_syntax_vec_push(&operands, operand);
  } while (parse_take(parser, TOKEN_OR));
  parse_need(parser, TOKEN_CLOSE, "after the processes");
  item->operands = PARSE_COPY(parser, &operands);
  item->operand_count = operands.count;
  operand_syntax_vec_release(&operands);
  item->ops = parse_ops(parser);
}

// ---- Procedures -------------------------------------------------------------

struct clauses {
  struct arm_syntax_vec arms;
  struct alias_syntax_vec aliases;
  struct lvalue_vec ensures;
  struct requirement_syntax_vec requirements;
};

static void parse_modifies(struct parser *parser, struct proc_syntax *proc,
                           struct position position) {
  if (proc->has_modifies)
    parse_error(parser, position, "`modifies` was said before");
  proc->has_modifies = true;
  proc->modifies_position = position;
  if (parse_take_word(parser, "nothing"))
    return;
  struct lvalue_vec list = {0};
  do
    lvalue_vec_push(&list, parse_expression(parser));
  while (parse_take(parser, TOKEN_COMMA));
  proc->modifies.at = PARSE_COPY(parser, &list);
  proc->modifies.count = list.count;
  lvalue_vec_release(&list);
}

static struct alias_syntax parse_alias(struct parser *parser,
                                       struct position position) {
  struct alias_syntax alias = {.position = position};
  struct name_vec list = {0};
  struct position_vec positions = {0};
  parse_need(parser, TOKEN_OPEN, "after `may_alias`");
  do {
    struct position place;
    name_vec_push(&list, parse_name(parser, "a parameter", &place));
    position_vec_push(&positions, place);
  } while (parse_take(parser, TOKEN_COMMA));
  parse_need(parser, TOKEN_CLOSE, "after the parameters");
  alias.names = PARSE_COPY(parser, &list);
  alias.positions = PARSE_COPY(parser, &positions);
  alias.count = list.count;
  name_vec_release(&list);
  position_vec_release(&positions);
  return alias;
}

static void parse_arm(struct parser *parser, struct clauses *clauses,
                      struct arm_syntax arm) {
  parse_need(parser, TOKEN_COLON, "before the process");
  arm.body = parse_body(parser);
  arm_syntax_vec_push(&clauses->arms, arm);
}

static void parse_clause(struct parser *parser, struct proc_syntax *proc,
                         struct clauses *clauses) {
  struct position position = parse_token(parser)->position;
  struct arm_syntax arm = {.position = position};
  if (parse_take_word(parser, "when")) {
    arm.guard = parse_condition(parser);
    parse_arm(parser, clauses, arm);
  } else if (parse_take_word(parser, "otherwise")) {
    parse_arm(parser, clauses, arm);
  } else if (parse_take_word(parser, "modifies")) {
    parse_modifies(parser, proc, position);
  } else if (parse_take_word(parser, "ensures")) {
    lvalue_vec_push(&clauses->ensures, parse_expression(parser));
  } else if (parse_take_word(parser, "may_alias")) {
    alias_syntax_vec_push(&clauses->aliases, parse_alias(parser, position));
  } else if (!parse_requirement(parser, &clauses->requirements)) {
    static const char *const words[] = {
        "when",     "otherwise", "modifies", "ensures",    "may_alias",
        "requires", "nonnull",   "sized_by", "terminated", "separate"};
    parse_expected_word(parser,
                        "a clause: when, otherwise, modifies, ensures, "
                        "may_alias, requires, nonnull, sized_by, terminated "
                        "or separate",
                        words, sizeof words / sizeof *words);
  }
  parse_need(parser, TOKEN_SEMICOLON, "after the clause");
}

static void parse_clauses(struct parser *parser, struct item *item) {
  struct clauses clauses = {0};
  while (!parser->is_stuck && !parse_is(parser, TOKEN_CLOSE_BRACE))
    parse_clause(parser, &item->proc, &clauses);
  parse_need(parser, TOKEN_CLOSE_BRACE, "after the clauses");
  parse_take(parser, TOKEN_SEMICOLON);
  item->proc.arms = PARSE_COPY(parser, &clauses.arms);
  item->proc.arm_count = clauses.arms.count;
  item->proc.aliases = PARSE_COPY(parser, &clauses.aliases);
  item->proc.alias_count = clauses.aliases.count;
  item->proc.ensures.at = PARSE_COPY(parser, &clauses.ensures);
  item->proc.ensures.count = clauses.ensures.count;
  item->proc.requirements = PARSE_COPY(parser, &clauses.requirements);
  item->proc.requirement_count = clauses.requirements.count;
  requirement_syntax_vec_release(&clauses.requirements);
  lvalue_vec_release(&clauses.ensures);
  arm_syntax_vec_release(&clauses.arms);
  alias_syntax_vec_release(&clauses.aliases);
}

static void parse_proc(struct parser *parser, struct item *item) {
  item->kind = ITEM_PROC;
  struct position start = parse_token(parser)->position;
  item->proc.type = parse_declaration(parser, &item->name, &item->position);
  if (!parser->is_stuck &&
      (item->proc.type->kind != C_TYPE_FUNCTION || name_is_none(item->name))) {
    parse_error(parser, start, "expected the prototype of a function");
    parse_hint(parser, "as in `proc int f(int x) : ( a -> return{0} );`");
  }
  if (parse_take(parser, TOKEN_OPEN_BRACE)) {
    parse_clauses(parser, item);
    return;
  }
  struct arm_syntax arm = {.position = parse_token(parser)->position};
  parse_need(parser, TOKEN_COLON, "or `{` after the prototype");
  arm.body = parse_body(parser);
  item->proc.arms = parse_copy(parser, &arm, sizeof arm);
  item->proc.arm_count = 1;
  parse_need(parser, TOKEN_SEMICOLON, "after the procedure");
}

// ---- Others -----------------------------------------------------------------

static void parse_listed(struct parser *parser, struct others_syntax *others) {
  struct name_vec list = {0};
  struct position_vec positions = {0};
  do {
    struct position place;
    if (parse_take_word(parser, "arguments")) {
      others->has_arguments = true;
      continue;
    }
    name_vec_push(&list, parse_name(parser, "a global variable", &place));
    position_vec_push(&positions, place);
  } while (parse_take(parser, TOKEN_COMMA));
  others->names = PARSE_COPY(parser, &list);
  others->positions = PARSE_COPY(parser, &positions);
  others->count = list.count;
  name_vec_release(&list);
  position_vec_release(&positions);
}

static void parse_others(struct parser *parser, struct item *item) {
  item->kind = ITEM_OTHERS;
  item->position = parse_token(parser)->position;
  if (!parse_take_word(parser, "modifies"))
    parse_expected(parser, "`modifies`");
  else if (parse_take_word(parser, "anything"))
    item->others.has_anything = true;
  else if (!parse_take_word(parser, "nothing"))
    parse_listed(parser, &item->others);
  parse_need(parser, TOKEN_SEMICOLON, "at the end of the item");
}

// ---- Systems ----------------------------------------------------------------

static void parse_arguments(struct parser *parser,
                            struct component_syntax *component) {
  struct argument_syntax_vec arguments = {0};
  parse_need(parser, TOKEN_OPEN, "after the function");
  while (!parser->is_stuck && !parse_is(parser, TOKEN_CLOSE)) {
    struct pattern_syntax pattern = parse_pattern(parser);
    argument_syntax_vec_push(
        &arguments, (struct argument_syntax){pattern.position, pattern.is_any,
                                             pattern.value});
    if (!parse_take(parser, TOKEN_COMMA))
      break;
  }
  parse_need(parser, TOKEN_CLOSE, "after the arguments");
  component->arguments = PARSE_COPY(parser, &arguments);
  component->argument_count = arguments.count;
  argument_syntax_vec_release(&arguments);
}

static struct component_syntax parse_component(struct parser *parser) {
  struct component_syntax component = {.position =
                                           parse_token(parser)->position};
  if (parse_ahead_is(parser, 1, TOKEN_COLON)) {
    component.name = parse_name(parser, "a component", NULL);
    parser->at++;
  }
  component.function =
      parse_name(parser, "a function", &component.function_position);
  parse_arguments(parser, &component);
  if (parse_take_word(parser, "when"))
    component.when = parse_condition(parser);
  component.ops = parse_alphabet_ops(parser);
  return component;
}

static void parse_system(struct parser *parser, struct item *item) {
  item->kind = ITEM_SYSTEM;
  item->name = parse_name(parser, "the name of the system", &item->position);
  parse_need(parser, TOKEN_ASSIGN, "after the name of the system");
  parse_need(parser, TOKEN_OPEN, "before the components");
  struct component_syntax_vec components = {0};
  do
    component_syntax_vec_push(&components, parse_component(parser));
  while (parse_take(parser, TOKEN_OR));
  parse_need(parser, TOKEN_CLOSE, "after the components");
  item->components = PARSE_COPY(parser, &components);
  item->component_count = components.count;
  component_syntax_vec_release(&components);
}

// ---- Checks -----------------------------------------------------------------

static void parse_refinement(struct parser *parser,
                             struct check_syntax *check) {
  if (parse_take_word(parser, "simulation"))
    check->refinement = REFINES_SIMULATION;
  else if (parse_take_word(parser, "bisimulation"))
    check->refinement = REFINES_BISIMULATION;
  else if (!parse_take_word(parser, "traces"))
    parse_expected(parser, "`traces`, `simulation` or `bisimulation`");
}

static void parse_refines(struct parser *parser, struct check_syntax *check) {
  check->goal = GOAL_REFINES;
  check->against = parse_name(parser, "a process", &check->against_position);
  if (parse_take_word(parser, "in"))
    parse_refinement(parser, check);
  check->assumption_position = parse_token(parser)->position;
  if (!parse_take_word(parser, "by"))
    return;
  check->by_assumption = parse_take_word(parser, "assumption");
  if (!check->by_assumption)
    parse_expected(parser, "`assumption`");
}

static void parse_fairness(struct parser *parser, struct check_syntax *check) {
  const struct fairness_syntax **last = &check->fair;
  bool is_branching = check->goal == GOAL_CTL;
  while (parse_take_word(parser, "fair")) {
    struct fairness_syntax *fair =
        arena_new_zero(&parser->syntax->arena, sizeof *fair);
    fair->again = parse_formula(parser, is_branching);
    if (parse_take_word(parser, "when"))
      fair->when = parse_formula(parser, is_branching);
    *last = fair;
    last = &fair->next;
  }
}

static void parse_goal(struct parser *parser, struct check_syntax *check) {
  if (parse_take_word(parser, "refines")) {
    parse_refines(parser, check);
  } else if (parse_take_word(parser, "deadlock_free")) {
    check->goal = GOAL_DEADLOCK_FREE;
  } else if (parse_take_word(parser, "assertions")) {
    check->goal = GOAL_ASSERTIONS;
  } else if (parse_take_word(parser, "unreachable")) {
    check->goal = GOAL_UNREACHABLE;
    check->trigger = parse_trigger(parser);
  } else if (parse_take_word(parser, "ltl")) {
    check->goal = GOAL_LTL;
    check->formula = parse_formula(parser, false);
    parse_fairness(parser, check);
  } else if (parse_take_word(parser, "ctl")) {
    check->goal = GOAL_CTL;
    check->is_some = parse_take_word(parser, "some");
    check->formula = parse_formula(parser, true);
    parse_fairness(parser, check);
  } else if (!parse_is(parser, TOKEN_SEMICOLON) &&
             !parse_is_word(parser, "expect")) {
    static const char *const words[] = {
        "refines", "deadlock_free", "assertions", "unreachable",
        "ltl",     "ctl",           "expect"};
    parse_expected_word(parser,
                        "a goal: refines, deadlock_free, assertions, "
                        "unreachable, ltl or ctl",
                        words, sizeof words / sizeof *words);
  }
}

static void parse_check(struct parser *parser, struct item *item) {
  struct check_syntax *check = &item->check;
  item->kind = ITEM_CHECK;
  item->position = parse_token(parser)->position;
  if (parse_ahead_is(parser, 1, TOKEN_COLON)) {
    check->name = parse_name(parser, "the name of the check", NULL);
    item->name = check->name;
    parser->at++;
  }
  check->subject = parse_name(parser, "what to check: a function or a system",
                              &check->subject_position);
  parse_goal(parser, check);
  if (!parse_take_word(parser, "expect"))
    return;
  if (parse_take_word(parser, "holds"))
    check->expectation = EXPECT_HOLDS;
  else if (parse_take_word(parser, "fails"))
    check->expectation = EXPECT_FAILS;
  else
    parse_expected(parser, "`holds` or `fails`");
}

// ---- The rest ---------------------------------------------------------------

static void parse_import(struct parser *parser, struct import_vec *imports) {
  const struct token *token = parse_token(parser);
  struct import import = {token->position, token->name,
                          token->kind == TOKEN_ANGLE};
  if (!parse_take(parser, TOKEN_STRING) && !parse_take(parser, TOKEN_ANGLE))
    parse_expected(parser, "\"file\" or <file>");
  else if (name_is_none(import.path))
    parse_error(parser, import.position, "the name of the file is empty");
  parse_need(parser, TOKEN_SEMICOLON, "after the import");
  if (!parser->is_stuck)
    import_vec_push(imports, import);
}

static void parse_export(struct parser *parser, struct item *item) {
  item->kind = ITEM_EXPORT;
  item->name = parse_name(parser, "the name of a process", &item->position);
  if (!parse_take_word(parser, "to"))
    parse_expected(parser, "`to`");
  item->path = parse_token(parser)->name;
  if (!parse_take(parser, TOKEN_STRING))
    parse_expected(parser, "\"file\"");
}

static void parse_const(struct parser *parser, struct item *item) {
  item->kind = ITEM_CONST;
  item->name = parse_name(parser, "the name of the constant", &item->position);
  parse_need(parser, TOKEN_ASSIGN, "after the name of the constant");
  item->value = parse_expression(parser);
}

static void parse_set(struct parser *parser, struct item *item) {
  item->kind = ITEM_SET;
  item->name = parse_name(parser, "the name of the set", &item->position);
  parse_need(parser, TOKEN_ASSIGN, "after the name of the set");
  item->actions = parse_actions(parser);
}

static const char *const keywords[] = {
    "import", "export", "const",  "set",   "event",
    "assume", "proc",   "system", "check", "property",
};

static bool at_keyword(const struct parser *parser) {
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (token_is_word(parser, parse_token(parser), keywords[i]))
      return parse_ahead(parser, 1)->kind != TOKEN_ASSIGN;
  return false;
}

// `propery P = ..`, `chck f ..`
static void complain_no_item(struct parser *parser) {
  parse_expected_word(parser,
                      "an item: import, export, const, set, event, property, "
                      "proc, assume proc, system, check, `NAME =` or "
                      "`|| NAME =`",
                      keywords, sizeof keywords / sizeof *keywords);
}

// Everything but import and proc, which do not end like the others.
static void parse_named_item(struct parser *parser, struct item *item) {
  if (parse_take(parser, TOKEN_OR)) {
    parse_composition(parser, item);
  } else if (parse_ahead_is(parser, 1, TOKEN_ASSIGN)) {
    parse_process(parser, item);
  } else if (parse_take_word(parser, "export")) {
    parse_export(parser, item);
  } else if (parse_take_word(parser, "const")) {
    parse_const(parser, item);
  } else if (parse_take_word(parser, "set")) {
    parse_set(parser, item);
  } else if (parse_take_word(parser, "event")) {
    parse_event(parser, item);
  } else if (parse_take_word(parser, "system")) {
    parse_system(parser, item);
  } else if (parse_take_word(parser, "check")) {
    parse_check(parser, item);
  } else if (parse_take_word(parser, "property")) {
    item->is_property = true;
    parse_process(parser, item);
  } else {
    complain_no_item(parser);
  }
  parse_need(parser, TOKEN_SEMICOLON, "at the end of the item");
}

static void parse_one(struct parser *parser, struct import_vec *imports,
                      struct item_vec *items) {
  struct item item = {.file = parser->file};
  bool is_keyword = at_keyword(parser);
  if (is_keyword && parse_take_word(parser, "import")) {
    parse_import(parser, imports);
    return;
  }
  if (is_keyword && parse_take_word(parser, "assume")) {
    item.proc.is_assumed = true;
    bool is_others = parse_take_word(parser, "others");
    if (!is_others && !parse_take_word(parser, "proc"))
      parse_expected(parser, "`proc` or `others`");
    (is_others ? parse_others : parse_proc)(parser, &item);
  } else if (is_keyword && parse_take_word(parser, "proc")) {
    parse_proc(parser, &item);
  } else {
    parse_named_item(parser, &item);
  }
  if (!parser->is_stuck)
    item_vec_push(items, item);
}

// After a mistake: on to the next thing that must be an item. A keyword at the
// start of a line is; `NAME =` is only after a semicolon, since the states of
// a process look the same.
static void recover(struct parser *parser, uint32_t start) {
  parser->is_stuck = false;
  parser->has_said = false;
  parser->depth = 0;
  if (parser->at == start)
    parser->at++;
  for (; parse_token(parser)->kind != TOKEN_END; parser->at++) {
    enum token_kind before = parser->tokens.at[parser->at - 1].kind;
    bool is_after_item =
        before == TOKEN_SEMICOLON || before == TOKEN_CLOSE_BRACE;
    if (at_keyword(parser) &&
        (is_after_item || parse_token(parser)->starts_line))
      return;
    if (before != TOKEN_SEMICOLON)
      continue;
    bool is_composition =
        parse_is(parser, TOKEN_OR) && parse_ahead_is(parser, 2, TOKEN_ASSIGN);
    if (is_composition || (parse_is(parser, TOKEN_NAME) &&
                           parse_ahead_is(parser, 1, TOKEN_ASSIGN)))
      return;
  }
}

void parse_items(struct parser *parser, struct import_vec *imports,
                 struct item_vec *items) {
  const struct diag *diag = parser->syntax->diag;
  while (parse_token(parser)->kind != TOKEN_END) {
    uint32_t start = parser->at;
    if (parse_take(parser, TOKEN_SEMICOLON))
      continue;
    parse_one(parser, imports, items);
    if (!parser->is_stuck)
      continue;
    if (diag_count(diag, SEVERITY_ERROR) >= PARSE_ERRORS) {
      diag_report(parser->syntax->diag, SEVERITY_NOTE,
                  parse_token(parser)->position,
                  "too many errors; the rest is not read");
      return;
    }
    recover(parser, start);
  }
}
