// A Boolean program of text as a graph, with what is checked of it.
//
// Every statement is a location, in the same order. Edges know the statement
// they come from and what must hold for them to be taken.
#ifndef VOUCH_BP_CODE_H
#define VOUCH_BP_CODE_H

#include "bp/bp.h"
#include "bp/graph.h"

struct bp_origin {
  uint32_t procedure;
  uint32_t statement;
  struct bp_expr guard; // none: true
};

VEC_DEFINE(bp_origin_vec, struct bp_origin);

enum bp_row_kind { BP_ROW_ASSERT, BP_ROW_LABEL, BP_ROW_ABORTIF };

// One thing that is checked.
struct bp_row {
  enum bp_row_kind kind;
  uint32_t procedure;
  uint32_t statement;    // not of ABORTIF, which is checked at all of them
  struct bp_expr failed; // the condition under which it is violated; none: true
  struct name label;
  struct position position;
};

VEC_DEFINE(bp_row_vec, struct bp_row);

struct bp_code {
  struct bp *bp;
  struct bp_graph graph;
  struct bp_origin_vec origins; // by edge
  struct bp_row_vec rows;       // in the order of the text
};

// Rows are assertions, `abortif`, and every label SLIC_ERROR or `label`, which
// may be null. The program gets expressions: negations of its conditions.
void bp_code_init(struct bp_code *code, struct bp *bp, const char *label);
void bp_code_release(struct bp_code *code);

// The location of a statement.
static inline uint32_t bp_code_location(const struct bp_code *code,
                                        uint32_t procedure,
                                        uint32_t statement) {
  return code->graph.parts.at[procedure].entry + statement;
}

#endif
