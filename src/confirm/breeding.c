#include "confirm/breeding.h"

#include "base/hash.h"

enum {
  STEPS = 1 << 16,
  MOST_KEPT = 200,
  MOST_COMPARED = 512,
  MOST_FAILED = 16
};

void breeding_init(struct breeding *breeding, const struct drawn *drawn) {
  *breeding = (struct breeding){.drawn = drawn, .state = 1};
}

static void release_bred(struct bred *bred) {
  drawn_plan_release(&bred->plan);
  drawn_number_vec_release(&bred->numbers);
  comparison_seen_vec_release(&bred->compared);
}

void breeding_release(struct breeding *breeding) {
  for (uint32_t i = 0; i < breeding->kept.count; i++)
    release_bred(&breeding->kept.at[i]);
  bred_vec_release(&breeding->kept);
  comparison_seen_vec_release(&breeding->compared);
  bitset_release(&breeding->steps);
}

// ---- Following a run --------------------------------------------------------

static void on_arrival(void *context, struct procedure_id procedure,
                       struct location_id location) {
  struct breeding *breeding = context;
  uint32_t here = (uint32_t)hash_mix(procedure.id, location.id);
  uint32_t step = (uint32_t)hash_mix(breeding->last, here) % STEPS;
  breeding->is_new |= !bitset_has(&breeding->steps, step);
  bitset_add(&breeding->steps, step);
  breeding->last = here;
}

static void on_compared(void *context, unsigned width, uint64_t a, uint64_t b) {
  struct breeding *breeding = context;
  struct comparison_seen_vec *all = &breeding->compared;
  bool is_known = a == b || all->count >= MOST_COMPARED;
  for (uint32_t i = all->count; i-- > 0 && !is_known;)
    is_known = all->at[i].a == a && all->at[i].b == b;
  if (!is_known)
    comparison_seen_vec_push(all, (struct comparison_seen){width, a, b});
}

struct follower breeding_follower(struct breeding *breeding) {
  return (struct follower){
      .context = breeding, .arrive = on_arrival, .compared = on_compared};
}

void breeding_begin(struct breeding *breeding) {
  comparison_seen_vec_clear(&breeding->compared);
  breeding->last = 0;
  breeding->is_new = false;
}

bool breeding_end(struct breeding *breeding, const struct drawn_plan *plan,
                  const struct drawn_number_vec *numbers,
                  uint64_t allocations) {
  if (!breeding->is_new || breeding->kept.count >= MOST_KEPT)
    return false;
  struct bred bred = {.allocations = allocations};
  drawn_plan_copy(&bred.plan, plan);
  drawn_number_vec_append(&bred.numbers, numbers->at, numbers->count);
  comparison_seen_vec_append(&bred.compared, breeding->compared.at,
                             breeding->compared.count);
  bred_vec_push(&breeding->kept, bred);
  return true;
}

// ---- Changes ----------------------------------------------------------------

static uint64_t below(struct breeding *breeding, uint64_t most) {
  return hash_random(&breeding->state) % most;
}

// Is the number of the state this one, as wide as the code has it?
static bool is_value(const struct drawn_number *number, unsigned width,
                     uint64_t value) {
  unsigned bits = 8 * number->size;
  uint64_t extended =
      (uint64_t)bits_truncate((u128)bits_signed(number->value, bits), width);
  return number->value == value || (bits < width && extended == value);
}

static void change(struct drawn_plan *plan, struct drawn_number number,
                   uint64_t value) {
  number.value = value;
  drawn_number_vec_push(&plan->changes, number);
}

// A number of the state that is this one, by chance; null: there is none.
static const struct drawn_number *find_number(struct breeding *breeding,
                                              const struct bred *bred,
                                              unsigned width, uint64_t value) {
  const struct drawn_number *found = NULL;
  uint64_t count = 0;
  for (uint32_t i = 0; i < bred->numbers.count; i++)
    if (is_value(&bred->numbers.at[i], width, value) &&
        below(breeding, ++count) == 0)
      found = &bred->numbers.at[i];
  return found;
}

// A number of the state becomes what it was compared with, or nearly so.
static bool change_compared(struct breeding *breeding, const struct bred *bred,
                            struct drawn_plan *plan) {
  if (!bred->compared.count)
    return false;
  const struct comparison_seen *seen =
      &bred->compared.at[below(breeding, bred->compared.count)];
  bool is_turned = below(breeding, 4) == 0;
  uint64_t from = is_turned ? seen->b : seen->a;
  uint64_t to = is_turned ? seen->a : seen->b;
  const struct drawn_number *number =
      find_number(breeding, bred, seen->width, from);
  if (!number)
    return false;
  uint64_t near = below(breeding, 4) ? 0 : below(breeding, 3) - 1;
  change(plan, *number, to + near);
  return true;
}

static bool change_number(struct breeding *breeding, const struct bred *bred,
                          struct drawn_plan *plan) {
  const struct u64_vec *constants = &breeding->drawn->constants;
  if (!bred->numbers.count)
    return false;
  const struct drawn_number *number =
      &bred->numbers.at[below(breeding, bred->numbers.count)];
  uint64_t value = number->value;
  switch (below(breeding, 4)) {
  case 0: value += 1; break;
  case 1: value -= 1; break;
  case 2:
    value = bred->numbers.at[below(breeding, bred->numbers.count)].value;
    break;
  default:
    value = constants->count ? constants->at[below(breeding, constants->count)]
                             : below(breeding, 256);
  }
  change(plan, *number, value);
  return true;
}

static void draw_anew(struct breeding *breeding, struct drawn_plan *plan) {
  struct drawn_turn turn = {
      (uint32_t)below(breeding, drawn_items(breeding->drawn)),
      hash_random(&breeding->state) | 1};
  drawn_turn_vec_push(&plan->turns, turn);
}

static void change_plan(struct breeding *breeding, const struct bred *bred,
                        struct drawn_plan *plan) {
  uint64_t changes = 1 + below(breeding, 3);
  for (uint64_t i = 0; i < changes; i++) {
    uint64_t choice = below(breeding, 8);
    bool is_done = (choice < 5 && change_compared(breeding, bred, plan)) ||
                   (choice < 6 && change_number(breeding, bred, plan));
    if (!is_done)
      draw_anew(breeding, plan);
  }
  plan->failing = bred->allocations && below(breeding, 8) == 0
                      ? 1 + below(breeding, bred->allocations)
                      : bred->plan.failing;
}

// One whose allocations have not all failed yet, each alone.
static struct bred *find_unfailed(struct breeding *breeding) {
  for (uint32_t i = 0; i < breeding->kept.count; i++) {
    struct bred *bred = &breeding->kept.at[i];
    if (!bred->plan.failing && bred->failed < bred->allocations &&
        bred->failed < MOST_FAILED)
      return bred;
  }
  return NULL;
}

bool breeding_next(struct breeding *breeding, struct drawn_plan *plan) {
  struct bred *bred = find_unfailed(breeding);
  if (!breeding->kept.count)
    return false;
  if (bred) {
    drawn_plan_copy(plan, &bred->plan);
    plan->failing = ++bred->failed;
    return true;
  }
  // The last ones came furthest.
  uint64_t count = breeding->kept.count;
  uint64_t first = below(breeding, 2) ? count - (count + 3) / 4 : 0;
  bred = &breeding->kept.at[first + below(breeding, count - first)];
  drawn_plan_copy(plan, &bred->plan);
  change_plan(breeding, bred, plan);
  return true;
}
