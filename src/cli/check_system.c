#include "cli/check_system.h"

#include <stdio.h>

#include "check/system_record.h"
#include "cli/request.h"
#include "cli/watch.h"
#include "report/execution_text.h"
#include "report/result_text.h"

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

static void report(struct request *request, const struct system_check *system) {
  struct result *result = &request->result;
  struct strbuf text = {0};
  system_record(system, result);
  executions_print(result, 0, &text);
  remarks_print(result, &text);
  fputs(strbuf_text(&text), request->text);
  strbuf_release(&text);
  result->property = "conformance";
  request_report(request);
}

void check_system(struct session *session, struct spec *spec,
                  const struct spec_check *check, struct outcome *outcome) {
  struct request request = {.session = session};
  request_watch(&request);
  struct system_options options = options_of(&request);
  struct system_check system;
  bool is_ready =
      system_check_init(&system, session->program, spec, check, &options,
                        &session->stats, &request.result.reason);
  if (is_ready)
    search(&system, session->options->dump_queries);
  watch_end();
  strbuf_add(&request.result.reason, strbuf_text(&system.reason));
  request.result.verdict = system.verdict;
  if (system.verdict == VERDICT_TRUE && system_check_is_vacuous(&system))
    strbuf_add(&request.result.vacuity, SPEC_VACUITY);
  if (is_ready)
    report(&request, &system);
  request_outcome(&request, outcome);
  system_check_release(&system);
  request_release(&request);
}
