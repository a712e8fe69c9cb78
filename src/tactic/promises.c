#include "tactic/promises.h"

#include "refine/affine.h"
#include "tactic/promise_samples.h"

enum {
  LEAST_POINTS = 4, // from which something is guessed
  MOST_PROMISES = 120
};

struct guessing {
  const struct program *program;
  struct promise_samples samples;
  uint32_t rows; // of the samples that are looked at: the first ones
  struct promise_vec *into;
  uint32_t most; // promises in all
};

static bool has(const struct guessing *g, uint32_t column) {
  return promise_has(g->program, &g->samples.scope, column);
}

static unsigned width_of(const struct guessing *g, uint32_t column) {
  return promise_width(g->program, &g->samples.scope, column);
}

static uint64_t value(const struct guessing *g, uint32_t row, uint32_t column) {
  return promise_sample(&g->samples, row, column);
}

static uint64_t truncated(uint64_t value, unsigned width) {
  return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

// As the type of the column orders them.
static bool is_at_most(const struct guessing *g, uint32_t column, uint64_t a,
                       uint64_t b) {
  unsigned width = width_of(g, column);
  a = truncated(a, width), b = truncated(b, width);
  return ctype_is_signed(g->program->types,
                         promise_type(g->program, &g->samples.scope, column))
             ? bits_signed(a, width) <= bits_signed(b, width)
             : a <= b;
}

static bool is_guarded(const struct guessing *g, const struct promise *promise,
                       uint32_t row) {
  if (promise->guard == GUARD_NONE)
    return true;
  uint64_t actual = value(g, row, promise->guarded);
  bool below = is_at_most(g, promise->guarded, actual, promise->guard_constant);
  return promise->guard == GUARD_AT_MOST ? below : !below;
}

// What is promised in any case need not be promised under a guard.
static bool is_known(const struct guessing *g, struct promise promise) {
  struct promise always = promise;
  always.guard = GUARD_NONE;
  always.guarded = 0;
  always.guard_constant = 0;
  for (uint32_t i = 0; i < g->into->count; i++)
    if (promises_equal(&g->into->at[i], &promise) ||
        promises_equal(&g->into->at[i], &always))
      return true;
  return false;
}

static void add(struct guessing *g, const struct promise *promise) {
  if (g->into->count < g->most && !is_known(g, *promise))
    promise_vec_push(g->into, *promise);
}

// Relations, between columns of one width

static bool is_at_return(uint32_t column) { return column >= COLUMN_AFTER; }

// Those that say something of the return.
static void add_relations(struct guessing *g, const struct promise *guard,
                          const struct affine *affine,
                          const uint32_t *columns) {
  for (uint32_t i = 0; i < affine->count; i++) {
    const uint64_t *relation =
        &affine->relations.at[(size_t)i * (affine->columns + 1)];
    struct promise promise = *guard;
    bool says_something = false;
    promise.kind = PROMISE_AFFINE;
    promise.constant = relation[affine->columns];
    for (uint32_t k = 0; k < affine->columns; k++) {
      promise.coefficients[columns[k]] = relation[k];
      says_something |= relation[k] && is_at_return(columns[k]);
    }
    if (says_something)
      add(g, &promise);
  }
}

static void guess_relations(struct guessing *g, const struct promise *guard,
                            unsigned width) {
  uint32_t columns[PROMISE_COLUMNS], count = 0, rows = 0;
  struct u64_vec points = {0};
  for (uint32_t i = 0; i < PROMISE_COLUMNS; i++)
    if (has(g, i) && width_of(g, i) == width)
      columns[count++] = i;
  for (uint32_t r = 0; r < g->rows; r++) {
    if (!is_guarded(g, guard, r))
      continue;
    for (uint32_t k = 0; k < count; k++)
      u64_vec_push(&points, value(g, r, columns[k]));
    rows++;
  }
  if (rows >= count + LEAST_POINTS) {
    struct affine affine;
    affine_find(&affine, width, count, points.at, rows);
    add_relations(g, guard, &affine, columns);
    affine_release(&affine);
  }
  u64_vec_release(&points);
}

// Bounds

static bool holds_of_rows(const struct guessing *g,
                          const struct promise *promise) {
  uint32_t seen = 0, subject = promise->subject;
  for (uint32_t r = 0; r < g->rows; r++) {
    if (!is_guarded(g, promise, r))
      continue;
    uint64_t actual = value(g, r, subject);
    uint64_t bound = promise->bound_is_column ? value(g, r, promise->bound)
                                              : promise->constant;
    if (promise->kind == PROMISE_AT_MOST
            ? !is_at_most(g, subject, actual, bound)
            : !is_at_most(g, subject, bound, actual))
      return false;
    seen++;
  }
  return seen >= LEAST_POINTS;
}

static void guess_bound(struct guessing *g, struct promise promise) {
  for (int kind = PROMISE_AT_LEAST; kind <= PROMISE_AT_MOST; kind++) {
    promise.kind = (enum promise_kind)kind;
    if (holds_of_rows(g, &promise))
      add(g, &promise);
  }
}

// By what was seen, and by what there is at the entry.
static void guess_bounds(struct guessing *g, const struct promise *guard,
                         uint32_t subject) {
  struct promise promise = *guard;
  promise.subject = subject;
  for (uint32_t r = 0; r < g->rows; r++) {
    bool is_new = is_guarded(g, guard, r);
    for (uint32_t k = 0; k < r && is_new; k++)
      is_new = value(g, k, subject) != value(g, r, subject);
    promise.constant = value(g, r, subject);
    if (is_new)
      guess_bound(g, promise);
  }
  promise.constant = 0;
  promise.bound_is_column = true;
  for (uint32_t i = 0; i < COLUMN_AFTER; i++) {
    promise.bound = i;
    if (has(g, i) && width_of(g, i) == width_of(g, subject))
      guess_bound(g, promise);
  }
}

// Under guards

static void guess_under(struct guessing *g, const struct promise *guard) {
  uint64_t widths = 0; // whose relations were looked for: bit w - 1
  for (uint32_t i = COLUMN_AFTER; i < PROMISE_COLUMNS; i++)
    if (has(g, i) && !(widths >> (width_of(g, i) - 1) & 1)) {
      guess_relations(g, guard, width_of(g, i));
      widths |= (uint64_t)1 << (width_of(g, i) - 1);
    }
  for (uint32_t i = COLUMN_AFTER; i < PROMISE_COLUMNS; i++)
    if (has(g, i))
      guess_bounds(g, guard, i);
}

// On either side of a constant, and of the number before it: n < 101 and n <=
// 100 are the same.
static void guess_beside_constants(struct guessing *g, uint32_t column) {
  struct promise guard = {.scope = g->samples.scope, .guarded = column};
  const struct u64_vec *constants = &g->samples.constants;
  for (uint32_t i = 0; i < 2 * constants->count; i++)
    for (int kind = GUARD_AT_MOST; kind <= GUARD_ABOVE; kind++) {
      guard.guard = (enum promise_guard)kind;
      guard.guard_constant =
          truncated(constants->at[i / 2] - (i & 1), width_of(g, column));
      guess_under(g, &guard);
    }
}

static void guess_promises(struct guessing *g) {
  struct promise always = {.scope = g->samples.scope};
  guess_under(g, &always);
  for (uint32_t i = 0; i < COLUMN_AFTER; i++)
    if (has(g, i))
      guess_beside_constants(g, i);
}

// Requirements

static void guess_within(struct guessing *g, uint32_t column,
                         uint64_t constant) {
  struct promise promise = {.scope = g->samples.scope,
                            .is_required = true,
                            .subject = column,
                            .constant =
                                truncated(constant, width_of(g, column))};
  promise.kind = PROMISE_AT_LEAST;
  add(g, &promise);
  promise.kind = PROMISE_AT_MOST;
  add(g, &promise);
}

// A constant, and the numbers beside it: n > 0 is n >= 1.
static void guess_requirements(struct guessing *g) {
  const struct u64_vec *constants = &g->samples.constants;
  for (uint32_t i = 0; i < COLUMN_AFTER; i++) {
    if (!has(g, i))
      continue;
    if (i >= COLUMN_BEFORE)
      guess_within(g, i,
                   promise_initial(g->program, &g->samples.scope, i));
    for (uint32_t k = 0; k < constants->count; k++)
      for (uint64_t beside = 0; beside < 3; beside++)
        guess_within(g, i, constants->at[k] + beside - 1);
  }
}

void promises_guess(const struct program *program,
                    const struct procedure *procedure, bool can_require,
                    struct promise_vec *into) {
  struct guessing g = {.program = program, .into = into};
  promise_samples_init(&g.samples, program, procedure, NULL);
  g.most = into->count + MOST_PROMISES;
  struct promise never = {.scope = g.samples.scope, .kind = PROMISE_NEVER};
  if (!g.samples.count)
    add(&g, &never);
  g.rows = g.samples.count;
  guess_promises(&g);
  g.most += MOST_PROMISES;
  g.rows = g.samples.initial;
  if (can_require && g.rows < g.samples.count)
    guess_promises(&g);
  g.most += MOST_PROMISES;
  if (can_require)
    guess_requirements(&g);
  promise_samples_release(&g.samples);
}

void promises_guess_within(const struct program *program,
                           const struct procedure *procedure,
                           struct promise_vec *promises) {
  struct guessing g = {.program = program, .into = promises};
  promise_samples_init(&g.samples, program, procedure, promises);
  g.most = promises->count + MOST_PROMISES;
  g.rows = g.samples.count;
  guess_promises(&g);
  promise_samples_release(&g.samples);
}
