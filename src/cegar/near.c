#include "cegar/near.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cegar/internal.h"
#include "tactic/explore.h"

struct near_path {
  struct edge_id_vec edges;
  const struct check_target *target;
};

void near_release(struct near *near) {
  for (uint32_t i = 0; i < near->count; i++)
    edge_id_vec_release(&near->paths[i].edges);
  free(near->paths);
  *near = (struct near){0};
}

static uint32_t open_rows(const struct component *component) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < component->targets.count; i++)
    count += component->targets.at[i].status == ROW_OPEN;
  return count;
}

// Paths to that row so far.
static uint32_t paths_to(const struct near *near,
                         const struct check_target *target) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < near->count; i++)
    count += near->paths[i].target == target;
  return count;
}

static void keep(struct near *near, const struct edge_id_vec *edges,
                 const struct check_target *target) {
  if (near->count == near->capacity) {
    near->capacity = near->capacity ? 2 * near->capacity : 8;
    near->paths =
        memory_resize(near->paths, near->capacity * sizeof *near->paths);
  }
  struct near_path *path = &near->paths[near->count++];
  *path = (struct near_path){.target = target};
  edge_id_vec_append(&path->edges, edges->at, edges->count);
}

struct looking {
  struct near *near;
  const struct component *component;
  uint32_t wanted; // paths, in all
};

// Called with every path that is found. True ends the search.
static bool take(void *context, const struct edge_id_vec *edges) {
  struct looking *looking = context;
  const struct check_target *target =
      component_target(looking->component, edges->at[edges->count - 1]);
  if (target->status == ROW_OPEN &&
      paths_to(looking->near, target) < NEAR_PATHS)
    keep(looking->near, edges, target);
  return looking->near->count == looking->wanted;
}

static void look(struct cegar *cegar) {
  enum { STEPS = 20000, UNITS = 2000000 };
  struct component *component = cegar->component;
  struct looking looking = {&cegar->near, component,
                            NEAR_PATHS * open_rows(component)};
  struct explore explore = {.question = component->question,
                            .relevant = &component->slice.variables,
                            .solver = cegar->solver,
                            .steps = STEPS,
                            .units = UNITS,
                            .is_brief = true,
                            .poll = cegar_poll(cegar),
                            .accept = take,
                            .acceptor = &looking};
  struct edge_id_vec last = {0};
  explore_run(&explore, &last);
  log_line(cegar->options.log, 2, "check",
           "near the start: %llu states, %u paths to rows",
           (unsigned long long)explore.states, cegar->near.count);
  edge_id_vec_release(&last);
}

bool near_decides(struct cegar *cegar) {
  enum { FEW = 2 };
  struct near *near = &cegar->near;
  if (!near->is_looked && open_rows(cegar->component) < FEW)
    return false;
  if (!near->is_looked)
    look(cegar);
  near->is_looked = true;
  while (near->next < near->count) {
    const struct near_path *path = &near->paths[near->next++];
    if (path->target->status == ROW_OPEN &&
        cegar_take_path(cegar, &path->edges))
      return true;
  }
  return false;
}
