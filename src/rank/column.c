#include "rank/column.h"

#include "abstraction/predicate.h"
#include "program/ctype.h"
#include "program/print.h"
#include "term/bits.h"
#include "term/variables.h"

struct gathering {
  struct columns *columns;
  struct program *program;
  struct term_table *terms;
  struct term_vec parts;   // of relations and values: all subterms
  struct term_vec atoms;   // of relations
  struct column_vec later; // that come after all others
  struct bitset advancing; // variables that no column may speak of
};

enum { MOST_BITS = 64, INT_BITS = 32 };

// Is it a number over variables of the program alone?
static bool is_number(const struct gathering *g, struct term t) {
  struct sort sort = term_sort(g->terms, t);
  struct term_vec variables = {0};
  bool ok = !sort_is_array(sort) && !sort_is_bool(sort) &&
            term_width(g->terms, t) <= MOST_BITS;
  if (ok)
    term_variables(g->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count && ok; i++) {
    struct variable variable = program_variable_of(g->program, variables.at[i]);
    ok = !variable_is_none(variable) && !bitset_has(&g->advancing, variable.id);
  }
  term_vec_release(&variables);
  return ok;
}

static struct name text_of(const struct gathering *g, struct term t) {
  struct strbuf text = {0};
  program_print_term(g->program, t, &text);
  struct name name = intern(g->program->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static struct term widen(const struct gathering *g, struct term t,
                         bool is_signed) {
  return term_resize(g->terms, g->columns->width, is_signed, t);
}

static void add(struct gathering *g, struct column column) {
  struct column_vec *at = &g->columns->at;
  if (at->count >= COLUMN_MOST || term_is_const(g->terms, column.value))
    return;
  column.has_floor &= !g->columns->is_exact;
  for (uint32_t i = 0; i < at->count; i++)
    if (term_equal(at->at[i].value, column.value))
      return;
  column_vec_push(at, column);
}

// Comparisons

static bool is_signed_variable(const struct gathering *g, struct term t) {
  struct term_vec variables = {0};
  bool found = false;
  term_variables(g->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count && !found; i++) {
    const struct variable_info *info = program_variable(
        g->program, program_variable_of(g->program, variables.at[i]));
    struct sort sort = term_sort(g->terms, info->term);
    found = !sort_is_array(sort) && !sort_is_bool(sort) &&
            ctype_is_signed(g->program->types, info->type) &&
            term_width(g->terms, info->term) >= INT_BITS;
  }
  term_vec_release(&variables);
  return found;
}

static bool is_zero(const struct gathering *g, struct term t) {
  return term_is_const(g->terms, t) && !term_value(g->terms, t);
}

static struct name difference_text(const struct gathering *g, struct term a,
                                   struct term b) {
  struct interner *names = g->program->names;
  const char *first = name_text(names, text_of(g, a));
  if (is_zero(g, b))
    return text_of(g, a);
  const char *second = name_text(names, text_of(g, b));
  if (is_zero(g, a))
    return intern_format(names, "-(%s)", second);
  return intern_format(names, "%s - %s", first, second);
}

// A constant near the ends of a signed type is there because of overflow, as a
// rule, and must not be what a loop is measured by.
static bool is_extreme(const struct gathering *g, struct term t) {
  if (!term_is_const(g->terms, t))
    return false;
  i128 value = bits_signed(term_value(g->terms, t), term_width(g->terms, t));
  i128 size = value < 0 ? -value : value, one = 1;
  return (size >= one << (INT_BITS - 2) && size < one << (INT_BITS + 1)) ||
         size >= one << (MOST_BITS - 2);
}

// What is positive of a number, for sums of which some parts have reached their
// end.
static void add_positive(struct gathering *g, struct term value,
                         struct name text) {
  struct term one = term_const(g->terms, g->columns->width, 1);
  struct term zero = term_const(g->terms, g->columns->width, 0);
  struct term more = term_add(g->terms, value, one);
  struct column column = {
      .value = term_ite(g->terms, term_compare(g->terms, OP_SLT, zero, more),
                        more, zero),
      .text = intern_format(g->program->names, "max(%s + 1, 0)",
                            name_text(g->program->names, text)),
      .is_variable = true,
      .has_floor = true};
  column_vec_push(&g->later, column);
}

static void add_difference(struct gathering *g, struct term a, struct term b,
                           bool is_signed) {
  bool may_overflow =
      is_signed || is_signed_variable(g, a) || is_signed_variable(g, b);
  if (may_overflow && !g->columns->is_exact &&
      (is_extreme(g, a) || is_extreme(g, b)))
    return;
  struct term value =
      term_sub(g->terms, widen(g, a, is_signed), widen(g, b, is_signed));
  bool has_floor = may_overflow && term_width(g->terms, a) >= INT_BITS;
  add(g, (struct column){.value = value,
                         .text = difference_text(g, a, b),
                         .has_floor = has_floor});
  add_positive(g, value, difference_text(g, a, b));
  add_positive(g, term_neg(g->terms, value), difference_text(g, b, a));
}

// As far as it is round the circle. Of signed numbers only where it does not
// matter that they overflow on the way.
static void add_distance(struct gathering *g, struct term a, struct term b) {
  if (is_signed_variable(g, a) || is_signed_variable(g, b)) {
    add_difference(g, a, b, true);
    if (!g->columns->is_exact)
      return;
  }
  struct term distances[2] = {term_sub(g->terms, a, b),
                              term_sub(g->terms, b, a)};
  for (int i = 0; i < 2; i++)
    add(g, (struct column){.value = widen(g, distances[i], false),
                           .text = i ? difference_text(g, b, a)
                                     : difference_text(g, a, b)});
}

static void add_comparison(struct gathering *g, struct term atom) {
  enum term_op op = term_op(g->terms, atom);
  if (op == OP_NOT) {
    atom = term_operand(g->terms, atom, 0);
    op = term_op(g->terms, atom);
  }
  if (op != OP_ULT && op != OP_ULE && op != OP_SLT && op != OP_SLE &&
      op != OP_EQ)
    return;
  struct term a = term_operand(g->terms, atom, 0);
  struct term b = term_operand(g->terms, atom, 1);
  if (!is_number(g, a) || !is_number(g, b))
    return;
  if (op == OP_EQ)
    add_distance(g, a, b);
  else
    add_difference(g, b, a, op == OP_SLT || op == OP_SLE);
}

// Variables

static void add_variable(struct gathering *g, struct term t) {
  const struct variable_info *info =
      program_variable(g->program, program_variable_of(g->program, t));
  bool is_signed = ctype_is_signed(g->program->types, info->type);
  if (info->kind == VARIABLE_ADDRESS)
    return;
  add(g, (struct column){.value = widen(g, t, is_signed),
                         .text = text_of(g, t),
                         .is_variable = true,
                         .has_floor =
                             is_signed && term_width(g->terms, t) >= INT_BITS});
}

// How large a signed number is, whatever its sign; and what its bits are.
static void add_forms(struct gathering *g, struct term t) {
  struct term wide = widen(g, t, true);
  struct term zero = term_const(g->terms, g->columns->width, 0);
  add(g,
      (struct column){
          .value =
              term_ite(g->terms, term_compare(g->terms, OP_SLT, wide, zero),
                       term_neg(g->terms, wide), wide),
          .text = intern_format(g->program->names, "|%s|",
                                name_text(g->program->names, text_of(g, t)))});
  add(g, (struct column){.value = widen(g, t, false),
                         .text = intern_format(
                             g->program->names, "(unsigned)%s",
                             name_text(g->program->names, text_of(g, t)))});
}

// How far a pointer is from the first node of an area, and from its top;
// nothing where it is null.
static void add_nodes(struct gathering *g, const struct nodes *nodes,
                      struct term pointer) {
  struct term_table *terms = g->terms;
  struct term zero = term_const(terms, g->columns->width, 0);
  struct term one = term_const(terms, g->columns->width, 1);
  struct term null =
      term_eq(terms, pointer, term_const(terms, term_width(terms, pointer), 0));
  const char *text = name_text(g->program->names, text_of(g, pointer));
  for (uint32_t i = 0; i < nodes->areas.count; i++) {
    const struct node_area *area = &nodes->areas.at[i];
    struct term at = term_sub(terms, pointer, area->base);
    struct term left = term_sub(terms, area->top, at);
    add(g, (struct column){
               .value = term_ite(terms, null, zero,
                                 term_add(terms, widen(g, at, false), one)),
               .text = intern_format(g->program->names, "nodes up to %s", text),
               .is_variable = true});
    if (is_number(g, area->top))
      add(g, (struct column){
                 .value = term_ite(terms, null, zero, widen(g, left, false)),
                 .text =
                     intern_format(g->program->names, "nodes from %s on", text),
                 .is_variable = true});
  }
}

static void add_pointers(struct gathering *g, const struct nodes *nodes) {
  for (uint32_t i = 0; nodes && i < nodes->pointers.count; i++)
    if (term_vec_has(&g->parts, nodes->pointers.at[i]) &&
        is_number(g, nodes->pointers.at[i]))
      add_nodes(g, nodes, nodes->pointers.at[i]);
}

static bool has_op(const struct gathering *g, enum term_op op) {
  for (uint32_t i = 0; i < g->parts.count; i++)
    if (term_op(g->terms, g->parts.at[i]) == op)
      return true;
  return false;
}

static void add_variables(struct gathering *g) {
  bool has_bits = has_op(g, OP_BVAND) || has_op(g, OP_ASHR) ||
                  has_op(g, OP_LSHR) || has_op(g, OP_SDIV) ||
                  has_op(g, OP_SREM);
  for (uint32_t i = 0; i < g->parts.count; i++) {
    struct term t = g->parts.at[i];
    bool is_variable = term_op(g->terms, t) == OP_VAR && is_number(g, t);
    if (is_variable)
      add_variable(g, t);
    else if (term_op(g->terms, t) == OP_SELECT && is_number(g, t))
      add(g, (struct column){.value = widen(g, t, true),
                             .text = text_of(g, t),
                             .is_variable = true,
                             .has_floor = term_width(g->terms, t) >= INT_BITS});
    if (is_variable && has_bits && is_signed_variable(g, t))
      add_forms(g, t);
  }
}

// The whole

static void collect_values(const struct symbolic_state *after,
                           const struct bitset *wanted,
                           struct term_vec *roots) {
  for (uint32_t i = 0; i < after->values.count; i++)
    if (bitset_has(wanted, after->values.at[i].target.id))
      term_vec_push(roots, after->values.at[i].value);
}

static void collect(struct gathering *g, const struct rounds *rounds,
                    uint32_t group) {
  struct term_vec roots = {0};
  struct bitset wanted = {0};
  rounds_depend(rounds, group, &wanted);
  for (uint32_t i = 0; i < rounds->at.count; i++) {
    const struct round *round = &rounds->at.at[i];
    if (!round_is_in(rounds, i, group))
      continue;
    term_vec_push(&roots, round->plain);
    collect_values(round->after, &wanted, &roots);
    predicate_atoms(g->terms, round->plain, &g->atoms);
  }
  term_collect(g->terms, roots.at, roots.count, &g->parts);
  term_vec_release(&roots);
  bitset_release(&wanted);
}

// The widest number that is compared or read.
static unsigned widest(const struct gathering *g) {
  unsigned width = 1;
  for (uint32_t i = 0; i < g->parts.count; i++) {
    struct term t = g->parts.at[i];
    enum term_op op = term_op(g->terms, t);
    struct sort sort = term_sort(g->terms, t);
    if (op != OP_CONST && !sort_is_array(sort) && !sort_is_bool(sort) &&
        sort_width(sort) <= MOST_BITS && sort_width(sort) > width)
      width = sort_width(sort);
  }
  return width;
}

void columns_init(struct columns *columns, const struct rounds *rounds,
                  uint32_t group, bool is_exact) {
  struct program *program = rounds_program(rounds);
  struct gathering g = {
      .columns = columns, .program = program, .terms = program->terms};
  *columns = (struct columns){.is_exact = is_exact};
  rounds_advance(rounds, group, &g.advancing);
  collect(&g, rounds, group);
  unsigned bits = widest(&g);
  columns->width = bits + COLUMN_MARGIN;
  // A quarter of the range of the least type that overflows.
  columns->floor =
      term_const(program->terms, columns->width, -((u128)1 << (INT_BITS - 2)));
  add_pointers(&g, rounds->nodes);
  for (uint32_t i = 0; i < g.atoms.count; i++)
    add_comparison(&g, g.atoms.at[i]);
  add_variables(&g);
  for (uint32_t i = 0; i < g.later.count; i++)
    add(&g, g.later.at[i]);
  bitset_release(&g.advancing);
  column_vec_release(&g.later);
  term_vec_release(&g.parts);
  term_vec_release(&g.atoms);
}

void columns_release(struct columns *columns) {
  column_vec_release(&columns->at);
}
