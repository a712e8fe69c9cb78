// The translation of terms to instructions; part of the builder.
#ifndef VOUCH_RUN_EXPRESSION_H
#define VOUCH_RUN_EXPRESSION_H

#include "run/builder.h"

// Emits the computation of all roots. A hint names the register that a root's
// value will be moved to; it is computed there at once if no term that is
// emitted later, and no other root, reads what the register holds now.
void expression_compute(struct builder *builder, const struct term *roots,
                        uint32_t count, const struct builder_hint *hints,
                        uint32_t hint_count);
// The variable whose register holds the term's value, or none.
struct term expression_source(const struct builder *builder, struct term t);

#endif
