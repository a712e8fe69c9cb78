// Calls in a program with threads: a routine that works on threads does what it
// does (threads/lower.h), and its abstraction says which actions it performs.
//
// When they are performed: what gives something up (an unlock, a post, a
// signal, a creation) performs them before, what gets something (a lock, a
// join) afterwards. So whoever holds a lock performs what it says about it
// while nobody else can, and the order of actions about a lock is the order in
// which it was taken. What gives up and gets (a wait on a condition) performs
// all but its last action before.
//
// An action is performed only on the way to a return with what the routine
// returns: 0 where it comes before the call, which is right if that succeeds.
// Where the abstraction leaves out what is returned, nothing is known from
// there on.
#include <string.h>

#include "term/variables.h"
#include "threads/lowering.h"
#include "weave/weaver.h"

enum moment { MOMENT_BEFORE, MOMENT_AFTER, MOMENT_AROUND };

enum { TIMED_OUT = 110, THRD_TIMED_OUT = 4 }; // ETIMEDOUT, thrd_timedout

// Which arguments the operation gets, by their numbers; `w` is one that is
// widened.
struct thread_routine {
  const char *name;
  enum thread_action action;
  const char *arguments;
  enum moment moment;
  uint64_t late; // of a wait for a limited time: what it gives then
};

static const struct thread_routine routines[] = {
    {"pthread_create", THREAD_CREATE, "023", MOMENT_BEFORE, 0},
    {"pthread_join", THREAD_JOIN, "01", MOMENT_AFTER, 0},
    {"pthread_exit", THREAD_EXIT, "0", MOMENT_BEFORE, 0},
    {"pthread_mutex_lock", THREAD_LOCK, "0", MOMENT_AFTER, 0},
    {"pthread_mutex_unlock", THREAD_UNLOCK, "0", MOMENT_BEFORE, 0},
    {"pthread_cond_wait", THREAD_WAIT, "01", MOMENT_AROUND, 0},
    {"pthread_cond_timedwait", THREAD_TIMED_WAIT, "01", MOMENT_AROUND,
     TIMED_OUT},
    {"pthread_cond_clockwait", THREAD_TIMED_WAIT, "01", MOMENT_AROUND,
     TIMED_OUT},
    {"pthread_cond_signal", THREAD_SIGNAL, "0", MOMENT_BEFORE, 0},
    {"pthread_cond_broadcast", THREAD_BROADCAST, "0", MOMENT_BEFORE, 0},
    {"pthread_rwlock_rdlock", THREAD_READ_LOCK, "0", MOMENT_AFTER, 0},
    {"pthread_rwlock_wrlock", THREAD_WRITE_LOCK, "0", MOMENT_AFTER, 0},
    {"pthread_rwlock_unlock", THREAD_UNLOCK_EITHER, "0", MOMENT_BEFORE, 0},
    {"pthread_spin_lock", THREAD_SPIN_LOCK, "0", MOMENT_AFTER, 0},
    {"pthread_spin_unlock", THREAD_SPIN_UNLOCK, "0", MOMENT_BEFORE, 0},
    {"sem_wait", THREAD_DOWN, "0", MOMENT_AFTER, 0},
    {"sem_post", THREAD_UP, "0", MOMENT_BEFORE, 0},
    {"pthread_barrier_wait", THREAD_MEET, "0", MOMENT_AROUND, 0},
    {"thrd_create", THREAD_CREATE, "012", MOMENT_BEFORE, 0},
    {"thrd_join", THREAD_JOIN_NUMBER, "01", MOMENT_AFTER, 0},
    {"thrd_exit", THREAD_EXIT, "w", MOMENT_BEFORE, 0},
    {"mtx_lock", THREAD_LOCK, "0", MOMENT_AFTER, 0},
    {"mtx_unlock", THREAD_UNLOCK, "0", MOMENT_BEFORE, 0},
    {"cnd_wait", THREAD_WAIT, "01", MOMENT_AROUND, 0},
    {"cnd_timedwait", THREAD_TIMED_WAIT, "01", MOMENT_AROUND, THRD_TIMED_OUT},
    {"cnd_signal", THREAD_SIGNAL, "0", MOMENT_BEFORE, 0},
    {"cnd_broadcast", THREAD_BROADCAST, "0", MOMENT_BEFORE, 0},
    {"__VERIFIER_atomic_begin", THREAD_ATOMIC_BEGIN, "", MOMENT_AFTER, 0},
    {"__VERIFIER_atomic_end", THREAD_ATOMIC_END, "", MOMENT_BEFORE, 0}};

static const char *name_of(const struct weaver *w,
                           const struct procedure *callee) {
  return name_text(w->program->names, callee->name);
}

static const struct thread_routine *find_routine(const char *name) {
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (!strcmp(routines[i].name, name))
      return &routines[i];
  return NULL;
}

// What is no operation of its own is told by its name to whoever lowers it.
bool weave_is_thread(const struct weaver *w, const struct procedure *callee) {
  return w->weaving->has_threads && !callee->is_defined &&
         (find_routine(name_of(w, callee)) ||
          primitive_is_known(name_of(w, callee)));
}

// ---- The call ---------------------------------------------------------------

static struct location_id refuse(struct weaver *w, struct location_id from,
                                 const char *what) {
  struct name name = intern(w->program->names, what);
  return weave_edge(w, from, operation_unsupported(name));
}

static struct term argument_for(const struct weaver *w,
                                const struct operation *call, char number) {
  unsigned width = w->program->pointer_width;
  uint32_t index = number == 'w' ? 0 : (uint32_t)(number - '0');
  if (index >= call->call.count)
    return term_const(w->program->terms, width, 0);
  struct term given = call->call.arguments[index];
  return number == 'w' ? term_resize(w->program->terms, width, true, given)
                       : given;
}

static struct location_id make_call(struct weaver *w,
                                    const struct operation *call,
                                    struct location_id from) {
  const struct thread_routine *routine = find_routine(
      name_of(w, program_procedure(w->program, call->call.callee)));
  struct term_vec arguments = {0};
  struct operation op = {.kind = OPERATION_THREAD};
  if (!routine)
    return weave_edge(w, from, *call);
  for (const char *at = routine->arguments; *at; at++)
    term_vec_push(&arguments, argument_for(w, call, *at));
  if (routine->late)
    term_vec_push(&arguments,
                  term_const(w->program->terms, w->program->pointer_width,
                             routine->late));
  op.thread.action = routine->action;
  op.thread.arguments =
      program_copy_terms(w->program, arguments.at, arguments.count);
  op.thread.count = arguments.count;
  op.thread.target = call->call.target;
  term_vec_release(&arguments);
  return weave_edge(w, from, op);
}

// ---- Its actions ------------------------------------------------------------

static struct term condition_of(const struct site *site, struct action action) {
  return spec_proc_return(site->proc, action)->condition;
}

// Do returns speak of nothing but what is returned?
static bool is_plain(const struct weaver *w, const struct site *site) {
  const struct spec_place *result = scope_result(&site->proc->scope);
  struct term_vec parts = {0};
  for (uint32_t i = 0; i < site->proc->returns.count; i++)
    term_variables(w->program->terms, &site->proc->returns.at[i].condition, 1,
                   &parts);
  bool found = !parts.count || !variable_is_none(site->target);
  for (uint32_t i = 0; i < parts.count; i++)
    found = found && result && term_equal(parts.at[i], result->variable);
  term_vec_release(&parts);
  return found;
}

static void bind_result(struct weaver *w, struct site *site,
                        struct term value) {
  const struct spec_place *result = scope_result(&site->proc->scope);
  if (result && !term_is_none(value))
    substitution_set(
        site->bound, result->variable,
        scope_fit(w->program->terms, w->program->types, result, value));
}

static struct term returned(const struct weaver *w, const struct site *site) {
  return variable_is_none(site->target)
             ? (struct term){0}
             : program_term(w->program, site->target);
}

// What returns from the state on say, any of them. One that never comes back
// says nothing.
static struct term reached_returns(struct weaver *w, const struct site *site,
                                   uint32_t state) {
  struct term_table *terms = w->program->terms;
  struct term any = term_false(terms);
  struct bitset seen = {0};
  struct u32_vec open = {0};
  u32_vec_push(&open, state);
  while (open.count) {
    uint32_t at = u32_vec_pop(&open);
    struct lts_step_range steps = lts_steps(site->lts, at);
    if (!bitset_add(&seen, at))
      continue;
    if (steps.begin == steps.end)
      any = term_true(terms);
    for (const struct lts_step *step = steps.begin; step != steps.end; step++)
      if (action_kind_of(w->spec->actions, step->action) == ACTION_RETURN)
        any = term_or(terms, any, condition_of(site, step->action));
      else
        u32_vec_push(&open, step->target);
  }
  bitset_release(&seen);
  u32_vec_release(&open);
  return any;
}

struct location_id weave_possible(struct weaver *w, const struct site *site,
                                  const struct lts_step *step,
                                  struct location_id from) {
  bool returns =
      action_kind_of(w->spec->actions, step->action) == ACTION_RETURN;
  struct term any = returns ? condition_of(site, step->action)
                            : reached_returns(w, site, step->target);
  any = substitution_apply(site->bound, any);
  return term_is_true(w->program->terms, any)
             ? from
             : weave_edge(w, from, operation_assume(any));
}

// After the call: nothing is known where that is not so.
static struct location_id expect(struct weaver *w, struct term condition,
                                 struct location_id from) {
  struct location_id other;
  from = weave_branch(w, from, condition, &other);
  if (other.id)
    refuse(w, other,
           "a result of a routine of threads that its abstraction leaves out");
  return from.id ? from : weave_location(w);
}

// The abstraction, and then the call, which succeeds.
static void perform_before(struct weaver *w, struct site *site,
                           struct location_id from) {
  struct term_table *terms = w->program->terms;
  struct term result = returned(w, site), success = term_true(terms);
  if (!term_is_none(result)) {
    struct term zero = term_const(terms, term_width(terms, result), 0);
    success = term_eq(terms, result, zero);
    bind_result(w, site, zero);
  }
  site->real = weave_location(w);
  weave_arms(w, site, from);
  from = make_call(w, site->call, site->real);
  weave_edge_to(w, expect(w, success, from), site->after, operation_skip());
}

// Some return of the abstraction is what the call returned.
static struct term any_return(struct weaver *w, const struct site *site) {
  struct term_table *terms = w->program->terms;
  const struct spec_condition_vec *returns = &site->proc->returns;
  struct term any = returns->count ? term_false(terms) : term_true(terms);
  for (uint32_t i = 0; i < returns->count; i++)
    any = term_or(terms, any, returns->at[i].condition);
  return substitution_apply(site->bound, any);
}

static void perform_after(struct weaver *w, struct site *site,
                          struct location_id from) {
  from = make_call(w, site->call, from);
  bind_result(w, site, returned(w, site));
  site->real = site->after;
  weave_arms(w, site, expect(w, any_return(w, site), from));
}

static struct location_id perform(struct weaver *w, struct action action,
                                  struct location_id from) {
  if (action_is_tau(action) || !weave_hears(w, action))
    return from;
  return weave_perform(w, from,
                       (struct performed){.kind = PERFORMED_ACTION,
                                          .action = action,
                                          .trigger = SPEC_NONE,
                                          .arm = SPEC_NONE});
}

// The actions of an abstraction that does one thing after another.
static bool list_actions(const struct weaver *w, const struct spec_proc *proc,
                         struct lts_action_vec *into) {
  const struct lts *lts = proc->arms.at[0].lts;
  uint32_t state = lts->initial;
  for (uint32_t i = 0; i < lts->state_count && proc->arms.count == 1; i++) {
    struct lts_step_range steps = lts_steps(lts, state);
    if (steps.end - steps.begin != 1)
      return false;
    if (action_kind_of(w->spec->actions, steps.begin->action) == ACTION_RETURN)
      return true;
    lts_action_vec_push(into, steps.begin->action);
    state = steps.begin->target;
  }
  return false;
}

static void perform_around(struct weaver *w, struct site *site,
                           struct location_id from) {
  struct lts_action_vec actions = {0};
  if (!list_actions(w, site->proc, &actions)) {
    refuse(w, from, "an abstraction of a wait that chooses");
  } else {
    for (uint32_t i = 0; i + 1 < actions.count; i++)
      from = perform(w, actions.at[i], from);
    from = make_call(w, site->call, from);
    bind_result(w, site, returned(w, site));
    from = expect(w, any_return(w, site), from);
    if (actions.count)
      from = perform(w, *lts_action_vec_last(&actions), from);
    weave_edge_to(w, from, site->after, operation_skip());
  }
  lts_action_vec_release(&actions);
}

struct location_id weave_thread(struct weaver *w, const struct spec_proc *proc,
                                const struct operation *call,
                                struct location_id from) {
  if (!proc)
    return make_call(w, call, from);
  const struct thread_routine *routine = find_routine(
      name_of(w, program_procedure(w->program, call->call.callee)));
  struct site site = {.proc = proc,
                      .call = call,
                      .target = call->call.target,
                      .bound = substitution_new(w->program->terms),
                      .after = weave_location(w)};
  struct actuals actuals = {call->call.arguments, call->call.count,
                            call->call.target};
  struct term_vec mentioned = {0};
  for (uint32_t i = 0; i < proc->arms.count; i++)
    term_vec_push(&mentioned, proc->arms.at[i].guard);
  from = weave_scope(w, &proc->scope, &actuals, &mentioned, true, site.bound,
                     from);
  enum moment moment = routine ? routine->moment : MOMENT_AFTER;
  if (!is_plain(w, &site))
    refuse(w, from,
           "an abstraction of a routine of threads that speaks of more than "
           "its result");
  else if (moment == MOMENT_BEFORE)
    perform_before(w, &site, from);
  else if (moment == MOMENT_AFTER)
    perform_after(w, &site, from);
  else
    perform_around(w, &site, from);
  substitution_free(site.bound);
  term_vec_release(&mentioned);
  return site.after;
}

// ---- Steps ------------------------------------------------------------------

static struct operation section(enum thread_action action) {
  struct operation op = {.kind = OPERATION_THREAD};
  op.thread.action = action;
  return op;
}

struct location_id weave_step_begin(struct weaver *w, struct location_id from,
                                    struct weave_step *step) {
  *step = (struct weave_step){0};
  if (!w->weaving->has_threads)
    return from;
  step->edge = w->procedure->edges.count;
  return weave_edge(w, from, operation_skip());
}

static bool reads_shared(const struct program *program,
                         const struct operation *op) {
  struct variable_vec read = {0};
  bool found = op->kind == OPERATION_LOAD;
  program_variables_read(program, op, &read);
  for (uint32_t i = 0; i < read.count && !found; i++)
    found = program_variable(program, read.at[i])->kind == VARIABLE_GLOBAL;
  variable_vec_release(&read);
  return found;
}

struct location_id weave_step_end(struct weaver *w, struct location_id from,
                                  struct weave_step step) {
  struct edge_vec *edges = &w->procedure->edges;
  bool is_needed = false;
  for (uint32_t i = step.edge; step.edge && i < edges->count; i++)
    is_needed |= reads_shared(w->program, &edges->at[i].op);
  if (!is_needed)
    return from;
  edges->at[step.edge].op = section(THREAD_ATOMIC_BEGIN);
  return weave_edge(w, from, section(THREAD_ATOMIC_END));
}
