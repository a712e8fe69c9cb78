// Building one control-flow automaton, and sealing it.
//
// Sealing is linear: a stable counting sort of the edges by source, a walk
// from the entry, and one pass that packs what the walk reached. Locations
// keep their order of creation, which follows the source, so a sealed
// automaton reads from top to bottom. Sealing a sealed procedure changes
// nothing.
#include "program/program.h"

#include "base/check.h"
#include "base/memory.h"

struct location *procedure_location(const struct procedure *procedure,
                                    struct location_id location) {
  CHECK(location.id && location.id < procedure->locations.count,
        "no location %u", location.id);
  return &procedure->locations.at[location.id];
}

struct edge *procedure_edge(const struct procedure *procedure,
                            struct edge_id edge) {
  CHECK(edge.id && edge.id < procedure->edges.count, "no edge %u", edge.id);
  return &procedure->edges.at[edge.id];
}

const struct procedure *program_writer(const struct program *program,
                                       const struct procedure *procedure,
                                       const struct edge *edge) {
  if (!procedure->sources.count)
    return procedure;
  struct procedure_id writer = procedure->sources.at[edge->origin].procedure;
  return writer.id ? program_procedure(program, writer) : procedure;
}

bool procedure_is_path(const struct procedure *procedure,
                       const struct edge_id *path, uint32_t count) {
  struct location_id at = procedure->entry;
  for (uint32_t i = 0; i < count; i++) {
    const struct edge *edge = procedure_edge(procedure, path[i]);
    if (edge->from.id != at.id)
      return false;
    at = edge->to;
  }
  return true;
}

static void check_writable(const struct procedure *procedure) {
  DCHECK(!procedure->is_frozen, "a write to a frozen procedure");
}

struct location_id procedure_add_location(struct procedure *procedure,
                                          struct position position) {
  struct location location = {.position = position};
  check_writable(procedure);
  procedure->is_sealed = false;
  return (struct location_id){
      location_vec_push(&procedure->locations, location)};
}

struct edge_id procedure_add_edge(struct procedure *procedure,
                                  struct edge edge) {
  CHECK(edge.from.id && edge.from.id < procedure->locations.count,
        "edge from no location %u", edge.from.id);
  CHECK(edge.to.id && edge.to.id < procedure->locations.count,
        "edge to no location %u", edge.to.id);
  check_writable(procedure);
  procedure->is_sealed = false;
  return (struct edge_id){edge_vec_push(&procedure->edges, edge)};
}

// Sets first_out and out_count of every location for edges sorted by source.
static void index_edges(struct procedure *procedure) {
  struct location_vec *locations = &procedure->locations;
  for (uint32_t i = 0; i < locations->count; i++)
    locations->at[i].out_count = 0;
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    locations->at[procedure->edges.at[i].from.id].out_count++;
  uint32_t next = 1;
  for (uint32_t i = 1; i < locations->count; i++) {
    locations->at[i].first_out = next;
    next += locations->at[i].out_count;
  }
}

static void sort_edges(struct procedure *procedure) {
  index_edges(procedure);
  struct edge_vec sorted = {0};
  edge_vec_resize(&sorted, procedure->edges.count);
  uint32_t *next = memory_new_zero(procedure->locations.count, sizeof *next);
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    next[i] = procedure->locations.at[i].first_out;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct edge *edge = &procedure->edges.at[i];
    sorted.at[next[edge->from.id]++] = *edge;
  }
  free(next);
  edge_vec_release(&procedure->edges);
  procedure->edges = sorted;
}

static void reach(struct location_id location, uint32_t *number,
                  struct u32_vec *pending) {
  if (number[location.id])
    return;
  number[location.id] = 1;
  u32_vec_push(pending, location.id);
}

// Marks what to keep. Exit and undefined should have no successors, but that is
// the validator's business: here they are roots like the entry.
static void mark_reachable(const struct procedure *procedure,
                           uint32_t *number) {
  struct u32_vec pending = {0};
  reach(procedure->entry, number, &pending);
  reach(procedure->exit, number, &pending);
  reach(procedure->undefined, number, &pending);
  while (pending.count) {
    struct location *from = &procedure->locations.at[u32_vec_pop(&pending)];
    for (uint32_t i = 0; i < from->out_count; i++)
      reach(procedure->edges.at[from->first_out + i].to, number, &pending);
  }
  u32_vec_release(&pending);
}

// Replaces the marks by new numbers and packs the locations.
static void pack_locations(struct procedure *procedure, uint32_t *number) {
  struct location_vec *locations = &procedure->locations;
  uint32_t kept = 1;
  for (uint32_t i = 1; i < locations->count; i++) {
    if (!number[i])
      continue;
    locations->at[kept] = locations->at[i];
    number[i] = kept++;
  }
  locations->count = kept;
  procedure->entry.id = number[procedure->entry.id];
  procedure->exit.id = number[procedure->exit.id];
  procedure->undefined.id = number[procedure->undefined.id];
}

// A kept source has only kept targets. Renumbering is monotone, so the edges
// stay sorted.
static void pack_edges(struct procedure *procedure, const uint32_t *number) {
  uint32_t kept = 1;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct edge edge = procedure->edges.at[i];
    if (!number[edge.from.id])
      continue;
    edge.from.id = number[edge.from.id];
    edge.to.id = number[edge.to.id];
    procedure->edges.at[kept++] = edge;
  }
  procedure->edges.count = kept;
}

void procedure_seal(struct procedure *procedure) {
  uint32_t count = procedure->locations.count;
  CHECK(procedure->entry.id && procedure->entry.id < count &&
            procedure->exit.id && procedure->exit.id < count &&
            procedure->undefined.id && procedure->undefined.id < count,
        "sealing a procedure without entry, exit or undefined location");
  check_writable(procedure);
  sort_edges(procedure);
  uint32_t *number = memory_new_zero(count, sizeof *number);
  mark_reachable(procedure, number);
  pack_locations(procedure, number);
  pack_edges(procedure, number);
  free(number);
  index_edges(procedure);
  procedure->is_sealed = true;
}

void procedure_disembody(struct procedure *procedure) {
  check_writable(procedure);
  procedure->is_defined = false;
  procedure->is_disembodied = true;
  procedure->is_sealed = false;
  location_vec_resize(&procedure->locations, 1);
  edge_vec_resize(&procedure->edges, 1);
  procedure->entry = procedure->exit = procedure->undefined =
      (struct location_id){0};
}
