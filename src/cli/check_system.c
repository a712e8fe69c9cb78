#include "cli/check_system.h"

#include <stdio.h>

#include "check/system.h"
#include "cli/request.h"
#include "cli/watch.h"
#include "lts/transform.h"
#include "report/lanes.h"

static struct system_options options_of(struct request *request) {
  const struct options *options = request->session->options;
  return (struct system_options){
      .abstraction = (enum system_abstraction)options->abstraction,
      .composition = (enum system_composition)options->compose,
      .contracts = options->reduce,
      .by_values = options->values,
      .takes_bodies = options->inline_bodies,
      .merges = options->merge,
      .cegar = request_cegar_options(request)};
}

static void search(struct system_check *system, const char *dump) {
  uint64_t start = stats_now_ms();
  solver_set_dump(system->solver, dump);
  watch_solver(system->solver);
  system_check_run(system);
  watch_solver(NULL);
  system->stats->check_ms += stats_now_ms() - start;
  const struct solver_counts *counts = solver_counts(system->solver);
  for (int i = 0; i < PURPOSE_COUNT; i++)
    system->stats->solver_checks += counts->checks[i];
}

// Of which components the LTS was checked against the code once more, and of
// which it was not.
static void tell_rechecked(struct request *request,
                           const struct system_check *system, bool is_so) {
  struct name_vec list = {0};
  for (uint32_t i = 0; i < system->count; i++)
    if (system->parts[i].is_rechecked == is_so)
      name_vec_push(&list, system->parts[i].name);
  ledger_add_names(
      &request->ledger, request->session->names,
      is_so ? LEDGER_CHECKED : LEDGER_NOT_CHECKED, "the abstractions of ",
      &list, is_so ? ": rechecked step by step by Z3" : ", a second time");
  name_vec_release(&list);
}

// What stands behind the answer, of all components.
static void fill_ledger(struct request *request,
                        const struct system_check *system) {
  struct conformance woven = {
      .spec = system->spec, .check = system->check, .weaving = system->weaving};
  for (uint32_t i = 0; i < system->count; i++) {
    struct ledger_facts facts = {.component = &system->parts[i].component,
                                 .options = &system->parts[i].options,
                                 .conformance = &woven,
                                 .is_part = true};
    ledger_fill(&request->ledger, &facts);
  }
  if (system->verdict == VERDICT_TRUE) {
    tell_rechecked(request, system, true);
    tell_rechecked(request, system, false);
  }
  if (system->verdict == VERDICT_TRUE && system->assumption.lts)
    ledger_add(&request->ledger, request->session->names,
               system->assumption.is_rechecked ? LEDGER_CHECKED
                                               : LEDGER_NOT_CHECKED,
               system->assumption.is_rechecked
                   ? "the assumption: both premises, by another search"
                   : "the assumption, a second time");
}

// A component that can go on for ever without taking part does not wait, and
// so it is not in a deadlock.
static void tell_livelocks(const struct request *request,
                           const struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (system->parts[i].may_loop_silently)
      fprintf(request->text,
              "livelock     component %s may go on for ever without any action "
              "that others know\n",
              name_text(request->session->names, system->parts[i].name));
}

static void list_group(const struct request *request,
                       const struct system_check *system, bool first) {
  const char *separator = "";
  for (uint32_t i = 0; i < system->count; i++)
    if (bitset_has(&system->assumption.first, i) == first) {
      fprintf(request->text, "%s%s", separator,
              name_text(request->session->names, system->parts[i].name));
      separator = ", ";
    }
}

// The assumption as a process that can be put into a specification.
static void tell_assumption(const struct request *request,
                            const struct system_check *system) {
  const struct system_assumption *assumption = &system->assumption;
  if (assumption->given_up)
    fprintf(request->text, "assumption   none: %s\n", assumption->given_up);
  if (!assumption->lts || system->verdict != VERDICT_TRUE)
    return;
  fprintf(request->text, "assumption   of ");
  list_group(request, system, true);
  fprintf(request->text, " about ");
  list_group(request, system, false);
  fprintf(request->text,
          ": %u state%s, %u of %u actions; %u guess%s, %llu question%s\n",
          assumption->lts->state_count,
          assumption->lts->state_count == 1 ? "" : "s",
          bitset_count(&assumption->letters), assumption->most_letters,
          assumption->guesses, assumption->guesses == 1 ? "" : "es",
          (unsigned long long)assumption->questions,
          assumption->questions == 1 ? "" : "s");
  if (bitset_is_empty(&assumption->letters))
    return; // nothing is assumed
  // ERROR and what is not modelled are forbidden anyway, and have no names.
  struct bitset nameless = {0};
  for (uint32_t i = 0; i < system->count; i++) {
    bitset_add(&nameless, system->parts[i].labels.error.id);
    bitset_add(&nameless, system->parts[i].unsupported.id);
  }
  struct lts *shown = lts_cut(assumption->lts, &nameless);
  struct strbuf text = {0};
  spec_print_process(shown, "ASSUMPTION", &text);
  fputs(strbuf_text(&text), request->text);
  strbuf_release(&text);
  lts_free(shown);
  bitset_release(&nameless);
}

static void report(struct request *request, const struct system_check *system) {
  request->verdict = system->verdict;
  if (system->verdict == VERDICT_FALSE)
    lanes_print(system, request->text);
  tell_assumption(request, system);
  if (!system->specification)
    tell_livelocks(request, system);
  fill_ledger(request, system);
  request->property = "conformance";
  request_report(request);
}

void check_system(struct session *session, struct spec *spec,
                  const struct spec_check *check, struct outcome *outcome) {
  struct request request = {.session = session};
  request_watch(&request);
  struct system_options options = options_of(&request);
  struct system_check system;
  bool is_ready = system_check_init(&system, session->program, spec, check,
                                    &options, &session->stats, &request.reason);
  if (is_ready)
    search(&system, session->options->dump_queries);
  watch_end();
  strbuf_add(&request.reason, strbuf_text(&system.reason));
  request.verdict = system.verdict;
  if (system.verdict == VERDICT_TRUE && system_check_is_vacuous(&system))
    strbuf_add(&request.vacuity, SPEC_VACUITY);
  if (is_ready)
    report(&request, &system);
  request_outcome(&request, outcome);
  system_check_release(&system);
  request_release(&request);
}
