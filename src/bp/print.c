#include "bp/print.h"

struct printer {
  const struct bp *bp;
  uint32_t index; // of the procedure
  const struct bp_procedure *procedure;
  struct name *labels; // by statement, of those that are jumped to
  struct strbuf *out;
};

static const char *text_of(const struct printer *printer, struct name name) {
  return name_text(printer->bp->names, name);
}

static void print_variable(const struct printer *printer,
                           struct bp_variable variable) {
  uint32_t slot = bp_slot(printer->bp, variable);
  strbuf_add(printer->out,
             text_of(printer,
                     bp_declaration(printer->bp, printer->index, slot)->name));
}

// Expressions

static void print_expr(const struct printer *printer, struct bp_expr expr);

// All but what needs no parentheses anywhere gets them, since readers disagree
// on precedences.
static void print_operand(const struct printer *printer, struct bp_expr expr) {
  enum bp_operator operator= bp_expr_node(printer->bp->exprs, expr)->operator;
  bool is_plain = operator<= BP_NOT || operator== BP_CHOOSE;
  if (!is_plain)
    strbuf_char(printer->out, '(');
  print_expr(printer, expr);
  if (!is_plain)
    strbuf_char(printer->out, ')');
}

static void print_binary(const struct printer *printer,
                         const struct bp_node *node, const char *operator) {
  print_operand(printer, node->operands[0]);
  strbuf_format(printer->out, " %s ", operator);
  print_operand(printer, node->operands[1]);
}

static void print_choose(const struct printer *printer,
                         const struct bp_node *node) {
  strbuf_add(printer->out, "schoose[");
  print_expr(printer, node->operands[0]);
  strbuf_add(printer->out, ", ");
  print_expr(printer, node->operands[1]);
  strbuf_char(printer->out, ']');
}

static void print_if(const struct printer *printer,
                     const struct bp_node *node) {
  print_operand(printer, node->operands[0]);
  strbuf_add(printer->out, " ? ");
  print_operand(printer, node->operands[1]);
  strbuf_add(printer->out, " : ");
  print_operand(printer, node->operands[2]);
}

static void print_expr(const struct printer *printer, struct bp_expr expr) {
  const struct bp_node *node = bp_expr_node(printer->bp->exprs, expr);
  switch (node->operator) {
  case BP_FALSE: strbuf_char(printer->out, 'F'); return;
  case BP_TRUE: strbuf_char(printer->out, 'T'); return;
  case BP_ANY: strbuf_char(printer->out, '*'); return;
  case BP_VARIABLE: print_variable(printer, node->variable); return;
  case BP_NEXT:
    print_variable(printer, node->variable);
    strbuf_char(printer->out, '\'');
    return;
  case BP_NOT:
    strbuf_char(printer->out, '!');
    print_operand(printer, node->operands[0]);
    return;
  case BP_AND: print_binary(printer, node, "&"); return;
  case BP_OR: print_binary(printer, node, "|"); return;
  case BP_XOR: print_binary(printer, node, "!="); return;
  case BP_IMPLIES: print_binary(printer, node, "=>"); return;
  case BP_EQUAL: print_binary(printer, node, "="); return;
  case BP_CHOOSE: print_choose(printer, node); return;
  case BP_IF: print_if(printer, node); return;
  }
}

static void print_values(const struct printer *printer,
                         const struct bp_statement *s) {
  for (uint32_t i = 0; i < s->value_count; i++) {
    strbuf_add(printer->out, i ? ", " : "");
    print_expr(printer, s->values[i]);
  }
}

void bp_print_expr(const struct bp *bp, uint32_t procedure, struct bp_expr expr,
                   struct strbuf *out) {
  struct printer printer = {bp, procedure, &bp->procedures.at[procedure], NULL,
                            out};
  print_expr(&printer, expr);
}

// Statements

static void print_left(const struct printer *printer,
                       const struct bp_statement *s) {
  for (uint32_t i = 0; i < s->variable_count; i++) {
    strbuf_add(printer->out, i ? ", " : "");
    if (s->is_dropped && s->is_dropped[i])
      strbuf_char(printer->out, '_');
    else
      print_variable(printer, s->variables[i]);
  }
  strbuf_add(printer->out, s->variable_count ? " := " : "");
}

static void print_call(const struct printer *printer,
                       const struct bp_statement *s) {
  print_left(printer, s);
  strbuf_format(printer->out, "%s(",
                text_of(printer, printer->bp->procedures.at[s->callee].name));
  print_values(printer, s);
  strbuf_char(printer->out, ')');
}

static void print_condition(const struct printer *printer, const char *word,
                            struct bp_expr condition) {
  strbuf_format(printer->out, "%s (", word);
  print_expr(printer, condition);
  strbuf_char(printer->out, ')');
}

static void print_assign(const struct printer *printer,
                         const struct bp_statement *s) {
  print_left(printer, s);
  print_values(printer, s);
  if (!bp_expr_is_none(s->condition))
    print_condition(printer, " constrain", s->condition);
}

static void print_goto(const struct printer *printer,
                       const struct bp_statement *s) {
  strbuf_add(printer->out, "goto ");
  for (uint32_t i = 0; i < s->target_count; i++)
    strbuf_format(printer->out, "%s%s", i ? ", " : "",
                  text_of(printer, printer->labels[s->targets[i]]));
}

static void print_branch(const struct printer *printer,
                         const struct bp_statement *s) {
  print_condition(printer, "if", s->condition);
  strbuf_add(printer->out, " then ");
  print_goto(printer, s);
  strbuf_add(printer->out, "; fi");
}

static void print_start(const struct printer *printer,
                        const struct bp_statement *s) {
  strbuf_add(printer->out, "start_thread ");
  if (s->target_count)
    print_goto(printer, s);
  else
    print_call(printer, s);
}

static void print_return(const struct printer *printer,
                         const struct bp_statement *s) {
  strbuf_add(printer->out, s->value_count ? "return " : "return");
  print_values(printer, s);
}

static void print_statement(const struct printer *printer,
                            const struct bp_statement *s) {
  struct strbuf *out = printer->out;
  switch (s->kind) {
  case BP_SKIP: strbuf_add(out, "skip"); break;
  case BP_GOTO: print_goto(printer, s); break;
  case BP_BRANCH: print_branch(printer, s); break;
  case BP_ASSIGN: print_assign(printer, s); break;
  case BP_ASSUME: print_condition(printer, "assume", s->condition); break;
  case BP_ASSERT: print_condition(printer, "assert", s->condition); break;
  case BP_CALL: print_call(printer, s); break;
  case BP_RETURN: print_return(printer, s); break;
  case BP_START_THREAD: print_start(printer, s); break;
  case BP_END_THREAD: strbuf_add(out, "end_thread"); break;
  case BP_ATOMIC_BEGIN: strbuf_add(out, "atomic_begin"); break;
  case BP_ATOMIC_END: strbuf_add(out, "atomic_end"); break;
  case BP_WAIT: strbuf_add(out, "wait"); break;
  case BP_BROADCAST: strbuf_add(out, "broadcast"); break;
  case BP_SYNC:
    strbuf_format(out, "sync %s", text_of(printer, s->event));
    break;
  }
}

// Labels

static bool is_label_of(const struct bp_procedure *p, struct name name) {
  for (uint32_t i = 0; i < p->labels.count; i++)
    if (name_equal(p->labels.at[i].name, name))
      return true;
  return false;
}

static struct name new_label(const struct printer *printer,
                             uint32_t statement) {
  struct interner *names = printer->bp->names;
  struct name name = intern_format(names, "L%u", statement);
  while (is_label_of(printer->procedure, name))
    name = intern_format(names, "%s_", name_text(names, name));
  return name;
}

// Those of the text, and new ones for what is jumped to without any.
static void find_labels(struct printer *printer) {
  const struct bp_procedure *p = printer->procedure;
  for (uint32_t i = p->labels.count; i-- > 0;)
    printer->labels[p->labels.at[i].statement] = p->labels.at[i].name;
  for (uint32_t i = 0; i < p->statements.count; i++) {
    const struct bp_statement *s = &p->statements.at[i];
    for (uint32_t t = 0; t < s->target_count; t++)
      if (name_is_none(printer->labels[s->targets[t]]))
        printer->labels[s->targets[t]] = new_label(printer, s->targets[t]);
  }
}

static void print_labels(const struct printer *printer, uint32_t statement,
                         uint32_t *next) {
  const struct bp_label_vec *labels = &printer->procedure->labels;
  bool has_own =
      *next < labels->count && labels->at[*next].statement == statement;
  while (*next < labels->count && labels->at[*next].statement == statement)
    strbuf_format(printer->out, "%s:\n",
                  text_of(printer, labels->at[(*next)++].name));
  if (!has_own && !name_is_none(printer->labels[statement]))
    strbuf_format(printer->out, "%s:\n",
                  text_of(printer, printer->labels[statement]));
}

// Procedures

static void print_declaration(const struct printer *printer, const char *indent,
                              const struct bp_declaration *declaration) {
  static const char *const initial[] = {
      [BP_INITIAL_ANY] = "",
      [BP_INITIAL_FALSE] = " := 0",
      [BP_INITIAL_TRUE] = " := 1",
  };
  strbuf_format(printer->out, "%sdecl %s%s%s;\n", indent,
                declaration->is_of_thread ? "thread_local " : "",
                text_of(printer, declaration->name),
                initial[declaration->initial]);
}

static void print_type(const struct printer *printer) {
  uint32_t count = printer->procedure->return_count;
  if (count > 1)
    strbuf_format(printer->out, "bool<%u>", count);
  else
    strbuf_add(printer->out, count ? "bool" : "void");
}

static void print_header(const struct printer *printer) {
  const struct bp_procedure *p = printer->procedure;
  print_type(printer);
  strbuf_format(printer->out, " %s(", text_of(printer, p->name));
  for (uint32_t i = 0; i < p->parameter_count; i++)
    strbuf_format(printer->out, "%s%s", i ? ", " : "",
                  text_of(printer, p->locals.at[i].name));
  strbuf_add(printer->out, ")\nbegin\n");
  for (uint32_t i = p->parameter_count; i < p->locals.count; i++)
    print_declaration(printer, "  ", &p->locals.at[i]);
}

static void print_head_condition(const struct printer *printer,
                                 const char *word, struct bp_expr condition) {
  if (bp_expr_is_none(condition))
    return;
  print_condition(printer, word, condition);
  strbuf_add(printer->out, ";\n");
}

static void print_procedure(struct printer *printer) {
  const struct bp_procedure *p = printer->procedure;
  uint32_t next_label = 0;
  printer->labels =
      memory_new_zero(p->statements.count + 1u, sizeof *printer->labels);
  find_labels(printer);
  print_header(printer);
  print_head_condition(printer, "  enforce", p->enforce);
  print_head_condition(printer, "  abortif", p->abortif);
  for (uint32_t i = 0; i < p->statements.count; i++) {
    const struct bp_statement *s = &p->statements.at[i];
    print_labels(printer, i, &next_label);
    strbuf_add(printer->out, "  ");
    print_statement(printer, s);
    strbuf_add(printer->out, s->kind == BP_BRANCH ? "\n" : ";\n");
  }
  strbuf_add(printer->out, "end\n");
  free(printer->labels);
}

void bp_print(const struct bp *bp, struct strbuf *out) {
  struct printer printer = {.bp = bp, .out = out};
  for (uint32_t i = 0; i < bp->globals.count; i++)
    print_declaration(&printer, "", &bp->globals.at[i]);
  for (uint32_t i = 0; i < bp->procedures.count; i++) {
    strbuf_add(out, i || bp->globals.count ? "\n" : "");
    printer.index = i;
    printer.procedure = &bp->procedures.at[i];
    print_procedure(&printer);
  }
}
