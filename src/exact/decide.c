#include "exact/decide.h"

// How many states are looked at in a round: the first ones alone keep the
// predicates few, and later there should not be a round for each.
static uint32_t width_of(uint32_t round) {
  return 1 + round / 4;
}

static void give_up(struct decision *decision,
                    const struct explanation *explanation) {
  if (explanation->meets_open)
    strbuf_add(&decision->reason,
               "it depends on something that is not modelled");
  else
    strbuf_add(&decision->reason,
               "it depends on values that the program does not determine");
}

// True when another round may decide it.
static bool go_on(struct abstract *abstract, const struct temporal *temporal,
                  const struct temporal_value *value,
                  const struct decide_options *options,
                  struct decision *decision) {
  struct explanation explanation;
  explain(abstract, temporal, value, width_of(decision->rounds), &explanation);
  if (explanation.has_progressed)
    log_line(options->log, 2, "formula", "not known: %s",
             strbuf_text(&explanation.text));
  else
    give_up(decision, &explanation);
  bool may = explanation.has_progressed && decision->rounds < options->rounds;
  if (explanation.has_progressed && !may)
    strbuf_format(&decision->reason, "after %u rounds it is not known %s",
                  decision->rounds, strbuf_text(&explanation.text));
  explanation_release(&explanation);
  return may;
}

// An initial valuation that may stand for no state proves nothing false.
static void doubt_start(const struct abstract *abstract,
                        struct decision *decision) {
  if (decision->verdict != VERDICT_FALSE || !abstract->is_doubtful)
    return;
  decision->verdict = VERDICT_UNKNOWN;
  strbuf_add(&decision->reason,
             "it is not known whether an execution starts so");
}

void decide(struct abstract *abstract, const struct temporal *temporal,
            const struct decide_options *options, struct decision *decision,
            struct temporal_value *value) {
  bool is_again = false;
  *decision = (struct decision){.verdict = VERDICT_UNKNOWN};
  do {
    if (is_again)
      temporal_value_release(temporal, value);
    *value = (struct temporal_value){0};
    decision->rounds++;
    if (!abstract_build(abstract, options->poll, options->states)) {
      strbuf_add(&decision->reason, abstract->trouble);
      modal_release(&abstract->modal);
      modal_init(&abstract->modal);
    }
    temporal_evaluate(temporal, &abstract->modal, &abstract->values,
                      options->poll, options->states, value);
    decision->verdict = abstract->trouble ? VERDICT_UNKNOWN : value->verdict;
    log_line(options->log, 2, "formula",
             "round %u: %u states, %u predicates: %s", decision->rounds,
             abstract->modal.count, precision_expressions(abstract->precision),
             verdict_name(decision->verdict));
    is_again = true;
    if (!abstract->trouble && value->evaluation.is_stopped)
      strbuf_add(&decision->reason, "stopped");
    else if (!value->is_whole)
      strbuf_add(&decision->reason, "the product is too large");
  } while (decision->verdict == VERDICT_UNKNOWN && !decision->reason.length &&
           go_on(abstract, temporal, value, options, decision));
  decision->predicates = precision_expressions(abstract->precision);
  decision->tracked = precision_total(abstract->precision);
  decision->states = abstract->modal.count;
  doubt_start(abstract, decision);
}

void decision_release(struct decision *decision) {
  strbuf_release(&decision->reason);
}
