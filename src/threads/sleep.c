#include "threads/sleep.h"

#include "threads/future.h"

static bool is_possible(const struct product *p) {
  const struct interleave_options *options = p->options;
  return options->sleeps && p->crew->futures && !options->finds_races &&
         !options->finds_deadlocks && !options->keeps_states &&
         !options->most_interruptions;
}

void sleep_begin(struct product *p, uint32_t number) {
  p->asleep = number < p->sleep.count ? p->sleep.at[number] : 0;
  p->given = 0;
  p->arriving = p->asleep;
}

bool sleep_has(const struct product *p, uint32_t thread) {
  return p->asleep >> thread & 1;
}

void sleep_give_turn(struct product *p, uint32_t thread) {
  uint32_t asleep = (p->asleep | p->given) & ~(1u << thread);
  p->given |= 1u << thread;
  p->arriving = 0;
  for (uint32_t i = 0; p->is_dry && i < p->crew->threads.count; i++)
    if (asleep >> i & 1 &&
        !crew_may_clash(p->crew, i, p->at[i], thread, p->at[thread]))
      p->arriving |= 1u << i;
}

void sleep_arrive(struct product *p, uint32_t number) {
  bool is_new = number == p->sleep.count;
  if (is_new)
    u32_vec_push(&p->sleep, p->arriving);
  uint32_t before = p->sleep.at[number];
  p->sleep.at[number] &= p->arriving;
  if (is_new || p->sleep.at[number] != before)
    u32_vec_push(&p->stale, number);
}

bool sleep_find(struct product *p, void (*expand)(struct product *, uint32_t)) {
  if (!is_possible(p))
    return true;
  p->is_dry = true;
  p->arriving = 0;
  product_location(p, (struct position){0});
  for (uint32_t i = 0;
       i < p->stale.count && p->packed.count < p->options->limit; i++)
    expand(p, p->stale.at[i]);
  p->is_dry = false;
  return p->packed.count < p->options->limit;
}
