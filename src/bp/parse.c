// Tokens and complaints of the reader; declarations, procedures, programs.
#include "bp/parse.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "bp/read.h"

// Tokens

const struct bp_token *bp_ahead(const struct bp_parser *parser,
                                uint32_t count) {
  uint32_t at = parser->at + count;
  return &parser->tokens
              .at[at < parser->tokens.count ? at : parser->tokens.count - 1];
}

bool bp_is(const struct bp_parser *parser, enum bp_token_kind kind) {
  return !parser->is_stuck && bp_ahead(parser, 0)->kind == kind;
}

bool bp_take(struct bp_parser *parser, enum bp_token_kind kind) {
  bool found = bp_is(parser, kind);
  parser->at += found && kind != BP_TOKEN_END;
  return found;
}

bool bp_ahead_is_word(const struct bp_parser *parser, uint32_t count,
                      const char *word) {
  const struct bp_token *token = bp_ahead(parser, count);
  return !parser->is_stuck && token->kind == BP_TOKEN_NAME &&
         !strcmp(name_text(parser->bp->names, token->text), word);
}

bool bp_is_word(const struct bp_parser *parser, const char *word) {
  return bp_ahead_is_word(parser, 0, word);
}

bool bp_take_word(struct bp_parser *parser, const char *word) {
  bool found = bp_is_word(parser, word);
  parser->at += found;
  return found;
}

// What stands here, for a message.
static void describe(const struct bp_parser *parser, struct strbuf *out) {
  const struct bp_token *token = bp_ahead(parser, 0);
  if (token->kind == BP_TOKEN_END)
    strbuf_add(out, "the end of the file");
  else
    strbuf_format(out, "`%s`", name_text(parser->bp->names, token->text));
}

static void stop_instead_of(struct bp_parser *parser, const char *wanted) {
  struct strbuf found = {0};
  describe(parser, &found);
  bp_stop(parser, "%s is expected instead of %s", wanted, strbuf_text(&found));
  strbuf_release(&found);
}

void bp_expect(struct bp_parser *parser, enum bp_token_kind kind) {
  if (!bp_take(parser, kind))
    stop_instead_of(parser, bp_token_kind_text(kind));
}

void bp_expect_word(struct bp_parser *parser, const char *word) {
  if (bp_take_word(parser, word))
    return;
  struct strbuf wanted = {0};
  strbuf_format(&wanted, "`%s`", word);
  stop_instead_of(parser, strbuf_text(&wanted));
  strbuf_release(&wanted);
}

static const char *const keywords[] = {
    "T",          "F",           "true",         "false",      "decl",
    "begin",      "end",         "bool",         "void",       "skip",
    "goto",       "if",          "then",         "else",       "elsif",
    "fi",         "while",       "do",           "od",         "return",
    "assert",     "assume",      "print",        "dead",       "schoose",
    "constrain",  "enforce",     "abortif",      "dfs",        "start_thread",
    "end_thread", "sync",        "atomic_begin", "atomic_end", "wait",
    "broadcast",  "thread_local"};

bool bp_is_keyword(const char *word) {
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (!strcmp(keywords[i], word))
      return true;
  return false;
}

struct bp_token bp_expect_name(struct bp_parser *parser, const char *what) {
  const struct bp_token *token = bp_ahead(parser, 0);
  if (bp_is(parser, BP_TOKEN_NAME) &&
      !bp_is_keyword(name_text(parser->bp->names, token->text))) {
    parser->at++;
    return *token;
  }
  stop_instead_of(parser, what);
  return (struct bp_token){.position = token->position};
}

// Complaints

static void report(struct bp_parser *parser, struct position position,
                   const char *format, va_list args) {
  diag_vreport(parser->diag, SEVERITY_ERROR, position, format, args);
  parser->has_erred = true;
}

void bp_stop(struct bp_parser *parser, const char *format, ...) {
  va_list args;
  if (parser->is_stuck)
    return;
  va_start(args, format);
  report(parser, bp_ahead(parser, 0)->position, format, args);
  va_end(args);
  parser->is_stuck = true;
}

void bp_complain(struct bp_parser *parser, struct position position,
                 const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(parser, position, format, args);
  va_end(args);
}

bool bp_nest(struct bp_parser *parser) {
  if (parser->depth == BP_MOST_NESTING)
    bp_stop(parser, "more than %d levels are not read", BP_MOST_NESTING);
  parser->depth += !parser->is_stuck;
  return !parser->is_stuck;
}

// Declarations

static void declare(struct bp_parser *parser, struct bp_declaration_vec *list,
                    struct bp_scope *scope, struct bp_declaration declaration) {
  bool is_new;
  struct bp_variable *variable =
      bp_scope_insert(scope, declaration.name, &is_new);
  if (!is_new) {
    bp_complain(parser, declaration.position, "`%s` is declared twice",
                name_text(parser->bp->names, declaration.name));
    return;
  }
  bool is_local = scope == &parser->locals;
  *variable = (struct bp_variable){list->count, is_local};
  bp_declaration_vec_push(list, declaration);
}

// `:= 1`, where it is written.
static enum bp_initial parse_initial(struct bp_parser *parser) {
  if (!bp_take(parser, BP_TOKEN_ASSIGN) || bp_take(parser, BP_TOKEN_STAR))
    return BP_INITIAL_ANY;
  if (bp_take_word(parser, "T") || bp_take_word(parser, "true"))
    return BP_INITIAL_TRUE;
  if (bp_take_word(parser, "F") || bp_take_word(parser, "false"))
    return BP_INITIAL_FALSE;
  const struct bp_token *token = bp_ahead(parser, 0);
  const char *text = name_text(parser->bp->names, token->text);
  if (token->kind != BP_TOKEN_NUMBER ||
      (strcmp(text, "0") && strcmp(text, "1")))
    bp_stop(parser, "a variable begins with 0, 1 or *");
  bp_take(parser, BP_TOKEN_NUMBER);
  return *text == '1' ? BP_INITIAL_TRUE : BP_INITIAL_FALSE;
}

static void parse_names(struct bp_parser *parser,
                        struct bp_declaration_vec *list, struct bp_scope *scope,
                        bool are_parameters) {
  bool is_of_thread = !are_parameters && bp_take_word(parser, "thread_local");
  do {
    struct bp_token name = bp_expect_name(parser, "the name of a variable");
    if (parser->is_stuck)
      return;
    enum bp_initial initial =
        are_parameters ? BP_INITIAL_ANY : parse_initial(parser);
    declare(parser, list, scope,
            (struct bp_declaration){name.text, name.position, initial,
                                    is_of_thread});
  } while (bp_take(parser, BP_TOKEN_COMMA));
}

static void parse_declarations(struct bp_parser *parser,
                               struct bp_declaration_vec *list,
                               struct bp_scope *scope) {
  while (bp_take_word(parser, "decl")) {
    parse_names(parser, list, scope, false);
    bp_expect(parser, BP_TOKEN_SEMICOLON);
  }
}

// Procedures

static uint32_t parse_type(struct bp_parser *parser) {
  bp_take_word(parser, "dfs");
  if (bp_take_word(parser, "void"))
    return 0;
  if (!bp_is_word(parser, "bool"))
    bp_stop(parser, "a procedure begins with `void`, `bool` or `bool<n>`");
  bp_take_word(parser, "bool");
  if (!bp_take(parser, BP_TOKEN_LESS))
    return 1;
  const char *text = name_text(parser->bp->names, bp_ahead(parser, 0)->text);
  bp_expect(parser, BP_TOKEN_NUMBER);
  bp_expect(parser, BP_TOKEN_GREATER);
  if (parser->is_stuck)
    return 0;
  if (strlen(text) > 4)
    bp_stop(parser, "bool<%s> has more values than are read", text);
  return (uint32_t)strtoul(text, NULL, 10);
}

// Of several, all count.
static struct bp_expr join(struct bp_parser *parser, enum bp_operator operator,
                           struct bp_expr before, struct bp_expr more) {
  return bp_expr_is_none(before)
             ? more
             : bp_expr_binary(parser->bp->exprs, operator, before, more);
}

static void parse_head(struct bp_parser *parser) {
  struct bp_procedure *p = parser->procedure;
  for (;;) {
    struct position position = bp_ahead(parser, 0)->position;
    if (bp_is_word(parser, "decl")) {
      parse_declarations(parser, &p->locals, &parser->locals);
    } else if (bp_take_word(parser, "enforce")) {
      p->enforce = join(parser, BP_AND, p->enforce, bp_parse_expr(parser));
      bp_expect(parser, BP_TOKEN_SEMICOLON);
    } else if (bp_take_word(parser, "abortif")) {
      p->abortif_position = position;
      p->abortif = join(parser, BP_OR, p->abortif, bp_parse_expr(parser));
      bp_expect(parser, BP_TOKEN_SEMICOLON);
    } else {
      return;
    }
  }
}

static void complain_label(struct bp_parser *parser,
                           const struct bp_token *label) {
  const struct interner *names = parser->bp->names;
  const char *text = name_text(names, label->text);
  struct suggestion suggestion = suggestion_for(text);
  for (uint32_t i = 0; i < parser->labels.count; i++)
    suggestion_offer(&suggestion,
                     name_text(names, parser->labels.entries[i].key));
  bp_complain(parser, label->position, "`%s` has no label `%s`",
              name_text(names, parser->procedure->name), text);
  if (suggestion.best)
    diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
}

static void resolve_jumps(struct bp_parser *parser) {
  for (uint32_t i = 0; i < parser->jumps.count; i++) {
    const struct bp_jump *jump = &parser->jumps.at[i];
    const uint32_t *found =
        bp_label_map_find(&parser->labels, jump->label.text);
    if (found)
      *jump->target = *found;
    else
      complain_label(parser, &jump->label);
  }
}

// Can control come to the end of the body?
static bool reaches_end(const struct bp_procedure *p) {
  const struct bp_statement_vec *list = &p->statements;
  if (!list->count || bp_statement_falls_through(&list->at[list->count - 1]))
    return true;
  for (uint32_t i = 0; i < list->count; i++)
    for (uint32_t t = 0; t < list->at[i].target_count; t++)
      if (list->at[i].targets[t] == list->count)
        return true;
  return p->labels.count &&
         p->labels.at[p->labels.count - 1].statement == list->count;
}

// There, arbitrary values are returned.
static void return_at_end(struct bp_parser *parser) {
  struct bp_procedure *p = parser->procedure;
  if (!reaches_end(p))
    return;
  struct bp_expr *values = arena_new(
      &parser->bp->arena, (p->return_count + 1) * sizeof(struct bp_expr));
  for (uint32_t i = 0; i < p->return_count; i++)
    values[i] = bp_expr_any(parser->bp->exprs);
  bp_statement_vec_push(
      &p->statements,
      (struct bp_statement){.kind = BP_RETURN,
                            .position = bp_ahead(parser, 0)->position,
                            .values = values,
                            .value_count = p->return_count});
}

static void parse_body(struct bp_parser *parser) {
  parse_head(parser);
  bp_parse_statements(parser);
  if (parser->is_stuck)
    return;
  resolve_jumps(parser);
  return_at_end(parser);
  bp_expect_word(parser, "end");
}

static void complain_if_named_twice(struct bp_parser *parser,
                                    const struct bp_token *name) {
  const struct bp_procedure_vec *list = &parser->bp->procedures;
  for (uint32_t i = 0; i + 1 < list->count; i++)
    if (name_equal(list->at[i].name, name->text))
      bp_complain(parser, name->position, "there are two procedures `%s`",
                  name_text(parser->bp->names, name->text));
}

static void parse_procedure(struct bp_parser *parser) {
  struct bp_procedure_vec *list = &parser->bp->procedures;
  bp_procedure_vec_resize(list, list->count + 1);
  struct bp_procedure *p = parser->procedure = bp_procedure_vec_last(list);
  p->return_count = parse_type(parser);
  struct bp_token name = bp_expect_name(parser, "the name of a procedure");
  p->name = name.text;
  p->position = name.position;
  complain_if_named_twice(parser, &name);
  bp_scope_clear(&parser->locals);
  bp_label_map_clear(&parser->labels);
  bp_jump_vec_clear(&parser->jumps);
  bp_expect(parser, BP_TOKEN_OPEN);
  if (!bp_is(parser, BP_TOKEN_CLOSE))
    parse_names(parser, &p->locals, &parser->locals, true);
  p->parameter_count = p->locals.count;
  bp_expect(parser, BP_TOKEN_CLOSE);
  bp_expect_word(parser, "begin");
  if (!parser->is_stuck)
    parse_body(parser);
}

// Programs

static uint32_t find_procedure(const struct bp *bp, struct name name) {
  for (uint32_t i = 0; i < bp->procedures.count; i++)
    if (name_equal(bp->procedures.at[i].name, name))
      return i;
  return UINT32_MAX;
}

static void complain_callee(struct bp_parser *parser,
                            const struct bp_token *callee) {
  const struct bp *bp = parser->bp;
  const char *text = name_text(bp->names, callee->text);
  struct suggestion suggestion = suggestion_for(text);
  for (uint32_t i = 0; i < bp->procedures.count; i++)
    suggestion_offer(&suggestion,
                     name_text(bp->names, bp->procedures.at[i].name));
  bp_complain(parser, callee->position, "there is no procedure `%s`", text);
  if (suggestion.best)
    diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
}

static void check_call(struct bp_parser *parser, const struct bp_token *token,
                       const struct bp_statement *s) {
  const struct bp_procedure *callee = &parser->bp->procedures.at[s->callee];
  const char *text = name_text(parser->bp->names, callee->name);
  if (s->value_count != callee->parameter_count)
    bp_complain(parser, token->position,
                "`%s` has %u parameters, and %u values are given", text,
                callee->parameter_count, s->value_count);
  if (s->variable_count && s->variable_count != callee->return_count)
    bp_complain(parser, token->position,
                "`%s` returns %u values, and %u are assigned", text,
                callee->return_count, s->variable_count);
}

static void resolve_calls(struct bp_parser *parser) {
  struct bp *bp = parser->bp;
  for (uint32_t i = 0; i < parser->calls.count; i++) {
    const struct bp_pending_call *call = &parser->calls.at[i];
    uint32_t callee = find_procedure(bp, call->callee.text);
    struct bp_statement *s =
        &bp->procedures.at[call->procedure].statements.at[call->statement];
    if (callee == UINT32_MAX) {
      complain_callee(parser, &call->callee);
      continue;
    }
    s->callee = callee;
    check_call(parser, &call->callee, s);
  }
}

static void find_main(struct bp_parser *parser) {
  struct bp *bp = parser->bp;
  bp->main = find_procedure(bp, intern(bp->names, "main"));
  if (bp->main == UINT32_MAX)
    bp_complain(parser, bp_ahead(parser, 0)->position,
                "there is no procedure `main`");
}

static void parse_program(struct bp_parser *parser) {
  parse_declarations(parser, &parser->bp->globals, &parser->globals);
  while (!parser->is_stuck && !bp_is(parser, BP_TOKEN_END))
    parse_procedure(parser);
  if (parser->is_stuck)
    return;
  resolve_calls(parser);
  find_main(parser);
}

static void release(struct bp_parser *parser) {
  bp_token_vec_release(&parser->tokens);
  bp_scope_release(&parser->globals);
  bp_scope_release(&parser->locals);
  bp_label_map_release(&parser->labels);
  bp_jump_vec_release(&parser->jumps);
  bp_pending_call_vec_release(&parser->calls);
}

struct bp *bp_read_text(const char *text, size_t length, const char *name,
                        struct interner *names, struct diag *diag) {
  struct bp_parser parser = {.bp = bp_new(names), .diag = diag};
  uint32_t errors = diag_count(diag, SEVERITY_ERROR);
  bp_token_read(&parser.tokens, text, length, intern(names, name), names, diag);
  if (diag_count(diag, SEVERITY_ERROR) == errors)
    parse_program(&parser);
  struct bp *bp = parser.bp;
  if (diag_count(diag, SEVERITY_ERROR) != errors) {
    bp_free(bp);
    bp = NULL;
  }
  release(&parser);
  const char *trouble = bp ? bp_validate(bp) : NULL;
  CHECK(!trouble, "a program that was read: %s", trouble);
  return bp;
}

struct bp *bp_read(const char *path, struct interner *names,
                   struct diag *diag) {
  struct strbuf text = {0};
  struct bp *bp = NULL;
  if (file_read(path, &text))
    bp = bp_read_text(strbuf_text(&text), text.length, path, names, diag);
  else
    diag_file(diag, SEVERITY_ERROR, path, "%s", strerror(errno));
  strbuf_release(&text);
  return bp;
}
