// From a run of the remaining groups down to a run of all parts.
#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"
#include "lts/grouped_internal.h"

// What a group has to show: a trace, after which it may have to be in ERROR or
// to wait.
enum goal_kind { GOAL_TRACE, GOAL_ERROR, GOAL_WAIT };

struct goal {
  enum goal_kind kind;
  uint32_t wait;
};

// A run of the parts of a group, in the order in which the tree has them.
struct course {
  struct lts_action_vec actions;
  struct u32_vec tuples; // actions.count + 1 of them
  uint32_t width;
};

struct expander {
  const struct grouped *grouped;
  struct u32_vec parts; // the leaves in the order of the tuples
  uint32_t *waits;      // by part, of a deadlock
};

static void course_release(struct course *course) {
  lts_action_vec_release(&course->actions);
  u32_vec_release(&course->tuples);
}

// Members as they are needed for a search: no kinds, no waits, but a step by a
// mark from the states that fulfil the goal. It ends all: while another member
// is still on its way to its own goal, this one stays where it is.

static const char *const marks[2] = {"is at the first goal",
                                     "is at the second goal"};

static bool fulfils(const struct grouped *grouped, const struct lts *lts,
                    uint32_t state, struct goal goal) {
  if (goal.kind == GOAL_ERROR)
    return lts_kind(lts, state) == STATE_ERROR;
  struct lts_step_range range =
      lts_steps_by(lts, state, grouped->waits.at[goal.wait].action);
  return range.begin < range.end;
}

static struct lts *prepare(const struct grouped *grouped, const struct lts *lts,
                           struct goal goal, int side) {
  struct lts_builder builder;
  lts_builder_init(&builder, grouped->actions);
  lts_builder_states(&builder, lts->state_count);
  lts_builder_initial(&builder, lts->initial);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  bitset_subtract(&builder.alphabet, &grouped->wait_actions);
  struct action mark = action_intern(grouped->actions, marks[side]);
  uint32_t sink = lts_builder_state(&builder);
  if (goal.kind != GOAL_TRACE)
    lts_builder_alphabet(&builder, mark);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      if (!bitset_has(&grouped->wait_actions, lts->steps[i].action.id))
        lts_builder_step(&builder, s, lts->steps[i].action,
                         lts->steps[i].target);
    if (goal.kind != GOAL_TRACE && fulfils(grouped, lts, s, goal))
      lts_builder_step(&builder, s, mark, sink);
  }
  return lts_builder_finish(&builder);
}

// A system that performs the trace, and then the marks of the members with a
// goal; after that it is in ERROR. It has the alphabet of the group.
static struct lts *make_line(const struct grouped *grouped,
                             const struct lts *group,
                             const struct lts_action_vec *trace,
                             const struct goal *goals, uint32_t count) {
  struct lts_builder builder;
  lts_builder_init(&builder, grouped->actions);
  bitset_copy(&builder.alphabet, &group->alphabet);
  bitset_subtract(&builder.alphabet, &grouped->wait_actions);
  uint32_t last = lts_builder_state(&builder);
  for (uint32_t k = 0; k < trace->count; k++) {
    uint32_t next = lts_builder_state(&builder);
    lts_builder_step(&builder, last, trace->at[k], next);
    last = next;
  }
  for (uint32_t m = 0; m < count; m++)
    if (goals[m].kind != GOAL_TRACE) {
      uint32_t next = lts_builder_state(&builder);
      lts_builder_step(&builder, last,
                       action_intern(grouped->actions, marks[m]), next);
      last = next;
    }
  lts_builder_kind(&builder, last, STATE_ERROR);
  return lts_builder_finish(&builder);
}

static struct lts *make_anything(const struct grouped *grouped) {
  struct lts_builder builder;
  lts_builder_init(&builder, grouped->actions);
  lts_builder_state(&builder);
  return lts_builder_finish(&builder);
}

// A run of the members, and the line at the end of the tuples, that shows the
// trace and fulfils the goals; false if there is none.
static bool find_run(const struct grouped *grouped, const struct lts *group,
                     const struct lts *const *members, uint32_t count,
                     const struct lts_action_vec *trace,
                     const struct goal *goals, struct joint_witness *witness) {
  struct lts *parts[3];
  for (uint32_t m = 0; m < count; m++)
    parts[m] = prepare(grouped, members[m], goals[m], (int)m);
  parts[count] = make_line(grouped, group, trace, goals, count);
  struct lts *anything = make_anything(grouped);
  struct joint_question question = {.specification = anything};
  struct joint *joint =
      joint_new((const struct lts *const *)parts, count + 1, &question);
  bool found = joint_run(joint, 0) == JOINT_FAILS;
  if (found)
    *witness = joint_witness(joint);
  joint_free(joint);
  for (uint32_t m = 0; m <= count; m++)
    lts_free(parts[m]);
  lts_free(anything);
  return found;
}

static bool is_mark(const struct grouped *grouped, struct action action) {
  return action_equal(action, action_find(grouped->actions, marks[0])) ||
         action_equal(action, action_find(grouped->actions, marks[1]));
}

// Putting courses together

struct merge {
  struct course *courses;
  const struct lts *const *systems; // by course
  uint32_t count;
  uint32_t *at; // by course: steps done
  struct course result;
};

static void emit(struct merge *merge, struct action action) {
  lts_action_vec_push(&merge->result.actions, action);
  for (uint32_t c = 0; c < merge->count; c++) {
    const struct course *course = &merge->courses[c];
    u32_vec_append(&merge->result.tuples,
                   course->tuples.at + (size_t)merge->at[c] * course->width,
                   course->width);
  }
}

// Performs what a course does by itself before the next action that its system
// has, if it has any left.
static void go_alone(struct merge *merge, uint32_t c) {
  const struct course *course = &merge->courses[c];
  while (merge->at[c] < course->actions.count) {
    struct action action = course->actions.at[merge->at[c]];
    if (!action_is_tau(action) &&
        bitset_has(&merge->systems[c]->alphabet, action.id))
      return;
    merge->at[c]++;
    emit(merge, action);
  }
}

static void go_together(struct merge *merge, struct action action) {
  for (uint32_t c = 0; c < merge->count; c++)
    if (bitset_has(&merge->systems[c]->alphabet, action.id))
      go_alone(merge, c);
  for (uint32_t c = 0; c < merge->count; c++)
    if (bitset_has(&merge->systems[c]->alphabet, action.id)) {
      const struct course *course = &merge->courses[c];
      CHECK(merge->at[c] < course->actions.count &&
                action_equal(course->actions.at[merge->at[c]], action),
            "a run of a group that is not one of its member");
      merge->at[c]++;
    }
  emit(merge, action);
}

// The courses in the order of the visible actions of `run`. Releases them.
static struct course merge_courses(const struct grouped *grouped,
                                   const struct lts_action_vec *run,
                                   struct course *courses,
                                   const struct lts *const *systems,
                                   uint32_t count) {
  struct merge merge = {.courses = courses, .systems = systems, .count = count};
  merge.at = memory_new_zero(count, sizeof *merge.at);
  for (uint32_t c = 0; c < count; c++) {
    merge.result.width += courses[c].width;
    u32_vec_append(&merge.result.tuples, courses[c].tuples.at,
                   courses[c].width);
  }
  for (uint32_t k = 0; k < run->count; k++)
    if (!action_is_tau(run->at[k]) && !is_mark(grouped, run->at[k]))
      go_together(&merge, run->at[k]);
  for (uint32_t c = 0; c < count; c++)
    go_alone(&merge, c);
  for (uint32_t c = 0; c < count; c++)
    course_release(&courses[c]);
  free(merge.at);
  return merge.result;
}

// Down and up again

static struct course expand_group(struct expander *expander, uint32_t number,
                                  const struct lts_action_vec *trace,
                                  struct goal goal);

// The part of a run that a system sees.
static struct lts_action_vec project(const struct lts_action_vec *run,
                                     const struct lts *lts) {
  struct lts_action_vec trace = {0};
  for (uint32_t k = 0; k < run->count; k++)
    if (bitset_has(&lts->alphabet, run->at[k].id))
      lts_action_vec_push(&trace, run->at[k]);
  return trace;
}

static struct course expand_leaf(struct expander *expander,
                                 const struct group *group,
                                 const struct lts_action_vec *trace,
                                 struct goal goal) {
  const struct grouped *grouped = expander->grouped;
  const struct lts *part = grouped->parts[group->part];
  struct joint_witness witness;
  bool found = find_run(grouped, group->lts, &part, 1, trace, &goal, &witness);
  CHECK(found, "a part does not have a trace of its contraction");
  struct course course = {.width = 1};
  u32_vec_push(&course.tuples, witness.tuples[0]);
  for (uint32_t k = 0; k < witness.run.count; k++)
    if (!is_mark(grouped, witness.run.at[k])) {
      lts_action_vec_push(&course.actions, witness.run.at[k]);
      u32_vec_push(&course.tuples, witness.tuples[2 * (size_t)(k + 1)]);
    }
  joint_witness_release(&witness);
  u32_vec_push(&expander->parts, group->part);
  if (goal.kind == GOAL_WAIT)
    expander->waits[group->part] = goal.wait;
  return course;
}

// All ways in which the members can fulfil the goal of their group, one after
// the other; false if there is no more.
static bool next_goals(const struct group *group, struct goal goal,
                       uint32_t *turn, struct goal *goals) {
  for (int m = 0; m < 2; m++)
    goals[m] = (struct goal){GOAL_TRACE, 0};
  if (goal.kind == GOAL_TRACE)
    return (*turn)++ == 0;
  if (goal.kind == GOAL_ERROR) {
    if (*turn == 2)
      return false;
    goals[(*turn)++].kind = GOAL_ERROR;
    return true;
  }
  while (*turn < group->pairs.count) {
    const struct wait_pair *pair = &group->pairs.at[(*turn)++];
    goals[0] = (struct goal){GOAL_WAIT, pair->first};
    goals[1] = (struct goal){GOAL_WAIT, pair->second};
    if (pair->both == goal.wait)
      return true;
  }
  return false;
}

static struct course expand_pair(struct expander *expander,
                                 const struct group *group,
                                 const struct lts_action_vec *trace,
                                 struct goal goal) {
  const struct grouped *grouped = expander->grouped;
  const struct lts *members[2];
  for (int m = 0; m < 2; m++)
    members[m] = grouped->groups.at[group->members[m]].lts;
  struct joint_witness witness;
  struct goal goals[2];
  bool found = false;
  for (uint32_t turn = 0; !found && next_goals(group, goal, &turn, goals);)
    found = find_run(grouped, group->lts, members, 2, trace, goals, &witness);
  CHECK(found, "a group does not have a trace of its contraction");
  struct course courses[2];
  for (int m = 0; m < 2; m++) {
    struct lts_action_vec seen = project(&witness.run, members[m]);
    courses[m] = expand_group(expander, group->members[m], &seen, goals[m]);
    lts_action_vec_release(&seen);
  }
  struct course course =
      merge_courses(grouped, &witness.run, courses, members, 2);
  joint_witness_release(&witness);
  return course;
}

static struct course expand_group(struct expander *expander, uint32_t number,
                                  const struct lts_action_vec *trace,
                                  struct goal goal) {
  const struct group *group = &expander->grouped->groups.at[number];
  return group->part != GROUP_NONE ? expand_leaf(expander, group, trace, goal)
                                   : expand_pair(expander, group, trace, goal);
}

// The witness

static struct course expand_all(struct expander *expander,
                                const struct joint_witness *witness) {
  const struct grouped *grouped = expander->grouped;
  uint32_t n = grouped->active.count;
  struct course *courses = memory_new(n * sizeof *courses);
  for (uint32_t i = 0; i < n; i++) {
    struct goal goal = {GOAL_TRACE, 0};
    if (witness->erroneous == i)
      goal.kind = GOAL_ERROR;
    if (witness->waits)
      goal = (struct goal){GOAL_WAIT,
                           grouped_find_wait(grouped, witness->waits[i])};
    struct lts_action_vec seen =
        project(&witness->run, grouped->joint_parts[i]);
    courses[i] = expand_group(expander, grouped->active.at[i], &seen, goal);
    lts_action_vec_release(&seen);
  }
  struct course course =
      merge_courses(grouped, &witness->run, courses, grouped->joint_parts, n);
  free(courses);
  return course;
}

// From the order of the tree to that of the parts.
static void order_tuples(const struct expander *expander,
                         const struct course *course,
                         struct joint_witness *result) {
  uint32_t n = course->width;
  size_t count = (size_t)course->actions.count + 1;
  result->tuples = memory_new(count * n * sizeof *result->tuples);
  for (size_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < n; i++)
      result->tuples[k * n + expander->parts.at[i]] =
          course->tuples.at[k * n + i];
}

static uint32_t find_error(const struct grouped *grouped,
                           const uint32_t *tuple) {
  for (uint32_t i = 0; i < grouped->part_count; i++)
    if (lts_kind(grouped->parts[i], tuple[i]) == STATE_ERROR)
      return i;
  BUG("no part is in ERROR at the end of the run");
}

static void name_waits(const struct expander *expander,
                       struct joint_witness *result) {
  const struct grouped *grouped = expander->grouped;
  result->waits = memory_new(grouped->part_count * sizeof *result->waits);
  for (uint32_t i = 0; i < grouped->part_count; i++)
    result->waits[i] = grouped->waits.at[expander->waits[i]].action;
}

struct joint_witness grouped_witness(const struct grouped *grouped) {
  struct joint_witness of_groups = joint_witness(grouped->joint);
  struct joint_witness result = {.part_count = grouped->part_count,
                                 .erroneous = UINT32_MAX};
  struct expander expander = {.grouped = grouped};
  expander.waits = memory_new_zero(grouped->part_count, sizeof(uint32_t));
  struct course course = expand_all(&expander, &of_groups);
  result.run = course.actions;
  for (uint32_t k = 0; k < result.run.count; k++)
    if (!action_is_tau(result.run.at[k]))
      lts_action_vec_push(&result.trace, result.run.at[k]);
  order_tuples(&expander, &course, &result);
  if (of_groups.erroneous != UINT32_MAX)
    result.erroneous =
        find_error(grouped, result.tuples +
                                (size_t)result.run.count * grouped->part_count);
  if (of_groups.waits)
    name_waits(&expander, &result);
  lts_action_vec_append(&result.allowed, of_groups.allowed.at,
                        of_groups.allowed.count);
  joint_witness_release(&of_groups);
  u32_vec_release(&course.tuples);
  u32_vec_release(&expander.parts);
  free(expander.waits);
  return result;
}
