#include "bp/temporal.h"

#include <ctype.h>
#include <string.h>

struct bound {
  struct name name;
  uint32_t fixpoint;
  bool is_negative; // an odd number of negations around it so far
};

VEC_DEFINE(bound_vec, struct bound);

struct reader {
  const struct bp *bp;
  const char *at;
  struct bp_formula *formula;
  struct bound_vec bound;
  bool is_negative; // where we are
  struct strbuf *why;
};

static uint32_t parse_implies(struct reader *r);

static uint32_t add(struct reader *r, enum bp_formula_kind kind, uint32_t a,
                    uint32_t b) {
  return bp_formula_node_vec_push(&r->formula->nodes,
                                  (struct bp_formula_node){kind, a, b});
}

static uint32_t fail(struct reader *r, const char *what) {
  if (!r->why->length)
    strbuf_format(r->why, "%s before `%s`", what, r->at);
  return add(r, BP_F_TRUE, 0, 0);
}

// Words

static void skip_space(struct reader *r) {
  while (isspace((unsigned char)*r->at))
    r->at++;
}

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || (c && strchr("_$#.", c));
}

static bool take(struct reader *r, const char *text) {
  size_t length = strlen(text);
  skip_space(r);
  if (strncmp(r->at, text, length) != 0 ||
      (is_word_char(text[0]) && is_word_char(r->at[length])))
    return false;
  r->at += length;
  return true;
}

static void expect(struct reader *r, const char *text) {
  if (!take(r, text)) {
    struct strbuf what = {0};
    strbuf_format(&what, "`%s` is expected", text);
    fail(r, strbuf_text(&what));
    strbuf_release(&what);
  }
}

// A name, also one in braces; none if there is none.
static struct name take_name(struct reader *r) {
  skip_space(r);
  const char *end = r->at;
  if (*end == '{') {
    end = strchr(end, '}');
    end = end ? end + 1 : r->at;
  } else {
    while (is_word_char(*end) && *end != '.')
      end++;
  }
  struct name name = intern_bytes(r->bp->names, r->at, (size_t)(end - r->at));
  r->at = end;
  return name;
}

// Nodes

static uint32_t negate(struct reader *r, uint32_t f) {
  return add(r, BP_F_NOT, f, 0);
}

static uint32_t some(struct reader *r, uint32_t f) {
  *(r->is_negative ? &r->formula->has_all : &r->formula->has_some) = true;
  return add(r, BP_F_SOME, f, 0);
}

static uint32_t all(struct reader *r, uint32_t f) {
  *(r->is_negative ? &r->formula->has_some : &r->formula->has_all) = true;
  return negate(r, add(r, BP_F_SOME, negate(r, f), 0));
}

static uint32_t constant(struct reader *r, bool value) {
  uint32_t t = add(r, BP_F_TRUE, 0, 0);
  return value ? t : negate(r, t);
}

// mu Z. g | f & step Z, and its dual nu Z. g & (f | step Z), which is
// !mu Z. !(g & (f | step !Z)).
static uint32_t fixpoint(struct reader *r, bool is_least, bool is_all,
                         uint32_t f, uint32_t g) {
  uint32_t mu = add(r, BP_F_LEAST, 0, 0);
  uint32_t z = add(r, BP_F_BOUND, mu, 0);
  uint32_t inner = is_least ? z : negate(r, z);
  uint32_t step = is_all ? all(r, inner) : some(r, inner);
  uint32_t body =
      is_least ? add(r, BP_F_OR, g, add(r, BP_F_AND, f, step))
               : negate(r, add(r, BP_F_AND, g, add(r, BP_F_OR, f, step)));
  r->formula->nodes.at[mu].a = body;
  return is_least ? mu : negate(r, mu);
}

static uint32_t parse_unary(struct reader *r);

static uint32_t parse_until(struct reader *r, bool is_all) {
  expect(r, "[");
  uint32_t f = parse_implies(r);
  expect(r, "U");
  uint32_t g = parse_implies(r);
  expect(r, "]");
  return fixpoint(r, true, is_all, f, g);
}

static uint32_t parse_fixpoint(struct reader *r, bool is_least) {
  struct bound bound = {.name = take_name(r)};
  expect(r, ".");
  uint32_t mu = add(r, BP_F_LEAST, 0, 0);
  bound.fixpoint = mu;
  bound.is_negative = r->is_negative;
  bound_vec_push(&r->bound, bound);
  uint32_t body = parse_implies(r);
  bound_vec_pop(&r->bound);
  if (is_least) {
    r->formula->nodes.at[mu].a = body;
    return mu;
  }
  // nu Z. f is !mu Z. !f(!Z): bound occurrences of a greatest fixpoint are
  // negated where they are read.
  uint32_t negated = negate(r, body);
  r->formula->nodes.at[mu].a = negated;
  r->formula->nodes.at[mu].b = 1;
  return negate(r, mu);
}

static bool find_bound(struct reader *r, struct name name, uint32_t *f) {
  for (uint32_t i = r->bound.count; i-- > 0;) {
    const struct bound *bound = &r->bound.at[i];
    if (!name_equal(bound->name, name))
      continue;
    if (bound->is_negative != r->is_negative)
      fail(r, "a variable under an odd number of negations");
    *f = add(r, BP_F_BOUND, bound->fixpoint, 0);
    return true;
  }
  return false;
}

static uint32_t find_label(struct reader *r, struct name name) {
  const struct bp_label_vec *labels = &r->bp->procedures.at[r->bp->main].labels;
  for (uint32_t i = 0; i < labels->count; i++)
    if (name_equal(labels->at[i].name, name))
      return add(r, BP_F_AT, labels->at[i].statement, 0);
  return fail(r, "there is no such label");
}

static uint32_t parse_name(struct reader *r) {
  uint32_t f;
  struct name name = take_name(r);
  if (find_bound(r, name, &f))
    return f;
  for (uint32_t i = 0; i < bp_slot_count(r->bp, r->bp->main); i++)
    if (name_equal(bp_declaration(r->bp, r->bp->main, i)->name, name))
      return add(r, BP_F_VARIABLE, i, 0);
  return fail(r, "a formula is expected");
}

static uint32_t parse_not(struct reader *r) {
  r->is_negative = !r->is_negative;
  uint32_t f = parse_unary(r);
  r->is_negative = !r->is_negative;
  return negate(r, f);
}

static uint32_t parse_unary(struct reader *r) {
  if (take(r, "!"))
    return parse_not(r);
  if (take(r, "<>") || take(r, "EX"))
    return some(r, parse_unary(r));
  if (take(r, "[]") || take(r, "AX"))
    return all(r, parse_unary(r));
  if (take(r, "EF"))
    return fixpoint(r, true, false, constant(r, true), parse_unary(r));
  if (take(r, "AF"))
    return fixpoint(r, true, true, constant(r, true), parse_unary(r));
  if (take(r, "EG"))
    return fixpoint(r, false, false, constant(r, false), parse_unary(r));
  if (take(r, "AG"))
    return fixpoint(r, false, true, constant(r, false), parse_unary(r));
  if (take(r, "E"))
    return parse_until(r, false);
  if (take(r, "A"))
    return parse_until(r, true);
  if (take(r, "mu"))
    return parse_fixpoint(r, true);
  if (take(r, "nu"))
    return parse_fixpoint(r, false);
  if (take(r, "true"))
    return constant(r, true);
  if (take(r, "false"))
    return constant(r, false);
  if (take(r, "at"))
    return find_label(r, take_name(r));
  if (!take(r, "("))
    return parse_name(r);
  uint32_t f = parse_implies(r);
  expect(r, ")");
  return f;
}

static uint32_t parse_and(struct reader *r) {
  uint32_t f = parse_unary(r);
  while (take(r, "&&") || take(r, "&"))
    f = add(r, BP_F_AND, f, parse_unary(r));
  return f;
}

static uint32_t parse_or(struct reader *r) {
  uint32_t f = parse_and(r);
  while (take(r, "||") || take(r, "|"))
    f = add(r, BP_F_OR, f, parse_and(r));
  return f;
}

// What stands before => is read twice: its negations are known only then.
static uint32_t parse_implies(struct reader *r) {
  const char *start = r->at;
  struct bp_formula saved = *r->formula;
  uint32_t count = saved.nodes.count;
  uint32_t f = parse_or(r);
  if (!take(r, "=>"))
    return f;
  r->at = start;
  r->formula->nodes.count = count;
  r->formula->has_some = saved.has_some;
  r->formula->has_all = saved.has_all;
  r->is_negative = !r->is_negative;
  f = negate(r, parse_or(r));
  r->is_negative = !r->is_negative;
  expect(r, "=>");
  return add(r, BP_F_OR, f, parse_implies(r));
}

bool bp_formula_read(struct bp_formula *formula, const struct bp *bp,
                     const char *text, struct strbuf *why) {
  *formula = (struct bp_formula){0};
  struct reader r = {.bp = bp, .at = text, .formula = formula, .why = why};
  formula->root = parse_implies(&r);
  skip_space(&r);
  if (*r.at)
    fail(&r, "the end of the formula is expected");
  bound_vec_release(&r.bound);
  return !why->length;
}

void bp_formula_release(struct bp_formula *formula) {
  bp_formula_node_vec_release(&formula->nodes);
}

// Values

struct evaluating {
  const struct bp_formula *formula;
  const struct kripke *kripke;
  bool branches;
  enum belnap **fixpoints; // by node: the value so far
};

static enum belnap *evaluate(struct evaluating *e, uint32_t f);

static enum belnap *new_values(const struct evaluating *e) {
  return memory_new_zero(e->kripke->count + 1u, sizeof(enum belnap));
}

static enum belnap atom_at(const struct evaluating *e,
                           const struct bp_formula_node *node, uint32_t state) {
  static const enum belnap values[] = {[PARTIAL_F] = BELNAP_F,
                                       [PARTIAL_T] = BELNAP_T,
                                       [PARTIAL_UNKNOWN] = BELNAP_BOTTOM};
  const struct kripke *k = e->kripke;
  switch (node->kind) {
  case BP_F_VARIABLE:
    return values[kripke_value(k, state % k->valuations, node->a)];
  case BP_F_AT:
    return kripke_statement(k, state) == node->a ? BELNAP_T : BELNAP_F;
  default: return BELNAP_T;
  }
}

static enum belnap some_step(const struct evaluating *e,
                             const enum belnap *values, uint32_t state) {
  const struct kripke_step_vec *steps = &e->kripke->steps[state];
  enum belnap any = BELNAP_F, none = BELNAP_F;
  for (uint32_t i = 0; i < steps->count; i++) {
    enum belnap there = values[steps->at[i].to];
    any = belnap_or(any, belnap_and(steps->at[i].value, there));
    none = belnap_or(none, belnap_and(steps->at[i].value, belnap_not(there)));
  }
  enum belnap all = belnap_not(none);
  bool is_certain = all == BELNAP_T || all == BELNAP_TOP;
  bool is_left = e->branches && is_certain && steps->count &&
                 kripke_is_total(e->kripke, state);
  return is_left ? BELNAP_T : any;
}

static enum belnap *evaluate_least(struct evaluating *e, uint32_t f) {
  const struct bp_formula_node *node = &e->formula->nodes.at[f];
  size_t size = e->kripke->count * sizeof(enum belnap);
  enum belnap *now = new_values(e);
  bool changed = true;
  while (changed) {
    e->fixpoints[f] = now;
    enum belnap *next = evaluate(e, node->a);
    changed = memcmp(now, next, size) != 0;
    free(now);
    now = next;
  }
  e->fixpoints[f] = NULL;
  return now;
}

static enum belnap *evaluate_bound(const struct evaluating *e, uint32_t mu) {
  enum belnap *values = new_values(e);
  bool is_greatest = e->formula->nodes.at[mu].b;
  for (uint32_t i = 0; i < e->kripke->count; i++)
    values[i] =
        is_greatest ? belnap_not(e->fixpoints[mu][i]) : e->fixpoints[mu][i];
  return values;
}

static enum belnap *evaluate_parts(struct evaluating *e,
                                   const struct bp_formula_node *node) {
  enum belnap *a = evaluate(e, node->a);
  bool is_binary = node->kind == BP_F_AND || node->kind == BP_F_OR;
  enum belnap *b = is_binary ? evaluate(e, node->b) : NULL;
  enum belnap *values = new_values(e);
  for (uint32_t i = 0; i < e->kripke->count; i++)
    values[i] = node->kind == BP_F_NOT   ? belnap_not(a[i])
                : node->kind == BP_F_AND ? belnap_and(a[i], b[i])
                : node->kind == BP_F_OR  ? belnap_or(a[i], b[i])
                                         : some_step(e, a, i);
  free(a);
  free(b);
  return values;
}

// The depth is that of the formula.
static enum belnap *evaluate(struct evaluating *e, uint32_t f) {
  const struct bp_formula_node *node = &e->formula->nodes.at[f];
  if (node->kind == BP_F_LEAST)
    return evaluate_least(e, f);
  if (node->kind == BP_F_BOUND)
    return evaluate_bound(e, node->a);
  if (node->kind >= BP_F_NOT)
    return evaluate_parts(e, node);
  enum belnap *values = new_values(e);
  for (uint32_t i = 0; i < e->kripke->count; i++)
    values[i] = atom_at(e, node, i);
  return values;
}

enum belnap *bp_formula_evaluate(const struct bp_formula *formula,
                                 const struct kripke *kripke, bool branches) {
  struct evaluating e = {
      .formula = formula,
      .kripke = kripke,
      .branches = branches,
      .fixpoints = memory_new_zero(formula->nodes.count, sizeof *e.fixpoints)};
  enum belnap *values = evaluate(&e, formula->root);
  free(e.fixpoints);
  return values;
}

enum belnap bp_formula_value(const struct kripke *kripke,
                             const enum belnap *values) {
  enum belnap all = BELNAP_T;
  for (uint32_t i = 0; i < kripke->count; i++)
    if (kripke_is_initial(kripke, i))
      all = belnap_and(all, values[i]);
  return all;
}
