#include "exact/automaton.h"

#include "spec/syntax.h"

// ---- Formulas in negation normal form ---------------------------------------

enum word_kind {
  WORD_TRUE,
  WORD_FALSE,
  WORD_LITERAL,
  WORD_AND,
  WORD_OR,
  WORD_NEXT,
  WORD_UNTIL,
  WORD_RELEASE
};

struct word {
  enum word_kind kind;
  uint32_t a, b; // parts; of a LITERAL the atom and whether it is negated
};

VEC_DEFINE(word_vec, struct word);

// A node while it is made: what holds from here on and was looked at, and what
// holds from the next position on.
struct draft {
  struct bitset old, next;
};

VEC_DEFINE(draft_vec, struct draft);

enum { MOST_NODES = 4000, INITIAL = UINT32_MAX };

struct expansion {
  struct atoms *atoms;
  struct word_vec words; // equal formulas have equal indices
  struct automaton *automaton;
  struct draft_vec drafts; // by node
  struct u32_vec from;     // nodes whose next ones are not expanded yet
  bool is_too_large;
};

static uint32_t word(struct expansion *x, enum word_kind kind, uint32_t a,
                     uint32_t b) {
  for (uint32_t i = 0; i < x->words.count; i++)
    if (x->words.at[i].kind == kind && x->words.at[i].a == a &&
        x->words.at[i].b == b)
      return i;
  return word_vec_push(&x->words, (struct word){kind, a, b});
}

static uint32_t words_of(struct expansion *x, const struct formula_syntax *f,
                         bool is_negated);

static uint32_t both(struct expansion *x, enum word_kind kind, uint32_t a,
                     uint32_t b, bool is_negated) {
  static const enum word_kind duals[] = {
      [WORD_AND] = WORD_OR,
      [WORD_OR] = WORD_AND,
      [WORD_UNTIL] = WORD_RELEASE,
      [WORD_RELEASE] = WORD_UNTIL,
  };
  return word(x, is_negated ? duals[kind] : kind, a, b);
}

static uint32_t constant(struct expansion *x, bool value) {
  return word(x, value ? WORD_TRUE : WORD_FALSE, 0, 0);
}

static uint32_t iff(struct expansion *x, const struct formula_syntax *f,
                    bool is_negated) {
  uint32_t halves[2];
  for (int i = 0; i < 2; i++) {
    uint32_t a = words_of(x, f->a, (i == 0) != is_negated);
    halves[i] = word(x, WORD_OR, a, words_of(x, f->b, i == 1));
  }
  return word(x, WORD_AND, halves[0], halves[1]);
}

static uint32_t words_of(struct expansion *x, const struct formula_syntax *f,
                         bool is_negated) {
  bool n = is_negated;
  uint32_t a = f->a && f->kind != FORMULA_NOT && f->kind != FORMULA_IFF &&
                       f->kind != FORMULA_IMPLIES
                   ? words_of(x, f->a, n)
                   : 0;
  uint32_t b = f->b && f->kind != FORMULA_IFF ? words_of(x, f->b, n) : 0;
  switch (f->kind) {
  case FORMULA_TRUE: return constant(x, !n);
  case FORMULA_FALSE: return constant(x, n);
  case FORMULA_NOT: return words_of(x, f->a, !n);
  case FORMULA_AND: return both(x, WORD_AND, a, b, n);
  case FORMULA_OR: return both(x, WORD_OR, a, b, n);
  case FORMULA_IMPLIES: return both(x, WORD_OR, words_of(x, f->a, !n), b, n);
  case FORMULA_IFF: return iff(x, f, n);
  case FORMULA_NEXT: return word(x, WORD_NEXT, a, 0);
  case FORMULA_FINALLY: return both(x, WORD_UNTIL, constant(x, !n), a, n);
  case FORMULA_GLOBALLY: return both(x, WORD_RELEASE, constant(x, n), a, n);
  case FORMULA_UNTIL: return both(x, WORD_UNTIL, a, b, n);
  case FORMULA_RELEASE: return both(x, WORD_RELEASE, a, b, n);
  case FORMULA_WEAK_UNTIL: // a W b is b R (a || b)
    return both(x, WORD_RELEASE, b, both(x, WORD_OR, a, b, n), n);
  default: return word(x, WORD_LITERAL, atoms_number(x->atoms, f), n);
  }
}

// ---- Nodes ------------------------------------------------------------------

static uint32_t find_node(const struct expansion *x, const struct bitset *old,
                          const struct bitset *next) {
  for (uint32_t i = 0; i < x->drafts.count; i++)
    if (bitset_equal(&x->drafts.at[i].old, old) &&
        bitset_equal(&x->drafts.at[i].next, next))
      return i;
  return UINT32_MAX;
}

static void take_literals(const struct expansion *x,
                          struct automaton_node *node,
                          const struct bitset *old) {
  BITSET_EACH (i, old)
    if (x->words.at[i].kind == WORD_LITERAL)
      automaton_literal_vec_push(
          &node->literals,
          (struct automaton_literal){x->words.at[i].a, x->words.at[i].b});
}

// The node in which nothing is left to be looked at, new or known.
static uint32_t enter_node(struct expansion *x, const struct bitset *old,
                           const struct bitset *next) {
  uint32_t number = find_node(x, old, next);
  if (number != UINT32_MAX)
    return number;
  struct draft draft = {0};
  struct automaton_node node = {.is_done = bitset_is_empty(next)};
  bitset_copy(&draft.old, old);
  bitset_copy(&draft.next, next);
  take_literals(x, &node, old);
  number = automaton_node_vec_push(&x->automaton->nodes, node);
  draft_vec_push(&x->drafts, draft);
  u32_vec_push(&x->from, number);
  x->is_too_large |= number > MOST_NODES;
  return number;
}

static void add_step(struct expansion *x, uint32_t from, uint32_t to) {
  struct automaton_node_vec *nodes = &x->automaton->nodes;
  if (from == INITIAL)
    nodes->at[to].is_initial = true;
  else if (!u32_vec_has(&nodes->at[from].next, to))
    u32_vec_push(&nodes->at[from].next, to);
}

static bool contradicts(const struct expansion *x, const struct bitset *old,
                        const struct word *literal) {
  BITSET_EACH (i, old) {
    const struct word *other = &x->words.at[i];
    if (other->kind == WORD_LITERAL && other->a == literal->a &&
        other->b != literal->b)
      return true;
  }
  return false;
}

static void expand(struct expansion *x, uint32_t from, struct bitset *todo,
                   struct bitset *old, struct bitset *next);

// One of the ways to go on: with this to do now, and that next.
static void fork(struct expansion *x, uint32_t from, const struct bitset *todo,
                 const struct bitset *old, const struct bitset *next,
                 const uint32_t *now, uint32_t count, uint32_t later) {
  struct bitset copies[3] = {{0}, {0}, {0}};
  bitset_copy(&copies[0], todo);
  bitset_copy(&copies[1], old);
  bitset_copy(&copies[2], next);
  for (uint32_t i = 0; i < count; i++)
    if (!bitset_has(old, now[i]))
      bitset_add(&copies[0], now[i]);
  if (later != UINT32_MAX)
    bitset_add(&copies[2], later);
  expand(x, from, &copies[0], &copies[1], &copies[2]);
  for (int i = 0; i < 3; i++)
    bitset_release(&copies[i]);
}

static void expand_word(struct expansion *x, uint32_t from, uint32_t number,
                        struct bitset *todo, struct bitset *old,
                        struct bitset *next) {
  const struct word w = x->words.at[number];
  uint32_t parts[2] = {w.a, w.b};
  switch (w.kind) {
  case WORD_FALSE: return;
  case WORD_LITERAL:
    if (!contradicts(x, old, &w))
      expand(x, from, todo, old, next);
    return;
  case WORD_TRUE: expand(x, from, todo, old, next); return;
  case WORD_AND: fork(x, from, todo, old, next, parts, 2, UINT32_MAX); return;
  case WORD_NEXT: fork(x, from, todo, old, next, parts, 0, w.a); return;
  case WORD_OR:
    fork(x, from, todo, old, next, parts, 1, UINT32_MAX);
    fork(x, from, todo, old, next, parts + 1, 1, UINT32_MAX);
    return;
  case WORD_UNTIL:
    fork(x, from, todo, old, next, parts, 1, number);
    fork(x, from, todo, old, next, parts + 1, 1, UINT32_MAX);
    return;
  case WORD_RELEASE:
    fork(x, from, todo, old, next, parts + 1, 1, number);
    fork(x, from, todo, old, next, parts, 2, UINT32_MAX);
    return;
  }
}

static void expand(struct expansion *x, uint32_t from, struct bitset *todo,
                   struct bitset *old, struct bitset *next) {
  uint32_t number = bitset_next(todo, 0);
  if (x->is_too_large)
    return;
  if (number == UINT32_MAX) {
    add_step(x, from, enter_node(x, old, next));
    return;
  }
  bitset_remove(todo, number);
  bitset_add(old, number);
  expand_word(x, from, number, todo, old, next);
}

// What a node owes next begins anew.
static void expand_from(struct expansion *x, uint32_t from,
                        const struct bitset *demanded) {
  struct bitset todo = {0}, old = {0}, next = {0};
  bitset_copy(&todo, demanded);
  expand(x, from, &todo, &old, &next);
  bitset_release(&todo);
  bitset_release(&old);
  bitset_release(&next);
}

// A node owes nothing of f U g if it has g, or does not have f U g.
static void accept(struct expansion *x) {
  for (uint32_t i = 0; i < x->words.count; i++) {
    if (x->words.at[i].kind != WORD_UNTIL)
      continue;
    for (uint32_t n = 0; n < x->drafts.count; n++)
      if (!bitset_has(&x->drafts.at[n].old, i) ||
          bitset_has(&x->drafts.at[n].old, x->words.at[i].b))
        bitset_add(&x->automaton->nodes.at[n].accepting,
                   x->automaton->conditions);
    x->automaton->conditions++;
  }
}

static void release(struct expansion *x) {
  for (uint32_t i = 0; i < x->drafts.count; i++) {
    bitset_release(&x->drafts.at[i].old);
    bitset_release(&x->drafts.at[i].next);
  }
  draft_vec_release(&x->drafts);
  word_vec_release(&x->words);
  u32_vec_release(&x->from);
}

bool automaton_init_negated(struct automaton *automaton, struct atoms *atoms,
                            const struct formula_syntax *formula) {
  struct expansion x = {.atoms = atoms, .automaton = automaton};
  struct bitset demanded = {0};
  *automaton = (struct automaton){0};
  bitset_add(&demanded, words_of(&x, formula, true));
  expand_from(&x, INITIAL, &demanded);
  while (x.from.count && !x.is_too_large) {
    uint32_t from = u32_vec_pop(&x.from);
    bitset_copy(&demanded, &x.drafts.at[from].next);
    expand_from(&x, from, &demanded);
  }
  accept(&x);
  bitset_release(&demanded);
  release(&x);
  return !x.is_too_large;
}

void automaton_release(struct automaton *automaton) {
  for (uint32_t i = 0; i < automaton->nodes.count; i++) {
    automaton_literal_vec_release(&automaton->nodes.at[i].literals);
    u32_vec_release(&automaton->nodes.at[i].next);
    bitset_release(&automaton->nodes.at[i].accepting);
  }
  automaton_node_vec_release(&automaton->nodes);
}
