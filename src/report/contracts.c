#include "report/contracts.h"

static const char *text(const struct result *result, struct name name) {
  return name_text(result->names, name);
}

static void print_clauses(const struct result *result, const char *word,
                          const struct name_vec *clauses, struct strbuf *out) {
  for (uint32_t i = 0; i < clauses->count; i++)
    strbuf_format(out, "  %s %s;\n", word, text(result, clauses->at[i]));
}

static void print_frame(const struct result *result,
                        const struct contract *contract, struct strbuf *out) {
  if (!contract->has_frame)
    return;
  strbuf_add(out, "  modifies ");
  for (uint32_t i = 0; i < contract->modifies.count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "",
                  text(result, contract->modifies.at[i]));
  strbuf_add(out, contract->modifies.count ? ";\n" : "nothing;\n");
}

static bool is_said(const struct contract *contract) {
  return name_is_none(contract->unsaid) &&
         (contract->requires.count || contract->ensures.count ||
          contract->has_frame || contract->never_returns);
}

static void print_contract(const struct result *result,
                           const struct contract *contract,
                           struct strbuf *out) {
  if (!is_said(contract)) {
    strbuf_format(
        out, "// %s has no contract: %s\n", text(result, contract->function),
        name_is_none(contract->unsaid) ? "nothing needs to be known of it"
                                       : text(result, contract->unsaid));
    return;
  }
  strbuf_format(out, "proc %s {\n", text(result, contract->prototype));
  print_clauses(result, "requires", &contract->requires, out);
  print_frame(result, contract, out);
  print_clauses(result, "ensures", &contract->ensures, out);
  if (contract->never_returns)
    strbuf_add(out, "  otherwise : END;\n");
  strbuf_add(out, "}\n");
}

static void print_checks(const struct result *result,
                         const struct contracts *contracts,
                         struct strbuf *out) {
  for (uint32_t i = 0; i < contracts->at.count; i++) {
    const char *function = text(result, contracts->at.at[i].function);
    if (is_said(&contracts->at.at[i]))
      strbuf_format(out, "check %s;\ncheck %s assertions;\n", function,
                    function);
  }
  strbuf_format(out, "check %s assertions;\n", text(result, contracts->entry));
}

void contracts_print(const struct result *result, struct strbuf *out) {
  const struct contracts *contracts = &result->proof.contracts;
  strbuf_add(out, "// contracts of the functions of");
  for (uint32_t i = 0; i < result->subject.files.count; i++)
    strbuf_format(out, " %s", text(result, result->subject.files.at[i]));
  strbuf_char(out, '\n');
  if (result->verdict != VERDICT_TRUE || name_is_none(contracts->entry)) {
    strbuf_format(out, "// there are none: %s\n",
                  result->verdict == VERDICT_TRUE
                      ? "the proof does not go function by function "
                        "(--engine=summaries)"
                      : "nothing was proved");
    return;
  }
  for (uint32_t i = 0; i < contracts->at.count; i++)
    print_contract(result, &contracts->at.at[i], out);
  print_checks(result, contracts, out);
}
