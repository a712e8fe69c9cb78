#include "threads/lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "library/routine.h"
#include "threads/lowering.h"
#include "threads/meant.h"

// Creation and end

// Is it the id of a thread that is not of a kind?
static struct term is_known_id(const struct lowering *l, struct term id) {
  return term_compare(
      l->terms, OP_ULE, id,
      term_const(l->terms, term_width(l->terms, id), l->crew->threads.count));
}

static void create_one(struct lowering *l, uint32_t made) {
  const struct crew_thread *thread = &l->crew->threads.at[made];
  unsigned width = l->program->pointer_width;
  lowering_store_wide(l, lowering_argument(l, 0),
                      term_const(l->terms, width, made + 1));
  lowering_emit(l, operation_assign_one(l->program, thread->argument,
                                        lowering_argument(l, 2)))
      ->spawns = made;
  lowering_finish(l, 0);
}

// Beyond the pool.
static void create_too_many(struct lowering *l, uint32_t last) {
  if (l->crew->rules.is_quiet)
    return;
  struct operation op = operation_unsupported(
      intern(l->program->names, "more threads than are looked at"));
  lowering_emit_to(l, op, l->crew->exit)->exhausts = last + 1;
}

// Those that are followed, or the crowd.
static void create_any(struct lowering *l, uint32_t made) {
  struct term pick = lowering_temporary(l, 8);
  struct variable picked = program_variable_of(l->program, pick);
  lowering_emit(l, operation_havoc(l->program, &picked, 1, ORIGIN_INPUT,
                                   intern(l->program->names, "schedule")));
  uint32_t k = made;
  for (; !l->crew->threads.at[k].is_crowd; k = l->crew->threads.at[k].next) {
    uint32_t others = lowering_branch(l, lowering_is(l, pick, k));
    lowering_emit(l, operation_skip())->claims = k + 1;
    create_one(l, k);
    l->at = others;
  }
  create_one(l, k);
}

// One of a kind has any id that is none of the others.
static void create_modular(struct lowering *l, uint32_t made) {
  unsigned width = l->program->pointer_width;
  struct term id = term_const(l->terms, width, made + 1);
  struct term given = lowering_temporary(l, width);
  if (l->crew->threads.at[made].is_kind) {
    id = lowering_temporary(l, width);
    struct variable it = program_variable_of(l->program, id);
    lowering_emit(l, operation_havoc(l->program, &it, 1, ORIGIN_APPROXIMATION,
                                     intern(l->program->names, "an id")));
    lowering_emit(l, operation_assume(term_not(l->terms, is_known_id(l, id))));
  }
  lowering_store_wide(l, lowering_argument(l, 0), id);
  lowering_emit(l, operation_assign_one(l->program,
                                        program_variable_of(l->program, given),
                                        lowering_argument(l, 2)));
  lowering_finish(l, 0);
  struct crew_edge *last = &l->crew->edges.at[l->crew->edges.count - 1];
  last->spawns = made;
  last->given = given;
}

// The first of the pool that has not started.
static void create(struct lowering *l, uint32_t made) {
  uint32_t from = l->at;
  l->step = CREW_SHARED;
  if (l->crew->rules.has_kinds) {
    create_modular(l, made);
    return;
  }
  if (!l->crew->threads.at[made].next) {
    bitset_add(&l->crew->left, from);
    create_one(l, made);
    return;
  }
  if (l->crew->rules.has_crowd) {
    create_any(l, made);
    return;
  }
  for (uint32_t k = made, last = made; k; k = l->crew->threads.at[k].next) {
    l->at = from;
    lowering_emit(l, operation_skip())->claims = k + 1;
    create_one(l, k);
    last = k;
    l->at = from;
    if (!l->crew->threads.at[k].next)
      create_too_many(l, last);
  }
}

// From where a thread is known to have ended, with the result.
static void take_result(struct lowering *l, struct term result) {
  struct term address = lowering_argument(l, 1);
  struct term null = term_const(l->terms, l->program->pointer_width, 0);
  struct term is_null = term_eq(l->terms, address, null);
  uint32_t given = lowering_branch(l, is_null);
  lowering_finish(l, 0);
  l->at = given;
  if (term_is_true(l->terms, is_null))
    return;
  l->step = CREW_SHARED;
  bool is_number = l->edge.op.thread.action == THREAD_JOIN_NUMBER;
  lowering_store_plain(l, address,
                       term_resize(l->terms,
                                   is_number ? 32 : l->program->pointer_width,
                                   true, result));
  lowering_finish(l, 0);
  l->step = CREW_RIGHT;
}

static bool is_join(const struct operation *op) {
  return op->kind == OPERATION_THREAD &&
         (op->thread.action == THREAD_JOIN ||
          op->thread.action == THREAD_JOIN_NUMBER);
}

// Joining a thread once more is misuse.
static void join_once(struct lowering *l, struct variable joined) {
  struct term was = term_nonzero(l->terms, program_term(l->program, joined));
  uint32_t first = lowering_branch(l, was);
  lowering_misuse(l);
  l->at = first;
  lowering_emit(
      l, operation_assign_one(l->program, joined, term_const(l->terms, 8, 1)));
}

// One of a crowd may have ended, and left anything.
static void await(struct lowering *l, uint32_t thread) {
  struct crew_thread *other = &l->crew->threads.at[thread];
  if (other->is_crowd)
    lowering_emit(l, operation_havoc(l->program, &other->result, 1,
                                     ORIGIN_APPROXIMATION,
                                     intern(l->program->names, "crowd")));
  else
    lowering_emit(l, operation_skip())->awaits = thread + 1;
  if (!variable_is_none(other->joined))
    join_once(l, other->joined);
  take_result(l, program_term(l->program, other->result));
}

// One of the kind has ended, and left anything.
static void await_kind(struct lowering *l, uint32_t thread) {
  const struct crew_thread *other = &l->crew->threads.at[thread];
  struct term ended = program_term(l->program, other->ended);
  struct term result = lowering_temporary(
      l, term_width(l->terms, program_term(l->program, other->result)));
  struct variable it = program_variable_of(l->program, result);
  lowering_emit(l,
                operation_assume(term_not(l->terms, lowering_is(l, ended, 0))));
  lowering_emit(l, operation_assign_one(
                       l->program, other->ended,
                       term_sub(l->terms, ended, lowering_number(l, 1))));
  lowering_emit(l, operation_havoc(l->program, &it, 1, ORIGIN_APPROXIMATION,
                                   intern(l->program->names, "a result")));
  take_result(l, result);
}

// Any of a kind.
static void join_kinds(struct lowering *l) {
  struct term pick = lowering_temporary(l, 8);
  struct variable picked = program_variable_of(l->program, pick);
  l->step = CREW_SHARED;
  lowering_emit(l, operation_havoc(l->program, &picked, 1, ORIGIN_INPUT,
                                   intern(l->program->names, "schedule")));
  for (uint32_t k = 1; k < l->crew->threads.count; k++) {
    if (!l->crew->threads.at[k].next) // the first of a kind has one
      continue;
    uint32_t others = lowering_branch(l, lowering_is(l, pick, k));
    await_kind(l, k);
    l->at = others;
  }
}

// A thread that joins itself waits for ever.
static void join(struct lowering *l, uint32_t known) {
  struct term id = lowering_argument(l, 0);
  if (l->crew->rules.has_kinds && !known) {
    uint32_t of_kind = lowering_branch(l, is_known_id(l, id));
    uint32_t of_others = l->at;
    l->at = of_kind;
    join_kinds(l);
    l->at = of_others;
  }
  l->step = CREW_RIGHT;
  for (uint32_t k = 0; k < l->crew->threads.count; k++) {
    if ((known && known != k + 1) || l->crew->threads.at[k].is_kind)
      continue;
    uint32_t others = lowering_branch(l, lowering_is(l, id, k + 1));
    if (k != l->thread)
      await(l, k);
    l->at = others;
  }
  lowering_misuse(l);
}

static void leave(struct lowering *l) {
  const struct crew_thread *thread = &l->crew->threads.at[l->thread];
  struct operation op = operation_skip();
  if (l->count) {
    unsigned width =
        term_width(l->terms, program_term(l->program, thread->result));
    op = operation_assign_one(
        l->program, thread->result,
        term_resize(l->terms, width, true, lowering_argument(l, 0)));
  }
  l->step = CREW_SHARED;
  lowering_emit_to(l, op, thread->end)->is_event = true;
}

// Conditions

static struct term waiting(const struct lowering *l, uint32_t thread) {
  return program_term(l->program, l->crew->threads.at[thread].waiting);
}

static void set_waiting(struct lowering *l, uint32_t thread, struct term value,
                        uint32_t to) {
  lowering_emit_to(l,
                   operation_assign_one(
                       l->program, l->crew->threads.at[thread].waiting, value),
                   to);
}

// Until somebody signals; or for a while.
static void sleep(struct lowering *l, struct term none, uint32_t woken) {
  struct term is_woken = term_eq(l->terms, waiting(l, l->thread), none);
  if (!l->rules->tells_asleep) {
    if (l->rules->wakes_for_nothing)
      set_waiting(l, l->thread, none, woken);
    else
      lowering_emit_to(l, operation_assume(is_woken), woken);
    return;
  }
  uint32_t asleep = lowering_branch(l, is_woken);
  lowering_emit_to(l, operation_skip(), woken);
  bitset_add(&l->crew->stuck, asleep);
  l->at = asleep;
  if (l->rules->wakes_for_nothing)
    set_waiting(l, l->thread, none, woken);
  l->at = woken;
}

// Until somebody signals, or the time is over, which it may be at once; then it
// gives `late`, or 0 where it goes on for nothing. Returns what it gives.
static struct term doze(struct lowering *l, struct term none, struct term late,
                        uint32_t woken) {
  struct term_table *terms = l->terms;
  struct term result = lowering_temporary(l, 32);
  struct term is_woken = term_eq(terms, waiting(l, l->thread), none);
  l->step = CREW_SHARED;
  if (l->rules->wakes_for_nothing) {
    struct term early = lowering_temporary(l, 8);
    struct variable it = program_variable_of(l->program, early);
    lowering_emit(l, operation_havoc(l->program, &it, 1, ORIGIN_ASSUMPTION,
                                     intern(l->program->names, "woken")));
    is_woken = term_or(terms, is_woken, lowering_is(l, early, 1));
  }
  struct binding bindings[] = {{program_variable_of(l->program, result),
                                term_ite(terms, is_woken, lowering_number(l, 0),
                                         term_resize(terms, 32, false, late))},
                               {l->crew->threads.at[l->thread].waiting, none}};
  lowering_emit_to(l, operation_assign(l->program, bindings, 2), woken);
  return result;
}

static void wait(struct lowering *l, bool is_timed) {
  struct term condition = lowering_argument(l, 0);
  struct term mutex = lowering_argument(l, 1);
  struct term none = term_const(l->terms, l->program->pointer_width, 0);
  uint32_t inner = crew_add_location(l->crew);
  uint32_t waits = crew_add_location(l->crew); // others have their turn here
  uint32_t woken = crew_add_location(l->crew);
  bitset_add(&l->crew->inner, inner);
  l->crew->has_conditions = true;
  l->step = CREW_SHARED;
  set_waiting(l, l->thread, condition, inner);
  uint32_t first = l->crew->edges.count;
  mutex_unlock(l, mutex, waits);
  for (uint32_t i = first; i < l->crew->edges.count; i++)
    l->crew->edges.at[i].is_event |= l->crew->edges.at[i].to == waits;
  l->at = waits;
  l->step = CREW_RIGHT;
  if (is_timed)
    l->success = doze(l, none, lowering_argument(l, 2), woken);
  else
    sleep(l, none, woken);
  mutex_lock(l, mutex);
  l->success = (struct term){0};
}

// Wakes one of those that wait on the condition, whichever, if there are any.
static void signal(struct lowering *l) {
  if (l->crew->rules.has_kinds) { // who waits may go on anyway
    l->step = CREW_LOCAL;
    lowering_finish(l, 0);
    return;
  }
  struct term_table *terms = l->terms;
  struct term condition = lowering_argument(l, 0);
  struct term nobody = term_true(terms);
  struct term null = term_const(terms, l->program->pointer_width, 0);
  struct term pick = lowering_temporary(l, 8);
  struct variable picked = program_variable_of(l->program, pick);
  l->step = CREW_SHARED;
  for (uint32_t k = 0; k < l->crew->threads.count; k++)
    if (k != l->thread)
      nobody =
          term_and(terms, nobody,
                   term_not(terms, term_eq(terms, waiting(l, k), condition)));
  uint32_t some = lowering_branch(l, nobody);
  lowering_finish(l, 0);
  l->at = some;
  lowering_emit(l, operation_havoc(l->program, &picked, 1, ORIGIN_INPUT,
                                   intern(l->program->names, "woken")));
  for (uint32_t k = 0; k < l->crew->threads.count; k++) {
    if (k == l->thread)
      continue;
    uint32_t others =
        lowering_branch(l, term_and(terms, lowering_is(l, pick, k),
                                    term_eq(terms, waiting(l, k), condition)));
    uint32_t done = crew_add_location(l->crew);
    bitset_add(&l->crew->inner, done);
    set_waiting(l, k, null, done);
    lowering_finish(l, 0);
    l->at = others;
  }
}

static void broadcast(struct lowering *l) {
  if (l->crew->rules.has_kinds) {
    l->step = CREW_LOCAL;
    lowering_finish(l, 0);
    return;
  }
  struct term_table *terms = l->terms;
  struct term condition = lowering_argument(l, 0);
  struct term null = term_const(terms, l->program->pointer_width, 0);
  uint32_t count = l->crew->threads.count;
  struct binding *bindings =
      arena_new(&l->program->arena, count * sizeof *bindings);
  l->step = CREW_SHARED;
  for (uint32_t k = 0; k < count; k++)
    bindings[k] = (struct binding){
        l->crew->threads.at[k].waiting,
        term_ite(terms, term_eq(terms, waiting(l, k), condition), null,
                 waiting(l, k))};
  lowering_emit(l, operation_assign(l->program, bindings, count));
  lowering_finish(l, 0);
}

// Sections that run as one step

static void mark_section(struct lowering *l) {
  l->step = CREW_LOCAL;
  lowering_finish(l, 0);
}

static bool lower_operation(struct lowering *l, enum thread_action action,
                            uint32_t meant) {
  switch (action) {
  case THREAD_CREATE: create(l, meant); return true;
  case THREAD_JOIN:
  case THREAD_JOIN_NUMBER: join(l, meant); return true;
  case THREAD_EXIT: leave(l); return true;
  case THREAD_LOCK: return primitive_lower(l, "pthread_mutex_lock");
  case THREAD_UNLOCK: return primitive_lower(l, "pthread_mutex_unlock");
  case THREAD_WAIT: wait(l, false); return true;
  case THREAD_TIMED_WAIT: wait(l, true); return true;
  case THREAD_SIGNAL: signal(l); return true;
  case THREAD_BROADCAST: broadcast(l); return true;
  case THREAD_READ_LOCK: return primitive_lower(l, "pthread_rwlock_rdlock");
  case THREAD_WRITE_LOCK: return primitive_lower(l, "pthread_rwlock_wrlock");
  case THREAD_UNLOCK_EITHER: return primitive_lower(l, "pthread_rwlock_unlock");
  case THREAD_SPIN_LOCK: return primitive_lower(l, "pthread_spin_lock");
  case THREAD_SPIN_UNLOCK: return primitive_lower(l, "pthread_spin_unlock");
  case THREAD_DOWN: return primitive_lower(l, "sem_wait");
  case THREAD_UP: return primitive_lower(l, "sem_post");
  case THREAD_MEET: return primitive_lower(l, "pthread_barrier_wait");
  case THREAD_ATOMIC_BEGIN:
  case THREAD_ATOMIC_END: mark_section(l); return true;
  case THREAD_ACTION_COUNT: break;
  }
  return false;
}

static const char *called(const struct program *program,
                          const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return NULL;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  return callee->is_defined ? NULL : name_text(program->names, callee->name);
}

static bool may_wait(const struct program *program,
                     const struct operation *op) {
  const char *name = called(program, op);
  if (op->kind == OPERATION_THREAD)
    return op->thread.action != THREAD_CREATE &&
           op->thread.action != THREAD_EXIT &&
           op->thread.action != THREAD_UNLOCK &&
           op->thread.action != THREAD_SIGNAL &&
           op->thread.action != THREAD_BROADCAST &&
           op->thread.action != THREAD_UNLOCK_EITHER &&
           op->thread.action != THREAD_SPIN_UNLOCK &&
           op->thread.action != THREAD_UP &&
           op->thread.action != THREAD_ATOMIC_BEGIN &&
           op->thread.action != THREAD_ATOMIC_END;
  return name && primitive_blocks(name);
}

// Sections: how many are open at a location, from the start of its thread.

static int change_of(const struct operation *op) {
  if (op->kind != OPERATION_THREAD)
    return 0;
  return (op->thread.action == THREAD_ATOMIC_BEGIN) -
         (op->thread.action == THREAD_ATOMIC_END);
}

static bool find_sections(struct crew *crew, struct strbuf *why) {
  int *open = memory_new_zero(crew->location_count, sizeof *open);
  struct bitset seen = {0};
  struct u32_vec pending = {0};
  bool ok = true;
  for (uint32_t k = 0; k < crew->threads.count; k++) {
    u32_vec_push(&pending, crew->threads.at[k].start);
    bitset_add(&seen, crew->threads.at[k].start);
  }
  while (pending.count && ok) {
    uint32_t at = u32_vec_pop(&pending);
    for (uint32_t i = crew->first_out.at[at];
         i < crew->first_out.at[at + 1] && ok; i++) {
      const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
      int after = open[at] + change_of(&edge->op);
      after = after < 0 ? 0 : after;
      if (edge->to == crew->exit || edge->to == crew->undefined)
        continue;
      if (bitset_add(&seen, edge->to)) {
        open[edge->to] = after;
        u32_vec_push(&pending, edge->to);
      }
      ok = open[edge->to] == after;
    }
  }
  if (!ok)
    strbuf_add(why, "an atomic section that is not left on every way");
  for (uint32_t i = 1; i < crew->location_count; i++)
    if (open[i]) {
      bitset_add(&crew->inner, i);
      bitset_add(&crew->sections, i);
    }
  free(open);
  bitset_release(&seen);
  u32_vec_release(&pending);
  return ok;
}

// Everything

// What would happen in one step though others can see into it, or what is
// not there for one thread only.
static bool is_beyond(const struct program *program, const struct operation *op,
                      struct strbuf *why) {
  const char *name = called(program, op);
  if (op->kind == OPERATION_CALL && !op->call.callee.id) {
    strbuf_add(why, "a call through a pointer in a program with threads");
    return true;
  }
  if (!name)
    return false;
  struct routine routine = routine_find(name);
  bool calls_back = routine_calls_back(&routine) &&
                    strncmp(name, "pthread_", strlen("pthread_"));
  if (calls_back || !strcmp(name, "fork"))
    strbuf_format(why, "%s in a program with threads", name);
  return calls_back || !strcmp(name, "fork");
}

static bool lower_edge(struct lowering *l, uint32_t index, struct strbuf *why) {
  struct crew *crew = l->crew;
  l->edge = crew->edges.at[index];
  const struct operation *op = &l->edge.op;
  const char *name = called(l->program, op);
  l->at = l->edge.from;
  l->thread = l->edge.thread;
  l->step = CREW_SHARED;
  bool is_operation = op->kind == OPERATION_THREAD;
  if (is_beyond(l->program, op, why))
    return false;
  if (!is_operation && !name)
    return true;
  l->arguments = is_operation ? op->thread.arguments : op->call.arguments;
  l->count = is_operation ? op->thread.count : op->call.count;
  l->target = is_operation ? op->thread.target : op->call.target;
  if (bitset_has(&crew->inner, l->at) && may_wait(l->program, op)) {
    strbuf_add(why, "an operation that may have to wait in an atomic section");
    return false;
  }
  bool is_lowered = is_operation
                        ? lower_operation(l, op->thread.action, l->meant[index])
                        : primitive_lower(l, name);
  if (is_lowered)
    crew->edges.at[index].from = 0;
  else if (!strncmp(name, "pthread_", 8) || !strncmp(name, "sem_", 4) ||
           !strncmp(name, "thrd_", 5) || !strncmp(name, "mtx_", 4) ||
           !strncmp(name, "cnd_", 4) || !strncmp(name, "tss_", 4) ||
           !strcmp(name, "call_once")) {
    strbuf_format(why, "%s is not modelled", name);
    return false;
  }
  return true;
}

// Locations of main from which on there may be other threads.
static void find_company(const struct crew *crew, struct bitset *into) {
  struct u32_vec open = {0};
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct operation *op = &crew->edges.at[i].op;
    if (op->kind == OPERATION_THREAD && op->thread.action == THREAD_CREATE)
      u32_vec_push(&open, crew->edges.at[i].to);
  }
  while (open.count) {
    uint32_t at = u32_vec_pop(&open);
    if (!bitset_add(into, at))
      continue;
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++)
      u32_vec_push(&open, crew->edges.at[crew->outs.at[i]].to);
  }
  u32_vec_release(&open);
}

// By which routine somebody sees that a lock is taken, unless it sees nothing,
// or makes it a free one beside others; or null.
static const char *find_try(const struct crew *crew,
                            const struct lower_rules *rules) {
  struct bitset company = {0};
  const char *found = NULL;
  find_company(crew, &company);
  for (uint32_t i = 1; i < crew->edges.count && !found; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    const char *name = called(crew->program, &edge->op);
    bool has_company = edge->thread || bitset_has(&company, edge->from);
    if (name && ((primitive_tries(name) && !rules->tries_fail) ||
                 (has_company && primitive_frees(name))))
      found = name;
  }
  bitset_release(&company);
  return found;
}

static bool find_kinds(const struct crew *crew) {
  bool found = false;
  for (uint32_t i = 1; i < crew->edges.count && !found; i++) {
    const char *name = called(crew->program, &crew->edges.at[i].op);
    found = name && primitive_sets_kind(name);
  }
  return found;
}

// Each thread is started by one edge: else the product would leave it out.
static void check_creations(const struct crew *crew) {
  uint32_t created = 0;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    uint32_t spawns = crew->edges.at[i].spawns;
    CHECK(!spawns || !(created >> spawns & 1), "a thread is created twice");
    created |= (uint32_t)(spawns != 0) << spawns;
  }
  for (uint32_t k = 1; k < crew->threads.count; k++)
    CHECK(created >> k & 1, "nobody creates thread %u", k);
}

// Variables of threads that one edge writes, by an assignment. Who reads one
// before it is written reads what is nobody's business.
static struct substitution *find_sole(const struct crew *crew) {
  const struct program *program = crew->program;
  struct substitution *sole = substitution_new(program->terms);
  uint32_t *writes = memory_new_zero(program->variables.count, sizeof *writes);
  struct variable_vec targets = {0};
  for (uint32_t i = 1; i < crew->edges.count; i++)
    operation_targets(&crew->edges.at[i].op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    writes[targets.at[i].id]++;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct operation *op = &crew->edges.at[i].op;
    for (uint32_t k = 0; op->kind == OPERATION_ASSIGN && k < op->assign.count;
         k++) {
      struct binding binding = op->assign.bindings[k];
      if (writes[binding.target.id] == 1 &&
          program_variable(program, binding.target)->kind != VARIABLE_GLOBAL)
        substitution_set(sole, program_term(program, binding.target),
                         binding.value);
    }
  }
  variable_vec_release(&targets);
  free(writes);
  return sole;
}

// Threads that one other thread may join more than once: in several places, or
// again and again. Where it is left open whom a join is about, or several join
// with one, it is not looked at.
static void find_joined_again(struct crew *crew, const uint32_t *meant) {
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    uint32_t joins = 0, by = 0;
    bool is_one = true;
    for (uint32_t i = 1; i < crew->edges.count; i++) {
      const struct crew_edge *edge = &crew->edges.at[i];
      if (!is_join(&edge->op) || meant[i] != k + 1)
        continue;
      is_one &= !joins || by == edge->thread;
      by = edge->thread;
      joins += crew_is_cyclic(crew, edge) ? 2 : 1;
    }
    if (joins > 1 && is_one && !crew->threads.at[k].is_kind)
      crew->threads.at[k].joined =
          crew_add_global(crew->program, "joined", k, 8);
  }
}

bool crew_lower(struct crew *crew, const struct lower_rules *rules,
                struct strbuf *why) {
  crew->tries = find_try(crew, rules);
  struct lowering l = {.crew = crew,
                       .program = crew->program,
                       .terms = crew->program->terms,
                       .rules = rules,
                       .has_kinds = find_kinds(crew),
                       .may_try = crew->tries != NULL};
  uint32_t count = crew->edges.count;
  uint32_t *meant = meant_threads(crew);
  l.meant = meant;
  find_joined_again(crew, meant);
  l.sole = find_sole(crew);
  crew->untrusted = l.may_try ? UINT32_MAX : 0;
  bool ok = find_sections(crew, why);
  for (uint32_t i = 1; i < count && ok; i++)
    ok = lower_edge(&l, i, why);
  free(meant);
  substitution_free(l.sole);
  if (ok && !crew->rules.has_kinds)
    check_creations(crew);
  crew_assign_threads(crew);
  return ok;
}
