// Checking a certificate: the program is read and made an automaton as for a
// proof, and the certificate is asked about instead of looking for one
// (certify/certify.h). What was not certified is unknown, not false.
#include "engine/certification.h"

#include "certify/certify.h"
#include "check/modifies.h"
#include "engine/internal.h"
#include "program/draft.h"

// What a proof about an automaton does not settle.
static const char *out_of_reach(const struct demand *demand) {
  if (demand->check && demand->check->subject != SUBJECT_FUNCTION)
    return "not certified: systems";
  if (demand->is_termination)
    return "not certified: termination";
  if (demand->component.kept)
    return "not certified: functions whose calls are kept";
  if (demand->component.rules.checks_leaks)
    return "not certified: memory that is left";
  return NULL;
}

// One automaton

// What the specification says that the function changes.
static bool keeps_modifies(struct inquiry *inquiry, struct strbuf *why) {
  return !inquiry->conformance ||
         modifies_is_kept(&inquiry->component, &inquiry->options,
                          inquiry->conformance, why);
}

static void choose_options(struct inquiry *inquiry,
                           const struct certificate *certificate) {
  inquiry->options.is_task = inquiry->demand->is_task;
  inquiry->options.merges = inquiry->context->options->merge;
  inquiry->options.depth = certificate->depth;
}

static bool is_certified(struct inquiry *inquiry,
                         const struct certificate *certificate,
                         struct strbuf *why) {
  struct engine_context *context = inquiry->context;
  uint64_t asked = 0;
  bool ok = component_init(&inquiry->component, &inquiry->behaviour,
                           inquiry->program, &inquiry->options, why) &&
            keeps_modifies(inquiry, why);
  if (ok && inquiry->behaviour.unseen_call.id) {
    strbuf_add(why, "not certified: callbacks");
    ok = false;
  }
  ok = ok && certify(inquiry->component.question, certificate,
                     limits_poll(&context->limits), &asked, why);
  context->stats->solver_checks += asked;
  return ok;
}

// Memory that is lost where executions never end

// The same rows, looked at in another way (endless.c).
static bool is_certified_also(const struct inquiry *inquiry,
                              const struct certificate *certificate,
                              struct strbuf *why) {
  struct inquiry other = {.context = inquiry->context,
                          .demand = inquiry->demand,
                          .options = inquiry->demand->component,
                          .program = program_draft(inquiry->context->program),
                          .result = inquiry->result};
  other.options.rules = (struct target_rules){.leaks = LEAKS_TRACKED};
  other.options.leak_time =
      *certificate->of == 'l' ? LEAKS_AT_LOOPS : LEAKS_IN_ROUNDS;
  choose_options(&other, certificate);
  bool ok = is_certified(&other, certificate, why);
  inquiry_release(&other);
  return ok;
}

static bool nothing_is_lost(const struct inquiry *inquiry,
                            const struct certificate *certificate,
                            struct strbuf *why) {
  const char *unseen = inquiry_unseen_routine(inquiry);
  if (unseen)
    strbuf_format(why, "not certified: memory that %s hands out", unseen);
  if (unseen || !inquiry_may_lose_for_ever(inquiry))
    return !unseen;
  if (certificate->also)
    return is_certified_also(inquiry, certificate->also, why);
  strbuf_add(why, "not certified: memory may be lost in an execution that does "
                  "not end");
  return false;
}

// What it comes to

static void conclude(struct inquiry *inquiry, bool is_certified,
                     const struct strbuf *why) {
  struct result *result = inquiry->result;
  struct check_target_vec *targets = &inquiry->component.targets;
  struct name reason = intern(result->names, strbuf_text(why));
  for (uint32_t i = 0; i < targets->count; i++) {
    targets->at[i].status = is_certified ? ROW_HOLDS : ROW_UNKNOWN;
    targets->at[i].reason = is_certified ? (struct name){0} : reason;
  }
  result->verdict = is_certified ? VERDICT_TRUE : VERDICT_UNKNOWN;
  if (!is_certified)
    strbuf_add(&result->reason, strbuf_text(why));
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the certificate, edge by edge, by cvc5");
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
             "front end, points-to, removal of pointers and merging are right");
}

// Is no action of the specification performed, by what stands in the component
// or by what is reached of it?
static bool is_idle(const struct inquiry *inquiry) {
  const struct conformance *conformance = inquiry->conformance;
  return conformance && conformance->check &&
         conformance->obligation.specifications.count == 1 &&
         (inquiry->visit == VISIT_UNREACHED ||
          spec_is_vacuous(conformance->spec, conformance->check,
                          &conformance->check->alphabet));
}

// A certificate says that nothing is violated, not that anything could be: what
// a check asks after a proof is asked here, too.
static void look_at_reached(struct inquiry *inquiry, uint64_t used_ms) {
  struct strbuf *vacuity = &inquiry->result->vacuity;
  inquiry_look_at_reached(inquiry, used_ms);
  if (is_idle(inquiry) && !vacuity->length)
    strbuf_add(vacuity, SPEC_VACUITY);
}

void inquiry_certify(struct inquiry *inquiry,
                     const struct certificate *certificate) {
  struct strbuf why = {0};
  choose_options(inquiry, certificate);
  visits_prepare(inquiry);
  uint64_t start_ms = stats_cpu_ms();
  bool ok = is_certified(inquiry, certificate, &why) &&
            nothing_is_lost(inquiry, certificate, &why);
  conclude(inquiry, ok, &why);
  if (ok)
    look_at_reached(inquiry, stats_cpu_ms() - start_ms);
  targets_rows(&inquiry->component.targets, inquiry->program,
               &inquiry->result->rows);
  offspring_end(&inquiry->twin);
  strbuf_release(&why);
}

// The specification becomes part of the program. What is more than a question
// of reachability is not certified.
static bool weave(struct inquiry *inquiry, struct conformance *conformance,
                  struct strbuf *why) {
  const struct demand *demand = inquiry->demand;
  inquiry->options = (struct component_options){
      .rules = demand->component.rules,
      .takes_bodies = inquiry->context->options->inline_bodies};
  inquiry->conformance = conformance;
  if (!conformance_init(conformance, inquiry->program, demand->spec,
                        demand->check, &inquiry->options, why))
    return false;
  if (conformance->is_nondeterministic)
    strbuf_add(why, "not certified: simulation by a nondeterministic process");
  return !conformance->is_nondeterministic;
}

static void certify_inquiry(struct inquiry *inquiry,
                            const struct certificate *certificate) {
  struct conformance conformance = {0};
  struct strbuf why = {0};
  bool has_check = inquiry->demand->check;
  inquiry->program = program_draft(inquiry->context->program);
  if (!has_check || weave(inquiry, &conformance, &why))
    inquiry_certify(inquiry, certificate);
  else
    refuse(inquiry->result, strbuf_text(&why));
  inquiry_release(inquiry);
  if (has_check)
    conformance_release(&conformance);
  strbuf_release(&why);
}

void run_certification(struct engine_context *context,
                       const struct demand *demand, struct result *result) {
  struct certificate certificate = {0};
  struct strbuf why = {0};
  struct inquiry inquiry = {.context = context,
                            .demand = demand,
                            .options = demand->component,
                            .result = result};
  const char *limit = out_of_reach(demand);
  if (limit)
    refuse(result, limit);
  else if (!certificate_read(&certificate, demand->certificate, &why))
    refuse(result, strbuf_text(&why));
  else if (demand->has_threads && (!demand->check || demand->checks_main))
    threads_certify(context, demand, &certificate, result);
  else
    certify_inquiry(&inquiry, &certificate);
  certificate_release(&certificate);
  strbuf_release(&why);
}
