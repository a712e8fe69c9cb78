#include "bp/interleave.h"

#include "bp/concrete.h"
#include "bp/record.h"
#include "bp/world.h"

struct seen_state {
  struct name name;
  uint32_t parent; // UINT32_MAX: the program begins so
  struct world world;
};

VEC_DEFINE(state_vec, struct seen_state);
HANDLE_MAP_DEFINE(state_map, struct name, uint32_t);

struct search {
  const struct bp_code *code;
  const struct interleaving_limits *limits;
  struct diag *sources;
  struct result *result;
  struct worlds *worlds;
  struct state_vec states;
  struct state_map known;
  uint32_t at;      // the state that is looked at
  bool *is_visited; // by row: control was there
};

static bool is_full(const struct search *search) {
  return search->states.count > search->limits->most_states;
}

// A state is kept until it has been looked at; what a trace needs is made
// again.
static bool add_state(void *context, struct world *world,
                      const struct happening *happening) {
  struct search *search = context;
  bool is_new = false;
  (void)happening;
  struct name name = world_sort(search->worlds, world);
  if (!is_full(search))
    *state_map_insert(&search->known, name, &is_new) = search->states.count;
  if (is_new)
    state_vec_push(&search->states,
                   (struct seen_state){name, search->at, *world});
  else
    world_release(world);
  return !is_full(search);
}

// Telling a trace

struct retelling {
  struct search *search;
  struct name wanted; // the state to come to
  bool is_found;
  struct world world;
  struct happening happening;
};

static bool take_wanted(void *context, struct world *world,
                        const struct happening *happening) {
  struct retelling *retelling = context;
  if (retelling->is_found ||
      !name_equal(world_sort(retelling->search->worlds, world),
                  retelling->wanted)) {
    world_release(world);
    return true;
  }
  retelling->is_found = true;
  retelling->world = *world;
  retelling->happening = *happening;
  return false;
}

static void find_way(const struct search *search, uint32_t state,
                     struct u32_vec *way) {
  for (; state != UINT32_MAX; state = search->states.at[state].parent)
    u32_vec_push(way, state);
}

static struct world retell(struct search *search, struct bp_record *record,
                           const struct u32_vec *way) {
  struct retelling retelling = {.search = search};
  uint32_t left = way->count;
  retelling.wanted = search->states.at[way->at[--left]].name;
  worlds_begin(search->worlds, take_wanted, &retelling);
  bool *values = world_values(search->worlds, &retelling.world, 0);
  bp_record_values(record, search->code->bp->main, 0, NULL, values);
  free(values);
  while (left > 0) {
    struct world before = retelling.world;
    retelling.is_found = false;
    retelling.wanted = search->states.at[way->at[--left]].name;
    worlds_next(search->worlds, &before, take_wanted, &retelling);
    CHECK(retelling.is_found, "a state that was reached is not found again");
    bp_record_happening(record, search->worlds, &before, &retelling.world,
                        &retelling.happening);
    world_release(&before);
  }
  return retelling.world;
}

// The thread of the last state that violates the row.
static bool violates(const struct search *search, const struct world *world,
                     uint32_t thread, uint32_t row) {
  const struct bp_row *at = &search->code->rows.at[row];
  const struct thread *t = &world->threads.at[thread];
  if (at->procedure != t->procedure ||
      (at->kind != BP_ROW_ABORTIF && at->statement != t->statement))
    return false;
  search->is_visited[row] = true;
  if (at->kind == BP_ROW_ASSERT && !world_may_run(world, thread))
    return false;
  bool *values = world_values(search->worlds, world, thread);
  bool fails = bp_can_be(search->code->bp, at->failed, values, true);
  free(values);
  return fails;
}

static void tell_end(struct search *search, struct bp_record *record,
                     const struct world *world, uint32_t row) {
  for (uint32_t i = 0; i < world->threads.count; i++)
    if (violates(search, world, i, row)) {
      const struct thread *t = &world->threads.at[i];
      record->last = (struct position){0};
      bp_record_line(record, t->procedure, t->statement, t->id);
      return;
    }
  BUG("a violation that is not found again");
}

static void add_violation(struct search *search, uint32_t row) {
  struct execution execution = {.row = row, .ending = ENDING_VIOLATED};
  struct bp_record record = {
      .bp = search->code->bp,
      .sources = search->sources,
      .lane = execution_add_lane(&execution, (struct name){0})};
  struct u32_vec way = {0};
  find_way(search, search->at, &way);
  struct world world = retell(search, &record, &way);
  search->result->stats.trace_steps += way.count;
  tell_end(search, &record, &world, row);
  execution_vec_push(&search->result->executions, execution);
  search->result->rows.at[row].status = ROW_FAILS;
  world_release(&world);
  u32_vec_release(&way);
}

// Searching

static void find_violations(struct search *search, const struct world *world) {
  for (uint32_t row = 0; row < search->code->rows.count; row++)
    for (uint32_t i = 0; i < world->threads.count; i++)
      if (search->result->rows.at[row].status == ROW_OPEN &&
          violates(search, world, i, row))
        add_violation(search, row);
}

static bool has_open_row(const struct search *search) {
  const struct result_row_vec *rows = &search->result->rows;
  for (uint32_t i = 0; i < rows->count; i++)
    if (rows->at[i].status == ROW_OPEN)
      return true;
  return false;
}

static const char *run(struct search *search) {
  const struct interleaving_limits *limits = search->limits;
  search->at = UINT32_MAX;
  worlds_begin(search->worlds, add_state, search);
  for (uint32_t i = 0; i < search->states.count && has_open_row(search); i++) {
    struct world world = search->states.at[i].world;
    search->states.at[i].world = (struct world){.globals = {0}};
    search->at = i;
    if (!is_full(search)) {
      find_violations(search, &world);
      worlds_next(search->worlds, &world, add_state, search);
    }
    world_release(&world);
    bool stops = limits->stops_at_first && search->result->executions.count;
    if (stops || (poll_stops(limits->poll)))
      return stops ? "not looked at after the first violation" : "stopped";
  }
  if (is_full(search) && has_open_row(search))
    return "more states than --states";
  return worlds_hit_limit(search->worlds) && has_open_row(search)
             ? "more threads than --threads"
             : NULL;
}

static void decide(struct search *search) {
  for (uint32_t i = 0; i < search->result->rows.count; i++)
    if (search->result->rows.at[i].status == ROW_OPEN)
      search->result->rows.at[i].status =
          search->is_visited[i] ? ROW_HOLDS : ROW_UNREACHED;
}

static void release(struct search *search) {
  for (uint32_t i = 0; i < search->states.count; i++)
    world_release(&search->states.at[i].world);
  state_vec_release(&search->states);
  state_map_release(&search->known);
  worlds_free(search->worlds);
  free(search->is_visited);
}

const char *interleave(const struct bp_code *code,
                       const struct interleaving_limits *limits,
                       struct diag *sources, struct result *result) {
  if (bp_has_threads(code->bp) && bp_find_recursion(code->bp) != UINT32_MAX)
    return "threads with recursive procedures";
  struct search search = {
      .code = code,
      .limits = limits,
      .sources = sources,
      .result = result,
      .worlds = worlds_new(code->bp, limits->most_threads),
      .is_visited = memory_new_zero(code->rows.count + 1u, sizeof(bool))};
  const char *reason = run(&search);
  if (!reason)
    decide(&search);
  result->stats.abstract_states = search.states.count;
  release(&search);
  return reason;
}
