#include "cegar/visit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/offspring.h"
#include "confirm/replay.h"
#include "program/flow.h"
#include "program/pass.h"
#include "program/relax.h"
#include "run/run.h"

// Where a row is decided.
struct visit_place {
  struct procedure_id procedure;
  struct location_id from;     // an edge from there, or none: any way counts
  struct location_id location; // that it leads to
  uint32_t row;
  bool is_seen; // a run took the edge
};

VEC_DEFINE(visit_place_vec, struct visit_place);

// Where a run stopped that nobody looks at any further.
struct cut {
  struct procedure_id procedure;
  struct location_id location;
  bool is_assumption;
  enum undefined_reason reason;
};

VEC_DEFINE(cut_vec, struct cut);

struct visiting {
  const struct visit_question *question;
  struct program *program;
  struct visit_place_vec places;
  uint32_t *first;     // by procedure: of its locations in `seen`
  uint32_t procedures; // as many as were loaded
  struct bitset seen;  // locations that a run came to
  struct bitset exits; // locations that edges of places start at
  struct cut last;     // the location that a run came to last
  struct cut_vec cuts;
  enum visit *answers;
};

// Places

static bool is_same_place(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line && a.column == b.column;
}

static bool is_of_row(const struct check_target *row,
                      const struct check_target *target) {
  return row->kind == target->kind &&
         row->procedure.id == target->procedure.id &&
         name_equal(row->text, target->text) &&
         is_same_place(row->position, target->position);
}

static void add_place(struct visiting *visiting, struct visit_place added) {
  for (uint32_t i = 0; i < visiting->places.count; i++) {
    const struct visit_place *place = &visiting->places.at[i];
    if (place->procedure.id == added.procedure.id &&
        place->from.id == added.from.id &&
        place->location.id == added.location.id && place->row == added.row)
      return;
  }
  visit_place_vec_push(&visiting->places, added);
}

static void add_location(struct visiting *visiting,
                         struct procedure_id procedure,
                         struct location_id location, uint32_t row) {
  add_place(visiting, (struct visit_place){.procedure = procedure,
                                           .location = location,
                                           .row = row});
}

// What follows an edge may also be reached otherwise.
static void add_exit(struct visiting *visiting, struct procedure_id procedure,
                     const struct edge *edge, uint32_t row) {
  bitset_add(&visiting->exits, visiting->first[procedure.id] + edge->from.id);
  add_place(visiting, (struct visit_place){.procedure = procedure,
                                           .from = edge->from,
                                           .location = edge->to,
                                           .row = row});
}

static bool is_assertion(const struct visiting *visiting, uint32_t row) {
  static const char start[] = "assert(";
  const char *text = name_text(visiting->program->names,
                               visiting->question->rows->at[row].text);
  return !strncmp(text, start, strlen(start));
}

// Does one of the branches at a location lead to what violates another row that
// came out of the same macro?
static bool tests_another(const struct visiting *visiting,
                          const struct procedure *procedure,
                          struct location_id at, uint32_t row) {
  const struct visit_question *question = visiting->question;
  const struct location *location = procedure_location(procedure, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct location *next = procedure_location(
        procedure, procedure->edges.at[location->first_out + i].to);
    if (!next->out_count)
      continue;
    struct check_target target =
        target_of(visiting->program, &question->options->rules, procedure,
                  &procedure->edges.at[next->first_out]);
    if (target.kind != TARGET_NONE &&
        is_same_place(target.position, question->rows->at[row].position) &&
        !is_of_row(&question->rows->at[row], &target))
      return true;
  }
  return false;
}

// The tests of an assertion are all at its position. Those that lead to
// `location`, which is one of them, are added.
static void find_tests(const struct visiting *visiting,
                       const struct procedure *procedure,
                       const struct flow_into *into,
                       struct location_id location, uint32_t row,
                       struct bitset *tests) {
  struct position position = visiting->question->rows->at[row].position;
  if (!bitset_add(tests, location.id))
    return;
  for (uint32_t i = into->first[location.id + 1];
       i-- > into->first[location.id];) {
    const struct edge *edge = &procedure->edges.at[into->at[i]];
    if (is_same_place(edge->position, position) &&
        !tests_another(visiting, procedure, edge->from, row))
      find_tests(visiting, procedure, into, edge->from, row, tests);
  }
}

// An assertion is decided where its tests are left, to what violates it or to
// what follows: a condition that nobody gets to the end of decides nothing.
static void find_outcomes(struct visiting *visiting,
                          const struct procedure *procedure,
                          const struct flow_into *into,
                          const struct edge *violation, uint32_t row) {
  struct bitset tests = {0};
  find_tests(visiting, procedure, into, violation->from, row, &tests);
  add_location(visiting, procedure->self, violation->from, row);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (edge != violation && edge->undefined == UNDEFINED_NONE &&
        bitset_has(&tests, edge->from.id) && !bitset_has(&tests, edge->to.id))
      add_exit(visiting, procedure->self, edge, row);
  }
  bitset_release(&tests);
}

static bool is_never_taken(const struct program *program,
                           const struct edge *edge) {
  return edge->op.kind == OPERATION_ASSUME &&
         term_is_false(program->terms, edge->op.assume.condition);
}

// Is it decided there how to go on? Of an operation by its being defined: what
// ends it has a second edge that nothing takes. Of a call or a label by a
// condition of the program, which the compiler may have decided; that something
// before it is defined is none.
static bool is_branch(const struct program *program,
                      const struct procedure *procedure,
                      const struct location *location, bool is_operation) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &procedure->edges.at[location->first_out + i];
    count += is_operation ? !is_never_taken(program, edge)
                          : edge->undefined == UNDEFINED_NONE;
  }
  return count > 1;
}

// A violation whose decision is looked for.
struct deciding {
  const struct procedure *procedure;
  const struct flow_into *into;
  const struct edge *violation;
  uint32_t row;
};

// Back from a violation to where it is decided: the last branch before it. If
// there is none, coming to it is what counts.
static void find_decision(struct visiting *visiting,
                          const struct deciding *deciding,
                          struct location_id location, uint32_t depth) {
  enum { DEPTH = 50 };
  const struct procedure *procedure = deciding->procedure;
  const struct flow_into *into = deciding->into;
  bool is_operation = deciding->violation->undefined != UNDEFINED_NONE;
  if (is_branch(visiting->program, procedure,
                procedure_location(procedure, location), is_operation)) {
    add_location(visiting, procedure->self, location, deciding->row);
    return;
  }
  if (location.id == procedure->entry.id || depth == DEPTH ||
      into->first[location.id] == into->first[location.id + 1]) {
    add_location(visiting, procedure->self,
                 is_operation ? location : deciding->violation->from,
                 deciding->row);
    return;
  }
  for (uint32_t i = into->first[location.id + 1];
       i-- > into->first[location.id];)
    find_decision(visiting, deciding, procedure->edges.at[into->at[i]].from,
                  depth + 1);
}

static bool has_place(const struct visiting *visiting, uint32_t row) {
  for (uint32_t i = 0; i < visiting->places.count; i++)
    if (visiting->places.at[i].row == row)
      return true;
  return false;
}

// What an access violates is not in the program yet: the operation is.
static void place_accesses(struct visiting *visiting,
                           const struct procedure *procedure) {
  const struct check_target_vec *rows = visiting->question->rows;
  for (uint32_t r = 0; r < rows->count; r++) {
    if (rows->at[r].procedure.id != procedure->self.id ||
        has_place(visiting, r))
      continue;
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      if (is_same_place(procedure->edges.at[i].position, rows->at[r].position))
        add_location(visiting, procedure->self, procedure->edges.at[i].from, r);
  }
}

static void find_places(struct visiting *visiting) {
  const struct visit_question *question = visiting->question;
  for (uint32_t p = 1; p < visiting->procedures; p++) {
    const struct procedure *procedure = visiting->program->procedures.at[p];
    if (!procedure->is_defined)
      continue;
    struct flow_into into;
    flow_into_init(&into, procedure);
    for (uint32_t i = 1; i < procedure->edges.count; i++) {
      const struct edge *edge = &procedure->edges.at[i];
      struct check_target target = target_of(
          visiting->program, &question->options->rules, procedure, edge);
      for (uint32_t r = 0;
           target.kind != TARGET_NONE && r < question->rows->count; r++)
        if (is_of_row(&question->rows->at[r], &target)) {
          if (is_assertion(visiting, r))
            find_outcomes(visiting, procedure, &into, edge, r);
          else
            find_decision(visiting,
                          &(struct deciding){procedure, &into, edge, r},
                          edge->from, 0);
        }
    }
    place_accesses(visiting, procedure);
    flow_into_release(&into);
  }
}

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
  struct follower follower = {visiting, on_arrival};
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
  for (uint64_t seed = 0; seed < RUNS && is_open(visiting); seed++) {
    run_once(visiting, NULL, seed);
    take_seen(visiting);
  }
}

// Proofs

// A call that stands at a place: reaching it violates the new question.
static struct procedure_id marker(struct program *program) {
  static const char name[] = CHECKED_LABEL "of a visit";
  struct procedure *found = program_find(program, name);
  return found ? found->self
               : program_add_procedure(program, intern(program->names, name))
                     ->self;
}

static struct operation call_marker(struct program *program) {
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = marker(program);
  return op;
}

static void mark_edge(struct program *program, struct procedure *procedure,
                      uint32_t index, struct position position) {
  struct location_id between = procedure_add_location(procedure, position);
  struct edge edge = {.from = between,
                      .to = procedure->edges.at[index].to,
                      .position = position,
                      .op = call_marker(program)};
  procedure->edges.at[index].to = between;
  procedure_add_edge(procedure, edge);
}

static void mark_exit(struct program *program, struct visit_place place,
                      struct position position) {
  struct procedure *procedure = program_procedure(program, place.procedure);
  uint32_t count = procedure->edges.count;
  for (uint32_t i = 1; i < count; i++)
    if (procedure->edges.at[i].from.id == place.from.id &&
        procedure->edges.at[i].to.id == place.location.id)
      mark_edge(program, procedure, i, position);
}

static void mark_location(struct program *program, struct visit_place place,
                          struct position position) {
  struct procedure *procedure = program_procedure(program, place.procedure);
  struct location_id next = procedure_add_location(
      procedure, procedure_location(procedure, place.location)->position);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (procedure->edges.at[i].from.id == place.location.id)
      procedure->edges.at[i].from = next;
  procedure_add_edge(procedure, (struct edge){.from = place.location,
                                              .to = next,
                                              .position = position,
                                              .op = call_marker(program)});
}

// Behind all edges of a location that go on.
static void mark_behind(struct program *program, const struct cut *cut) {
  struct procedure *procedure = program_procedure(program, cut->procedure);
  uint32_t count = procedure->edges.count;
  for (uint32_t i = 1; i < count; i++) {
    struct edge edge = procedure->edges.at[i];
    if (edge.from.id != cut->location.id || edge.undefined != UNDEFINED_NONE)
      continue;
    mark_edge(program, procedure, i, edge.position);
  }
}

static volatile sig_atomic_t is_out_of_time;

static void on_time(int signal_number) {
  (void)signal_number;
  is_out_of_time = 1;
}

static void limit_time(uint32_t cpu_ms) {
  signal(SIGVTALRM, on_time);
  struct itimerval limit = {
      .it_value = {.tv_sec = cpu_ms / 1000, .tv_usec = cpu_ms % 1000 * 1000},
      .it_interval = {.tv_usec = 200000}};
  setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

// What a proof's process writes.
struct finding {
  enum verdict verdict;
  struct position position; // of the marker on the path, if there is one
  bool has_path;
  uint32_t oracle; // bytes that follow
};

// A marker or the old labels: only the former are asked about.
static void search(const struct visiting *visiting, int out) {
  const struct visit_question *question = visiting->question;
  struct component_options options = *question->options;
  options.rules = (struct target_rules){.label = "of a visit"};
  options.specification = NULL;
  options.checks_memory = question->options->rules.checks_deref;
  struct finding finding = {.verdict = VERDICT_UNKNOWN};
  struct behaviour behaviour;
  struct component component;
  struct strbuf why = {0};
  for (uint32_t i = 1; i < visiting->procedures; i++)
    if (visiting->program->procedures.at[i]->is_defined)
      procedure_seal(visiting->program->procedures.at[i]);
  pass_done(visiting->program, "mark visits");
  limit_time(question->cpu_ms);
  struct cegar_options search_options = *question->search;
  struct stats stats = {0};
  search_options.out_of_time = &is_out_of_time;
  struct cegar cegar = {0};
  if (component_init(&component, &behaviour, visiting->program, &options,
                     &why)) {
    cegar_init(&cegar, &component, &options, &search_options, &stats);
    cegar_run(&cegar);
    finding.verdict = cegar.verdict;
    finding.has_path = cegar.path.count && cegar.verdict != VERDICT_TRUE;
    if (finding.has_path)
      finding.position =
          component_target(&component, *edge_id_vec_last(&cegar.path))
              ->position;
    finding.oracle =
        cegar.verdict == VERDICT_FALSE ? (uint32_t)cegar.oracle.length : 0;
  }
  if (file_send(out, &finding, sizeof finding) && finding.oracle)
    file_send(out, cegar.oracle.text, finding.oracle);
}

// A question about markers, for a child.
struct task {
  const struct visiting *visiting;
  const struct cut *cut; // what is behind it; null: all places that are open
  bool is_relaxed; // all places, if execution goes on where it is undefined
};

static bool is_asked(const struct visiting *visiting,
                     const struct visit_place *place, bool is_relaxed) {
  return is_relaxed || visiting->answers[place->row] == VISIT_UNKNOWN;
}

static void mark(const struct visiting *visiting,
                 const struct visit_place *place) {
  (place->from.id ? mark_exit : mark_location)(
      visiting->program, *place,
      visiting->question->rows->at[place->row].position);
}

// Edges first: a marker at a location moves the edges that leave it.
static void mark_open(const struct visiting *visiting, bool is_relaxed) {
  for (uint32_t exits = 0; exits < 2; exits++)
    for (uint32_t i = 0; i < visiting->places.count; i++) {
      const struct visit_place *place = &visiting->places.at[i];
      if (is_asked(visiting, place, is_relaxed) &&
          (place->from.id != 0) == !exits)
        mark(visiting, place);
    }
}

static void work(void *context, int in, int out) {
  const struct task *task = context;
  const struct visiting *visiting = task->visiting;
  (void)in;
  if (task->is_relaxed)
    program_relax(visiting->program);
  if (task->cut)
    mark_behind(visiting->program, task->cut);
  else
    mark_open(visiting, task->is_relaxed);
  search(visiting, out);
}

static bool ask(struct task task, struct finding *finding,
                struct strbuf *oracle) {
  static const volatile int never = 0;
  struct offspring offspring;
  struct strbuf answer = {0};
  bool ok = offspring_start(&offspring, work, &task) &&
            offspring_ask(&offspring, "", 0, &never, &never, &answer) &&
            answer.length >= sizeof *finding;
  offspring_end(&offspring);
  if (ok) {
    memcpy(finding, answer.text, sizeof *finding);
    strbuf_clear(oracle);
    if (answer.length > sizeof *finding)
      strbuf_bytes(oracle, answer.text + sizeof *finding,
                   answer.length - sizeof *finding);
  }
  strbuf_release(&answer);
  return ok;
}

// The rows that are open get an answer by a proof or a run, one by one if there
// are runs. False when there is none.
static bool settle(struct visiting *visiting, struct bitset *given_up) {
  const struct check_target_vec *rows = visiting->question->rows;
  struct finding finding;
  struct strbuf oracle = {0};
  bool goes_on = ask((struct task){visiting, NULL, false}, &finding, &oracle);
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
    if (!has_place(visiting, i) && visiting->answers[i] == VISIT_UNKNOWN)
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

static bool leads_to_row(const struct visiting *visiting,
                         const struct cut *cut) {
  struct flow flow = {.visiting = visiting};
  bool found = false;
  flow_to(&flow, cut->procedure, cut->location);
  flow_on(&flow);
  for (uint32_t i = 0; i < visiting->places.count; i++) {
    const struct visit_place *place = &visiting->places.at[i];
    found |= bitset_has(&flow.reached, visiting->first[place->procedure.id] +
                                           place->location.id);
  }
  bitset_release(&flow.reached);
  visit_place_vec_release(&flow.pending);
  return found;
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
  bool found = false;
  for (uint32_t p = 1; p < visiting->procedures; p++) {
    const struct procedure *procedure = visiting->program->procedures.at[p];
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      if (procedure->edges.at[i].undefined != UNDEFINED_NONE)
        flow_to(&flow, procedure->self, procedure->edges.at[i].from);
  }
  flow_on(&flow);
  for (uint32_t i = 0; i < visiting->places.count; i++)
    found |= bitset_has(&flow.reached,
                        visiting->first[visiting->places.at[i].procedure.id] +
                            visiting->places.at[i].location.id);
  bitset_release(&flow.reached);
  visit_place_vec_release(&flow.pending);
  return found;
}

// It is undefined at other places for other executions, but each that would get
// to what was asked about is undefined before.
static void look_behind_undefined(const struct visiting *visiting,
                                  struct strbuf *out) {
  struct finding finding;
  struct strbuf oracle = {0};
  if (undefined_leads_to_row(visiting) &&
      ask((struct task){visiting, NULL, true}, &finding, &oracle) &&
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
    bool is_dead =
        leads_to_row(visiting, cut) &&
        ask((struct task){visiting, cut, false}, &finding, &oracle) &&
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
  find_places(&visiting);
  run_some(&visiting);
  prove(&visiting);
  look_for_vacuity(&visiting, vacuity);
  visiting_release(&visiting);
}

static void place_actions(struct visiting *visiting,
                          const struct procedure *procedure,
                          const struct weaving *weaving,
                          const struct bitset *actions) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (edge->op.kind != OPERATION_PERFORM)
      continue;
    const struct performed *performed =
        &weaving->performed.at[edge->op.perform.number];
    if (performed->kind == PERFORMED_ACTION &&
        bitset_has(actions, performed->action.id))
      add_location(visiting, procedure->self, edge->from, 0);
  }
}

enum visit visit_actions(const struct visit_question *question,
                         const struct weaving *weaving,
                         const struct bitset *actions) {
  enum visit answer;
  struct visiting visiting;
  visiting_init(&visiting, question, &answer);
  for (uint32_t i = 1; i < visiting.procedures; i++)
    if (visiting.program->procedures.at[i]->is_defined)
      place_actions(&visiting, visiting.program->procedures.at[i], weaving,
                    actions);
  run_some(&visiting);
  prove(&visiting);
  visiting_release(&visiting);
  return answer;
}
