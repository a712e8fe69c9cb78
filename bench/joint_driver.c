// Builds a family of compositions and asks one of the engines of src/lts about
// it; bench/joint runs it. Prints answer, states, bytes of states, seconds of
// CPU time, and what else the engine counts.
//
//   joint_driver ENGINE FAMILY SIZE [LIMIT]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lts/grouped.h"
#include "lts/joint.h"
#include "lts/symbolic.h"

enum { MOST_PARTS = 10000 };

VEC_DEFINE(wait_vec, struct lts_wait);

struct family {
  struct action_table *actions;
  struct lts *parts[MOST_PARTS];
  uint32_t count;
  struct lts *specification; // null: deadlock
  struct wait_vec waits;
};

static struct action name(struct family *family, const char *text, uint32_t i) {
  char buffer[64];
  snprintf(buffer, sizeof buffer, "%s%u", text, i);
  return action_intern(family->actions, buffer);
}

static void begin(struct family *family, struct lts_builder *builder,
                  uint32_t states) {
  lts_builder_init(builder, family->actions);
  lts_builder_states(builder, states);
}

static void add(struct family *family, struct lts_builder *builder) {
  family->parts[family->count++] = lts_builder_finish(builder);
}

// Every state waits for its own steps; the last state is the sink.
static void add_waiting(struct family *family, struct lts_builder *builder) {
  uint32_t states = builder->state_count, edges = builder->edges.count;
  uint32_t sink = lts_builder_state(builder);
  for (uint32_t s = 0; s < states; s++) {
    struct lts_wait wait = {.action =
                                name(family, "waits", family->waits.count)};
    for (uint32_t k = 0; k < edges; k++)
      if (builder->edges.at[k].from == s)
        bitset_add(&wait.offer, builder->edges.at[k].action.id);
    wait_vec_push(&family->waits, wait);
    lts_builder_step(builder, s, wait.action, sink);
  }
  add(family, builder);
}

static struct lts *universal(struct family *family, struct action action) {
  struct lts_builder builder;
  begin(family, &builder, 1);
  lts_builder_step(&builder, 0, action, 0);
  return lts_builder_finish(&builder);
}

// n counters modulo ten that share nothing: 10^n states.
static void make_counters(struct family *family, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    struct lts_builder builder;
    begin(family, &builder, 10);
    for (uint32_t s = 0; s < 10; s++)
      lts_builder_step(&builder, s, name(family, "tick", i), (s + 1) % 10);
    add(family, &builder);
  }
  family->specification = universal(family, name(family, "tick", 0));
}

// n counters that go up and down from 0 to 9; the specification knows all their
// actions, so that nothing can be hidden.
static void make_seen(struct family *family, uint32_t n) {
  struct lts_builder builder, all;
  begin(family, &all, 1);
  for (uint32_t i = 0; i < n; i++) {
    struct action up = name(family, "up", i), down = name(family, "down", i);
    begin(family, &builder, 10);
    for (uint32_t s = 0; s + 1 < 10; s++) {
      lts_builder_step(&builder, s, up, s + 1);
      lts_builder_step(&builder, s + 1, down, s);
    }
    add(family, &builder);
    lts_builder_step(&all, 0, up, 0);
    lts_builder_step(&all, 0, down, 0);
  }
  family->specification = lts_builder_finish(&all);
}

static void make_philosopher(struct family *family, uint32_t i, uint32_t n,
                             bool swap) {
  struct lts_builder builder;
  uint32_t left = 2 * i, right = 2 * ((i + 1) % n) + 1;
  begin(family, &builder, 4);
  lts_builder_step(&builder, 0, name(family, "take", swap ? right : left), 1);
  lts_builder_step(&builder, 1, name(family, "take", swap ? left : right), 2);
  lts_builder_step(&builder, 2, name(family, "put", left), 3);
  lts_builder_step(&builder, 3, name(family, "put", right), 0);
  add_waiting(family, &builder);
}

// Fork i is taken by philosopher i as its left one and by the one before.
static void make_philosophers(struct family *family, uint32_t n, bool swap) {
  for (uint32_t i = 0; i < n; i++) {
    make_philosopher(family, i, n, swap && i + 1 == n);
    struct lts_builder builder;
    begin(family, &builder, 3);
    for (uint32_t k = 0; k < 2; k++) {
      lts_builder_step(&builder, 0, name(family, "take", 2 * i + k), k + 1);
      lts_builder_step(&builder, k + 1, name(family, "put", 2 * i + k), 0);
    }
    add_waiting(family, &builder);
  }
}

static void make_table(struct family *family, uint32_t n) {
  make_philosophers(family, n, false);
}

static void make_safe_table(struct family *family, uint32_t n) {
  make_philosophers(family, n, true);
}

// Station i may enter while it has the token, and asks for it by itself. The
// first `watched` ones must exclude each other.
static void make_stations(struct family *family, uint32_t n, uint32_t watched) {
  for (uint32_t i = 0; i < n; i++) {
    struct lts_builder builder;
    begin(family, &builder, 5);
    lts_builder_initial(&builder, i ? 0 : 2);
    struct action get = name(family, "pass", i);
    struct action pass = name(family, "pass", (i + 1) % n);
    lts_builder_step(&builder, 0, name(family, "ask", i), 1);
    lts_builder_step(&builder, 0, get, 2);
    lts_builder_step(&builder, 1, get, 3);
    lts_builder_step(&builder, 2, pass, 0);
    lts_builder_step(&builder, 2, name(family, "ask", i), 3);
    lts_builder_step(&builder, 3, name(family, "enter", i), 4);
    lts_builder_step(&builder, 4, name(family, "leave", i), 2);
    add(family, &builder);
  }
  struct lts_builder builder;
  begin(family, &builder, watched + 1);
  for (uint32_t i = 0; i < watched; i++) {
    lts_builder_step(&builder, 0, name(family, "enter", i), i + 1);
    lts_builder_step(&builder, i + 1, name(family, "leave", i), 0);
  }
  family->specification = lts_builder_finish(&builder);
}

static void make_ring(struct family *family, uint32_t n) {
  make_stations(family, n, 2);
}

static void make_exclusion(struct family *family, uint32_t n) {
  make_stations(family, n, n);
}

// n places in a row, each holds one item: together n at most.
static void make_buffers(struct family *family, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    struct lts_builder builder;
    begin(family, &builder, 2);
    lts_builder_step(&builder, 0, name(family, "move", i), 1);
    lts_builder_step(&builder, 1, name(family, "move", i + 1), 0);
    add(family, &builder);
  }
  struct lts_builder builder;
  begin(family, &builder, n + 1);
  for (uint32_t s = 0; s < n; s++) {
    lts_builder_step(&builder, s, name(family, "move", 0), s + 1);
    lts_builder_step(&builder, s + 1, name(family, "move", n), s);
  }
  family->specification = lts_builder_finish(&builder);
}

static const struct maker {
  const char *name;
  void (*make)(struct family *family, uint32_t n);
} makers[] = {{"counters", make_counters},  {"seen", make_seen},
              {"philosophers", make_table}, {"safe", make_safe_table},
              {"ring", make_ring},          {"exclusion", make_exclusion},
              {"buffers", make_buffers}};

static void make(struct family *family, const char *wanted, uint32_t n) {
  family->actions = action_table_new();
  for (size_t k = 0; k < sizeof makers / sizeof *makers; k++)
    if (!strcmp(makers[k].name, wanted)) {
      makers[k].make(family, n);
      return;
    }
  fprintf(stderr, "joint_driver: no family %s\n", wanted);
  exit(2);
}

// Engines

static const char *const answers[] = {"holds", "fails", "limit", "stopped",
                                      "budget"};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void print(enum joint_answer answer, double states, double bytes,
                  double since, const char *what, double more,
                  uint32_t witness) {
  printf("%s %.6g %.6g %.3f %s %.6g %u\n", answers[answer], states, bytes,
         seconds() - since, what, more, witness);
}

static void run_explicit(const struct family *family,
                         const struct joint_question *question,
                         uint64_t limit) {
  double since = seconds();
  uint32_t length = 0;
  struct joint *joint = joint_new((const struct lts *const *)family->parts,
                                  family->count, question);
  enum joint_answer answer = joint_run(joint, limit);
  struct joint_counts counts = joint_counts(joint);
  if (answer == JOINT_FAILS) {
    struct joint_witness witness = joint_witness(joint);
    length = witness.run.count;
    joint_witness_release(&witness);
  }
  print(answer, (double)counts.states, (double)counts.bytes, since, "steps",
        (double)counts.steps, length);
  joint_free(joint);
}

static void run_grouped(const struct family *family,
                        const struct joint_question *question, uint64_t limit) {
  double since = seconds();
  uint32_t length = 0;
  struct grouped *grouped = grouped_new(
      (const struct lts *const *)family->parts, family->count, question, 0);
  enum joint_answer answer = grouped_run(grouped, limit);
  struct grouped_counts counts = grouped_counts(grouped);
  if (answer == JOINT_FAILS) {
    struct joint_witness witness = grouped_witness(grouped);
    length = witness.run.count;
    joint_witness_release(&witness);
  }
  print(answer, (double)(counts.states + counts.composed), 0, since, "groups",
        counts.groups, length);
  grouped_free(grouped);
}

static void run_symbolic(const struct family *family,
                         const struct joint_question *question,
                         bool breadth_first) {
  double since = seconds();
  struct symbolic_options options = {.breadth_first = breadth_first};
  struct symbolic_result result =
      symbolic_run((const struct lts *const *)family->parts, family->count,
                   question, options, NULL);
  print(result.answer, result.states, 0, since, "nodes", result.nodes,
        result.witness.run.count);
  symbolic_result_release(&result);
}

int main(int argc, char **argv) {
  static struct family family;
  if (argc < 4) {
    fprintf(stderr, "usage: joint_driver ENGINE FAMILY SIZE [LIMIT]\n");
    return 2;
  }
  make(&family, argv[2], (uint32_t)atoi(argv[3]));
  uint64_t limit = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
  struct joint_question question = {.specification = family.specification,
                                    .waits = family.waits.at,
                                    .wait_count = family.waits.count};
  if (!strcmp(argv[1], "explicit"))
    run_explicit(&family, &question, limit);
  else if (!strcmp(argv[1], "grouped"))
    run_grouped(&family, &question, limit);
  else
    run_symbolic(&family, &question, !strcmp(argv[1], "layers"));
  return 0;
}
