// Does every execution end? One component, and loops as its rows.
#include "engine/internal.h"

#include <errno.h>
#include <string.h>

#include "check/ledger_entries.h"
#include "library/routine.h"
#include "program/callgraph.h"
#include "program/draft.h"
#include "base/file.h"
#include "certify/endless_check.h"
#include "certify/measure_check.h"
#include "rank/endless_text.h"
#include "rank/rank.h"
#include "rank/unreturned.h"

struct asking {
  struct engine_context *context;
  const struct demand *demand;
  struct component_options options;
  enum unreturned kind;
  const struct promise_vec *promises; // of recursive procedures, or null
  bool is_last;                       // nothing else will be tried
  struct program *program;            // a draft
  bool is_rewritten; // recursion became a loop (rank/unreturned.h)
  struct behaviour behaviour;
  struct component component;
  struct result *result;
};

// An execution in which an assertion fails has ended.
static void end_violations(struct component *component) {
  for (uint32_t i = 0; i < component->violations.count; i++)
    question_end(component->question, component->violations.at[i]);
}

// Something that we do not model, or none.
static struct edge_id unsupported_edge(const struct component *component) {
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (question_role(component->question, (struct edge_id){i}) ==
        ROLE_UNSUPPORTED)
      return (struct edge_id){i};
  return (struct edge_id){0};
}

// Routines that wait for the world outside.
static bool waits(const char *name) {
  static const char *const waiting[] = {
      "read",   "pread", "readv",   "getchar", "getc",     "fgetc",
      "fgets",  "gets",  "getline", "fread",   "scanf",    "fscanf",
      "poll",   "ppoll", "select",  "pselect", "recv",     "recvmsg",
      "accept", "wait",  "waitpid", "sleep",   "usleep",   "connect",
      "flock",  "fcntl", "write",   "send",    "recvfrom", "nanosleep"};
  for (uint32_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
    if (!strcmp(name, waiting[i]))
      return true;
  return false;
}

// A call that nobody proved to come back.
static bool is_trusted(const struct program *program,
                       const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  struct routine routine = routine_find(name);
  bool is_ours = !strncmp(name, "__VERIFIER_", strlen("__VERIFIER_"));
  return !callee->is_defined && !callee->is_noreturn && !is_ours &&
         callee->kind == PROCEDURE_FUNCTION &&
         (waits(name) || !routine_is_known(&routine));
}

static void list_trusted(const struct program *program,
                         const struct procedure *procedure,
                         struct name_vec *into) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    bool is_known = !is_trusted(program, op);
    if (is_known)
      continue;
    struct name name = program_procedure(program, op->call.callee)->name;
    for (uint32_t k = 0; k < into->count; k++)
      is_known |= name_equal(into->at[k], name);
    if (!is_known)
      name_vec_push(into, name);
  }
}

// What is assumed to come back, in the ledger.
static void tell_trusted(struct asking *asking) {
  const struct program *program = asking->context->program;
  struct callgraph graph;
  struct name_vec names = {0};
  struct strbuf text = {0};
  callgraph_init(&graph, program, asking->options.entry);
  for (uint32_t i = 0; i < graph.order.count; i++)
    list_trusted(program, program_procedure(program, graph.order.at[i]),
                 &names);
  for (uint32_t i = 0; i < names.count; i++)
    strbuf_format(&text, "%s%s", i ? ", " : "",
                  name_text(program->names, names.at[i]));
  strbuf_add(&text, ": every call comes back");
  if (names.count)
    ledger_add(&asking->result->ledger, asking->result->names, LEDGER_ASSUMED,
               strbuf_text(&text));
  strbuf_release(&text);
  name_vec_release(&names);
  callgraph_release(&graph);
}

static void fill_ledger(struct asking *asking) {
  struct ledger_facts facts = {.component = &asking->component,
                               .options = &asking->options,
                               .model_is_given = asking->demand->has_model,
                               .is_termination = true};
  ledger_fill(&asking->result->ledger, &facts);
  tell_trusted(asking);
}

static enum rank_aim aim_of(const struct asking *asking) {
  if (!asking->is_rewritten)
    return AIM_BOTH;
  return asking->kind == UNRETURNED_OR_BEHIND ? AIM_PROOF : AIM_EXECUTION;
}

// Of the program as it is first asked: later forms rest on promises.
static bool keeps_certificate(const struct asking *asking) {
  return asking->context->options->certificate && !asking->promises &&
         asking->kind == UNRETURNED_OR_BEHIND;
}

static void certify(struct asking *asking) {
  struct result *result = asking->result;
  struct strbuf text = {0}, why = {0};
  const char *path = asking->demand->certificate;
  bool ok = file_read(path, &text);
  if (!ok)
    strbuf_format(&why, "%s: %s", path, strerror(errno));
  bool is_endless = strstr(strbuf_text(&text), "\n" ENDLESS_FIRST "\n");
  if (ok && is_endless && asking->is_rewritten) {
    strbuf_add(&why, "recursion became a loop that need not be taken");
    ok = false;
  }
  ok = ok && (is_endless ? endless_certify : measures_certify)(
                 &asking->component, strbuf_text(&text),
                 limits_poll(&asking->context->limits),
                 &asking->context->stats->solver_checks, &why);
  enum verdict verdict = is_endless ? VERDICT_FALSE : VERDICT_TRUE;
  result->verdict = ok ? verdict : VERDICT_UNKNOWN;
  if (!ok)
    strbuf_format(&result->reason, "not certified: %s", strbuf_text(&why));
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the certificate, round by round, by cvc5");
  strbuf_release(&text);
  strbuf_release(&why);
}

static void search(struct asking *asking) {
  struct engine_context *context = asking->context;
  struct solver *solver =
      context->solver ? context->solver : solver_new(asking->program->terms);
  enum { QUERY_UNITS = 4000000 }; // about a second
  uint64_t start = stats_now_ms();
  solver_set_limit(solver, QUERY_UNITS);
  struct rank rank = {.component = &asking->component,
                      .options = &asking->options,
                      .solver = solver,
                      .log = context->log,
                      .poll = limits_poll(&context->limits),
                      .aim = aim_of(asking),
                      .is_brief = asking->is_rewritten && !asking->is_last,
                      .original =
                          asking->is_rewritten ? context->program : NULL,
                      .checks_proof = context->options->check_proof,
                      .asks_cvc5 = context->options->check_proof_cvc5,
                      .steps = &context->stats->steps,
                      .certificate = keeps_certificate(asking)
                                         ? &asking->result->proof.certificate
                                         : NULL};
  search_begin(context, solver);
  rank_run(&rank, asking->result);
  if (context->learnt)
    context->learnt(context->observer, asking->result, 0);
  search_end(context, solver, start);
  if (!context->solver)
    solver_free(solver);
}

// A proof says nothing about what is not modelled.
// Does the routine wait for somebody, or call functions of the program, now or
// when a signal comes?
static bool may_stay(const char *name) {
  static const char *const waiting[] = {"pthread_", "sem_", "mtx_", "cnd_",
                                        "thrd_"};
  static const char *const handling[] = {
      "signal", "sigaction", "bsd_signal", "sysv_signal",
      "sigset", "pause",     "sigsuspend", "sigwait"};
  struct routine routine = routine_find(name);
  for (uint32_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
    if (!strncmp(name, waiting[i], strlen(waiting[i])))
      return true;
  for (uint32_t i = 0; i < sizeof handling / sizeof *handling; i++)
    if (!strcmp(name, handling[i]))
      return true;
  return routine_is_known(&routine) && routine_calls_back(&routine);
}

const char *termination_staying(const struct program *program,
                                const struct procedure *procedure) {
  const struct edge_vec *edges = &procedure->edges;
  for (uint32_t k = 1; k < edges->count; k++) {
    const struct operation *op = &edges->at[k].op;
    if (op->kind != OPERATION_CALL || !op->call.callee.id)
      continue;
    const struct procedure *callee =
        program_procedure(program, op->call.callee);
    const char *name = name_text(program->names, callee->name);
    if (!callee->is_defined && may_stay(name))
      return name;
  }
  return NULL;
}

static const char *find_staying(const struct program *program) {
  const char *found = NULL;
  for (uint32_t i = 1; i < program->procedures.count && !found; i++)
    found = termination_staying(program, program->procedures.at[i]);
  return found;
}

bool termination_is_doubtful(const struct component *component) {
  return unsupported_edge(component).id || find_staying(component->program);
}

static void doubt_proof(struct asking *asking) {
  struct result *result = asking->result;
  struct edge_id edge = unsupported_edge(&asking->component);
  const char *staying = find_staying(asking->program);
  if (result->verdict != VERDICT_TRUE)
    return;
  if (edge.id) {
    result->verdict = VERDICT_UNKNOWN;
    component_tell_unsupported(&asking->component, edge, &result->reason);
  } else if (asking->behaviour.unseen_call.id) {
    refuse(result, "code that is not seen may call a function of the program");
  } else if (staying) {
    struct strbuf why = {0};
    strbuf_format(&why, "`%s` may never come back", staying);
    refuse(result, strbuf_text(&why));
    strbuf_release(&why);
  }
}

static const char *limit_of(const struct asking *asking) {
  return limits_reason(&asking->context->limits);
}

// Asks of one form of the program. False when there is none.
static bool ask(struct asking *asking, struct strbuf *why) {
  asking->program = program_draft(asking->context->program);
  if (asking->promises)
    promises_write(asking->program, asking->promises, NULL);
  bool ok = recursion_unreturn(asking->program, asking->options.entry,
                               asking->kind, &asking->is_rewritten, why) &&
            component_init(&asking->component, &asking->behaviour,
                           asking->program, &asking->options, why);
  if (ok) {
    end_violations(&asking->component);
    fill_ledger(asking);
    if (asking->demand->certificate)
      certify(asking);
    else
      search(asking);
    doubt_proof(asking);
  }
  return ok;
}

static void asking_release(struct asking *asking) {
  component_release(&asking->component);
  behaviour_release(&asking->behaviour);
  program_free(asking->program);
}

// To which recursive calls are followed that are to return.
enum { RETURNING_DEPTH = 2 };

// The same of another form. Only if it decides the result becomes that.
static void ask_again(const struct asking *first, enum unreturned kind,
                      const struct promise_vec *promises, bool is_last) {
  if (first->result->verdict != VERDICT_UNKNOWN || limit_of(first))
    return;
  struct result result = {.verdict = VERDICT_UNKNOWN,
                          .names = first->result->names,
                          .is_loaded = first->result->is_loaded,
                          .stats = first->result->stats};
  struct strbuf why = {0};
  struct asking asking = {.context = first->context,
                          .demand = first->demand,
                          .options = first->options,
                          .kind = kind,
                          .promises = promises,
                          .is_last = is_last,
                          .result = &result};
  if (kind == UNRETURNED_RETURNING)
    asking.options.depth = RETURNING_DEPTH;
  ask(&asking, &why);
  asking_release(&asking);
  strbuf_release(&why);
  if (result.verdict == VERDICT_TRUE || result.verdict == VERDICT_FALSE) {
    struct result other = *first->result;
    *first->result = result;
    result = other;
  }
  result_release(&result);
}

// Recursion of which nothing was proved: does it go deeper and deeper? Is it
// proved by what recursive procedures promise of their results? Does it go
// deeper behind calls that return? Are all executions short?
static void ask_about_recursion(const struct asking *first) {
  struct engine_context *context = first->context;
  struct inquiry inquiry = {.context = context,
                            .demand = first->demand,
                            .options = first->demand->component,
                            .result = first->result};
  struct bitset kept = {0};
  struct promise_vec promises = {0};
  ask_again(first, UNRETURNED_DESCENT, NULL, false);
  if (first->result->verdict == VERDICT_UNKNOWN) {
    callgraph_find_kept(context->program, first->options.entry, &kept);
    inquiry_find_promises(&inquiry, &kept, &promises);
  }
  ask_again(first, UNRETURNED_OR_BEHIND, &promises, false);
  ask_again(first, UNRETURNED_RETURNING, NULL, false);
  ask_again(first, UNRETURNED_OR_BEHIND, &promises, true);
  if (first->result->verdict == VERDICT_TRUE)
    promises_tell(context->program, &promises, first->result);
  promise_vec_release(&promises);
  bitset_release(&kept);
}

static void conclude(struct asking *asking) {
  struct result *result = asking->result;
  if (result->verdict == VERDICT_UNKNOWN && limit_of(asking)) {
    strbuf_clear(&result->reason);
    strbuf_add(&result->reason, limit_of(asking));
  }
  if (result->verdict == VERDICT_FALSE)
    result->property = intern(result->names, "termination");
}

void run_termination(struct engine_context *context,
                     const struct demand *demand, struct result *result) {
  struct asking asking = {.context = context,
                          .demand = demand,
                          .options = demand->component,
                          .result = result};
  struct strbuf why = {0};
  if (demand->has_threads) {
    formula_end_threads(context, demand, result);
    conclude(&asking);
    return;
  }
  asking.options.is_temporal = true;
  asking.options.splits_states = true;
  asking.options.is_task = demand->is_task;
  asking.options.merges = context->options->merge;
  context->progress->phase = "preparing";
  if (!ask(&asking, &why))
    refuse(result, strbuf_text(&why));
  asking_release(&asking);
  if (asking.is_rewritten && result->verdict == VERDICT_UNKNOWN &&
      !demand->certificate)
    ask_about_recursion(&asking);
  conclude(&asking);
  strbuf_release(&why);
}
