// SMT-LIB 2 text. Subterms that are used more than once are named by `let`,
// outermost the smallest handle, so each binding only uses names before it.
// Everything else is written in place, with an explicit stack.

#include "base/map.h"
#include "term/float_format.h"
#include "term/internal.h"
#include "term/print.h"
#include "term/smt_printer.h"

NUMBER_MAP_DEFINE(use_map, uint32_t, uint32_t);

// Names and sorts

static void term_print_smt_sort(struct sort sort, struct strbuf *out) {
  if (sort_is_bool(sort))
    strbuf_add(out, "Bool");
  else if (sort_is_bits(sort))
    strbuf_format(out, "(_ BitVec %u)", sort_width(sort));
  else
    strbuf_format(out, "(Array (_ BitVec %u) (_ BitVec %u))",
                  sort_index_width(sort), sort_width(sort));
}

static void term_print_smt_variable(const struct term_table *terms,
                                    struct term t, struct strbuf *out) {
  const char *text = name_text(terms->names, term_variable_name(terms, t));
  bool is_reserved = *text == '.' || *text == '@'; // by SMT-LIB, at the start
  strbuf_add(out, is_reserved ? "|_" : "|");
  for (; *text; text++) {
    bool is_allowed =
        *text >= ' ' && *text <= '~' && *text != '|' && *text != '\\';
    strbuf_char(out, is_allowed ? *text : '_');
  }
  strbuf_format(out, "#%u|", term_variable_index(terms, t));
}

void smt_print_const(unsigned width, u128 value, struct strbuf *out) {
  bool is_hex = width % 4 == 0;
  unsigned step = is_hex ? 4 : 1;
  strbuf_add(out, is_hex ? "#x" : "#b");
  for (unsigned low = width; low > 0;) {
    low -= step;
    strbuf_char(out, "0123456789abcdef"[value >> low & bits_mask(step)]);
  }
}

// Floating-point operators are functions named after the operator and the
// widths, as in ftosi.64.32.
static bool is_function(const struct term_table *terms, struct term t) {
  switch (term_op_class(op_of(terms, t))) {
  case OP_CLASS_COMPARE:
  case OP_CLASS_UNARY:
  case OP_CLASS_BINARY:
  case OP_CLASS_CONVERT: return *term_op_smt(op_of(terms, t)) == '\0';
  default: return false;
  }
}

static void print_function_name(const struct term_table *terms, struct term t,
                                struct strbuf *out) {
  enum term_op op = op_of(terms, t);
  for (const char *c = term_op_name(op); *c; c++)
    strbuf_char(out, (char)(*c - 'A' + 'a'));
  strbuf_format(out, ".%u", width_of(terms, operand_of(terms, t, 0)));
  if (term_op_class(op) == OP_CLASS_CONVERT)
    strbuf_format(out, ".%u", width_of(terms, t));
}

// Operators and leaves

static void print_leaf(const struct term_table *terms, struct term t,
                       struct strbuf *out) {
  switch (op_of(terms, t)) {
  case OP_VAR: term_print_smt_variable(terms, t, out); break;
  case OP_CONST:
    smt_print_const(width_of(terms, t), value_of(terms, t), out);
    break;
  default: strbuf_add(out, term_op_smt(op_of(terms, t))); break;
  }
}

static void print_operator(const struct term_table *terms, struct term t,
                           struct strbuf *out) {
  enum term_op op = op_of(terms, t);
  unsigned width = width_of(terms, t);
  switch (op) {
  case OP_EXTRACT: {
    unsigned low = node_of(terms, t)->low;
    strbuf_format(out, "(_ extract %u %u)", low + width - 1, low);
    break;
  }
  case OP_ZEXT:
  case OP_SEXT:
    strbuf_format(out, "(_ %s %u)", term_op_smt(op),
                  width - width_of(terms, operand_of(terms, t, 0)));
    break;
  case OP_CONST_ARRAY:
    strbuf_add(out, "(as const ");
    term_print_smt_sort(sort_of(terms, t), out);
    strbuf_char(out, ')');
    break;
  default:
    if (is_function(terms, t))
      print_function_name(terms, t, out);
    else
      strbuf_add(out, term_op_smt(op));
  }
}

// Whole terms

struct frame {
  struct term term;
  uint32_t next; // operand to write
};

VEC_DEFINE(frame_vec, struct frame);

struct smt_printer {
  const struct term_table *terms;
  struct strbuf *out;
  struct use_map uses; // how often each subterm is an operand
  struct frame_vec stack;
};

static bool is_named(const struct smt_printer *printer, struct term t) {
  const uint32_t *uses = use_map_find(&printer->uses, t.id);
  return uses && *uses > 1 && arity_of(printer->terms, t) > 0;
}

// Writes a leaf or a name, or opens an operator.
static void print_start(struct smt_printer *printer, struct term t,
                        bool is_definition) {
  const struct term_table *terms = printer->terms;
  if (!is_definition && is_named(printer, t)) {
    strbuf_format(printer->out, "t%u", t.id);
  } else if (arity_of(terms, t) == 0) {
    print_leaf(terms, t, printer->out);
  } else {
    strbuf_char(printer->out, '(');
    print_operator(terms, t, printer->out);
    frame_vec_push(&printer->stack, (struct frame){t, 0});
  }
}

static void print_tree(struct smt_printer *printer, struct term root,
                       bool is_definition) {
  print_start(printer, root, is_definition);
  while (printer->stack.count > 0) {
    struct frame *top = frame_vec_last(&printer->stack);
    if (top->next == arity_of(printer->terms, top->term)) {
      strbuf_char(printer->out, ')');
      frame_vec_pop(&printer->stack);
      continue;
    }
    struct term operand = operand_of(printer->terms, top->term, top->next++);
    strbuf_char(printer->out, ' ');
    print_start(printer, operand, false);
  }
}

static void count_uses(struct smt_printer *printer,
                       const struct term_vec *all) {
  for (uint32_t i = 0; i < all->count; i++)
    for (uint32_t j = 0; j < arity_of(printer->terms, all->at[i]); j++) {
      struct term operand = operand_of(printer->terms, all->at[i], j);
      ++*use_map_insert(&printer->uses, operand.id, NULL);
    }
}

void term_print_smt(const struct term_table *terms, struct term t,
                    struct strbuf *out) {
  struct smt_printer printer = {.terms = terms, .out = out};
  struct term_vec all = {0};
  term_collect(terms, &t, 1, &all);
  count_uses(&printer, &all);
  uint32_t named = 0;
  for (uint32_t i = 0; i < all.count; i++)
    if (is_named(&printer, all.at[i])) {
      strbuf_format(out, "(let ((t%u ", all.at[i].id);
      print_tree(&printer, all.at[i], true);
      strbuf_add(out, ")) ");
      named++;
    }
  print_tree(&printer, t, false);
  for (; named > 0; named--)
    strbuf_char(out, ')');
  term_vec_release(&all);
  use_map_release(&printer.uses);
  frame_vec_release(&printer.stack);
}

// Declarations

static void print_signature(const struct term_table *terms, struct term t,
                            struct strbuf *out) {
  strbuf_add(out, " (");
  for (uint32_t i = 0; i < arity_of(terms, t); i++) {
    strbuf_add(out, i ? " " : "");
    term_print_smt_sort(sort_of(terms, operand_of(terms, t, i)), out);
  }
  strbuf_add(out, ") ");
  term_print_smt_sort(sort_of(terms, t), out);
  strbuf_add(out, ")\n");
}

// The operator and the widths: all that a function's name depends on.
static uint32_t function_key(const struct term_table *terms, struct term t) {
  unsigned from = width_of(terms, operand_of(terms, t, 0));
  return (uint32_t)op_of(terms, t) << 16 | from << 8 | width_of(terms, t);
}

void term_print_smt_declarations(const struct term_table *terms,
                                 const struct term *roots, uint32_t count,
                                 struct strbuf *out) {
  struct term_vec all = {0};
  struct use_map declared = {0};
  term_collect(terms, roots, count, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    struct term t = all.at[i];
    bool is_variable = is_op(terms, t, OP_VAR), is_new = is_variable;
    if (!is_variable && is_function(terms, t))
      use_map_insert(&declared, function_key(terms, t), &is_new);
    if (!is_new)
      continue;
    strbuf_add(out, "(declare-fun ");
    if (is_variable)
      term_print_smt_variable(terms, t, out);
    else
      print_function_name(terms, t, out);
    print_signature(terms, t, out);
  }
  for (uint32_t i = 0; i < all.count; i++)
    if (is_function(terms, all.at[i]) && float_is_exact(terms, all.at[i]))
      smt_print_float_meaning(terms, all.at[i], out);
  term_vec_release(&all);
  use_map_release(&declared);
}
