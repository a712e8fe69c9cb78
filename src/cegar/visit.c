#include "cegar/visit.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cegar/visiting.h"
#include "check/attributes.h"
#include "confirm/replay.h"
#include "run/run.h"

// Runs

// A run goes from one location of a procedure to another.
static void take_exit(struct visiting *visiting, struct location_id from,
                      struct location_id to) {
  for (uint32_t i = 0; i < visiting->places.count; i++) {
    struct visit_place *place = &visiting->places.at[i];
    place->is_seen |= place->procedure.id == visiting->last.procedure.id &&
                      place->from.id == from.id && place->location.id == to.id;
  }
}

static void on_arrival(void *context, struct procedure_id procedure,
                       struct location_id location) {
  struct visiting *visiting = context;
  if (procedure.id >= visiting->procedures)
    return;
  if (procedure.id == visiting->last.procedure.id &&
      bitset_has(&visiting->exits,
                 visiting->first[procedure.id] + visiting->last.location.id))
    take_exit(visiting, visiting->last.location, location);
  visiting->last.procedure = procedure;
  visiting->last.location = location;
  bitset_add(&visiting->seen, visiting->first[procedure.id] + location.id);
}

static void add_cut(struct visiting *visiting,
                    const struct run_result *result) {
  struct cut cut = visiting->last;
  cut.is_assumption = result->outcome == OUTCOME_BLOCKED;
  cut.reason = result->reason;
  if ((!cut.is_assumption && result->outcome != OUTCOME_UNDEFINED) ||
      !cut.procedure.id)
    return;
  for (uint32_t i = 0; i < visiting->cuts.count; i++)
    if (visiting->cuts.at[i].procedure.id == cut.procedure.id &&
        visiting->cuts.at[i].location.id == cut.location.id)
      return;
  cut_vec_push(&visiting->cuts, cut);
}

// With an oracle's text, or with a seed.
static void run_once(struct visiting *visiting, const char *oracle,
                     uint64_t seed) {
  struct follower follower = {.context = visiting, .arrive = on_arrival};
  struct run_result result;
  visiting->last = (struct cut){0};
  replay_follow(visiting->program, visiting->question->options, oracle, seed,
                &follower, &result);
  add_cut(visiting, &result);
  run_result_release(&result);
}

static void take_seen(struct visiting *visiting) {
  for (uint32_t i = 0; i < visiting->places.count; i++) {
    const struct visit_place *place = &visiting->places.at[i];
    if (place->from.id
            ? place->is_seen
            : bitset_has(&visiting->seen, visiting->first[place->procedure.id] +
                                              place->location.id))
      visiting->answers[place->row] = VISIT_REACHED;
  }
}

static bool is_open(const struct visiting *visiting) {
  for (uint32_t i = 0; i < visiting->question->rows->count; i++)
    if (visiting->answers[i] == VISIT_UNKNOWN)
      return true;
  return false;
}

static void run_some(struct visiting *visiting) {
  enum { RUNS = 12 };
  const struct strbuf *oracles = visiting->question->oracles;
  for (size_t at = 0; at < oracles->length;
       at += strlen(oracles->text + at) + 1)
    run_once(visiting, oracles->text + at, 0);
  take_seen(visiting);
  // What a run invents need not be as was said.
  const struct starting *starting = &visiting->question->program->starting;
  bool invents = !starting->is_nonnull && !starting->is_initial &&
                 !starting->is_usual &&
                 !attributes_matter(visiting->question->program,
                                    visiting->question->options);
  for (uint64_t seed = 0; invents && seed < RUNS && is_open(visiting); seed++) {
    run_once(visiting, NULL, seed);
    take_seen(visiting);
  }
}

// Answers

// The rows that are open get an answer by a proof or a run, one by one if there
// are runs. False when there is none.
static bool settle(struct visiting *visiting, struct bitset *given_up) {
  const struct check_target_vec *rows = visiting->question->rows;
  struct finding finding;
  struct strbuf oracle = {0};
  bool goes_on = visiting_ask((struct visit_task){visiting, NULL, false},
                              &finding, &oracle);
  if (goes_on && finding.verdict == VERDICT_TRUE) {
    for (uint32_t i = 0; i < rows->count; i++)
      if (visiting->answers[i] == VISIT_UNKNOWN)
        visiting->answers[i] = VISIT_UNREACHED;
    goes_on = false;
  } else if (goes_on && finding.verdict == VERDICT_FALSE) {
    run_once(visiting, strbuf_text(&oracle), 0);
    take_seen(visiting);
  }
  goes_on = goes_on && finding.has_path;
  // What is found is reached; what is not is not asked about any more.
  for (uint32_t i = 0; goes_on && i < rows->count; i++)
    if (visiting->answers[i] == VISIT_UNKNOWN &&
        is_same_place(rows->at[i].position, finding.position)) {
      visiting->answers[i] = VISIT_REACHED;
      if (finding.verdict != VERDICT_FALSE)
        bitset_add(given_up, i);
    }
  strbuf_release(&oracle);
  return goes_on && is_open(visiting);
}

static void prove(struct visiting *visiting) {
  enum { QUESTIONS = 16 };
  struct bitset given_up = {0};
  for (uint32_t i = 0; i < visiting->question->rows->count; i++)
    if (!visiting_has_place(visiting, i) &&
        visiting->answers[i] == VISIT_UNKNOWN)
      bitset_add(&given_up, i), visiting->answers[i] = VISIT_REACHED;
  for (uint32_t i = 0; i < QUESTIONS && is_open(visiting); i++)
    if (!settle(visiting, &given_up))
      break;
  BITSET_EACH (i, &given_up)
    visiting->answers[i] = VISIT_UNKNOWN;
  bitset_release(&given_up);
}

// Vacuity

// What the control flow can come to from a location, through calls and back.
struct flow {
  const struct visiting *visiting;
  struct bitset reached;
  struct visit_place_vec pending;
};

static void flow_to(struct flow *flow, struct procedure_id procedure,
                    struct location_id location) {
  uint32_t number = flow->visiting->first[procedure.id] + location.id;
  if (bitset_add(&flow->reached, number))
    visit_place_vec_push(
        &flow->pending,
        (struct visit_place){.procedure = procedure, .location = location});
}

static void flow_back(struct flow *flow, struct procedure_id from) {
  const struct program *program = flow->visiting->program;
  for (uint32_t p = 1; p < flow->visiting->procedures; p++) {
    const struct procedure *procedure = program->procedures.at[p];
    for (uint32_t i = 1; i < procedure->edges.count; i++) {
      const struct edge *edge = &procedure->edges.at[i];
      if (edge->op.kind == OPERATION_CALL &&
          (edge->op.call.callee.id == from.id || !edge->op.call.callee.id))
        flow_to(flow, procedure->self, edge->to);
    }
  }
}

static void flow_in(struct flow *flow, const struct edge *edge) {
  const struct program *program = flow->visiting->program;
  if (edge->op.kind != OPERATION_CALL)
    return;
  for (uint32_t p = 1; p < flow->visiting->procedures; p++)
    if (program->procedures.at[p]->is_defined &&
        (!edge->op.call.callee.id || edge->op.call.callee.id == p))
      flow_to(flow, program->procedures.at[p]->self,
              program->procedures.at[p]->entry);
}

static void flow_on(struct flow *flow) {
  while (flow->pending.count) {
    struct visit_place at = flow->pending.at[--flow->pending.count];
    const struct procedure *procedure =
        program_procedure(flow->visiting->program, at.procedure);
    const struct location *location =
        procedure_location(procedure, at.location);
    for (uint32_t i = 0; i < location->out_count; i++) {
      const struct edge *edge = &procedure->edges.at[location->first_out + i];
      if (edge->undefined == UNDEFINED_NONE)
        flow_to(flow, procedure->self, edge->to);
      flow_in(flow, edge);
    }
    if (at.location.id == procedure->exit.id)
      flow_back(flow, procedure->self);
  }
}

// Goes on from where it is to the places of rows. Releases it.
static bool flow_meets_row(struct flow *flow) {
  const struct visiting *visiting = flow->visiting;
  bool found = false;
  flow_on(flow);
  for (uint32_t i = 0; i < visiting->places.count; i++) {
    const struct visit_place *place = &visiting->places.at[i];
    found |= bitset_has(&flow->reached, visiting->first[place->procedure.id] +
                                            place->location.id);
  }
  bitset_release(&flow->reached);
  visit_place_vec_release(&flow->pending);
  return found;
}

static bool leads_to_row(const struct visiting *visiting,
                         const struct cut *cut) {
  struct flow flow = {.visiting = visiting};
  flow_to(&flow, cut->procedure, cut->location);
  return flow_meets_row(&flow);
}

static void tell_cut(const struct visiting *visiting, const struct cut *cut,
                     struct strbuf *out) {
  const struct procedure *procedure =
      program_procedure(visiting->program, cut->procedure);
  const struct location *location =
      procedure_location(procedure, cut->location);
  struct position position =
      location->out_count ? procedure->edges.at[location->first_out].position
                          : location->position;
  strbuf_add(out, "everything that was asked about lies behind ");
  if (cut->is_assumption)
    strbuf_add(out, "an assumption that never holds");
  else
    strbuf_format(out, "undefined behaviour (%s)", undefined_text(cut->reason));
  if (position_is_known(position)) {
    strbuf_add(out, " at ");
    position_print(visiting->program->names, position, out);
  }
}

// Can control get from something that may be undefined to what was asked about?
static bool undefined_leads_to_row(const struct visiting *visiting) {
  struct flow flow = {.visiting = visiting};
  for (uint32_t p = 1; p < visiting->procedures; p++) {
    const struct procedure *procedure = visiting->program->procedures.at[p];
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      if (procedure->edges.at[i].undefined != UNDEFINED_NONE)
        flow_to(&flow, procedure->self, procedure->edges.at[i].from);
  }
  return flow_meets_row(&flow);
}

// It is undefined at other places for other executions, but each that would get
// to what was asked about is undefined before.
static void look_behind_undefined(const struct visiting *visiting,
                                  struct strbuf *out) {
  struct finding finding;
  struct strbuf oracle = {0};
  if (undefined_leads_to_row(visiting) &&
      visiting_ask((struct visit_task){visiting, NULL, true}, &finding,
                   &oracle) &&
      finding.has_path)
    strbuf_add(out, "everything that was asked about lies behind undefined "
                    "behaviour");
  strbuf_release(&oracle);
}

// Is there something that no execution gets past, and behind it what was asked
// about?
static void look_for_vacuity(struct visiting *visiting, struct strbuf *out) {
  enum { CUTS = 6 };
  uint32_t count = visiting->question->rows->count;
  for (uint32_t i = 0; i < count; i++)
    if (visiting->answers[i] != VISIT_UNREACHED)
      return;
  for (uint32_t i = 0; count && i < visiting->cuts.count && i < CUTS; i++) {
    const struct cut here = visiting->cuts.at[i], *cut = &here;
    struct finding finding;
    struct strbuf oracle = {0};
    bool is_dead = leads_to_row(visiting, cut) &&
                   visiting_ask((struct visit_task){visiting, cut, false},
                                &finding, &oracle) &&
                   finding.verdict == VERDICT_TRUE;
    if (!is_dead && oracle.length) // past it there may be another
      run_once(visiting, strbuf_text(&oracle), 0);
    strbuf_release(&oracle);
    if (!is_dead)
      continue;
    tell_cut(visiting, cut, out);
    return;
  }
  if (count)
    look_behind_undefined(visiting, out);
}

// Questions

static void visiting_init(struct visiting *visiting,
                          const struct visit_question *question,
                          enum visit *answers) {
  struct program *program = question->program;
  uint32_t count = program->procedures.count, next = 0;
  *visiting = (struct visiting){
      .question = question,
      .program = program,
      .procedures = count,
      .first = memory_new_zero(count, sizeof *visiting->first),
      .answers = answers};
  for (uint32_t i = 1; i < count; i++) {
    visiting->first[i] = next;
    next += program->procedures.at[i]->locations.count;
  }
  for (uint32_t i = 0; i < question->rows->count; i++)
    answers[i] = VISIT_UNKNOWN;
}

static void visiting_release(struct visiting *visiting) {
  visit_place_vec_release(&visiting->places);
  cut_vec_release(&visiting->cuts);
  bitset_release(&visiting->seen);
  bitset_release(&visiting->exits);
  free(visiting->first);
}

void visit_decide(const struct visit_question *question, enum visit *answers,
                  struct strbuf *vacuity) {
  struct visiting visiting;
  visiting_init(&visiting, question, answers);
  visiting_find_places(&visiting);
  run_some(&visiting);
  prove(&visiting);
  look_for_vacuity(&visiting, vacuity);
  visiting_release(&visiting);
}

void visit_sole(const struct visit_question *question, enum visit *answers,
                bool is_brief, struct run_result *result) {
  struct visiting visiting;
  visiting_init(&visiting, question, answers);
  visiting_find_places(&visiting);
  struct follower follower = {.context = &visiting, .arrive = on_arrival};
  replay_sole(question->program, question->options, &follower, is_brief,
              result);
  take_seen(&visiting);
  for (uint32_t i = 0; i < question->rows->count; i++)
    if (answers[i] == VISIT_UNKNOWN)
      answers[i] = VISIT_UNREACHED;
  visiting_release(&visiting);
}

enum visit visit_actions(const struct visit_question *question,
                         const struct weaving *weaving,
                         const struct bitset *actions) {
  enum visit answer;
  struct visiting visiting;
  visiting_init(&visiting, question, &answer);
  for (uint32_t i = 1; i < visiting.procedures; i++)
    if (visiting.program->procedures.at[i]->is_defined)
      visiting_place_actions(&visiting, visiting.program->procedures.at[i],
                             weaving, actions);
  run_some(&visiting);
  prove(&visiting);
  visiting_release(&visiting);
  return answer;
}

enum visit visit_location(const struct visit_question *question,
                          struct procedure_id procedure,
                          struct location_id location) {
  enum visit answer;
  struct visiting visiting;
  visiting_init(&visiting, question, &answer);
  visit_place_vec_push(
      &visiting.places,
      (struct visit_place){.procedure = procedure, .location = location});
  run_some(&visiting);
  prove(&visiting);
  visiting_release(&visiting);
  return answer;
}
