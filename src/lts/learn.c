#include "lts/learn.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/map.h"
#include "base/memory.h"

NUMBER_MAP_DEFINE(child_map, uint64_t, uint32_t);

enum { ROOT = 0, NONE = UINT32_MAX };

enum knowledge { NOT_ASKED, OUTSIDE, INSIDE };

// A word: that of its parent and a letter.
struct word {
  uint32_t parent, letter;
  uint8_t known; // enum knowledge
  uint32_t row;  // of the table, or NONE
};

// For suffix k, bit k; the first `filled` are there.
struct row {
  uint32_t word;
  uint32_t filled;
  struct bitset bits;
};

VEC_DEFINE(word_vec, struct word);
VEC_DEFINE(row_vec, struct row);

struct learner {
  struct learn_teacher teacher;
  struct lts_action_vec letters;
  struct u32_vec letter_of; // by action handle, plus one
  struct word_vec words;    // the first is empty
  struct child_map children;
  struct row_vec rows;
  struct u32_vec access;   // by state: its row
  struct u32_vec suffixes; // letters, one suffix after the other
  struct u32_vec ends;     // of the suffixes
  struct automaton guess;
  bool is_ready; // the guess is that of the table
  struct lts_action_vec question;
  struct learn_counts counts;
};

// ---- Words ------------------------------------------------------------------

static uint32_t word_after(struct learner *learner, uint32_t word,
                           uint32_t letter) {
  bool is_new;
  uint64_t key = (uint64_t)word << 32 | letter;
  uint32_t *child = child_map_insert(&learner->children, key, &is_new);
  if (is_new)
    *child = word_vec_push(
        &learner->words,
        (struct word){.parent = word, .letter = letter, .row = NONE});
  return *child;
}

static void spell(const struct learner *learner, uint32_t word,
                  struct lts_action_vec *out) {
  uint32_t length = 0;
  for (uint32_t w = word; w != ROOT; w = learner->words.at[w].parent)
    length++;
  lts_action_vec_resize(out, length);
  for (uint32_t w = word; w != ROOT; w = learner->words.at[w].parent)
    out->at[--length] = learner->letters.at[learner->words.at[w].letter];
}

static bool has_prefix_outside(const struct learner *learner, uint32_t word) {
  if (!learner->teacher.is_prefix_closed)
    return false;
  for (uint32_t w = word; w != ROOT; w = learner->words.at[w].parent)
    if (learner->words.at[learner->words.at[w].parent].known == OUTSIDE)
      return true;
  return false;
}

static bool ask(struct learner *learner, uint32_t word) {
  if (learner->words.at[word].known != NOT_ASKED)
    return learner->words.at[word].known == INSIDE;
  bool has = false;
  if (!has_prefix_outside(learner, word)) {
    spell(learner, word, &learner->question);
    has = learner->teacher.has(learner->teacher.context, &learner->question);
    learner->counts.questions++;
  }
  learner->words.at[word].known = has ? INSIDE : OUTSIDE;
  return has;
}

// ---- The table --------------------------------------------------------------

static void fill_row(struct learner *learner, struct row *row) {
  for (; row->filled < learner->ends.count; row->filled++) {
    uint32_t word = row->word;
    uint32_t i = row->filled ? learner->ends.at[row->filled - 1] : 0;
    for (; i < learner->ends.at[row->filled]; i++)
      word = word_after(learner, word, learner->suffixes.at[i]);
    if (ask(learner, word))
      bitset_add(&row->bits, row->filled);
  }
}

static uint32_t row_of(struct learner *learner, uint32_t word) {
  if (learner->words.at[word].row == NONE)
    learner->words.at[word].row =
        row_vec_push(&learner->rows, (struct row){.word = word});
  uint32_t number = learner->words.at[word].row;
  fill_row(learner, &learner->rows.at[number]);
  return number;
}

// The state that has the row, or NONE.
static uint32_t state_with(const struct learner *learner, uint32_t row) {
  const struct bitset *bits = &learner->rows.at[row].bits;
  for (uint32_t q = 0; q < learner->access.count; q++)
    if (bitset_equal(&learner->rows.at[learner->access.at[q]].bits, bits))
      return q;
  return NONE;
}

static uint32_t access_word(const struct learner *learner, uint32_t state) {
  return learner->rows.at[learner->access.at[state]].word;
}

static void guess_resize(struct automaton *guess, uint32_t states) {
  guess->state_count = states;
  guess->next =
      memory_resize(guess->next, ((size_t)states * guess->letter_count + 1) *
                                     sizeof *guess->next);
  guess->accepts =
      memory_resize(guess->accepts, states * sizeof *guess->accepts);
}

// Gives a state to each row that has none, and reads off the automaton. States
// that are added are looked at in turn.
static void make_ready(struct learner *learner) {
  for (uint32_t q = 0; q < learner->access.count; q++)
    fill_row(learner, &learner->rows.at[learner->access.at[q]]);
  for (uint32_t q = 0; q < learner->access.count; q++) {
    guess_resize(&learner->guess, q + 1);
    learner->guess.accepts[q] = ask(learner, access_word(learner, q));
    for (uint32_t letter = 0; letter < learner->letters.count; letter++) {
      uint32_t word = word_after(learner, access_word(learner, q), letter);
      uint32_t row = row_of(learner, word), state = state_with(learner, row);
      if (state == NONE)
        state = u32_vec_push(&learner->access, row);
      learner->guess.next[q * learner->letters.count + letter] = state;
    }
  }
  learner->is_ready = true;
}

// ---- Counterexamples --------------------------------------------------------

static uint32_t letter_of(const struct learner *learner, struct action action) {
  CHECK(action.id < learner->letter_of.count &&
            learner->letter_of.at[action.id],
        "a word with another letter");
  return learner->letter_of.at[action.id] - 1;
}

static uint32_t state_after(const struct learner *learner,
                            const struct lts_action_vec *word,
                            uint32_t length) {
  uint32_t state = 0;
  for (uint32_t i = 0; i < length; i++)
    state = learner->guess.next[state * learner->letters.count +
                                letter_of(learner, word->at[i])];
  return state;
}

// Whether the language has the word after its first `length` letters were
// replaced by the access word of the state that they lead to.
static bool ask_replaced(struct learner *learner,
                         const struct lts_action_vec *word, uint32_t length) {
  uint32_t w = access_word(learner, state_after(learner, word, length));
  for (uint32_t i = length; i < word->count; i++)
    w = word_after(learner, w, letter_of(learner, word->at[i]));
  return ask(learner, w);
}

bool learner_correct(struct learner *learner,
                     const struct lts_action_vec *word) {
  learner_guess(learner);
  uint32_t low = 0, high = word->count;
  bool first = ask_replaced(learner, word, 0);
  if (first == ask_replaced(learner, word, high))
    return false;
  // The answer at `low` is the first one, that at `high` is not.
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (ask_replaced(learner, word, middle) == first)
      low = middle;
    else
      high = middle;
  }
  for (uint32_t i = high; i < word->count; i++)
    u32_vec_push(&learner->suffixes, letter_of(learner, word->at[i]));
  u32_vec_push(&learner->ends, learner->suffixes.count);
  learner->is_ready = false;
  return true;
}

// ---- Interface --------------------------------------------------------------

struct learner *learner_new(const struct learn_teacher *teacher,
                            const struct lts_action_vec *letters) {
  struct learner *learner = memory_new_zero(1, sizeof *learner);
  learner->teacher = *teacher;
  lts_action_vec_append(&learner->letters, letters->at, letters->count);
  for (uint32_t i = 0; i < letters->count; i++) {
    if (letters->at[i].id >= learner->letter_of.count)
      u32_vec_resize(&learner->letter_of, letters->at[i].id + 1);
    learner->letter_of.at[letters->at[i].id] = i + 1;
  }
  learner->guess.letter_count = letters->count;
  word_vec_push(&learner->words, (struct word){.row = NONE});
  u32_vec_push(&learner->ends, 0); // the empty suffix
  u32_vec_push(&learner->access, row_of(learner, ROOT));
  return learner;
}

void learner_free(struct learner *learner) {
  if (!learner)
    return;
  for (uint32_t i = 0; i < learner->rows.count; i++)
    bitset_release(&learner->rows.at[i].bits);
  row_vec_release(&learner->rows);
  word_vec_release(&learner->words);
  child_map_release(&learner->children);
  lts_action_vec_release(&learner->letters);
  lts_action_vec_release(&learner->question);
  u32_vec_release(&learner->letter_of);
  u32_vec_release(&learner->access);
  u32_vec_release(&learner->suffixes);
  u32_vec_release(&learner->ends);
  free(learner->guess.next);
  free(learner->guess.accepts);
  free(learner);
}

const struct automaton *learner_guess(struct learner *learner) {
  if (!learner->is_ready) {
    make_ready(learner);
    learner->counts.guesses++;
  }
  return &learner->guess;
}

struct lts *learner_lts(const struct learner *learner,
                        struct action_table *actions) {
  const struct automaton *guess = &learner->guess;
  CHECK(learner->is_ready, "no guess");
  if (!guess->accepts[0])
    return NULL;
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  uint32_t *states = memory_new(guess->state_count * sizeof *states);
  for (uint32_t q = 0; q < guess->state_count; q++)
    states[q] = guess->accepts[q] ? lts_builder_state(&builder) : STATE_NONE;
  for (uint32_t i = 0; i < learner->letters.count; i++)
    lts_builder_alphabet(&builder, learner->letters.at[i]);
  for (uint32_t q = 0; q < guess->state_count; q++)
    for (uint32_t i = 0; i < guess->letter_count; i++) {
      uint32_t next = guess->next[q * guess->letter_count + i];
      if (states[q] != STATE_NONE && states[next] != STATE_NONE)
        lts_builder_step(&builder, states[q], learner->letters.at[i],
                         states[next]);
    }
  free(states);
  return lts_builder_finish(&builder);
}

struct learn_counts learner_counts(const struct learner *learner) {
  return learner->counts;
}
