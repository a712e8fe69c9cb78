#include "report/fold.h"

#include "base/map.h"

enum {
  FEWEST_ROUNDS = 4, // of which some may be folded
  MOST_LINES = 120,  // that are shown
  SHOWN_FIRST = 40,  // of those of a lane that is longer
  SHOWN_LAST = 60
};

NUMBER_MAP_DEFINE(key_map, uint64_t, uint32_t);

// Steps are numbered by what they say: `keys`. Lines are those of the lane
// behind `from` that are not idle.
struct folding {
  const struct lane *lane;
  const struct bitset *idle;
  struct u32_vec keys;  // by step
  struct u32_vec lines; // their steps
  struct u32_vec next;  // by line: the next one that is the same, or UINT32_MAX
  struct u32_vec stamp; // by key: the loop in which it was shown last
  uint32_t loop;
  struct u32_vec rounds; // by line: of a gap that begins here, or 0
  struct u32_vec ends;   // by line: the one behind that gap
};

static uint64_t key_of(const struct step *step) {
  static const uint64_t other = (uint64_t)1 << 63;
  if (step->kind == STEP_LINE)
    return (uint64_t)step->position.file.id << 40 |
           (uint64_t)(step->thread & 0xff) << 32 | step->position.line;
  return other | (uint64_t)step->kind << 40 | step->text.id;
}

static void number_steps(struct folding *folding) {
  struct key_map numbers = {0};
  const struct step_vec *steps = &folding->lane->steps;
  for (uint32_t i = 0; i < steps->count; i++) {
    bool is_new;
    uint32_t count = numbers.count;
    uint32_t *number = key_map_insert(&numbers, key_of(&steps->at[i]), &is_new);
    if (is_new)
      *number = count;
    u32_vec_push(&folding->keys, *number);
  }
  u32_vec_resize(&folding->stamp, numbers.count);
  key_map_release(&numbers);
}

static void list_lines(struct folding *folding, uint32_t from) {
  const struct step_vec *steps = &folding->lane->steps;
  for (uint32_t i = from; i < steps->count; i++)
    if (steps->at[i].kind == STEP_LINE && !bitset_has(folding->idle, i))
      u32_vec_push(&folding->lines, i);
  uint32_t count = folding->lines.count;
  struct u32_vec last = {0};
  u32_vec_resize(&folding->next, count);
  u32_vec_resize(&folding->rounds, count);
  u32_vec_resize(&folding->ends, count);
  u32_vec_resize(&last, folding->stamp.count);
  for (uint32_t i = count; i-- > 0;) {
    uint32_t *seen = &last.at[folding->keys.at[folding->lines.at[i]]];
    folding->next.at[i] = *seen ? *seen - 1 : UINT32_MAX;
    *seen = i + 1;
  }
  u32_vec_release(&last);
}

static uint32_t step_behind(const struct folding *folding, uint32_t line) {
  return line < folding->lines.count ? folding->lines.at[line]
                                     : folding->lane->steps.count;
}

// Values are no news: the line says that they change.
static bool is_news(const struct folding *folding, uint32_t step) {
  return folding->lane->steps.at[step].kind != STEP_VALUE &&
         !bitset_has(folding->idle, step) &&
         folding->stamp.at[folding->keys.at[step]] != folding->loop;
}

static void show_round(struct folding *folding, uint32_t first, uint32_t end) {
  uint32_t behind = step_behind(folding, end);
  for (uint32_t i = folding->lines.at[first]; i < behind; i++)
    folding->stamp.at[folding->keys.at[i]] = folding->loop;
}

static bool has_news(const struct folding *folding, uint32_t first,
                     uint32_t end) {
  uint32_t behind = step_behind(folding, end);
  for (uint32_t i = folding->lines.at[first]; i < behind; i++)
    if (is_news(folding, i))
      return true;
  return false;
}

static void fold_between(struct folding *folding, uint32_t first, uint32_t end);

// The rounds begin at these lines; the last of them is where the loop is left.
static void fold_rounds(struct folding *folding, const struct u32_vec *heads) {
  uint32_t count = heads->count - 1, gap = 0;
  uint32_t loop = folding->loop = folding->loop + 1;
  show_round(folding, heads->at[0], heads->at[1]);
  show_round(folding, heads->at[count - 1], heads->at[count]);
  for (uint32_t i = 1; i < count; i++) {
    uint32_t first = heads->at[i], end = heads->at[i + 1];
    folding->loop = loop;
    bool is_shown = i + 1 == count || has_news(folding, first, end);
    if (is_shown) {
      show_round(folding, first, end);
      fold_between(folding, first + 1, end);
      gap = 0;
      continue;
    }
    gap = gap ? gap : first;
    folding->rounds.at[gap]++;
    folding->ends.at[gap] = end;
  }
}

static void fold_between(struct folding *folding, uint32_t first,
                         uint32_t end) {
  struct u32_vec heads = {0};
  while (first < end) {
    u32_vec_clear(&heads);
    for (uint32_t i = first; i < end; i = folding->next.at[i])
      u32_vec_push(&heads, i);
    if (heads.count > FEWEST_ROUNDS) {
      uint32_t second = heads.at[1];
      fold_between(folding, first + 1, second);
      fold_rounds(folding, &heads);
      first = heads.at[heads.count - 1];
    }
    first++;
  }
  u32_vec_release(&heads);
}

// A lane that is long even so

static uint32_t shown_lines(const struct folding *folding) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < folding->lines.count;
       i = folding->rounds.at[i] ? folding->ends.at[i] : i + 1)
    count += !folding->rounds.at[i];
  return count;
}

static uint32_t count_lines(const struct folding *folding, uint32_t first,
                            uint32_t end) {
  uint32_t count = 0;
  for (uint32_t i = first; i < end; i++)
    count += folding->lane->steps.at[i].kind == STEP_LINE;
  return count;
}

static void take_gap(const struct folding *folding, uint32_t first,
                     uint32_t end, uint32_t rounds, struct gap_vec *into) {
  uint32_t from = folding->lines.at[first], to = step_behind(folding, end);
  gap_vec_push(into, (struct gap){.first = from,
                                  .end = to,
                                  .lines = count_lines(folding, from, to),
                                  .rounds = rounds});
}

// What is idle behind a line that is shown.
static void take_idle(const struct folding *folding, uint32_t line,
                      struct gap_vec *into) {
  uint32_t from = folding->lines.at[line], to = step_behind(folding, line + 1);
  while (from < to && !bitset_has(folding->idle, from))
    from++;
  if (from < to)
    gap_vec_push(into, (struct gap){.first = from,
                                    .end = to,
                                    .lines = count_lines(folding, from, to),
                                    .is_idle = true});
}

static void take_gaps(const struct folding *folding, struct gap_vec *into) {
  uint32_t count = shown_lines(folding), shown = 0, middle = UINT32_MAX;
  bool is_long = count > MOST_LINES;
  for (uint32_t i = 0, end; i < folding->lines.count; i = end) {
    uint32_t rounds = folding->rounds.at[i];
    bool is_middle =
        is_long && shown >= SHOWN_FIRST && shown < count - SHOWN_LAST;
    end = rounds ? folding->ends.at[i] : i + 1;
    shown += !rounds;
    if (is_middle && middle == UINT32_MAX)
      middle = i;
    if (!is_middle && middle != UINT32_MAX) {
      take_gap(folding, middle, i, 0, into);
      middle = UINT32_MAX;
    }
    if (rounds && !is_middle)
      take_gap(folding, i, end, rounds, into);
    if (!rounds && !is_middle)
      take_idle(folding, i, into);
  }
}

void fold_lane(const struct lane *lane, uint32_t from,
               const struct bitset *idle, struct gap_vec *into) {
  struct folding folding = {.lane = lane, .idle = idle};
  number_steps(&folding);
  list_lines(&folding, from);
  fold_between(&folding, 0, folding.lines.count);
  take_gaps(&folding, into);
  u32_vec_release(&folding.keys);
  u32_vec_release(&folding.lines);
  u32_vec_release(&folding.next);
  u32_vec_release(&folding.stamp);
  u32_vec_release(&folding.rounds);
  u32_vec_release(&folding.ends);
}
