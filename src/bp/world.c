#include "bp/world.h"

#include <string.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "bp/concrete.h"

struct stack_frame {
  uint32_t below;
  uint32_t procedure, statement;
  struct name locals;
};

static uint64_t frame_hash(struct stack_frame frame) {
  uint64_t hash = hash_mix(frame.below, frame.procedure);
  return hash_mix(hash_mix(hash, frame.statement), frame.locals.id);
}
static bool frame_equal(struct stack_frame a, struct stack_frame b) {
  return a.below == b.below && a.procedure == b.procedure &&
         a.statement == b.statement && name_equal(a.locals, b.locals);
}

MAP_DEFINE(frame_map, struct stack_frame, uint32_t, frame_hash, frame_equal);

struct worlds {
  const struct bp *bp;
  struct interner *values; // valuations, and names of states
  struct frame_map frames; // a stack is the number of an entry, from one
  uint32_t most_threads;
  bool has_hit_limit;
  struct strbuf buffer;
};

struct worlds *worlds_new(const struct bp *bp, uint32_t most_threads) {
  struct worlds *worlds = memory_new_zero(1, sizeof *worlds);
  worlds->bp = bp;
  worlds->values = interner_new();
  worlds->most_threads = most_threads;
  return worlds;
}

void worlds_free(struct worlds *worlds) {
  interner_free(worlds->values);
  frame_map_release(&worlds->frames);
  strbuf_release(&worlds->buffer);
  free(worlds);
}

bool worlds_hit_limit(const struct worlds *worlds) {
  return worlds->has_hit_limit;
}

void world_release(struct world *world) {
  thread_vec_release(&world->threads);
}

// Names of values: digits after a letter, so that there is always something.

static struct name name_values(struct worlds *worlds, const bool *values,
                               uint32_t count) {
  strbuf_clear(&worlds->buffer);
  strbuf_char(&worlds->buffer, 'v');
  for (uint32_t i = 0; i < count; i++)
    strbuf_char(&worlds->buffer, values[i] ? '1' : '0');
  return intern(worlds->values, strbuf_text(&worlds->buffer));
}

static bool value_at(const struct worlds *worlds, struct name name,
                     uint32_t index) {
  return name_text(worlds->values, name)[index + 1] == '1';
}

// What a thread sees: a global is shared, or its own copy.
static bool *read_values(const struct worlds *worlds, struct name globals,
                         const struct thread *thread) {
  const struct bp *bp = worlds->bp;
  uint32_t count = bp_slot_count(bp, thread->procedure);
  bool *values = memory_new_zero(count + 1u, sizeof *values);
  for (uint32_t i = 0; i < count; i++) {
    bool is_local = i >= bp->globals.count;
    bool is_own = !is_local && bp->globals.at[i].is_of_thread;
    values[i] = is_local
                    ? value_at(worlds, thread->locals, i - bp->globals.count)
                    : value_at(worlds, is_own ? thread->own : globals, i);
  }
  return values;
}

bool *world_values(const struct worlds *worlds, const struct world *world,
                   uint32_t thread) {
  return read_values(worlds, world->globals, &world->threads.at[thread]);
}

static struct name name_globals(struct worlds *worlds, const bool *values,
                                bool of_thread) {
  const struct bp *bp = worlds->bp;
  bool *some = memory_new_zero(bp->globals.count + 1u, sizeof *some);
  for (uint32_t i = 0; i < bp->globals.count; i++)
    some[i] = values[i] && bp->globals.at[i].is_of_thread == of_thread;
  struct name name = name_values(worlds, some, bp->globals.count);
  free(some);
  return name;
}

// Gives a thread, and all of them, the values that it sees.
static void write_values(struct worlds *worlds, struct world *world,
                         uint32_t index, const bool *values) {
  const struct bp *bp = worlds->bp;
  struct thread *thread = &world->threads.at[index];
  uint32_t locals = bp->procedures.at[thread->procedure].locals.count;
  world->globals = name_globals(worlds, values, false);
  thread->own = name_globals(worlds, values, true);
  thread->locals = name_values(worlds, values + bp->globals.count, locals);
}

// Order and names

static int compare_threads(const void *a, const void *b) {
  const struct thread *x = a, *y = b;
  uint32_t left[] = {x->stack,     x->procedure, x->statement,
                     x->locals.id, x->own.id,    x->is_atomic};
  uint32_t right[] = {y->stack,     y->procedure, y->statement,
                      y->locals.id, y->own.id,    y->is_atomic};
  for (size_t i = 0; i < sizeof left / sizeof *left; i++)
    if (left[i] != right[i])
      return left[i] < right[i] ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

struct name world_sort(struct worlds *worlds, struct world *world) {
  struct thread_vec *threads = &world->threads;
  struct strbuf *text = &worlds->buffer;
  if (threads->count)
    qsort(threads->at, threads->count, sizeof *threads->at, compare_threads);
  strbuf_clear(text);
  strbuf_format(text, "w%x", world->globals.id);
  for (uint32_t i = 0; i < threads->count; i++) {
    const struct thread *t = &threads->at[i];
    strbuf_format(text, ";%x,%x,%x,%x,%x,%x", t->stack, t->procedure,
                  t->statement, t->locals.id, t->own.id, t->is_atomic);
  }
  return intern(worlds->values, strbuf_text(text));
}

// Moving

struct moving {
  struct worlds *worlds;
  const struct world *world;
  uint32_t index; // the thread that moves
  const struct thread *thread;
  const struct bp_statement *statement;
  bool *now; // what it sees
  world_found *found;
  void *context;
};

static bool is_enforced(const struct worlds *worlds,
                        const struct world *world) {
  for (uint32_t i = 0; i < world->threads.count; i++) {
    bool *values = world_values(worlds, world, i);
    bool ok =
        bp_is_enforced(worlds->bp, world->threads.at[i].procedure, values);
    free(values);
    if (!ok)
      return false;
  }
  return true;
}

static struct world copy(const struct world *world) {
  struct world next = {.globals = world->globals, .next_id = world->next_id};
  thread_vec_append(&next.threads, world->threads.at, world->threads.count);
  return next;
}

static void hand_over(const struct moving *moving, struct world *next) {
  const struct thread *thread = moving->thread;
  bool has_started = next->next_id != moving->world->next_id;
  struct happening happening = {thread->id, thread->procedure,
                                thread->statement,
                                has_started ? moving->world->next_id : 0};
  if (is_enforced(moving->worlds, next))
    moving->found(moving->context, next, &happening);
  else
    world_release(next);
}

// The same, with the thread somewhere else in its procedure.
static struct world moved_to(const struct moving *moving, uint32_t statement) {
  struct world next = copy(moving->world);
  next.threads.at[moving->index].statement = statement;
  return next;
}

static struct world moved_on(const struct moving *moving) {
  return moved_to(moving, moving->thread->statement + 1);
}

static void assign(const struct moving *moving) {
  const struct bp *bp = moving->worlds->bp;
  uint32_t procedure = moving->thread->procedure;
  bool *values = memory_new_zero(bp_slot_count(bp, procedure) + 1u, 1);
  struct bp_choices choices;
  bp_choices_of_values(&choices, bp, moving->statement, moving->now);
  for (bool ok = bp_choices_first(&choices); ok; ok = bp_choices_next(&choices))
    if (bp_assign(bp, procedure, moving->statement, choices.values, moving->now,
                  values)) {
      struct world next = moved_on(moving);
      write_values(moving->worlds, &next, moving->index, values);
      hand_over(moving, &next);
    }
  bp_choices_release(&choices);
  free(values);
}

static uint32_t push_frame(struct worlds *worlds, const struct thread *thread) {
  struct stack_frame frame = {thread->stack, thread->procedure,
                              thread->statement, thread->locals};
  bool is_new;
  uint32_t *number = frame_map_insert(&worlds->frames, frame, &is_new);
  if (is_new)
    *number = worlds->frames.count;
  return *number;
}

// Names of all locals that a procedure can begin with, given its parameters.
static void each_beginning(const struct moving *moving, const bool *parameters,
                           void (*use)(const struct moving *moving,
                                       struct name locals)) {
  const struct bp *bp = moving->worlds->bp;
  const struct bp_procedure *p = &bp->procedures.at[moving->statement->callee];
  bool *values = memory_new_zero(p->locals.count + 1u, sizeof *values);
  struct bp_choices locals;
  bp_choices_of_locals(&locals, bp, moving->statement->callee);
  memcpy(values, parameters, p->parameter_count * sizeof *values);
  for (bool ok = bp_choices_first(&locals); ok; ok = bp_choices_next(&locals)) {
    memcpy(values + p->parameter_count, locals.values,
           locals.count * sizeof *values);
    use(moving, name_values(moving->worlds, values, p->locals.count));
  }
  bp_choices_release(&locals);
  free(values);
}

static void each_call(const struct moving *moving,
                      void (*use)(const struct moving *moving,
                                  struct name locals)) {
  struct bp_choices choices;
  bp_choices_of_values(&choices, moving->worlds->bp, moving->statement,
                       moving->now);
  for (bool ok = bp_choices_first(&choices); ok; ok = bp_choices_next(&choices))
    each_beginning(moving, choices.values, use);
  bp_choices_release(&choices);
}

static void call(const struct moving *moving, struct name locals) {
  struct world next = copy(moving->world);
  struct thread *thread = &next.threads.at[moving->index];
  thread->stack = push_frame(moving->worlds, thread);
  thread->procedure = moving->statement->callee;
  thread->statement = 0;
  thread->locals = locals;
  hand_over(moving, &next);
}

static void remove_thread(struct world *world, uint32_t index) {
  struct thread_vec *threads = &world->threads;
  for (uint32_t i = index + 1; i < threads->count; i++)
    threads->at[i - 1] = threads->at[i];
  threads->count--;
}

static void end(const struct moving *moving) {
  struct world next = copy(moving->world);
  remove_thread(&next, moving->index);
  hand_over(moving, &next);
}

// Back to the frame below, with values that the statement returns.
static void return_values(const struct moving *moving, const bool *returned) {
  struct worlds *worlds = moving->worlds;
  const struct bp *bp = worlds->bp;
  const struct stack_frame *frame =
      &worlds->frames.entries[moving->thread->stack - 1].key;
  const struct bp_statement *s =
      &bp->procedures.at[frame->procedure].statements.at[frame->statement];
  struct world next = copy(moving->world);
  struct thread *thread = &next.threads.at[moving->index];
  thread->stack = frame->below;
  thread->procedure = frame->procedure;
  thread->statement = frame->statement + 1;
  thread->locals = frame->locals;
  bool *values = read_values(worlds, next.globals, thread);
  for (uint32_t i = 0; i < s->variable_count; i++)
    if (!s->is_dropped[i])
      values[bp_slot(bp, s->variables[i])] = returned[i];
  write_values(worlds, &next, moving->index, values);
  free(values);
  hand_over(moving, &next);
}

static void return_from(const struct moving *moving) {
  struct bp_choices choices;
  if (!moving->thread->stack) {
    end(moving);
    return;
  }
  bp_choices_of_values(&choices, moving->worlds->bp, moving->statement,
                       moving->now);
  for (bool ok = bp_choices_first(&choices); ok; ok = bp_choices_next(&choices))
    return_values(moving, choices.values);
  bp_choices_release(&choices);
}

static void start(const struct moving *moving, struct name locals) {
  const struct bp_statement *s = moving->statement;
  struct world next = moved_on(moving);
  bool is_jump = s->target_count;
  thread_vec_push(&next.threads,
                  (struct thread){.procedure = is_jump
                                                   ? moving->thread->procedure
                                                   : s->callee,
                                  .statement = is_jump ? s->targets[0] : 0,
                                  .locals = locals,
                                  .own = moving->thread->own,
                                  .id = next.next_id++});
  hand_over(moving, &next);
}

static void start_thread(const struct moving *moving) {
  struct worlds *worlds = moving->worlds;
  if (worlds->most_threads &&
      moving->world->threads.count >= worlds->most_threads)
    worlds->has_hit_limit = true;
  else if (moving->statement->target_count)
    start(moving, moving->thread->locals);
  else
    each_call(moving, start);
}

static void set_atomic(const struct moving *moving, bool is_atomic) {
  struct world next = moved_on(moving);
  next.threads.at[moving->index].is_atomic = is_atomic;
  hand_over(moving, &next);
}

static const struct bp_statement *statement_of(const struct worlds *worlds,
                                               const struct thread *thread) {
  return &worlds->bp->procedures.at[thread->procedure]
              .statements.at[thread->statement];
}

static void broadcast(const struct moving *moving) {
  struct world next = moved_on(moving);
  for (uint32_t i = 0; i < next.threads.count; i++)
    if (i != moving->index &&
        statement_of(moving->worlds, &next.threads.at[i])->kind == BP_WAIT)
      next.threads.at[i].statement++;
  hand_over(moving, &next);
}

// The thread of the lower number takes the step for both.
static void meet(const struct moving *moving) {
  const struct thread_vec *threads = &moving->world->threads;
  for (uint32_t i = moving->index + 1; i < threads->count; i++) {
    const struct bp_statement *other =
        statement_of(moving->worlds, &threads->at[i]);
    if (other->kind != BP_SYNC ||
        !name_equal(other->event, moving->statement->event) ||
        !world_may_run(moving->world, i))
      continue;
    struct world next = moved_on(moving);
    next.threads.at[i].statement++;
    hand_over(moving, &next);
  }
}

static void go(const struct moving *moving) {
  const struct thread *thread = moving->thread;
  uint32_t to;
  for (uint32_t i = 0; bp_next_place(moving->worlds->bp, thread->procedure,
                                     thread->statement, moving->now, i, &to);
       i++) {
    struct world next = moved_to(moving, to);
    hand_over(moving, &next);
  }
}

static void move(const struct moving *moving) {
  switch (moving->statement->kind) {
  case BP_ASSIGN: assign(moving); return;
  case BP_CALL: each_call(moving, call); return;
  case BP_RETURN: return_from(moving); return;
  case BP_START_THREAD: start_thread(moving); return;
  case BP_END_THREAD: end(moving); return;
  case BP_ATOMIC_BEGIN: set_atomic(moving, true); return;
  case BP_ATOMIC_END: set_atomic(moving, false); return;
  case BP_BROADCAST: broadcast(moving); return;
  case BP_SYNC: meet(moving); return;
  case BP_WAIT: return;
  case BP_SKIP:
  case BP_GOTO:
  case BP_BRANCH:
  case BP_ASSUME:
  case BP_ASSERT: go(moving); return;
  }
}

bool world_may_run(const struct world *world, uint32_t thread) {
  for (uint32_t i = 0; i < world->threads.count; i++)
    if (i != thread && world->threads.at[i].is_atomic)
      return false;
  return true;
}

void worlds_next(struct worlds *worlds, const struct world *world,
                 world_found *found, void *context) {
  for (uint32_t i = 0; i < world->threads.count; i++) {
    const struct thread *thread = &world->threads.at[i];
    if (!world_may_run(world, i))
      continue;
    struct moving moving = {.worlds = worlds,
                            .world = world,
                            .index = i,
                            .thread = thread,
                            .statement = statement_of(worlds, thread),
                            .now = world_values(worlds, world, i),
                            .found = found,
                            .context = context};
    move(&moving);
    free(moving.now);
  }
}

// Beginning

// False if no more are wanted.
static bool begin_with(struct worlds *worlds, const bool *values,
                       world_found *found, void *context) {
  struct world world = {.next_id = 2};
  struct happening nothing = {0, worlds->bp->main, 0, 0};
  thread_vec_push(&world.threads,
                  (struct thread){.procedure = worlds->bp->main, .id = 1});
  write_values(worlds, &world, 0, values);
  if (is_enforced(worlds, &world))
    return found(context, &world, &nothing);
  world_release(&world);
  return true;
}

// Of all that main sees; its parameters can be anything.
static void choices_of_beginning(const struct bp *bp, struct bp_choices *all) {
  uint32_t count = bp_slot_count(bp, bp->main);
  struct bp_choices globals, locals;
  bp_choices_of_globals(&globals, bp);
  bp_choices_of_locals(&locals, bp, bp->main);
  bp_choices_init(all, count);
  memset(all->possible, BP_CAN_BE_BOTH, count);
  memcpy(all->possible, globals.possible, globals.count);
  memcpy(all->possible + count - locals.count, locals.possible, locals.count);
  bp_choices_release(&globals);
  bp_choices_release(&locals);
}

void worlds_begin(struct worlds *worlds, world_found *found, void *context) {
  struct bp_choices all;
  choices_of_beginning(worlds->bp, &all);
  bool ok = bp_choices_first(&all);
  while (ok && begin_with(worlds, all.values, found, context))
    ok = bp_choices_next(&all);
  bp_choices_release(&all);
}

struct once {
  world_found *found;
  void *context;
  bool is_found;
};

static bool take_one(void *context, struct world *world,
                     const struct happening *happening) {
  struct once *once = context;
  once->is_found = true;
  return once->found(once->context, world, happening);
}

void worlds_begin_somehow(struct worlds *worlds, uint64_t *random,
                          world_found *found, void *context) {
  enum { TRIALS = 1000 }; // what is enforced may be rare
  struct bp_choices all;
  struct once once = {found, context, false};
  choices_of_beginning(worlds->bp, &all);
  for (int i = 0; i < TRIALS && !once.is_found; i++) {
    bp_choices_first(&all);
    for (uint32_t k = 0; k < all.count; k++)
      if (all.possible[k] == BP_CAN_BE_BOTH)
        all.values[k] = hash_random(random) & 1;
    begin_with(worlds, all.values, take_one, &once);
  }
  bp_choices_release(&all);
}
