// Syntax as text in a normal form: one blank around binary operators, the
// fewest parentheses that C needs.
#include "spec/syntax.h"

#include "term/print.h"

// ---- C expressions ----------------------------------------------------------

static enum c_precedence precedence_of_operator(enum token_kind op) {
  switch (op) {
  case TOKEN_STAR:
  case TOKEN_SLASH:
  case TOKEN_PERCENT: return C_PRODUCT;
  case TOKEN_PLUS:
  case TOKEN_MINUS: return C_SUM;
  case TOKEN_SHIFT_LEFT:
  case TOKEN_SHIFT_RIGHT: return C_SHIFT;
  case TOKEN_EQUAL:
  case TOKEN_NOT_EQUAL: return C_EQUALITY;
  case TOKEN_AMPERSAND: return C_BIT_AND;
  case TOKEN_CARET: return C_BIT_XOR;
  case TOKEN_BAR: return C_BIT_OR;
  case TOKEN_AND: return C_LOGICAL_AND;
  case TOKEN_OR: return C_LOGICAL_OR;
  default: return C_RELATION;
  }
}

static enum c_precedence precedence_of(const struct c_syntax *c) {
  switch (c->kind) {
  case EXPR_UNARY:
  case EXPR_CAST:
  case EXPR_SIZEOF:
  case EXPR_SIZEOF_TYPE: return C_UNARY;
  case EXPR_BINARY: return precedence_of_operator(c->op);
  case EXPR_CHOICE: return C_CONDITIONAL;
  case EXPR_FIELD:
  case EXPR_INDEX:
  case EXPR_RANGE: return C_POSTFIX;
  default: return C_PRIMARY;
  }
}

static void print_operand(const struct interner *names,
                          const struct c_syntax *c, enum c_precedence least,
                          struct strbuf *out) {
  bool needs = precedence_of(c) < least;
  if (needs)
    strbuf_char(out, '(');
  c_syntax_print(names, c, out);
  if (needs)
    strbuf_char(out, ')');
}

// The text of an operator token, without the quotes of a message.
static void print_operator(enum token_kind op, struct strbuf *out) {
  const char *quoted = token_kind_text(op);
  for (const char *c = quoted; *c; c++)
    if (*c != '`')
      strbuf_char(out, *c);
}

static void print_unary(const struct interner *names, const struct c_syntax *c,
                        struct strbuf *out) {
  print_operator(c->op, out);
  // `- -x` and `& &x` must not become one token.
  if (c->a->kind == EXPR_UNARY && c->a->op == c->op)
    strbuf_char(out, ' ');
  print_operand(names, c->a, C_UNARY, out);
}

static void print_binary(const struct interner *names, const struct c_syntax *c,
                         struct strbuf *out) {
  enum c_precedence own = precedence_of(c);
  print_operand(names, c->a, own, out);
  strbuf_char(out, ' ');
  print_operator(c->op, out);
  strbuf_char(out, ' ');
  print_operand(names, c->b, own + 1, out);
}

static void print_choice(const struct interner *names, const struct c_syntax *c,
                         struct strbuf *out) {
  print_operand(names, c->a, C_LOGICAL_OR, out);
  strbuf_add(out, " ? ");
  c_syntax_print(names, c->b, out);
  strbuf_add(out, " : ");
  print_operand(names, c->c, C_CONDITIONAL, out);
}

// A declaration of the declarator (may be empty).
static void c_type_syntax_print(const struct interner *names,
                                const struct c_type_syntax *type,
                                const char *declarator, struct strbuf *out);

static void print_typed(const struct interner *names, const struct c_syntax *c,
                        struct strbuf *out) {
  if (c->kind == EXPR_SIZEOF_TYPE)
    strbuf_add(out, "sizeof");
  strbuf_char(out, '(');
  c_type_syntax_print(names, c->type, "", out);
  strbuf_char(out, ')');
  if (c->kind == EXPR_CAST)
    print_operand(names, c->a, C_UNARY, out);
}

void c_syntax_print(const struct interner *names, const struct c_syntax *c,
                    struct strbuf *out) {
  switch (c->kind) {
  case EXPR_NUMBER:
  case EXPR_NAME:
  case EXPR_RESULT:
  case EXPR_ARGUMENT: strbuf_add(out, name_text(names, c->name)); break;
  case EXPR_UNARY: print_unary(names, c, out); break;
  case EXPR_BINARY: print_binary(names, c, out); break;
  case EXPR_CHOICE: print_choice(names, c, out); break;
  case EXPR_CAST:
  case EXPR_SIZEOF_TYPE: print_typed(names, c, out); break;
  case EXPR_SIZEOF:
    strbuf_add(out, "sizeof "); // `sizeof (int)x` would be that of int
    print_operand(names, c->a, c->a->kind == EXPR_CAST ? C_POSTFIX : C_UNARY,
                  out);
    break;
  case EXPR_FIELD: // `7.f` would be a number
    print_operand(names, c->a,
                  c->a->kind == EXPR_NUMBER ? C_PRIMARY + 1 : C_POSTFIX, out);
    strbuf_format(out, "%s%s", c->is_arrow ? "->" : ".",
                  name_text(names, c->name));
    break;
  case EXPR_INDEX:
    print_operand(names, c->a, C_POSTFIX, out);
    strbuf_char(out, '[');
    c_syntax_print(names, c->b, out);
    strbuf_char(out, ']');
    break;
  case EXPR_RANGE:
    print_operand(names, c->a, C_POSTFIX, out);
    strbuf_char(out, '[');
    if (c->b) {
      c_syntax_print(names, c->b, out);
      strbuf_add(out, "..");
      c_syntax_print(names, c->c, out);
    }
    strbuf_char(out, ']');
    break;
  case EXPR_OLD:
    strbuf_add(out, "old(");
    c_syntax_print(names, c->a, out);
    strbuf_char(out, ')');
    break;
  }
}

bool c_syntax_has_result(const struct c_syntax *c) {
  return c && (c->kind == EXPR_RESULT || c_syntax_has_result(c->a) ||
               c_syntax_has_result(c->b) || c_syntax_has_result(c->c));
}

// ---- C types ----------------------------------------------------------------

static void print_base(const struct interner *names,
                       const struct c_type_syntax *type, struct strbuf *out) {
  static const char *const words[] = {[C_TYPE_STRUCT] = "struct ",
                                      [C_TYPE_UNION] = "union ",
                                      [C_TYPE_ENUM] = "enum "};
  strbuf_add(out, type->is_const ? "const " : "");
  if (type->kind == C_TYPE_STRUCT || type->kind == C_TYPE_UNION ||
      type->kind == C_TYPE_ENUM)
    strbuf_add(out, words[type->kind]);
  strbuf_add(out, name_text(names, type->name));
}

static void print_parameters(const struct interner *names,
                             const struct c_type_syntax *type, bool with_names,
                             struct strbuf *out) {
  strbuf_char(out, '(');
  for (uint32_t i = 0; i < type->parameter_count; i++) {
    strbuf_add(out, i ? ", " : "");
    c_type_syntax_print(
        names, type->parameters[i].type,
        with_names ? name_text(names, type->parameters[i].name) : "", out);
  }
  if (type->is_variadic)
    strbuf_add(out, type->parameter_count ? ", ..." : "...");
  else if (!type->parameter_count && type->has_prototype)
    strbuf_add(out, "void");
  strbuf_char(out, ')');
}

// Wraps the declarator from the inside out until the base is reached.
static void print_declaration(const struct interner *names,
                              const struct c_type_syntax *type,
                              const char *declarator, bool with_names,
                              struct strbuf *out) {
  struct strbuf inner = {0};
  strbuf_add(&inner, declarator);
  for (; type->kind >= C_TYPE_POINTER;
       type = type->target, with_names = false) {
    struct strbuf next = {0};
    bool binds =
        type->kind == C_TYPE_POINTER && (type->target->kind == C_TYPE_ARRAY ||
                                         type->target->kind == C_TYPE_FUNCTION);
    strbuf_add(&next, binds ? "(" : "");
    strbuf_add(&next, type->kind == C_TYPE_POINTER ? "*" : "");
    strbuf_add(&next, strbuf_text(&inner));
    strbuf_add(&next, binds ? ")" : "");
    if (type->kind == C_TYPE_ARRAY && type->count)
      strbuf_format(&next, "[%llu]", (unsigned long long)type->count);
    else if (type->kind == C_TYPE_ARRAY)
      strbuf_add(&next, "[]");
    else if (type->kind == C_TYPE_FUNCTION)
      print_parameters(names, type, with_names, &next);
    strbuf_release(&inner);
    inner = next;
  }
  print_base(names, type, out);
  if (inner.length)
    strbuf_format(out, " %s", strbuf_text(&inner));
  strbuf_release(&inner);
}

static void c_type_syntax_print(const struct interner *names,
                                const struct c_type_syntax *type,
                                const char *declarator, struct strbuf *out) {
  print_declaration(names, type, declarator, false, out);
}

void c_prototype_print(const struct interner *names, const char *function,
                       const struct c_type_syntax *type, struct strbuf *out) {
  print_declaration(names, type, function, true, out);
}

// ---- Actions and triggers ---------------------------------------------------

static void return_syntax_print(const struct interner *names,
                                const struct return_syntax *ret,
                                struct strbuf *out) {
  strbuf_add(out, "return{");
  if (ret->kind == RETURN_ANY)
    strbuf_char(out, '*');
  else if (ret->kind == RETURN_FRESH)
    strbuf_add(out, "fresh");
  else if (ret->kind != RETURN_VOID)
    c_syntax_print(names, ret->value, out);
  strbuf_char(out, '}');
}

void action_syntax_print(const struct interner *names,
                         const struct action_syntax *action,
                         struct strbuf *out) {
  if (!action->is_return) {
    strbuf_add(out, name_text(names, action->name));
    return;
  }
  if (!name_is_none(action->component))
    strbuf_format(out, "%s.", name_text(names, action->component));
  return_syntax_print(names, &action->ret, out);
}

static void print_pattern(const struct interner *names,
                          const struct pattern_syntax *pattern,
                          struct strbuf *out) {
  strbuf_add(out, pattern->is_new ? "new " : "");
  if (pattern->is_any)
    strbuf_char(out, '*');
  else
    c_syntax_print(names, pattern->value, out);
}

static void print_patterns(const struct interner *names,
                           const struct trigger_syntax *trigger,
                           struct strbuf *out) {
  strbuf_char(out, '(');
  for (uint32_t i = 0; i < trigger->pattern_count; i++) {
    strbuf_add(out, i ? ", " : "");
    print_pattern(names, &trigger->patterns[i], out);
  }
  if (trigger->is_open)
    strbuf_add(out, trigger->pattern_count ? ", ..." : "...");
  strbuf_char(out, ')');
}

void trigger_syntax_print(const struct interner *names,
                          const struct trigger_syntax *trigger,
                          struct strbuf *out) {
  static const char *const words[] = {[TRIGGER_CALL] = "call",
                                      [TRIGGER_RET] = "ret",
                                      [TRIGGER_LABEL] = "label"};
  strbuf_format(out, "%s %s", words[trigger->kind],
                name_text(names, trigger->name));
  if (trigger->has_patterns)
    print_patterns(names, trigger, out);
  if (trigger->has_result) {
    strbuf_add(out, " -> ");
    print_pattern(names, &trigger->result, out);
  }
}

// ---- Formulas ---------------------------------------------------------------

static const char *const formula_words[] = {
    [FORMULA_TRUE] = "true",   [FORMULA_FALSE] = "false",
    [FORMULA_NOT] = "!",       [FORMULA_AND] = "&&",
    [FORMULA_OR] = "||",       [FORMULA_IMPLIES] = "=>",
    [FORMULA_IFF] = "<=>",     [FORMULA_NEXT] = "X",
    [FORMULA_FINALLY] = "F",   [FORMULA_GLOBALLY] = "G",
    [FORMULA_UNTIL] = "U",     [FORMULA_WEAK_UNTIL] = "W",
    [FORMULA_RELEASE] = "R",   [FORMULA_ALL] = "A",
    [FORMULA_EXISTS] = "E",    [FORMULA_DIAMOND] = "<>",
    [FORMULA_BOX] = "[]",      [FORMULA_MU] = "mu",
    [FORMULA_NU] = "nu",       [FORMULA_VARIABLE] = "",
    [FORMULA_AT] = "at ",      [FORMULA_END] = "end",
    [FORMULA_STUCK] = "stuck",
};

static bool is_fixpoint(const struct formula_syntax *formula) {
  return formula->kind == FORMULA_MU || formula->kind == FORMULA_NU;
}

static void print_inner(const struct interner *names,
                        const struct formula_syntax *formula,
                        struct strbuf *out) {
  bool needs = formula->b || is_fixpoint(formula);
  strbuf_add(out, needs ? "(" : "");
  formula_syntax_print(names, formula, out);
  strbuf_add(out, needs ? ")" : "");
}

// AX f, A[f U g]
static void print_quantified(const struct interner *names,
                             const struct formula_syntax *formula,
                             struct strbuf *out) {
  const struct formula_syntax *path = formula->a;
  strbuf_add(out, formula_words[formula->kind]);
  if (path->b) {
    strbuf_char(out, '[');
    formula_syntax_print(names, path, out);
    strbuf_char(out, ']');
  } else {
    formula_syntax_print(names, path, out);
  }
}

void formula_syntax_print(const struct interner *names,
                          const struct formula_syntax *formula,
                          struct strbuf *out) {
  if (formula->kind == FORMULA_ACTION) {
    action_syntax_print(names, &formula->action, out);
  } else if (formula->kind == FORMULA_C) {
    strbuf_char(out, '"');
    c_syntax_print(names, formula->condition, out);
    strbuf_char(out, '"');
  } else if (formula->kind == FORMULA_ALL || formula->kind == FORMULA_EXISTS) {
    print_quantified(names, formula, out);
  } else if (formula->b) {
    print_inner(names, formula->a, out);
    strbuf_format(out, " %s ", formula_words[formula->kind]);
    print_inner(names, formula->b, out);
  } else {
    strbuf_add(out, formula_words[formula->kind]);
    strbuf_add(out, is_fixpoint(formula) ? " " : "");
    if (!name_is_none(formula->name))
      strbuf_add(out, name_text(names, formula->name));
    if (is_fixpoint(formula)) {
      strbuf_add(out, ". ");
      formula_syntax_print(names, formula->a, out);
    } else if (formula->a) {
      strbuf_add(out, formula->kind == FORMULA_NOT ? "" : " ");
      print_inner(names, formula->a, out);
    }
  }
}

void fairness_syntax_print(const struct interner *names,
                           const struct fairness_syntax *fair,
                           struct strbuf *out) {
  for (; fair; fair = fair->next) {
    strbuf_add(out, " fair ");
    formula_syntax_print(names, fair->again, out);
    if (!fair->when)
      continue;
    strbuf_add(out, " when ");
    formula_syntax_print(names, fair->when, out);
  }
}

const char *refinement_text(enum refinement_kind refinement) {
  switch (refinement) {
  case REFINES_TRACES: return "traces";
  case REFINES_SIMULATION: return "simulation";
  case REFINES_BISIMULATION: break;
  }
  return "bisimulation";
}
