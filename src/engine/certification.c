// Checking a certificate: the program is read and made an automaton as for a
// proof, and the certificate is asked about instead of looking for one
// (certify/certify.h). What was not certified is unknown, not false.
#include "engine/certification.h"

#include <string.h>

#include "certify/calls.h"
#include "certify/certify.h"
#include "certify/states.h"
#include "certify/summary_check.h"
#include "check/modifies.h"
#include "engine/internal.h"
#include "program/callgraph.h"
#include "program/draft.h"
#include "program/keep.h"
#include "program/promise_text.h"

// What a proof about an automaton does not settle.
static const char *out_of_reach(const struct demand *demand) {
  if (demand->check && demand->check->subject != SUBJECT_FUNCTION)
    return "not certified: processes";
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

// Copies of calls may be too many before they are as deep as they would have to
// be: then executions come to where they end.
static void tell_depth(const struct inquiry *inquiry, struct strbuf *why) {
  const struct inline_result *inlining = &inquiry->behaviour.plain.inlining;
  if (!inlining->cuts || inlining->depth >= inquiry->options.depth ||
      limits_reason(&inquiry->context->limits))
    return;
  strbuf_clear(why);
  strbuf_format(why,
                "not certified: calls %u deep inside each other would be too "
                "many copies, %u are not deep enough",
                inquiry->options.depth, inlining->depth);
}

// Of threads, states may be few where formulas about them are large: they are
// followed, too, if there is nothing else, or what there is does not help.
static bool by_certificate(struct inquiry *inquiry,
                           const struct certificate *certificate,
                           uint64_t *asked, struct strbuf *why) {
  struct limits *limits = &inquiry->context->limits;
  struct question *question = inquiry->component.question;
  struct poll whole = limits_poll(limits);
  struct half_time half;
  if (!certificate->has_threads)
    return certify(question, certificate, whole, asked, why);
  if (!certificate->is_unrolled &&
      certify(question, certificate, half_time_poll(&half, limits), asked, why))
    return true;
  struct strbuf other = {0};
  bool ok = certify_states(question, whole, asked, &other);
  if (!ok && certificate->is_unrolled)
    ok = certify(question, certificate, whole, asked, why);
  log_line(inquiry->context->log, 1, "certify", "by states: %s",
           ok ? "certified" : strbuf_text(&other));
  strbuf_release(&other);
  return ok;
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
  if (ok && !(ok = by_certificate(inquiry, certificate, &asked, why)))
    tell_depth(inquiry, why);
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

// Recursive functions that stay functions

// Induction over calls (program/promise.h): in one automaton, where each
// function that is kept starts in any state that its callers may give it, no
// promise and no requirement is broken if those of calls are kept; in the other
// nothing is violated if they are. The certificate has formulas for both. Which
// functions are kept is not its business, nor who may require something.
struct keeping {
  struct bitset kept;
  struct promise_vec promises;
  struct promise_breach_vec breaches;
};

static void keeping_release(struct keeping *keeping) {
  bitset_release(&keeping->kept);
  promise_vec_release(&keeping->promises);
  promise_breach_vec_release(&keeping->breaches);
}

// Is it one that the program can have?
static bool read_promise(const struct inquiry *inquiry, const char *text,
                         struct keeping *keeping) {
  const struct program *program = inquiry->context->program;
  struct promise promise;
  if (!promise_text_read(program, text, &promise) ||
      !bitset_has(&keeping->kept, promise.scope.procedure.id) ||
      (promise.is_required &&
       !promise_may_require(program, inquiry->options.entry,
                            promise.scope.procedure.id)))
    return false;
  promise_vec_push(&keeping->promises, promise);
  return true;
}

static bool read_promises(const struct inquiry *inquiry,
                          const struct certificate *certificate,
                          struct keeping *keeping, struct strbuf *why) {
  callgraph_find_kept(inquiry->program, inquiry->options.entry, &keeping->kept);
  for (uint32_t i = 0; i < certificate->promises.count; i++)
    if (!read_promise(inquiry, certificate->promises.at[i], keeping)) {
      strbuf_format(why,
                    "not certified: no function of the program can "
                    "promise `%.60s`",
                    certificate->promises.at[i]);
      return false;
    }
  return true;
}

// Memory is not promised anything about, nor are actions and threads.
static bool may_keep(const struct inquiry *inquiry) {
  const struct target_rules *rules = &inquiry->options.rules;
  return !inquiry->conformance && !inquiry->demand->has_threads &&
         !target_rules_ask_memory(rules) && !rules->checks_leaks &&
         !rules->checks_lost;
}

static bool is_kept(const struct inquiry *inquiry,
                    const struct certificate *certificate,
                    struct keeping *keeping, struct strbuf *why) {
  struct inquiry other = {.context = inquiry->context,
                          .demand = inquiry->demand,
                          .options = inquiry->demand->component,
                          .program = program_draft(inquiry->context->program),
                          .result = inquiry->result};
  choose_options(&other, certificate);
  other.options.rules = (struct target_rules){.checks_promises = true};
  other.options.kept = &keeping->kept;
  other.options.promises = &keeping->promises;
  other.options.breaches = &keeping->breaches;
  bool ok = is_certified(&other, certificate, why);
  inquiry_release(&other);
  return ok;
}

// Promises are kept, and then they are known of what is asked.
static bool promises_hold(struct inquiry *inquiry,
                          const struct certificate *certificate,
                          struct keeping *keeping, struct strbuf *why) {
  const struct certificate *also = certificate->also;
  if (!may_keep(inquiry) || !also || strcmp(also->of, "promises") != 0) {
    strbuf_add(why, "not certified: promises of functions do not settle it");
    return false;
  }
  if (!read_promises(inquiry, certificate, keeping, why) ||
      !is_kept(inquiry, also, keeping, why))
    return false;
  inquiry->options.kept = &keeping->kept;
  inquiry->options.promises = &keeping->promises;
  return true;
}

// Executions that are to be followed, by functions that stay functions: where
// copies of calls would be too many (certify/calls.h).

static void keep_functions(struct inquiry *inquiry, uint32_t from,
                           struct bitset *kept) {
  plain_component_resolve(inquiry->program, inquiry->options.entry, false);
  inquiry->options.is_resolved = true;
  bitset_clear(kept);
  if (from)
    keep_called(inquiry->program, inquiry->options.entry, from, kept);
  else
    callgraph_find_kept(inquiry->program, inquiry->options.entry, kept);
  inquiry->options.kept = kept;
  inquiry->options.merges = false;
  inquiry->options.depth = 0;
}

static bool build_kept(struct inquiry *inquiry, struct strbuf *why) {
  return component_init(&inquiry->component, &inquiry->behaviour,
                        inquiry->program, &inquiry->options, why) &&
         !inquiry->behaviour.unseen_call.id;
}

static bool follow_parts(struct inquiry *inquiry, struct strbuf *why) {
  struct engine_context *context = inquiry->context;
  struct half_time half;
  struct parts parts;
  uint64_t asked = 0;
  bool ok = parts_init(&parts, &inquiry->component, &inquiry->options, why) &&
            certify_calls(&parts, half_time_poll(&half, &context->limits),
                          &asked, why);
  parts_release(&parts);
  context->stats->solver_checks += asked;
  return ok;
}

// What does not succeed so may by copies.
static bool is_followed(const struct inquiry *inquiry,
                        const struct certificate *certificate,
                        struct bitset *kept) {
  struct strbuf why = {0};
  if (!certificate->is_unrolled || !may_keep(inquiry) ||
      !inquiry->options.starts_program)
    return false;
  struct inquiry other = {.context = inquiry->context,
                          .demand = inquiry->demand,
                          .options = inquiry->demand->component,
                          .program = program_draft(inquiry->context->program),
                          .result = inquiry->result};
  choose_options(&other, certificate);
  keep_functions(&other, 0, kept);
  bool ok = !bitset_is_empty(kept) && build_kept(&other, &why) &&
            follow_parts(&other, &why);
  log_line(inquiry->context->log, 1, "certify", "by calls: %s",
           ok ? "certified" : strbuf_text(&why));
  inquiry_release(&other);
  strbuf_release(&why);
  return ok;
}

// Summaries: what functions that stay functions do.
static bool has_good_summaries(struct inquiry *inquiry,
                               const struct certificate *certificate,
                               struct bitset *kept, struct strbuf *why) {
  struct engine_context *context = inquiry->context;
  struct parts parts;
  uint64_t asked = 0;
  if (!may_keep(inquiry)) {
    strbuf_add(why, "not certified: summaries of functions do not settle it");
    return false;
  }
  keep_functions(inquiry, certificate->kept_from, kept);
  if (!build_kept(inquiry, why)) {
    if (!why->length)
      strbuf_add(why, "not certified: callbacks");
    return false;
  }
  bool ok = parts_init(&parts, &inquiry->component, &inquiry->options, why) &&
            certify_summaries(&parts, certificate,
                              limits_poll(&context->limits), &asked, why);
  parts_release(&parts);
  context->stats->solver_checks += asked;
  return ok;
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
  struct keeping keeping = {0};
  choose_options(inquiry, certificate);
  visits_prepare(inquiry);
  uint64_t start_ms = stats_cpu_ms();
  bool ok = is_followed(inquiry, certificate, &keeping.kept);
  if (ok) {
    keep_functions(inquiry, 0, &keeping.kept);
    ok = build_kept(inquiry, &why);
  } else if (certificate->has_summaries)
    ok = has_good_summaries(inquiry, certificate, &keeping.kept, &why);
  else
    ok = (!certificate->keeps_calls ||
          promises_hold(inquiry, certificate, &keeping, &why)) &&
         is_certified(inquiry, certificate, &why) &&
         nothing_is_lost(inquiry, certificate, &why);
  conclude(inquiry, ok, &why);
  if (ok)
    look_at_reached(inquiry, stats_cpu_ms() - start_ms);
  targets_rows(&inquiry->component.targets, inquiry->program,
               &inquiry->result->rows);
  offspring_end(&inquiry->twin);
  keeping_release(&keeping);
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
  if (demand->check && demand->check->subject == SUBJECT_SYSTEM)
    systems_certify(context, demand, result);
  else if (limit)
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
