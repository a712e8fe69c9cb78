#include "lts/assume.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/map.h"
#include "lts/contract.h"
#include "lts/determinise.h"
#include "lts/grouped.h"
#include "lts/inclusion.h"
#include "lts/internal.h"
#include "lts/learn.h"
#include "lts/trace.h"
#include "lts/transform.h"
#include "lts/view.h"

NUMBER_MAP_DEFINE(place_map, uint64_t, uint32_t);

enum { DEFAULT_LIMIT = 200000, GUESS_LIMIT = 5000 };

VEC_DEFINE(lts_pointer_vec, struct lts *);
VEC_DEFINE(const_lts_vec, const struct lts *);

struct assume {
  struct assume_question question;
  struct action_table *actions;
  struct bitset alphabets[2]; // of M1 and M2
  struct bitset interface;    // all letters that there could be
  struct lts *errors;         // M1 with P, over the interface; ERROR is wrong
  struct lts *second;         // M2, over the interface
  struct lts *hidden;         // `errors` over the letters
  struct subsets *subsets;    // of `hidden`
  struct u32_vec wrong;       // by subset: 0 not known, 1 no, 2 yes
  struct assume_result result;
};

// ---- Alphabets --------------------------------------------------------------

static bool is_first(const struct assume_question *question, uint32_t part) {
  return bitset_has(question->first, part);
}

static bool second_performs(const struct assume_question *question,
                            struct action action) {
  for (uint32_t i = 0; i < question->count; i++)
    if (!is_first(question, i) && lts_has_action(question->parts[i], action))
      return true;
  return false;
}

// What M2 has and M1 or P know. What P alone knows of M2, and M2 never does,
// never happens.
static void find_interface(struct assume *assume) {
  const struct assume_question *question = &assume->question;
  const struct bitset *known = &question->specification->alphabet;
  for (uint32_t i = 0; i < question->count; i++)
    bitset_unite(&assume->alphabets[!is_first(question, i)],
                 &question->parts[i]->alphabet);
  const struct bitset *first = &assume->alphabets[0];
  const struct bitset *second = &assume->alphabets[1];
  BITSET_EACH (a, second)
    if (bitset_has(first, a) ||
        (bitset_has(known, a) && second_performs(question, (struct action){a})))
      bitset_add(&assume->interface, a);
}

// All that P knows must be among the letters; what was asked for may be.
static void find_letters(struct assume *assume) {
  struct bitset *letters = &assume->result.letters;
  bitset_copy(letters, &assume->question.specification->alphabet);
  if (assume->question.letters)
    bitset_unite(letters, assume->question.letters);
  bitset_intersect(letters, &assume->interface);
  assume->result.most_letters = bitset_count(&assume->interface);
}

// ---- Groups -----------------------------------------------------------------

static void count_states(struct assume *assume, const struct lts *lts) {
  if (lts && lts->state_count > assume->result.states)
    assume->result.states = lts->state_count;
}

static struct lts *compose(struct assume *assume, const struct lts *a,
                           const struct lts *b) {
  const struct lts *both[] = {a, b};
  struct lts *whole = lts_compose(both, 2, assume->question.limit);
  count_states(assume, whole);
  return whole;
}

// Hides what only this one of the group knows, and makes it smaller.
static struct lts *contract(const struct assume *assume, struct lts *lts,
                            const struct lts_pointer_vec *group,
                            const struct bitset *outside) {
  struct bitset kept = {0};
  bitset_copy(&kept, outside);
  for (uint32_t i = 0; i < group->count; i++)
    if (group->at[i] != lts)
      bitset_unite(&kept, &group->at[i]->alphabet);
  struct lts *small =
      lts_contract(lts, &kept, LTS_WEAK_TRACE, 4 * assume->question.limit);
  bitset_release(&kept);
  return lts_replace(lts, small);
}

static uint32_t count_shared(const struct lts *a, const struct lts *b) {
  uint32_t count = 0;
  BITSET_EACH (x, &a->alphabet)
    count += bitset_has(&b->alphabet, x);
  return count;
}

// The pair that shares much and has few states.
static void choose_pair(const struct lts_pointer_vec *group, uint32_t *left,
                        uint32_t *right) {
  double best = -1;
  for (uint32_t i = 0; i < group->count; i++)
    for (uint32_t j = i + 1; j < group->count; j++) {
      const struct lts *a = group->at[i], *b = group->at[j];
      double cost =
          (double)a->state_count * b->state_count / (1 + count_shared(a, b));
      if (best < 0 || cost < best) {
        best = cost;
        *left = i;
        *right = j;
      }
    }
}

// False when the composition is too large.
static bool join_pair(struct assume *assume, struct lts_pointer_vec *group,
                      const struct bitset *outside) {
  uint32_t i = 0, j = 0;
  choose_pair(group, &i, &j);
  struct lts *whole = compose(assume, group->at[i], group->at[j]);
  if (!whole)
    return false;
  lts_free(group->at[i]);
  lts_free(group->at[j]);
  group->at[j] = group->at[--group->count];
  group->at[i] = whole;
  group->at[i] = contract(assume, whole, group, outside);
  return true;
}

static void release_group(struct lts_pointer_vec *group) {
  for (uint32_t i = 0; i < group->count; i++)
    lts_free(group->at[i]);
  lts_pointer_vec_release(group);
}

// One group as an LTS over what is known outside; null when it is too large.
static struct lts *compose_group(struct assume *assume, bool first,
                                 const struct bitset *outside) {
  struct lts_pointer_vec group = {0};
  for (uint32_t i = 0; i < assume->question.count; i++)
    if (is_first(&assume->question, i) == first)
      lts_pointer_vec_push(&group, lts_copy(assume->question.parts[i]));
  CHECK(group.count, "a group without parts");
  for (uint32_t i = 0; i < group.count; i++)
    group.at[i] = contract(assume, group.at[i], &group, outside);
  while (group.count > 1 && join_pair(assume, &group, outside))
    ;
  struct lts *result = NULL;
  if (group.count == 1) {
    result = group.at[0];
    group.count = 0;
  }
  release_group(&group);
  return result;
}

// P, where it does not allow an action, leads to ERROR; actions that nobody
// performs, or that are M2's and no letters, are cut.
static struct lts *forbidden_lts(struct assume *assume) {
  const struct lts *specification = assume->question.specification;
  struct lts *made =
      lts_determinise(specification, true, assume->question.limit);
  if (!made)
    return NULL;
  struct bitset never = {0};
  bitset_copy(&never, &specification->alphabet);
  bitset_subtract(&never, &assume->alphabets[0]);
  bitset_subtract(&never, &assume->interface);
  made = lts_replace(made, lts_complement(made));
  made = lts_replace(made, lts_cut(made, &never));
  bitset_release(&never);
  return made;
}

// M1 and P together, over the interface.
static bool build_errors(struct assume *assume) {
  struct bitset outside = {0};
  bitset_copy(&outside, &assume->question.specification->alphabet);
  bitset_unite(&outside, &assume->interface);
  struct lts *first = compose_group(assume, true, &outside);
  struct lts *forbidden = first ? forbidden_lts(assume) : NULL;
  struct lts *whole = forbidden ? compose(assume, first, forbidden) : NULL;
  if (whole)
    assume->errors = lts_contract(whole, &assume->interface, LTS_WEAK_TRACE,
                                  4 * assume->question.limit);
  lts_free(first);
  lts_free(forbidden);
  lts_free(whole);
  bitset_release(&outside);
  return assume->errors != NULL;
}

static bool second_can_err(const struct assume_question *question) {
  for (uint32_t i = 0; i < question->count; i++) {
    const struct lts *lts = question->parts[i];
    for (uint32_t s = 0; !is_first(question, i) && s < lts->state_count; s++)
      if (lts_kind(lts, s) == STATE_ERROR)
        return true;
  }
  return false;
}

static bool build_groups(struct assume *assume) {
  if (second_can_err(&assume->question) || !build_errors(assume))
    return false;
  assume->second = compose_group(assume, false, &assume->interface);
  return assume->second != NULL;
}

// ---- Words ------------------------------------------------------------------

static bool set_is_wrong(struct assume *assume, uint32_t set) {
  if (set >= assume->wrong.count)
    u32_vec_resize(&assume->wrong, set + 1);
  if (!assume->wrong.at[set]) {
    uint32_t count;
    const uint32_t *members = subsets_members(assume->subsets, set, &count);
    assume->wrong.at[set] = 1;
    for (uint32_t i = 0; i < count; i++)
      if (lts_kind(assume->hidden, members[i]) == STATE_ERROR)
        assume->wrong.at[set] = 2;
  }
  return assume->wrong.at[set] == 2;
}

// Does the weakest assumption have the word? The learner's teacher.
static bool may_happen(void *context, const struct lts_action_vec *word) {
  struct assume *assume = context;
  uint32_t set = subsets_initial(assume->subsets);
  for (uint32_t i = 0; i < word->count && set != SUBSET_EMPTY; i++) {
    if (set_is_wrong(assume, set))
      return false;
    set = subsets_next(assume->subsets, set, word->at[i]);
  }
  return set == SUBSET_EMPTY || !set_is_wrong(assume, set);
}

// M1 over the letters alone.
static void hide_others(struct assume *assume) {
  struct bitset others = {0};
  bitset_copy(&others, &assume->interface);
  bitset_subtract(&others, &assume->result.letters);
  subsets_free(assume->subsets);
  lts_free(assume->hidden);
  assume->hidden = lts_hide(assume->errors, &others);
  assume->subsets = subsets_new(assume->hidden, true);
  u32_vec_clear(&assume->wrong);
  bitset_release(&others);
}

// Nothing but the word, over the alphabet.
static struct lts *word_lts(struct action_table *actions,
                            const struct lts_action_vec *word,
                            const struct bitset *alphabet) {
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, word->count + 1);
  for (uint32_t i = 0; i < word->count; i++)
    lts_builder_step(&builder, i, word->at[i], i + 1);
  BITSET_EACH (a, alphabet)
    lts_builder_alphabet(&builder, (struct action){a});
  return lts_builder_finish(&builder);
}

// ---- How M1 goes wrong ------------------------------------------------------

// States of M1 with P and of a guide that says which letters may come when.
struct place {
  uint32_t state, guide;
  uint32_t parent;
  struct action by;
};

VEC_DEFINE(place_vec, struct place);

struct walk {
  const struct lts *errors, *guide;
  struct place_vec places;
  struct place_map known;
};

static void add_place(struct walk *walk, struct place place) {
  bool is_new;
  place_map_insert(&walk->known, (uint64_t)place.state << 32 | place.guide,
                   &is_new);
  if (is_new)
    place_vec_push(&walk->places, place);
}

static void walk_on(struct walk *walk, uint32_t number) {
  struct place from = walk->places.at[number];
  struct lts_step_range range = lts_steps(walk->errors, from.state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    struct place next = {step->target, from.guide, number, step->action};
    if (bitset_has(&walk->guide->alphabet, step->action.id)) {
      struct lts_step_range allowed =
          lts_steps_by(walk->guide, from.guide, step->action);
      if (allowed.begin == allowed.end)
        continue;
      next.guide = allowed.begin->target;
    }
    add_place(walk, next);
  }
}

static void trace_back(const struct walk *walk, uint32_t number,
                       struct lts_action_vec *word) {
  for (uint32_t k = number; k; k = walk->places.at[k].parent)
    if (!action_is_tau(walk->places.at[k].by))
      lts_action_vec_push(word, walk->places.at[k].by);
  for (uint32_t i = 0, j = word->count; i + 1 < j; i++) {
    struct action action = word->at[i];
    word->at[i] = word->at[--j];
    word->at[j] = action;
  }
}

// Can M1 go wrong while the guide, which is deterministic, allows the letters
// that it has? Then the word, over the interface, is appended.
static bool goes_wrong(const struct assume *assume, const struct lts *guide,
                       struct lts_action_vec *word) {
  struct walk walk = {.errors = assume->errors, .guide = guide};
  bool is_wrong = false;
  add_place(&walk, (struct place){.state = assume->errors->initial,
                                  .guide = guide->initial});
  for (uint32_t k = 0; k < walk.places.count && !is_wrong; k++) {
    is_wrong = lts_kind(assume->errors, walk.places.at[k].state) == STATE_ERROR;
    if (is_wrong)
      trace_back(&walk, k, word);
    else
      walk_on(&walk, k);
  }
  place_vec_release(&walk.places);
  place_map_release(&walk.known);
  return is_wrong;
}

static bool goes_wrong_on(const struct assume *assume,
                          const struct lts_action_vec *word,
                          const struct bitset *alphabet,
                          struct lts_action_vec *wrong) {
  struct lts *guide = word_lts(assume->actions, word, alphabet);
  bool is_wrong = goes_wrong(assume, guide, wrong);
  lts_free(guide);
  return is_wrong;
}

// ---- The end ----------------------------------------------------------------

// A run of all parts with the word, over the interface, that breaks P.
static void find_witness(struct assume *assume,
                         const struct lts_action_vec *word) {
  const struct assume_question *question = &assume->question;
  struct lts *guide = word_lts(assume->actions, word, &assume->interface);
  struct const_lts_vec parts = {0};
  struct joint_question joint = {.specification = question->specification,
                                 .poll = question->poll};
  for (uint32_t i = 0; i < question->count; i++)
    const_lts_vec_push(&parts, question->parts[i]);
  const_lts_vec_push(&parts, guide);
  struct grouped *grouped =
      grouped_new(parts.at, parts.count, &joint, question->limit);
  assume->result.answer = grouped_run(grouped, question->limit);
  CHECK(assume->result.answer != JOINT_HOLDS, "a word that does no harm");
  if (assume->result.answer == JOINT_FAILS) {
    struct joint_witness witness = grouped_witness(grouped);
    lts_action_vec_append(&assume->result.trace, witness.trace.at,
                          witness.trace.count);
    lts_action_vec_append(&assume->result.allowed, witness.allowed.at,
                          witness.allowed.count);
    joint_witness_release(&witness);
  }
  grouped_free(grouped);
  const_lts_vec_release(&parts);
  lts_free(guide);
}

// The first letter in which they differ and that the assumption did not have.
static void add_letter(struct assume *assume, const struct lts_action_vec *a,
                       const struct lts_action_vec *b) {
  uint32_t i = 0;
  bool is_new = false;
  while (i < a->count && i < b->count && action_equal(a->at[i], b->at[i]))
    i++;
  if (i < a->count)
    is_new |= bitset_add(&assume->result.letters, a->at[i].id);
  if (i < b->count)
    is_new |= bitset_add(&assume->result.letters, b->at[i].id);
  CHECK(is_new, "runs that no letter tells apart");
}

// M2 performs the word, over the interface, and with these letters M1 may go
// wrong meanwhile. Does it? False if there are new letters to learn with.
static bool is_real(struct assume *assume, const struct lts_action_vec *word) {
  struct lts_action_vec wrong = {0}, letters = {0};
  bool is_real = goes_wrong_on(assume, word, &assume->interface, &wrong);
  if (is_real) {
    find_witness(assume, word);
  } else {
    trace_project(word, &assume->result.letters, &letters);
    bool is_wrong =
        goes_wrong_on(assume, &letters, &assume->result.letters, &wrong);
    CHECK(is_wrong, "a word that does no harm");
    add_letter(assume, word, &wrong);
  }
  lts_action_vec_release(&wrong);
  lts_action_vec_release(&letters);
  return is_real;
}

// ---- Learning ---------------------------------------------------------------

enum step { STEP_GUESS, STEP_LETTERS, STEP_DONE };

static bool first_premise(struct assume *assume, struct learner *learner,
                          const struct lts *guess) {
  struct lts_action_vec word = {0}, letters = {0};
  bool holds = !goes_wrong(assume, guess, &word);
  if (!holds) {
    trace_project(&word, &assume->result.letters, &letters);
    CHECK(learner_correct(learner, &letters), "a guess that is right");
  }
  lts_action_vec_release(&word);
  lts_action_vec_release(&letters);
  return holds;
}

// Does M2 only what the guess allows? If not, `word` is what it does that the
// guess forbids; with letters that the guess does not have.
static enum inclusion_answer keeps_to(const struct assume *assume,
                                      const struct lts *guess,
                                      struct lts_action_vec *word) {
  struct lts_view view = lts_view_of(assume->second);
  struct inclusion_options options = {.weak = true, .project = true};
  struct inclusion found = lts_check_inclusion(&view, guess, options);
  for (uint32_t i = 0; i < found.run.count; i++)
    if (!action_is_tau(found.run.at[i].action))
      lts_action_vec_push(word, found.run.at[i].action);
  enum inclusion_answer answer = found.answer;
  inclusion_release(&found);
  return answer;
}

static enum step second_premise(struct assume *assume, struct learner *learner,
                                struct lts *guess) {
  struct lts_action_vec word = {0}, letters = {0};
  enum step step = STEP_GUESS;
  enum inclusion_answer answer = keeps_to(assume, guess, &word);
  if (answer == INCLUSION_UNKNOWN) {
    step = STEP_DONE; // LIMIT
  } else if (answer == INCLUSION_HOLDS) {
    assume->result.answer = JOINT_HOLDS;
    assume->result.assumption = lts_copy(guess);
    step = STEP_DONE;
  } else {
    trace_project(&word, &assume->result.letters, &letters);
    if (may_happen(assume, &letters))
      CHECK(learner_correct(learner, &letters), "a guess that is right");
    else
      step = is_real(assume, &word) ? STEP_DONE : STEP_LETTERS;
  }
  lts_action_vec_release(&word);
  lts_action_vec_release(&letters);
  return step;
}

static enum step try_guess(struct assume *assume, struct learner *learner) {
  struct lts_action_vec nothing = {0};
  uint32_t states = learner_guess(learner)->state_count;
  struct lts *guess = learner_lts(learner, assume->actions);
  if (!guess) // M1 goes wrong whatever the letters are
    return is_real(assume, &nothing) ? STEP_DONE : STEP_LETTERS;
  enum step step = STEP_GUESS;
  if (states > GUESS_LIMIT)
    step = STEP_DONE; // LIMIT
  else if (first_premise(assume, learner, guess))
    step = second_premise(assume, learner, guess);
  lts_free(guess);
  return step;
}

static bool is_stopped(struct assume *assume) {
  const struct assume_question *question = &assume->question;
  if (!poll_stops(question->poll))
    return false;
  assume->result.answer = JOINT_STOPPED;
  return true;
}

// With the present letters. False if there are more now.
static bool learn(struct assume *assume) {
  struct learn_teacher teacher = {may_happen, assume, true};
  struct lts_action_vec letters = {0};
  const struct bitset *set = &assume->result.letters;
  BITSET_EACH (a, set)
    lts_action_vec_push(&letters, (struct action){a});
  hide_others(assume);
  struct learner *learner = learner_new(&teacher, &letters);
  enum step step = STEP_GUESS;
  while (step == STEP_GUESS)
    step = is_stopped(assume) ? STEP_DONE : try_guess(assume, learner);
  assume->result.questions += learner_counts(learner).questions;
  assume->result.guesses += learner_counts(learner).guesses;
  learner_free(learner);
  lts_action_vec_release(&letters);
  return step == STEP_DONE;
}

static struct assume_question complete(const struct assume_question *question) {
  struct assume_question made = *question;
  if (!made.limit)
    made.limit = DEFAULT_LIMIT;
  return made;
}

static void assume_release(struct assume *assume) {
  subsets_free(assume->subsets);
  lts_free(assume->errors);
  lts_free(assume->second);
  lts_free(assume->hidden);
  u32_vec_release(&assume->wrong);
  bitset_release(&assume->alphabets[0]);
  bitset_release(&assume->alphabets[1]);
  bitset_release(&assume->interface);
}

struct assume_result lts_assume(const struct assume_question *question) {
  struct assume assume = {.question = complete(question),
                          .actions = question->parts[0]->actions,
                          .result = {.answer = JOINT_LIMIT}};
  find_interface(&assume);
  find_letters(&assume);
  if (build_groups(&assume))
    while (!learn(&assume))
      ;
  assume_release(&assume);
  return assume.result;
}

void assume_result_release(struct assume_result *result) {
  lts_free(result->assumption);
  lts_action_vec_release(&result->trace);
  lts_action_vec_release(&result->allowed);
  bitset_release(&result->letters);
}

// ---- The premises once more -------------------------------------------------

// An assumption speaks of M2 only, and of all that P alone knows of it, if M2
// ever does that.
static bool is_about_second(const struct assume *assume,
                            const struct lts *assumption) {
  const struct bitset *known = &assume->question.specification->alphabet;
  struct bitset needed = {0};
  bitset_copy(&needed, &assume->interface);
  bitset_intersect(&needed, known);
  bitset_subtract(&needed, &assume->alphabets[0]);
  bool is_so = bitset_is_subset(&needed, &assumption->alphabet) &&
               bitset_is_subset(&assumption->alphabet, &assume->alphabets[1]);
  bitset_release(&needed);
  return is_so;
}

static enum joint_answer check_premise(const struct assume_question *question,
                                       bool first, const struct lts *with,
                                       const struct lts *against) {
  struct const_lts_vec parts = {0};
  struct joint_question joint = {.specification = against,
                                 .poll = question->poll};
  for (uint32_t i = 0; i < question->count; i++)
    if (is_first(question, i) == first)
      const_lts_vec_push(&parts, question->parts[i]);
  if (with)
    const_lts_vec_push(&parts, with);
  struct grouped *grouped =
      grouped_new(parts.at, parts.count, &joint, question->limit);
  enum joint_answer answer = grouped_run(grouped, 20 * question->limit);
  grouped_free(grouped);
  const_lts_vec_release(&parts);
  return answer;
}

enum joint_answer lts_check_assumption(const struct assume_question *question,
                                       const struct lts *assumption) {
  struct assume assume = {.question = complete(question)};
  const struct assume_question *made = &assume.question;
  enum joint_answer answer = JOINT_FAILS;
  find_interface(&assume);
  if (is_about_second(&assume, assumption))
    answer = check_premise(made, true, assumption, made->specification);
  if (answer == JOINT_HOLDS)
    answer = check_premise(made, false, NULL, assumption);
  assume_release(&assume);
  return answer;
}
