#include "threads/protect.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// Where main may have company: the threads that it has created and not joined,
// as bits. Those that other threads create are there for ever.

static uint32_t foreign_creations(const struct crew *crew) {
  uint32_t threads = 0;
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].spawns && crew->edges.at[i].thread)
      threads |= 1u << crew->edges.at[i].spawns;
  return threads;
}

static uint32_t after_edge(const struct crew_edge *edge, uint32_t before) {
  if (edge->spawns)
    before |= 1u << edge->spawns;
  if (edge->awaits)
    before &= ~(1u << (edge->awaits - 1));
  return before;
}

uint32_t *crew_company(const struct crew *crew) {
  uint32_t *company = memory_new_zero(crew->location_count, sizeof *company);
  struct bitset seen = {0};
  struct u32_vec open = {0};
  uint32_t start = crew->threads.at[0].start;
  company[start] = foreign_creations(crew);
  u32_vec_push(&open, start);
  bitset_add(&seen, start);
  while (open.count) {
    uint32_t at = u32_vec_pop(&open);
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
      uint32_t after = after_edge(edge, company[at]) | foreign_creations(crew);
      bool is_new = bitset_add(&seen, edge->to);
      if (!is_new && (company[edge->to] | after) == company[edge->to])
        continue;
      company[edge->to] |= after;
      u32_vec_push(&open, edge->to);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
  return company;
}

// Mutexes that are held at a location on every way there, as bits.

uint32_t *crew_held(const struct crew *crew) {
  uint32_t *held = memory_new_zero(crew->location_count, sizeof *held);
  struct u32_vec open = {0};
  memset(held, 0xff, crew->location_count * sizeof *held);
  for (uint32_t k = 0; k < crew->threads.count; k++) {
    held[crew->threads.at[k].start] = 0;
    u32_vec_push(&open, crew->threads.at[k].start);
  }
  while (open.count) {
    uint32_t at = u32_vec_pop(&open);
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
      uint32_t after = (held[at] & ~edge->releases) | edge->acquires;
      bool is_first = held[edge->to] == UINT32_MAX;
      if (!is_first && (held[edge->to] & after) == held[edge->to])
        continue;
      held[edge->to] &= after;
      u32_vec_push(&open, edge->to);
    }
  }
  u32_vec_release(&open);
  return held;
}

// How cells are accessed where others may be.
struct usage {
  uint32_t *company, *held; // by location
  uint32_t *common;         // by cell: mutexes that are held at all accesses
  uint32_t *users;          // by cell: threads, as bits
};

static bool is_alone(const struct usage *usage, const struct crew_edge *edge) {
  return !edge->thread && !usage->company[edge->from];
}

static void use(struct usage *usage, const struct crew *crew, uint32_t index,
                uint32_t cell) {
  const struct crew_edge *edge = &crew->edges.at[index];
  if (is_alone(usage, edge))
    return;
  usage->common[cell] &= usage->held[edge->from] & ~crew->untrusted;
  usage->users[cell] |= 1u << edge->thread;
}

static struct usage usage_of(const struct crew *crew,
                             const struct accesses *accesses) {
  struct usage usage = {
      .company = crew_company(crew),
      .held = crew_held(crew),
      .common = memory_new_zero(accesses->count, sizeof *usage.common),
      .users = memory_new_zero(accesses->count, sizeof *usage.users)};
  memset(usage.common, 0xff, accesses->count * sizeof *usage.common);
  for (uint32_t i = 1; i < crew->edges.count; i++)
    use(&usage, crew, i, accesses->cells[i]);
  return usage;
}

static void usage_release(struct usage *usage) {
  free(usage->company);
  free(usage->held);
  free(usage->common);
  free(usage->users);
}

static bool is_torn(const struct usage *usage, const struct crew_edge *edge,
                    const struct accesses *accesses, uint32_t cell) {
  if (is_alone(usage, edge))
    return false;
  if (!cell || bitset_has(&accesses->given, cell))
    return true;
  uint32_t users = usage->users[cell];
  return (users & (users - 1)) && !usage->common[cell];
}

void crew_find_torn(struct crew *crew, const struct accesses *accesses) {
  struct usage usage = usage_of(crew, accesses);
  for (uint32_t i = 0; i < accesses->block_edges.count; i++)
    use(&usage, crew, accesses->block_edges.at[i], accesses->block_cells.at[i]);
  for (uint32_t i = 0; i < accesses->block_edges.count; i++) {
    const struct crew_edge *edge = &crew->edges.at[accesses->block_edges.at[i]];
    if (is_torn(&usage, edge, accesses, accesses->block_cells.at[i])) {
      crew->is_torn = true;
      crew->torn = edge->position;
    }
  }
  usage_release(&usage);
}

void crew_protect(struct crew *crew, const struct accesses *accesses) {
  struct usage usage = usage_of(crew, accesses);
  const uint32_t *common = usage.common;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    struct crew_edge *edge = &crew->edges.at[i];
    uint32_t cell = accesses->cells[i];
    bool ends = edge->to == crew->threads.at[edge->thread].end;
    if (cell && !bitset_has(&accesses->spoilt, cell) && common[cell] &&
        common[cell] != UINT32_MAX && !edge->is_settled && !ends &&
        edge->step == CREW_SHARED)
      edge->step = CREW_RIGHT;
  }
  usage_release(&usage);
}
