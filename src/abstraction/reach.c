#include "abstraction/reach.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/check.h"
#include "base/memory.h"
#include "program/flow.h"

// Valuations that arrived at a location together.
struct step {
  struct location_id location;
  struct dd set; // kept
};

// One step's image along an edge.
struct contribution {
  uint32_t step;
  struct edge_id edge;
  struct dd set; // kept
};

VEC_DEFINE(step_vec, struct step);
VEC_DEFINE(contribution_vec, struct contribution);

struct reach {
  struct transfer *transfer;
  struct dd_manager *dd;
  const struct question *question;
  const struct procedure *procedure;
  struct flow_order order;
  struct dd *reached; // by location, kept
  struct dd *pending; // by location, kept: not yet looked at
  struct contribution_vec *contributions; // by location
  struct step_vec steps;
  struct edge_id_vec path;
  struct edge_id_vec unsupported;
  struct u32_vec unsupported_steps; // from which they were met
};

struct reach *reach_new(struct transfer *transfer,
                        const struct question *question) {
  struct reach *reach = memory_new_zero(1, sizeof *reach);
  reach->transfer = transfer;
  reach->dd = transfer_dd(transfer);
  reach->question = question;
  reach->procedure = question->effects->procedure;
  uint32_t count = reach->procedure->locations.count;
  reach->reached = memory_new_zero(count, sizeof *reach->reached);
  reach->pending = memory_new_zero(count, sizeof *reach->pending);
  reach->contributions = memory_new_zero(count, sizeof *reach->contributions);
  flow_order_init(&reach->order, reach->procedure, NULL, NULL);
  return reach;
}

void reach_free(struct reach *reach) {
  for (uint32_t i = 0; i < reach->procedure->locations.count; i++) {
    dd_drop(reach->dd, reach->reached[i]);
    dd_drop(reach->dd, reach->pending[i]);
    for (uint32_t k = 0; k < reach->contributions[i].count; k++)
      dd_drop(reach->dd, reach->contributions[i].at[k].set);
    contribution_vec_release(&reach->contributions[i]);
  }
  for (uint32_t i = 0; i < reach->steps.count; i++)
    dd_drop(reach->dd, reach->steps.at[i].set);
  step_vec_release(&reach->steps);
  edge_id_vec_release(&reach->path);
  edge_id_vec_release(&reach->unsupported);
  u32_vec_release(&reach->unsupported_steps);
  flow_order_release(&reach->order);
  free(reach->reached);
  free(reach->pending);
  free(reach->contributions);
  free(reach);
}

// New valuations for a location, if there are any.
static bool contribute(struct reach *reach, uint32_t step, struct edge_id edge,
                       struct location_id to, struct dd set) {
  struct dd *reached = &reach->reached[to.id];
  struct dd *pending = &reach->pending[to.id];
  struct dd fresh = dd_minus(reach->dd, set, *reached);
  fresh = dd_minus(reach->dd, fresh, *pending);
  if (dd_is_false(fresh))
    return false;
  dd_replace(reach->dd, pending, dd_or(reach->dd, *pending, fresh));
  contribution_vec_push(
      &reach->contributions[to.id],
      (struct contribution){step, edge, dd_keep(reach->dd, fresh)});
  return true;
}

// Going back: which contribution brought some of these valuations here?
static const struct contribution *source_of(struct reach *reach,
                                            struct location_id location,
                                            struct dd set, struct dd *found) {
  const struct contribution_vec *all = &reach->contributions[location.id];
  for (uint32_t i = 0; i < all->count; i++) {
    *found = dd_and(reach->dd, all->at[i].set, set);
    if (!dd_is_false(*found))
      return &all->at[i];
  }
  BUG("no contribution brought these valuations to their location");
}

static void reverse(struct edge_id_vec *path) {
  for (uint32_t i = 0, k = path->count; i + 1 < k; i++) {
    struct edge_id other = path->at[--k];
    path->at[k] = path->at[i];
    path->at[i] = other;
  }
}

static void trace_back(struct reach *reach, uint32_t step,
                       struct edge_id violation) {
  edge_id_vec_clear(&reach->path);
  edge_id_vec_push(&reach->path, violation);
  uint32_t scope = dd_scope_begin(reach->dd);
  struct dd set = reach->steps.at[step].set;
  struct location_id location = reach->steps.at[step].location;
  for (;;) {
    struct dd found;
    const struct contribution *source = source_of(reach, location, set, &found);
    if (!source->edge.id) // the initial valuations
      break;
    edge_id_vec_push(&reach->path, source->edge);
    const struct step *from = &reach->steps.at[source->step];
    set = transfer_preimage(reach->transfer, source->edge, from->set, found);
    location = from->location;
  }
  dd_scope_end(reach->dd, scope);
  reverse(&reach->path);
  DCHECK(procedure_is_path(reach->procedure, reach->path.at, reach->path.count),
         "the path to a violation does not hang together");
}

// Looks at all edges that leave the valuations. True if one is a violation.
static bool expand(struct reach *reach, uint32_t step, const bool *is_wanted,
                   struct bitset *work) {
  struct location_id at = reach->steps.at[step].location;
  struct dd set = reach->steps.at[step].set;
  const struct location *location = procedure_location(reach->procedure, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    struct edge_id id = {location->first_out + i};
    const struct edge *edge = procedure_edge(reach->procedure, id);
    enum role role = question_role(reach->question, id);
    if (role == ROLE_ENDS)
      continue;
    if (role == ROLE_VIOLATES && is_wanted && !is_wanted[id.id])
      continue;
    if (role == ROLE_VIOLATES) {
      trace_back(reach, step, id);
      return true;
    }
    if (role == ROLE_UNSUPPORTED) {
      edge_id_vec_push(&reach->unsupported, id);
      u32_vec_push(&reach->unsupported_steps, step);
      continue;
    }
    uint32_t scope = dd_scope_begin(reach->dd);
    struct dd image = transfer_image(reach->transfer, id, set);
    if (contribute(reach, step, id, edge->to, image))
      bitset_add(work, reach->order.place[edge->to.id]);
    dd_scope_end(reach->dd, scope);
  }
  return false;
}

void reach_trace_unsupported(struct reach *reach, uint32_t index) {
  edge_id_vec_clear(&reach->path);
  trace_back(reach, reach->unsupported_steps.at[index],
             reach->unsupported.at[index]);
}

enum reach_outcome reach_run(struct reach *reach, const bool *is_wanted,
                             struct poll poll) {
  struct bitset work = {0};
  uint32_t scope = dd_scope_begin(reach->dd);
  struct location_id entry = reach->procedure->entry;
  contribute(reach, 0, (struct edge_id){0}, entry,
             transfer_initial(reach->transfer));
  bitset_add(&work, reach->order.place[entry.id]);
  dd_scope_end(reach->dd, scope);
  enum reach_outcome outcome = REACH_SAFE;
  while (outcome == REACH_SAFE && !bitset_is_empty(&work)) {
    uint32_t place = bitset_next(&work, 0);
    bitset_remove(&work, place);
    struct location_id location = {reach->order.locations[place]};
    struct dd fresh = reach->pending[location.id];
    uint32_t step = step_vec_push(
        &reach->steps, (struct step){location, dd_keep(reach->dd, fresh)});
    dd_replace(reach->dd, &reach->pending[location.id], dd_false());
    scope = dd_scope_begin(reach->dd);
    dd_replace(reach->dd, &reach->reached[location.id],
               dd_or(reach->dd, reach->reached[location.id], fresh));
    dd_scope_end(reach->dd, scope);
    if (poll_stops(poll))
      outcome = REACH_STOPPED;
    else if (expand(reach, step, is_wanted, &work))
      outcome = REACH_VIOLATION;
  }
  bitset_release(&work);
  return outcome;
}

const struct edge_id_vec *reach_path(const struct reach *reach) {
  return &reach->path;
}

struct dd reach_set(const struct reach *reach, struct location_id location) {
  return reach->reached[location.id];
}

const struct edge_id_vec *reach_unsupported(const struct reach *reach) {
  return &reach->unsupported;
}

double reach_states(struct reach *reach) {
  double sum = 0;
  for (uint32_t i = 1; i < reach->procedure->locations.count; i++)
    if (!dd_is_false(reach->reached[i]))
      sum += transfer_count(reach->transfer, (struct location_id){i},
                            reach->reached[i]);
  return sum;
}

bool reach_follows(struct transfer *transfer, const struct question *question,
                   const struct edge_id_vec *path, uint32_t *stops_at) {
  struct dd_manager *dd = transfer_dd(transfer);
  uint32_t scope = dd_scope_begin(dd);
  struct dd set = transfer_initial(transfer);
  bool passes = !dd_is_false(set);
  for (uint32_t i = 0; i < path->count && passes; i++) {
    if (!question_is_step(question, path->at[i]))
      break;
    set = transfer_image(transfer, path->at[i], set);
    passes = !dd_is_false(set);
    if (!passes && stops_at)
      *stops_at = i;
  }
  dd_scope_end(dd, scope);
  return passes;
}
