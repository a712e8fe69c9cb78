#include "report/certificate.h"

static const char *missing(const struct result *result) {
  if (result->verdict == VERDICT_FALSE)
    return "an execution shows it, which was run";
  if (result->verdict != VERDICT_TRUE)
    return "nothing was proved";
  switch (result->proof.kind) {
  case PROOF_COVERAGE:
    return "all executions were unrolled, which has no formulas";
  case PROOF_EXECUTION: return "there is one execution, which was run";
  case PROOF_EXECUTIONS: return "all executions were followed";
  case PROOF_VALUES: return "all states were followed, one by one";
  case PROOF_ORDER: return "all orders of accesses were asked about at once";
  default: return "the proof has no formula for each location";
  }
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
  if (result->verdict != VERDICT_TRUE || !proof->location_count) {
    strbuf_format(out, "# there is none: %s\n", missing(result));
    return;
  }
  strbuf_add(out,
             "# trusted: front end, points-to, removal of pointers, merging of "
             "straight-line code\n");
  strbuf_format(out, "depth %u\nlocations %u\nedges %u\n", proof->depth,
                proof->location_count, proof->edge_count);
  for (uint32_t i = 0; i < proof->formulas.count; i++)
    strbuf_format(out, "location %u %s\n", proof->formulas.at[i].location,
                  name_text(result->names, proof->formulas.at[i].text));
}
