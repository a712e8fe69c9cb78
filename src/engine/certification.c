// Checking a certificate: the program is read and made an automaton as for a
// proof, and the certificate is asked about instead of looking for one
// (certify/certify.h). What was not certified is unknown, not false.
#include "engine/certification.h"

#include "certify/certify.h"
#include "check/component.h"
#include "program/draft.h"

struct certification {
  struct engine_context *context;
  const struct demand *demand;
  struct certificate certificate;
  struct component_options options;
  struct program *program;
  struct behaviour behaviour;
  struct component component;
  struct strbuf why;
};

// What a proof about an automaton does not settle.
static const char *out_of_reach(const struct certification *certification) {
  const struct demand *demand = certification->demand;
  if (demand->check)
    return "not certified: checks of specifications other than formulas";
  if (demand->is_termination)
    return "not certified: termination";
  if (demand->has_threads)
    return "not certified: threads";
  if (demand->component.kept)
    return "not certified: functions whose calls are kept";
  if (demand->component.rules.checks_leaks || demand->component.rules.leaks)
    return "not certified: memory that is left";
  return NULL;
}

static bool decide(struct certification *certification) {
  struct component *component = &certification->component;
  uint64_t asked = 0;
  struct poll poll = {0};
  if (certification->behaviour.unseen_call.id) {
    strbuf_add(&certification->why, "not certified: callbacks");
    return false;
  }
  bool ok = certify(component->question, &certification->certificate, poll,
                    &asked, &certification->why);
  certification->context->stats->solver_checks += asked;
  return ok;
}

static bool read_program(struct certification *certification) {
  const struct engine_context *context = certification->context;
  certification->program = program_draft(context->program);
  certification->options = certification->demand->component;
  certification->options.is_task = certification->demand->is_task;
  certification->options.merges = context->options->merge;
  certification->options.depth = certification->certificate.depth;
  return component_init(&certification->component, &certification->behaviour,
                        certification->program, &certification->options,
                        &certification->why);
}

static void conclude(struct certification *certification, bool is_certified,
                     struct result *result) {
  struct check_target_vec *targets = &certification->component.targets;
  struct name reason = intern(result->names, strbuf_text(&certification->why));
  for (uint32_t i = 0; i < targets->count; i++) {
    targets->at[i].status = is_certified ? ROW_HOLDS : ROW_UNKNOWN;
    targets->at[i].reason = is_certified ? (struct name){0} : reason;
  }
  targets_rows(targets, certification->program, &result->rows);
  result->verdict = is_certified ? VERDICT_TRUE : VERDICT_UNKNOWN;
  if (!is_certified)
    strbuf_add(&result->reason, strbuf_text(&certification->why));
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the certificate, edge by edge, by cvc5");
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
             "front end, points-to, removal of pointers and merging are right");
}

void run_certification(struct engine_context *context,
                       const struct demand *demand, struct result *result) {
  struct certification certification = {.context = context, .demand = demand};
  const char *limit = out_of_reach(&certification);
  bool is_read =
      !limit && certificate_read(&certification.certificate,
                                 demand->certificate, &certification.why);
  if (is_read) {
    bool ok = read_program(&certification) && decide(&certification);
    conclude(&certification, ok, result);
    component_release(&certification.component);
    behaviour_release(&certification.behaviour);
    program_free(certification.program);
  } else {
    result->verdict = VERDICT_UNKNOWN;
    strbuf_add(&result->reason,
               limit ? limit : strbuf_text(&certification.why));
  }
  certificate_release(&certification.certificate);
  strbuf_release(&certification.why);
}
