// Does anything come to a place, or past one? Each question is a program with
// markers and a search for them, in a process of its own.
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "base/offspring.h"
#include "cegar/visiting.h"
#include "program/pass.h"
#include "program/relax.h"

// A call that stands at a place: reaching it violates the new question.
static struct procedure_id marker(struct program *program) {
  static const char name[] = "label of a visit";
  struct procedure *found = program_find_kind(program, PROCEDURE_LABEL, name);
  if (!found) {
    found = program_add_procedure(program, intern(program->names, name));
    found->kind = PROCEDURE_LABEL;
  }
  return found->self;
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

// A marker or the old labels: only the former are asked about.
static void search(const struct visiting *visiting, int out) {
  const struct visit_question *question = visiting->question;
  struct component_options options = *question->options;
  options.rules = (struct target_rules){.label = "of a visit"};
  options.specification = NULL;
  options.threaded = NULL; // there are no markers in it
  options.checks_memory = target_rules_ask_memory(&question->options->rules);
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
  search_options.limits.out_of_time = &is_out_of_time;
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
  const struct visit_task *task = context;
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

bool visiting_ask(struct visit_task task, struct finding *finding,
                  struct strbuf *oracle) {
  struct offspring offspring;
  struct strbuf answer = {0};
  bool ok = offspring_start(&offspring, work, &task) &&
            offspring_ask(&offspring, "", 0, (struct poll){0}, &answer) &&
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
