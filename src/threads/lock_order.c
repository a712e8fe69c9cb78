#include "threads/lock_order.h"

#include <stdlib.h>

#include "threads/protect.h"

// While `first` is held, `second` is waited for.
struct taking {
  uint32_t first, second; // mutexes
  uint32_t gates;         // what else is held, as bits
  const struct crew_edge *edge;
};

VEC_DEFINE(taking_vec, struct taking);

struct circle {
  const struct crew *crew;
  struct taking_vec takings;
  struct taking_vec path; // of the circle at hand
};

static uint32_t number_of(uint32_t bit) {
  uint32_t number = 0;
  while (!(bit >> number & 1))
    number++;
  return number;
}

static void add_takings(struct circle *c, const struct crew_edge *edge,
                        uint32_t held) {
  held &= ~edge->acquires;
  for (uint32_t m = 0; m < c->crew->mutexes.count; m++)
    if (held >> m & 1)
      taking_vec_push(&c->takings,
                      (struct taking){.first = m,
                                      .second = number_of(edge->acquires),
                                      .gates = held & ~(1u << m),
                                      .edge = edge});
}

static void find_takings(struct circle *c) {
  const struct crew *crew = c->crew;
  uint32_t *held = crew_held(crew), *company = crew_company(crew);
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    bool is_alone = !edge->thread && !company[edge->from];
    if (edge->acquires && !is_alone && held[edge->from] != UINT32_MAX)
      add_takings(c, edge, held[edge->from]);
  }
  free(held);
  free(company);
}

// Can the thread be there while those of the path are where they are?
static bool may_be_beside(const struct circle *c, const struct taking *it) {
  for (uint32_t i = 0; i < c->path.count; i++) {
    const struct taking *other = &c->path.at[i];
    uint32_t own = it->gates | 1u << it->first;
    uint32_t theirs = other->gates | 1u << other->first;
    if (other->edge->thread == it->edge->thread || (own & theirs))
      return false;
  }
  return true;
}

// Goes on from the last step of the path; true when it comes back.
static bool close_circle(struct circle *c) {
  const struct taking *last = taking_vec_last(&c->path);
  if (last->second == c->path.at[0].first)
    return true;
  for (uint32_t i = 0; i < c->takings.count; i++) {
    const struct taking *next = &c->takings.at[i];
    if (next->first != last->second || !may_be_beside(c, next))
      continue;
    taking_vec_push(&c->path, *next);
    if (close_circle(c))
      return true;
    c->path.count--;
    last = taking_vec_last(&c->path);
  }
  return false;
}

static void print_mutex(const struct crew *crew, uint32_t number,
                        struct strbuf *into) {
  const struct crew_mutex *mutex = &crew->mutexes.at[number];
  const struct program *program = crew->program;
  strbuf_format(
      into, "&%s",
      name_text(program->names, program_object(program, mutex->object)->name));
  if (mutex->offset)
    strbuf_format(into, " + %llu", (unsigned long long)mutex->offset);
}

static void tell(const struct circle *c, struct strbuf *into) {
  for (uint32_t i = 0; i < c->path.count; i++) {
    const struct taking *it = &c->path.at[i];
    print_mutex(c->crew, it->first, into);
    strbuf_add(into, ", then ");
    print_mutex(c->crew, it->second, into);
    strbuf_add(into, "  ");
    position_print(c->crew->program->names, it->edge->position, into);
    strbuf_char(into, '\n');
  }
}

void crew_tell_lock_order(const struct crew *crew, struct strbuf *into) {
  struct circle c = {.crew = crew};
  bool found = false;
  find_takings(&c);
  for (uint32_t i = 0; i < c.takings.count && !found; i++) {
    taking_vec_clear(&c.path);
    taking_vec_push(&c.path, c.takings.at[i]);
    found = close_circle(&c);
  }
  if (found)
    tell(&c, into);
  taking_vec_release(&c.takings);
  taking_vec_release(&c.path);
}
