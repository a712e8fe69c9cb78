// Random finite programs with predicates, and their Cartesian abstraction by
// choice(q, r) (seed 004, section 3.2).
//
// A program has two or three variables of two bits each, so that a set of their
// values is a word of 64 bits; a set of valuations of its predicates is one of
// eight. Statements are numbered; control goes on at edges. Where the updates
// say nothing they were weakened by chance, or by a limit on the literals of a
// cube. Of a valuation without a state they say anything, or all.
#ifndef VOUCH_TEST_EXACT_DEFINITE_PROGRAM_H
#define VOUCH_TEST_EXACT_DEFINITE_PROGRAM_H

#include "../unit.h"

#include "base/strbuf.h"

enum { VALUES = 64, STATEMENTS = 9, PREDICATES = 3, VALUATIONS = 8, EDGES = 2 };

// choice(q, r): sets of valuations that have no member in common, or only some
// without a state.
struct choice {
  uint32_t q, r;
};

struct edge {
  uint32_t to;
  uint64_t guard; // values
  struct choice choice;
};

enum kind { DO, ASSUME, BRANCH, JUMP, STOP };

struct statement {
  enum kind kind;
  struct edge edges[EDGES];
  uint32_t edge_count;
  uint64_t after[VALUES];            // by value before: those after it
  struct choice updates[PREDICATES]; // of DO
  uint32_t chosen;                   // predicates that the environment decides
};

struct program {
  uint32_t variables, values; // 4^variables
  uint32_t predicates, valuations;
  uint64_t truth[PREDICATES];  // by predicate: values
  uint64_t region[VALUATIONS]; // by valuation: values, maybe none
  struct statement at[STATEMENTS];
  uint32_t count;
  uint32_t weakened; // 0: not; 1, 2: cubes of so many literals; 3: by chance
  uint32_t filled;   // where there is no state: 0: nothing, 1: anything, 2: all
  bool contradicts;  // there q and r may both hold
};

static inline uint64_t all_values(const struct program *p) {
  return p->values == VALUES ? UINT64_MAX : ((uint64_t)1 << p->values) - 1;
}

static inline uint32_t part(uint32_t value, uint32_t variable) {
  return value >> (2 * variable) & 3;
}

// ---- Conditions and assignments ---------------------------------------------

static inline uint64_t draw_condition(struct random *random,
                                      const struct program *p) {
  uint32_t kind = random_below(random, 6), k = random_below(random, 4);
  uint32_t x = random_below(random, p->variables);
  uint32_t y = (x + 1) % p->variables;
  uint64_t made = 0;
  for (uint32_t s = 0; s < p->values; s++) {
    uint32_t a = part(s, x), b = part(s, y);
    bool holds = kind == 0   ? a < k
                 : kind == 1 ? a == k
                 : kind == 2 ? a < b
                 : kind == 3 ? a == b
                 : kind == 4 ? (a & 1) != 0
                             : ((a + b) & 3) < k;
    made |= (uint64_t)holds << s;
  }
  return made;
}

static inline uint32_t assigned(uint32_t kind, uint32_t a, uint32_t b,
                                uint32_t k) {
  switch (kind) {
  case 0: return k;
  case 1: return b;
  case 2: return (a + k) & 3;
  case 3: return (a + b) & 3;
  case 4: return (a - 1) & 3;
  default: return (a ^ b) & 3;
  }
}

// An assignment, any value, or nothing.
static inline void draw_effect(struct random *random, const struct program *p,
                               struct statement *statement) {
  uint32_t kind = random_below(random, 9), k = random_below(random, 4);
  uint32_t x = random_below(random, p->variables);
  uint32_t y = (x + 1) % p->variables;
  for (uint32_t s = 0; s < p->values; s++) {
    uint32_t rest = s & ~(3u << (2 * x));
    uint32_t one = assigned(kind, part(s, x), part(s, y), k);
    statement->after[s] = kind == 8 ? (uint64_t)1 << s : 0;
    for (uint32_t v = 0; kind < 8 && v < 4; v++)
      if (kind >= 6 || v == one)
        statement->after[s] |= (uint64_t)1 << (rest | v << (2 * x));
  }
}

// ---- The abstraction --------------------------------------------------------

static inline bool holds_in_cube(uint32_t v, uint32_t about, uint32_t values) {
  return (v & about) == (values & about);
}

// What is left of a set if its cubes may have so many literals.
static inline uint32_t limit_cubes(const struct program *p, uint32_t set,
                                   uint32_t literals) {
  uint32_t left = 0;
  for (uint32_t about = 0; about < p->valuations; about++)
    for (uint32_t values = 0; values < p->valuations; values++) {
      uint32_t cube = 0;
      for (uint32_t v = 0; v < p->valuations; v++)
        if (holds_in_cube(v, about, values))
          cube |= 1u << v;
      if ((uint32_t)__builtin_popcount(about) <= literals && !(cube & ~set))
        left |= cube;
    }
  return left;
}

static inline uint32_t weaken(struct random *random, const struct program *p,
                              uint32_t set) {
  if (p->weakened == 3)
    return set & ~(random_below(random, 256) & random_below(random, 256));
  return p->weakened ? limit_cubes(p, set, p->weakened) : set;
}

// `is_sure` and `is_never`: valuations all of whose states say so.
static inline struct choice make_choice(struct random *random,
                                        const struct program *p,
                                        uint32_t is_sure, uint32_t is_never) {
  for (uint32_t v = 0; v < p->valuations; v++) {
    uint32_t bit = 1u << v;
    if (p->region[v] || p->filled == 2)
      continue;
    if (p->filled == 0 || random_below(random, 2))
      is_sure &= ~bit;
    if (p->filled == 0 || random_below(random, 2))
      is_never &= ~bit;
  }
  struct choice made = {weaken(random, p, is_sure),
                        weaken(random, p, is_never)};
  if (!p->contradicts)
    made.r &= ~made.q;
  return made;
}

static inline struct choice
choice_of(struct random *random, const struct program *p, uint64_t condition) {
  uint32_t is_sure = 0, is_never = 0;
  for (uint32_t v = 0; v < p->valuations; v++) {
    is_sure |= (uint32_t) !(p->region[v] & ~condition) << v;
    is_never |= (uint32_t) !(p->region[v] & condition) << v;
  }
  return make_choice(random, p, is_sure, is_never);
}

// The weakest preconditions of a predicate and of its negation.
static inline struct choice update_of(struct random *random,
                                      const struct program *p,
                                      const struct statement *statement,
                                      uint64_t truth) {
  uint32_t is_sure = 0, is_never = 0;
  for (uint32_t v = 0; v < p->valuations; v++) {
    bool sure = true, never = true;
    for (uint32_t s = 0; s < p->values; s++)
      if (p->region[v] >> s & 1) {
        sure &= !(statement->after[s] & ~truth);
        never &= !(statement->after[s] & truth);
      }
    is_sure |= (uint32_t)sure << v;
    is_never |= (uint32_t)never << v;
  }
  return make_choice(random, p, is_sure, is_never);
}

static inline bool varies(const struct program *p,
                          const struct statement *statement, uint64_t truth) {
  for (uint32_t s = 0; s < p->values; s++)
    if ((statement->after[s] & truth) && (statement->after[s] & ~truth))
      return true;
  return false;
}

// ---- Programs ---------------------------------------------------------------

static inline void add_edge(const struct program *p,
                            struct statement *statement, uint32_t to) {
  statement->edges[statement->edge_count++] =
      (struct edge){to, all_values(p), {(1u << p->valuations) - 1, 0}};
}

static inline void set_guard(struct edge *edge, uint64_t guard,
                             struct choice choice) {
  edge->guard = guard;
  edge->choice = choice;
}

static inline void draw_statement(struct random *random, struct program *p,
                                  uint32_t i) {
  static const enum kind kinds[] = {DO,     DO,     DO,   DO,
                                    BRANCH, BRANCH, JUMP, ASSUME};
  struct statement *s = &p->at[i];
  *s = (struct statement){
      .kind = i + 1 == p->count ? STOP : kinds[random_below(random, 8)]};
  for (uint32_t value = 0; value < p->values; value++)
    s->after[value] = (uint64_t)1 << value;
  if (s->kind == BRANCH || s->kind == JUMP)
    add_edge(p, s, random_below(random, p->count));
  add_edge(p, s,
           s->kind == STOP   ? i
           : s->kind == JUMP ? random_below(random, p->count)
                             : i + 1);
  if (s->kind == DO)
    draw_effect(random, p, s);
  for (uint32_t k = 0; s->kind == DO && k < p->predicates; k++) {
    s->updates[k] = update_of(random, p, s, p->truth[k]);
    s->chosen |= (uint32_t)varies(p, s, p->truth[k]) << k;
  }
  if (s->kind != BRANCH && s->kind != ASSUME)
    return;
  uint64_t guard = draw_condition(random, p);
  struct choice choice = choice_of(random, p, guard);
  set_guard(&s->edges[0], guard, choice);
  if (s->kind == BRANCH)
    set_guard(&s->edges[1], all_values(p) & ~guard,
              (struct choice){choice.r, choice.q});
}

static inline void draw_program(struct random *random, struct program *p) {
  p->variables = 2 + random_below(random, 2);
  p->values = 1u << (2 * p->variables);
  p->predicates = 1 + random_below(random, PREDICATES);
  p->valuations = 1u << p->predicates;
  p->count = 4 + random_below(random, STATEMENTS - 3);
  p->weakened = random_below(random, 4);
  p->filled = random_below(random, 3);
  for (uint32_t k = 0; k < p->predicates; k++)
    p->truth[k] = draw_condition(random, p);
  for (uint32_t v = 0; v < p->valuations; v++) {
    p->region[v] = all_values(p);
    for (uint32_t k = 0; k < p->predicates; k++)
      p->region[v] &= v >> k & 1 ? p->truth[k] : ~p->truth[k];
  }
  for (uint32_t i = 0; i < p->count; i++)
    draw_statement(random, p, i);
}

// ---- As text ----------------------------------------------------------------

static inline void print_set(const struct program *p, uint32_t set,
                             struct strbuf *out) {
  const char *between = "";
  for (uint32_t v = 0; v < p->valuations; v++) {
    if (!(set >> v & 1))
      continue;
    strbuf_add(out, between);
    for (uint32_t k = 0; k < p->predicates; k++)
      strbuf_format(out, "%s%sp%u", k ? " & " : "(", v >> k & 1 ? "" : "!", k);
    strbuf_add(out, ")");
    between = " | ";
  }
  if (!*between)
    strbuf_add(out, "F");
}

static inline void print_choice(const struct program *p, struct choice choice,
                                struct strbuf *out) {
  strbuf_add(out, "schoose[");
  print_set(p, choice.q, out);
  strbuf_add(out, ", ");
  print_set(p, choice.r, out);
  strbuf_add(out, "]");
}

static inline void print_updates(const struct program *p,
                                 const struct statement *s,
                                 struct strbuf *out) {
  for (uint32_t k = 0; k < p->predicates; k++)
    strbuf_format(out, "%sp%u", k ? ", " : "", k);
  for (uint32_t k = 0; k < p->predicates; k++) {
    strbuf_add(out, k ? ", " : " := ");
    print_choice(p, s->updates[k], out);
  }
}

static inline void print_statement(const struct program *p,
                                   const struct statement *s,
                                   struct strbuf *out) {
  switch (s->kind) {
  case DO: print_updates(p, s, out); break;
  case ASSUME:
    strbuf_add(out, "assume (");
    print_choice(p, s->edges[0].choice, out);
    strbuf_add(out, ")");
    break;
  case BRANCH:
    strbuf_add(out, "if (");
    print_choice(p, s->edges[0].choice, out);
    strbuf_format(out, ") then goto L%u; fi\n", s->edges[0].to);
    return;
  case JUMP:
    strbuf_format(out, "goto L%u, L%u", s->edges[0].to, s->edges[1].to);
    break;
  case STOP: strbuf_add(out, "return"); break;
  }
  strbuf_add(out, ";\n");
}

// The Boolean program.
static inline void print_program(const struct program *p, struct strbuf *out) {
  strbuf_add(out, "void main()\nbegin\n  decl ");
  for (uint32_t k = 0; k < p->predicates; k++)
    strbuf_format(out, "%sp%u", k ? ", " : "", k);
  strbuf_add(out, ";\n");
  for (uint32_t i = 0; i < p->count; i++) {
    strbuf_format(out, "L%u: ", i);
    print_statement(p, &p->at[i], out);
  }
  strbuf_add(out, "end\n");
}

#endif
