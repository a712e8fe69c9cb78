// What is decided about the terms of an edge before any is emitted; part of the
// builder.
//
// Which terms are needed, in which order (operands first) and how often each
// is used; which products are folded into the sums that use them; and which
// values can be computed into the registers that they will be moved to.
#ifndef VOUCH_RUN_PLAN_H
#define VOUCH_RUN_PLAN_H

#include "run/builder.h"

enum { PLAN_LARGEST_SCALE = UINT16_MAX }; // of an INDEX instruction

// Fills in builder->order and the nodes of its terms.
void plan_terms(struct builder *builder, const struct term *roots,
                uint32_t count);
// words->at[i] is the register that the i-th term of the order goes to, or
// BUILDER_NO_WORD for any.
void plan_registers(const struct builder *builder, const struct term *roots,
                    uint32_t count, const struct builder_hint *hints,
                    uint32_t hint_count, struct u32_vec *words);

#endif
