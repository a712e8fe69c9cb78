#include "check/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// The edges into each location, as lists.
struct ways_in {
  uint32_t *first; // by location: an edge, or 0
  uint32_t *next;  // by edge
};

static struct ways_in find_ways_in(const struct procedure *procedure) {
  struct ways_in ways = {
      .first = memory_new_zero(procedure->locations.count, sizeof *ways.first),
      .next = memory_new_zero(procedure->edges.count, sizeof *ways.next)};
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    uint32_t to = procedure->edges.at[i].to.id;
    ways.next[i] = ways.first[to];
    ways.first[to] = i;
  }
  return ways;
}

// Does an execution come to where it is decided whether the violation happens?
// That is back along the ways in until there is another way out.
static bool is_decided(const struct cegar *cegar, const struct ways_in *ways,
                       struct location_id location, uint32_t depth) {
  enum { DEPTH = 50 };
  const struct procedure *procedure = cegar->component->procedure;
  bool is_reached = !term_is_false(cegar->component->program->terms,
                                   cegar->invariants[location.id]);
  if (is_reached || depth == DEPTH)
    return true;
  if (procedure_location(procedure, location)->out_count > 1)
    return false;
  for (uint32_t i = ways->first[location.id]; i; i = ways->next[i])
    if (is_decided(cegar, ways, procedure->edges.at[i].from, depth + 1))
      return true;
  return false;
}

static void mark_decided(const struct cegar *cegar, bool *is_near) {
  const struct component *component = cegar->component;
  struct ways_in ways = find_ways_in(component->procedure);
  for (uint32_t i = 0; i < component->violations.count; i++) {
    const struct edge *edge =
        procedure_edge(component->procedure, component->violations.at[i]);
    uint32_t target = component->target_of.at[i];
    is_near[target] =
        is_near[target] || is_decided(cegar, &ways, edge->from, 0);
  }
  free(ways.first);
  free(ways.next);
}

// Nothing violates what is left.
static void settle_safe(struct cegar *cegar) {
  struct check_target_vec *targets = &cegar->component->targets;
  bool *is_near = memory_new_zero(targets->count + 1, sizeof *is_near);
  if (cegar->proof == PROOF_PREDICATES)
    mark_decided(cegar, is_near);
  else // the proof does not tell which locations are reached
    memset(is_near, true, targets->count * sizeof *is_near);
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == TARGET_OPEN)
      targets->at[i].status =
          is_near[i] || targets->at[i].kind == TARGET_CONFORMANCE
              ? TARGET_HOLDS
              : TARGET_UNREACHED;
  free(is_near);
}

void survey_abandon(struct check_target_vec *targets, struct interner *names,
                    const char *reason) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == TARGET_OPEN) {
      targets->at[i].status = TARGET_UNKNOWN;
      targets->at[i].reason = intern(names, reason);
    }
}

// The run was about one path: its target is decided. True if there is more to
// do.
static bool settle_path(struct cegar *cegar,
                        const struct survey_options *options) {
  struct component *component = cegar->component;
  bool fails = cegar->verdict == VERDICT_FALSE;
  struct check_target *target =
      component_target(component, *edge_id_vec_last(&cegar->path));
  target->status = fails ? TARGET_FAILS : TARGET_UNKNOWN;
  if (!fails)
    target->reason =
        intern(component->program->names, strbuf_text(&cegar->reason));
  if (options->decided)
    options->decided(options->context, cegar, target);
  if (fails && options->stops_at_first)
    return false;
  component_retire(component, target);
  return component_has_open_target(component);
}

void survey_run(struct cegar *cegar, const struct survey_options *options) {
  struct component *component = cegar->component;
  bool goes_on = true;
  while (goes_on) {
    cegar_run(cegar);
    if (cegar->verdict == VERDICT_TRUE) {
      settle_safe(cegar);
      return;
    }
    if (!cegar->path.count) {
      survey_abandon(&component->targets, component->program->names,
                     strbuf_text(&cegar->reason));
      return;
    }
    goes_on = settle_path(cegar, options);
    cegar_reset(cegar);
  }
}

enum verdict survey_verdict(const struct check_target_vec *targets,
                            const struct check_target **target) {
  const struct check_target *unknown = NULL;
  *target = NULL;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct check_target *row = &targets->at[i];
    if (row->status == TARGET_FAILS) {
      *target = row;
      return VERDICT_FALSE;
    }
    bool is_safe =
        row->status == TARGET_HOLDS || row->status == TARGET_UNREACHED;
    if (!is_safe && !unknown)
      unknown = row;
  }
  *target = unknown;
  return unknown ? VERDICT_UNKNOWN : VERDICT_TRUE;
}
