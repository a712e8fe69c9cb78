#include "evidence/proof_text.h"

bool proof_has_formulas(const struct proof *proof) {
  return proof->location_count || proof->is_unrolled;
}

void proof_print_formulas(const struct proof *proof,
                          const struct interner *names, struct strbuf *out) {
  if (!name_is_none(proof->threads))
    strbuf_format(out, "%s\n", name_text(names, proof->threads));
  strbuf_format(out, "depth %u\n", proof->depth);
  if (proof->keeps_calls)
    strbuf_format(out, "kept\n%s", strbuf_text(&proof->promises));
  if (proof->is_unrolled) {
    strbuf_add(out, "unrolled\n");
    return;
  }
  strbuf_format(out, "locations %u\nedges %u\n", proof->location_count,
                proof->edge_count);
  for (uint32_t i = 0; i < proof->formulas.count; i++)
    strbuf_format(out, "location %u %s\n", proof->formulas.at[i].location,
                  name_text(names, proof->formulas.at[i].text));
  for (uint32_t i = 0; i < proof->between.count; i++)
    strbuf_format(out, "between %u\n", proof->between.at[i]);
}
