#include "report/certificate.h"

#include "evidence/proof_text.h"

static const char *missing(const struct result *result) {
  if (result->verdict == VERDICT_FALSE)
    return "an execution shows it, which was run";
  if (result->verdict != VERDICT_TRUE)
    return "nothing was proved";
  if (!name_is_none(result->proof.lacks))
    return name_text(result->names, result->proof.lacks);
  switch (result->proof.kind) {
  case PROOF_EXECUTIONS: return "all executions were followed";
  case PROOF_VALUES: return "all states were followed, one by one";
  case PROOF_ORDER: return "all orders of accesses were asked about at once";
  default: return "the proof has no formula for each location";
  }
}

static bool is_there(const struct proof *proof) {
  return proof_has_formulas(proof) && (!proof->also || is_there(proof->also));
}

static void print_trusted(const struct proof *proof, struct strbuf *out) {
  strbuf_add(out, "# trusted: front end, points-to, removal of pointers, "
                  "weaving, merging of straight-line code\n");
  if (!name_is_none(proof->threads))
    strbuf_add(out,
               "# trusted: interleaving of threads, and what of it is left "
               "out: movers, sleep sets, symmetry, turns that commute\n");
}

static void print_also_trusted(const struct proof *proof, struct strbuf *out) {
  if (proof->keeps_calls)
    strbuf_add(out, "# trusted: what calls of recursive functions that stay "
                    "functions can change, induction over calls\n");
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
  print_also_trusted(proof, out);
  proof_print_formulas(proof, result->names, out);
  for (; proof->also; proof = proof->also) {
    strbuf_format(out, "also %s\n", proof->also->of);
    proof_print_formulas(proof->also, result->names, out);
  }
}
