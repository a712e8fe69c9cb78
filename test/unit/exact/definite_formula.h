// Random formulas, as text for Boolean programs, as formulas of src/exact, and
// their values in a finite program by plain iteration.
#ifndef VOUCH_TEST_EXACT_DEFINITE_FORMULA_H
#define VOUCH_TEST_EXACT_DEFINITE_FORMULA_H

#include "definite_program.h"

#include "exact/formula.h"

// In the order of the names below.
enum form_kind {
  F_EX,
  F_AX,
  F_EF,
  F_AF,
  F_EG,
  F_AG,
  F_EU,
  F_AU,
  F_AND,
  F_OR,
  F_MU,
  F_NU,
  F_BOUND,     // by the fixpoint a
  F_PREDICATE, // a; negated: b
  F_AT         // statement a; negated: b
};

static const char *const form_names[] = {"EX", "AX", "EF", "AF", "EG", "AG",
                                         "E",  "A",  "&",  "|",  "mu", "nu"};

enum { FORMS = 256 };

struct form {
  enum form_kind kind;
  uint32_t a, b;
};

struct forms {
  struct form at[FORMS];
  uint32_t count;
  uint32_t bound[8], depth; // fixpoints around
};

static inline uint32_t add_form(struct forms *forms, enum form_kind kind,
                                uint32_t a, uint32_t b) {
  assert_true(forms->count < FORMS);
  forms->at[forms->count] = (struct form){kind, a, b};
  return forms->count++;
}

// ---- Drawing ----------------------------------------------------------------

static inline uint32_t draw_literal(struct random *random,
                                    const struct program *p,
                                    struct forms *forms) {
  bool at = !random_below(random, 3);
  uint32_t of = random_below(random, at ? p->count : p->predicates);
  return add_form(forms, at ? F_AT : F_PREDICATE, of, random_below(random, 2));
}

static inline uint32_t draw_form(struct random *random, const struct program *p,
                                 struct forms *forms, uint32_t depth) {
  uint32_t kind = random_below(random, F_NU + 1);
  if (forms->depth && !random_below(random, 4))
    return add_form(forms, F_BOUND,
                    forms->bound[random_below(random, forms->depth)], 0);
  if (!depth)
    return draw_literal(random, p, forms);
  if (kind == F_MU || kind == F_NU) {
    uint32_t made = add_form(forms, (enum form_kind)kind, 0, 0);
    forms->bound[forms->depth++] = made;
    uint32_t body = draw_form(random, p, forms, depth - 1);
    forms->at[made].a = body;
    forms->depth--;
    return made;
  }
  uint32_t a = draw_form(random, p, forms, depth - 1);
  bool is_binary = kind >= F_EU;
  uint32_t b = is_binary ? draw_form(random, p, forms, depth - 1) : 0;
  return add_form(forms, (enum form_kind)kind, a, b);
}

enum { SHAPES = 8 };

// EF, AF, EG, AG EF, EF EG, AG AF, EU of literals; then any.
static inline uint32_t draw_shape(struct random *random,
                                  const struct program *p, struct forms *forms,
                                  uint32_t shape) {
  static const enum form_kind inner[] = {F_EF, F_AF, F_EG, F_EF, F_EG, F_AF};
  static const enum form_kind outer[] = {F_AG, F_EF, F_AG};
  *forms = (struct forms){0};
  if (shape >= 7)
    return draw_form(random, p, forms, 4);
  uint32_t a = draw_literal(random, p, forms);
  if (shape == 6)
    return add_form(forms, F_EU, a, draw_literal(random, p, forms));
  uint32_t made = add_form(forms, inner[shape], a, 0);
  return shape < 3 ? made : add_form(forms, outer[shape - 3], made, 0);
}

// ---- As text ----------------------------------------------------------------

static inline void print_form(const struct forms *forms, uint32_t f,
                              struct strbuf *out) {
  const struct form *form = &forms->at[f];
  switch (form->kind) {
  case F_BOUND: strbuf_format(out, "Z%u", form->a); return;
  case F_PREDICATE:
    strbuf_format(out, "%sp%u", form->b ? "!" : "", form->a);
    return;
  case F_AT:
    strbuf_format(out, "%sat L%u", form->b ? "!" : "", form->a);
    return;
  case F_MU:
  case F_NU: strbuf_format(out, "(%s Z%u. ", form_names[form->kind], f); break;
  case F_EU:
  case F_AU: strbuf_format(out, "%s[", form_names[form->kind]); break;
  case F_AND:
  case F_OR: strbuf_add(out, "("); break;
  default: strbuf_format(out, "%s (", form_names[form->kind]); break;
  }
  print_form(forms, form->a, out);
  if (form->kind >= F_EU && form->kind <= F_OR) {
    strbuf_format(out, " %s ",
                  form->kind <= F_AU ? "U" : form_names[form->kind]);
    print_form(forms, form->b, out);
  }
  strbuf_add(out, form->kind == F_EU || form->kind == F_AU ? "]" : ")");
}

// ---- As formulas of src/exact -----------------------------------------------

// Atoms are predicates, then statements.
static inline uint32_t build_form(const struct program *p,
                                  const struct forms *forms, uint32_t f,
                                  struct mu_table *table, uint32_t *built) {
  const struct form *form = &forms->at[f];
  switch (form->kind) {
  case F_BOUND: return mu_variable(table, built[form->a]);
  case F_PREDICATE: return mu_atom(table, form->a, form->b);
  case F_AT: return mu_atom(table, p->predicates + form->a, form->b);
  default: break;
  }
  bool is_greatest =
      form->kind == F_EG || form->kind == F_AG || form->kind == F_NU;
  bool is_fixpoint =
      form->kind >= F_EF && form->kind != F_AND && form->kind != F_OR;
  enum mu_kind step = form->kind <= F_AU && form->kind % 2 ? MU_ALL : MU_SOME;
  if (is_fixpoint)
    built[f] = mu_open(table, is_greatest ? MU_GREATEST : MU_LEAST);
  uint32_t a = build_form(p, forms, form->a, table, built), b = 0;
  if (form->kind >= F_EU && form->kind <= F_OR)
    b = build_form(p, forms, form->b, table, built);
  if (form->kind == F_AND || form->kind == F_OR)
    return mu_join(table, form->kind == F_AND ? MU_AND : MU_OR, a, b);
  if (form->kind <= F_AX)
    return mu_modal(table, step, a);
  if (form->kind <= F_AU) {
    uint32_t next = mu_modal(table, step, mu_variable(table, built[f]));
    if (form->kind >= F_EU) {
      next = mu_join(table, MU_AND, a, next);
      a = b;
    }
    a = mu_join(table, is_greatest ? MU_AND : MU_OR, a, next);
  }
  mu_close(table, built[f], a);
  return built[f];
}

// ---- Values in the program --------------------------------------------------

// States: by statement, values.
struct states {
  uint64_t at[STATEMENTS];
};

static inline struct states every_state(const struct program *p, bool are_in) {
  struct states made = {{0}};
  for (uint32_t i = 0; are_in && i < p->count; i++)
    made.at[i] = all_values(p);
  return made;
}

static inline struct states before(const struct program *p, struct states set,
                                   bool all) {
  struct states made = {{0}};
  for (uint32_t i = 0; i < p->count; i++)
    for (uint32_t s = 0; s < p->values; s++) {
      bool some_in = false, some_out = false;
      for (uint32_t e = 0; e < p->at[i].edge_count; e++) {
        const struct edge *edge = &p->at[i].edges[e];
        uint64_t after = edge->guard >> s & 1 ? p->at[i].after[s] : 0;
        some_in |= (after & set.at[edge->to]) != 0;
        some_out |= (after & ~set.at[edge->to]) != 0;
      }
      made.at[i] |= (uint64_t)(all ? !some_out : some_in) << s;
    }
  return made;
}

static inline struct states join(struct states a, struct states b, bool both) {
  for (uint32_t i = 0; i < STATEMENTS; i++)
    a.at[i] = both ? a.at[i] & b.at[i] : a.at[i] | b.at[i];
  return a;
}

static inline struct states literal_states(const struct program *p,
                                           const struct form *form) {
  struct states made = every_state(p, false);
  for (uint32_t i = 0; i < p->count; i++) {
    uint64_t holds = form->kind == F_AT ? (form->a == i ? all_values(p) : 0)
                                        : p->truth[form->a];
    made.at[i] = (form->b ? ~holds : holds) & all_values(p);
  }
  return made;
}

static inline struct states form_states(const struct program *p,
                                        const struct forms *forms, uint32_t f,
                                        struct states *bound);

// The next value of a fixpoint.
static inline struct states form_round(const struct program *p,
                                       const struct forms *forms, uint32_t f,
                                       struct states *bound,
                                       const struct states *a,
                                       const struct states *b) {
  const struct form *form = &forms->at[f];
  if (form->kind == F_MU || form->kind == F_NU)
    return form_states(p, forms, form->a, bound);
  struct states next = before(p, bound[f], form->kind % 2);
  if (form->kind >= F_EU)
    return join(*b, join(*a, next, true), false);
  return join(*a, next, form->kind >= F_EG);
}

static inline struct states form_states(const struct program *p,
                                        const struct forms *forms, uint32_t f,
                                        struct states *bound) {
  const struct form *form = &forms->at[f];
  struct states a = {{0}}, b = {{0}};
  if (form->kind >= F_PREDICATE)
    return literal_states(p, form);
  if (form->kind == F_BOUND)
    return bound[form->a];
  if (form->kind != F_MU && form->kind != F_NU)
    a = form_states(p, forms, form->a, bound);
  if (form->kind >= F_EU && form->kind <= F_OR)
    b = form_states(p, forms, form->b, bound);
  if (form->kind == F_AND || form->kind == F_OR)
    return join(a, b, form->kind == F_AND);
  if (form->kind <= F_AX)
    return before(p, a, form->kind == F_AX);
  bool is_greatest =
      form->kind == F_EG || form->kind == F_AG || form->kind == F_NU;
  struct states next = every_state(p, is_greatest);
  do {
    bound[f] = next;
    next = form_round(p, forms, f, bound, &a, &b);
  } while (memcmp(&bound[f], &next, sizeof next) != 0);
  return next;
}

#endif
