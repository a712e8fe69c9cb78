#include "report/certificate.h"

static const char *missing(const struct result *result) {
  if (result->verdict == VERDICT_FALSE)
    return "an execution shows it, which was run";
  if (result->verdict != VERDICT_TRUE)
    return "nothing was proved";
  switch (result->proof.kind) {
  case PROOF_EXECUTIONS: return "all executions were followed";
  case PROOF_VALUES: return "all states were followed, one by one";
  case PROOF_ORDER: return "all orders of accesses were asked about at once";
  default: return "the proof has no formula for each location";
  }
}

static void print_proof(const struct result *result, const struct proof *proof,
                        struct strbuf *out) {
  if (!name_is_none(proof->threads))
    strbuf_format(out, "%s\n", name_text(result->names, proof->threads));
  strbuf_format(out, "depth %u\n", proof->depth);
  if (proof->is_unrolled) {
    strbuf_add(out, "unrolled\n");
    return;
  }
  strbuf_format(out, "locations %u\nedges %u\n", proof->location_count,
                proof->edge_count);
  for (uint32_t i = 0; i < proof->formulas.count; i++)
    strbuf_format(out, "location %u %s\n", proof->formulas.at[i].location,
                  name_text(result->names, proof->formulas.at[i].text));
  for (uint32_t i = 0; i < proof->between.count; i++)
    strbuf_format(out, "between %u\n", proof->between.at[i]);
}

static bool is_there(const struct proof *proof) {
  return (proof->location_count || proof->is_unrolled) &&
         (!proof->also || is_there(proof->also));
}

static void print_trusted(const struct proof *proof, struct strbuf *out) {
  strbuf_add(out, "# trusted: front end, points-to, removal of pointers, "
                  "weaving, merging of straight-line code\n");
  if (!name_is_none(proof->threads))
    strbuf_add(out, "# trusted: interleaving of threads, and what of it is left "
                    "out: movers, sleep sets, symmetry, turns that commute\n");
}

void certificate_print(const struct result *result, struct strbuf *out) {
  const struct proof *proof = &result->proof;
  strbuf_add(out, "vouch-certificate 1\n");
  for (uint32_t i = 0; i < result->subject.files.count; i++)
    strbuf_format(out, "# of %s\n",
                  name_text(result->names, result->subject.files.at[i]));
  if (result->verdict != VERDICT_UNKNOWN && proof->certificate.length) {
    strbuf_add(out, "# trusted: front end, points-to, removal of pointers, how "
                    "formulas are read\n");
    strbuf_add(out, strbuf_text(&proof->certificate));
    return;
  }
  if (result->verdict != VERDICT_TRUE || !is_there(proof)) {
    strbuf_format(out, "# there is none: %s\n", missing(result));
    return;
  }
  print_trusted(proof, out);
  print_proof(result, proof, out);
  for (; proof->also; proof = proof->also) {
    strbuf_format(out, "also %s\n", proof->also->of);
    print_proof(result, proof->also, out);
  }
}
