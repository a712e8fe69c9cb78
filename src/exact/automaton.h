// Linear-time formulas as automata on infinite words: Gerth, Peled, Vardi,
// Wolper, "Simple on-the-fly automatic verification of linear temporal logic"
// (PSTV 1995), figure 1.
//
// A node of the automaton demands literals of the position that it reads. A run
// begins in an initial node; it is accepted if for every `f U g` it visits
// infinitely often a node that has g or does not owe f U g (a generalised
// Buechi condition). A node with nothing to do next accepts whatever follows:
// what was read decides, also if nothing follows.
#ifndef VOUCH_EXACT_AUTOMATON_H
#define VOUCH_EXACT_AUTOMATON_H

#include "exact/atoms.h"

struct automaton_literal {
  uint32_t atom;
  bool is_negated;
};

VEC_DEFINE(automaton_literal_vec, struct automaton_literal);

struct automaton_node {
  struct automaton_literal_vec literals;
  struct u32_vec next;     // nodes
  struct bitset accepting; // of the conditions
  bool is_initial;
  bool is_done; // whatever follows is accepted
};

VEC_DEFINE(automaton_node_vec, struct automaton_node);

struct automaton {
  struct automaton_node_vec nodes;
  uint32_t conditions;
};

// That of the words of which the formula does not hold. False when it has too
// many nodes.
bool automaton_init_negated(struct automaton *automaton, struct atoms *atoms,
                            const struct formula_syntax *formula);
void automaton_release(struct automaton *automaton);

#endif
