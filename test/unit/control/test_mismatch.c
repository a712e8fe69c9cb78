// Mismatches: the example of seed 002, section 2, and random paths against all
// k, i, j, l of figure 4.

#include "../unit.h"

#include "control/mismatch.h"

enum { THREADS = 3, PLACES = 6, MOST_STEPS = 7 };

// A transition: a thread goes from a place to another.
struct transition {
  uint32_t thread, from, to;
};

struct example {
  struct transition steps[MOST_STEPS * 2];
  uint32_t count;
  uint32_t initial[THREADS], error[THREADS];
};

static struct control_path path_of(const struct example *example) {
  struct control_path path = {0};
  u32_vec_append(&path.initial, example->initial, THREADS);
  u32_vec_append(&path.error, example->error, THREADS);
  for (uint32_t i = 0; i < example->count; i++) {
    const struct transition *step = &example->steps[i];
    control_event_vec_push(
        &path.events, (struct control_event){true, {step->thread, step->from}});
    control_event_vec_push(
        &path.events, (struct control_event){false, {step->thread, step->to}});
  }
  return path;
}

static struct colour_pair_vec find(const struct example *example) {
  struct control_path path = path_of(example);
  struct colour_pair_vec found = {0};
  control_mismatches(&path, &found);
  control_path_release(&path);
  return found;
}

static bool has(const struct colour_pair_vec *pairs, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < pairs->count; i++)
    if ((pairs->at[i].a == a && pairs->at[i].b == b) ||
        (pairs->at[i].a == b && pairs->at[i].b == a))
      return true;
  return false;
}

// The path 1 to 5, 13, 6, 7, 17, 8: no other reasons than 11 != 13, 14 != 17.
static void test_bakery(void **state) {
  (void)state;
  static const uint32_t lines[] = {1, 2, 3, 4, 5, 13, 6, 7, 17, 8};
  struct example example = {
      .initial = {1, 11, 0},
      .error = {CONTROL_ANYWHERE, CONTROL_ANYWHERE, CONTROL_ANYWHERE}};
  for (uint32_t i = 0; i < sizeof lines / sizeof *lines; i++)
    example.steps[example.count++] =
        (struct transition){lines[i] > 10, lines[i], lines[i] + 1};
  struct colour_pair_vec found = find(&example);
  assert_int_equal(found.count, 2);
  assert_true(has(&found, 11, 13));
  assert_true(has(&found, 14, 17));
  colour_pair_vec_release(&found);
}

// Line 13: the error is somewhere, too.
static void test_error(void **state) {
  (void)state;
  struct example example = {.steps = {{0, 1, 2}},
                            .count = 1,
                            .initial = {1, 3, 0},
                            .error = {2, 4, CONTROL_ANYWHERE}};
  struct colour_pair_vec found = find(&example);
  assert_int_equal(found.count, 1);
  assert_true(has(&found, 3, 4));
  colour_pair_vec_release(&found);
}

// SafeInd(true^k (pc_i = l)^j false^.., path), of control alone: the condition
// at `at` is false from k + j on, true before k.
struct part {
  uint32_t k, i, j, l;
};

static bool is_kept(const struct example *example, struct part part,
                    uint32_t at) {
  const struct transition *step = &example->steps[at];
  uint32_t end = part.k + part.j;
  if (at >= end || at + 1 < part.k) // from false, or to true
    return true;
  bool is_known = at >= part.k; // that the thread is at l
  bool is_its_own = step->thread == part.i;
  if (is_known && is_its_own && step->from != part.l)
    return at + 1 == end; // impossible; no part goes beyond (mismatch.h)
  if (at + 1 >= end)
    return false;
  return is_its_own ? step->to == part.l : is_known;
}

static bool safe_ind(const struct example *example, struct part part) {
  uint32_t error = example->error[part.i];
  if (!part.k && example->initial[part.i] != part.l)
    return false;
  if (part.k + part.j == example->count + 1 &&
      (error == CONTROL_ANYWHERE || error == part.l))
    return false;
  for (uint32_t at = 0; at < example->count; at++)
    if (!is_kept(example, part, at))
      return false;
  return true;
}

static void take_reason(const struct example *example, struct part part,
                        bool (*wanted)[PLACES][PLACES]) {
  uint32_t end = part.k + part.j;
  if (!safe_ind(example, part))
    return;
  uint32_t other = end == example->count + 1 ? example->error[part.i]
                                             : example->steps[end - 1].from;
  (*wanted)[part.l][other] = (*wanted)[other][part.l] = true;
}

static void all_reasons(const struct example *example,
                        bool (*wanted)[PLACES][PLACES]) {
  uint32_t n = example->count;
  for (uint32_t k = 0; k <= n; k++)
    for (uint32_t i = 0; i < THREADS; i++)
      for (uint32_t j = 1; j <= n - k + 1; j++)
        for (uint32_t l = 0; l < PLACES; l++)
          take_reason(example, (struct part){k, i, j, l}, wanted);
}

static void draw(struct random *random, struct example *example) {
  *example = (struct example){.count = 1 + random_below(random, MOST_STEPS)};
  for (uint32_t i = 0; i < THREADS; i++) {
    example->initial[i] = random_below(random, PLACES);
    example->error[i] = random_below(random, 2) ? random_below(random, PLACES)
                                                : CONTROL_ANYWHERE;
  }
  for (uint32_t i = 0; i < example->count; i++) {
    struct transition *step = &example->steps[i];
    step->thread = random_below(random, THREADS);
    step->from = random_below(random, PLACES);
    step->to = random_below(random, PLACES);
  }
}

static void test_random(void **state) {
  (void)state;
  struct random random = {7};
  for (uint32_t round = 0; round < 2000; round++) {
    struct example example;
    bool wanted[PLACES][PLACES] = {{false}};
    draw(&random, &example);
    all_reasons(&example, &wanted);
    struct colour_pair_vec found = find(&example);
    for (uint32_t a = 0; a < PLACES; a++)
      for (uint32_t b = 0; b < PLACES; b++)
        assert_int_equal(has(&found, a, b), wanted[a][b]);
    colour_pair_vec_release(&found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bakery),
      cmocka_unit_test(test_error),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
