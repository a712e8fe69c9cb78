#include "cli/check_system.h"

#include <stdio.h>

#include "check/system.h"
#include "cli/request.h"
#include "cli/watch.h"
#include "report/lanes.h"

static struct system_options options_of(struct request *request) {
  const struct options *options = request->session->options;
  return (struct system_options){
      .abstraction = (enum system_abstraction)options->abstraction,
      .composition = (enum system_composition)options->compose,
      .contracts = options->reduce,
      .takes_bodies = options->inline_bodies,
      .merges = options->merge,
      .cegar = request_cegar_options(request)};
}

static void search(struct system_check *system) {
  uint64_t start = stats_now_ms();
  system_check_run(system);
  system->stats->check_ms += stats_now_ms() - start;
}

enum verdict check_system(struct session *session, struct spec *spec,
                          const struct spec_check *check,
                          struct strbuf *reason) {
  struct request request = {.session = session};
  request_watch(&request);
  struct system_options options = options_of(&request);
  struct system_check system;
  if (system_check_init(&system, session->program, spec, check, &options,
                        &session->stats, reason))
    search(&system);
  watch_end();
  if (system.verdict == VERDICT_FALSE)
    lanes_print(&system, request.text);
  else if (system.verdict == VERDICT_UNKNOWN)
    strbuf_add(reason, strbuf_text(&system.reason));
  enum verdict verdict = system.verdict;
  system_check_release(&system);
  request_release(&request);
  return verdict;
}
