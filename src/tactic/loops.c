#include "tactic/loops.h"

#include "abstraction/predicate.h"
#include "program/print.h"
#include "refine/candidate.h"
#include "refine/path.h"
#include "refine/sample.h"
#include "refine/slope.h"
#include "tactic/explore.h"
#include "tactic/unroll.h"
#include "term/variables.h"

// The effort: about two seconds of the solver for lemmas, and two for
// unrolling.
enum {
  LEMMA_UNITS = 40000000,
  ROUNDS = 100000,
  TERMS = 1000000,
  UNITS = 10000000,
  QUICK_UNITS = 400000,    // of lemmas that are found at once
  FIRST_UNITS = 1000000,   // before other lemmas: bugs that are near
  EXPLORE_STEPS = 1000000, // and bugs that are far
  EXPLORE_UNITS = 500000
};

void loops_init(struct loops *loops, struct question *question,
                const struct bitset *relevant, struct solver *solver,
                const struct log *log) {
  *loops = (struct loops){
      .question = question, .relevant = relevant, .solver = solver, .log = log};
}

void loops_reset(struct loops *loops) {
  term_vec_clear(&loops->claims);
  if (!loops->blocks)
    return;
  lemmas_release(&loops->lemmas);
  blocks_free(loops->blocks);
  loops->blocks = NULL;
}

void loops_release(struct loops *loops) {
  loops_reset(loops);
  term_vec_release(&loops->claims);
}

static struct program *program_of(const struct loops *loops) {
  return loops->question->effects->program;
}

// What holds in a loop of a large program, a protocol say, is seldom guessed
// from a few values, and its rounds are many: less effort there.
static bool is_large(const struct loops *loops) {
  enum { LARGE = 250 };
  return loops->question->effects->procedure->edges.count > LARGE;
}

static uint64_t effort(const struct loops *loops, uint64_t units) {
  enum { SHARE = 5 };
  return is_large(loops) ? units / SHARE : units;
}

// Lemmas

enum { LARGEST_ATOM = 20 };

static void add_atoms(const struct term_table *terms,
                      const struct term_vec *conditions,
                      struct term_vec *atoms) {
  struct term_vec found = {0};
  struct bitset known = {0};
  for (uint32_t i = 0; i < atoms->count; i++)
    bitset_add(&known, atoms->at[i].id);
  for (uint32_t i = 0; i < conditions->count; i++) {
    term_vec_clear(&found);
    predicate_atoms(terms, conditions->at[i], &found);
    for (uint32_t k = 0; k < found.count; k++)
      if (term_tree_size(terms, found.at[k]) <= LARGEST_ATOM &&
          bitset_add(&known, found.at[k].id))
        term_vec_push(atoms, found.at[k]);
  }
  bitset_release(&known);
  term_vec_release(&found);
}

// An input that a variable holds is that variable.
static struct substitution *
names_of_inputs(struct program *program, const struct symbolic_state *state) {
  struct substitution *names = substitution_new(program->terms);
  for (uint32_t i = 0; i < state->values.count; i++) {
    struct binding binding = state->values.at[i];
    if (term_op(program->terms, binding.value) == OP_VAR &&
        variable_is_none(program_variable_of(program, binding.value)))
      substitution_set(names, binding.value,
                       program_term(program, binding.target));
  }
  return names;
}

// The comparisons with the values that a block ends with: i < n is 0 < n for a
// loop that starts with i = 0.
static void add_first_values(const struct blocks *blocks, uint32_t cut,
                             const struct term_vec *atoms,
                             struct term_vec *into) {
  const struct block_exit_vec *exits = &blocks->at[cut].exits;
  for (uint32_t i = 0; i < exits->count; i++) {
    struct program *program = blocks->effects->program;
    struct symbolic_state *state = &exits->at[i].state;
    struct substitution *names = names_of_inputs(program, state);
    for (uint32_t k = 0; k < atoms->count; k++)
      term_vec_push(into, substitution_apply(
                              names, symbolic_state_read(state, atoms->at[k])));
    substitution_free(names);
  }
}

// The comparisons of the program, as they are made and as seen from the cut
// points.
static void collect_atoms(const struct blocks *blocks, struct term_vec *atoms) {
  const struct effects *effects = blocks->effects;
  const struct term_table *terms = effects->program->terms;
  struct term_vec conditions = {0};
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (blocks->question->roles[i] != ROLE_ENDS)
      term_vec_push(&conditions, effects->at[i].guard);
  for (uint32_t cut = 0; cut < blocks->count; cut++) {
    const struct large_block *block = &blocks->at[cut];
    for (uint32_t i = 0; i < block->exits.count; i++)
      term_vec_push(&conditions, block->exits.at[i].state.condition);
    for (uint32_t i = 0; i < block->ends.count; i++)
      term_vec_push(&conditions, block->ends.at[i].condition);
  }
  add_atoms(terms, &conditions, atoms);
  term_vec_clear(&conditions);
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    add_first_values(blocks, cut, atoms, &conditions);
  add_atoms(terms, &conditions, atoms);
  term_vec_release(&conditions);
}

// Does a round from the cut point back to it leave the variables alone?
static bool is_fixed(const struct blocks *blocks, uint32_t cut, struct term t) {
  const struct program *program = blocks->effects->program;
  const struct block_exit_vec *exits = &blocks->at[cut].exits;
  struct term_vec parts = {0};
  bool fixed = true;
  term_collect(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < exits->count; i++)
    for (uint32_t k = 0; k < exits->at[i].state.values.count && fixed; k++)
      if (exits->at[i].cut == cut)
        fixed = !term_vec_has(
            &parts,
            program_term(program, exits->at[i].state.values.at[k].target));
  term_vec_release(&parts);
  return fixed;
}

// Variables that some edge gives a value, by id.
static void find_changed(const struct effects *effects, struct bitset *into) {
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    const struct effect *effect = &effects->at[i];
    for (uint32_t k = 0; k < effect->binding_count; k++)
      bitset_add(into, effect->bindings[k].target.id);
    for (uint32_t k = 0; k < effect->havoc_count; k++)
      bitset_add(into, effect->havocked[k].id);
  }
}

static bool is_changed(const struct program *program, struct term t,
                       const struct bitset *changed) {
  struct bitset read = {0};
  program_mark_variables(program, t, &read);
  bool found = bitset_intersects(&read, changed);
  bitset_release(&read);
  return found;
}

// Conditions of what nothing ever changes: what a function requires of its
// parameters holds as long as it runs.
static void collect_lasting(const struct blocks *blocks,
                            struct term_vec *into) {
  enum { LARGEST = 80, MOST = 24 };
  const struct effects *effects = blocks->effects;
  const struct term_table *terms = effects->program->terms;
  struct bitset changed = {0};
  find_changed(effects, &changed);
  for (uint32_t i = 1;
       i < effects->procedure->edges.count && into->count < MOST; i++) {
    struct term guard = effects->at[i].guard;
    if (blocks->question->roles[i] == ROLE_STEP &&
        !term_is_true(terms, guard) && !term_is_false(terms, guard) &&
        term_tree_size(terms, guard) <= LARGEST && !term_vec_has(into, guard) &&
        !is_changed(effects->program, guard, &changed))
      term_vec_push(into, guard);
  }
  bitset_release(&changed);
}

static void add_candidates(struct term_vec *lemmas,
                           const struct term_vec *more) {
  for (uint32_t i = 0; i < more->count; i++)
    if (!term_vec_has(lemmas, more->at[i]))
      term_vec_push(lemmas, more->at[i]);
}

static void guess(struct loops *loops, const struct samples *samples,
                  bool with_slopes) {
  struct term_vec atoms = {0}, fixed = {0}, lasting = {0};
  collect_atoms(loops->blocks, &atoms);
  collect_lasting(loops->blocks, &lasting);
  for (uint32_t cut = 0; cut < loops->blocks->count; cut++) {
    term_vec_clear(&fixed);
    for (uint32_t i = 0; i < atoms.count; i++)
      if (is_fixed(loops->blocks, cut, atoms.at[i]))
        term_vec_push(&fixed, atoms.at[i]);
    candidates_guess(program_of(loops), samples, cut, &atoms, &fixed,
                     &loops->lemmas.at[cut]);
    if (with_slopes)
      slopes_guess(program_of(loops), samples, cut, &loops->lemmas.at[cut]);
    add_candidates(&loops->lemmas.at[cut], &lasting);
  }
  term_vec_release(&lasting);
  term_vec_release(&atoms);
  term_vec_release(&fixed);
}

static uint32_t lemma_count(const struct loops *loops) {
  uint32_t count = 0;
  for (uint32_t cut = 0; cut < loops->blocks->count; cut++)
    count += loops->lemmas.at[cut].count;
  return count;
}

static void log_lemmas(const struct loops *loops, const char *what) {
  struct strbuf text = {0};
  for (uint32_t cut = 0; cut < loops->blocks->count; cut++)
    for (uint32_t i = 0; i < loops->lemmas.at[cut].count; i++) {
      strbuf_clear(&text);
      program_print_term(program_of(loops), loops->lemmas.at[cut].at[i], &text);
      log_line(loops->log, 3, "check", "%s at cut point %u: %s", what, cut,
               strbuf_text(&text));
    }
  strbuf_release(&text);
}

static void reset_lemmas(struct loops *loops) {
  lemmas_release(&loops->lemmas);
  lemmas_init(&loops->lemmas, loops->blocks, loops->relevant, loops->solver);
}

// Finds the guesses that are inductive. With slopes it is tried only if there
// are any.
static bool find_lemmas(struct loops *loops, const struct samples *samples,
                        uint64_t units, bool with_slopes) {
  struct lemmas *lemmas = &loops->lemmas;
  reset_lemmas(loops);
  lemmas->units = units;
  lemmas->poll = loops->poll;
  guess(loops, samples, with_slopes);
  uint32_t guessed = lemma_count(loops);
  if (with_slopes && guessed == loops->guessed) {
    reset_lemmas(loops);
    return false;
  }
  loops->guessed = guessed;
  log_lemmas(loops, "guess");
  lemmas_prove(lemmas);
  log_lemmas(loops, "lemma");
  return true;
}

// Do they exclude all violations?
static bool prove(struct loops *loops, const struct samples *samples,
                  uint64_t units, bool with_slopes) {
  struct lemmas *lemmas = &loops->lemmas;
  if (!find_lemmas(loops, samples, units, with_slopes))
    return false;
  bool suffices = lemmas_suffice(lemmas);
  log_line(loops->log, 2, "check", "%u of %u guesses are inductive%s",
           lemma_count(loops), loops->guessed, suffices ? " and suffice" : "");
  if (suffices) {
    lemmas_shrink(lemmas);
    term_vec_clear(&loops->claims);
    lemmas_claims(lemmas, &loops->claims);
  }
  return suffices;
}

// Unrolling

static enum loops_outcome unroll(struct loops *loops, uint64_t units,
                                 struct walk *walk) {
  term_vec_clear(&loops->claims);
  walk_release(walk);
  struct unroll unroll = {.blocks = loops->blocks,
                          .relevant = loops->relevant,
                          .solver = loops->solver,
                          .claims = &loops->claims,
                          .limits = {.rounds = ROUNDS,
                                     .terms = TERMS,
                                     .units = units,
                                     .poll = loops->poll}};
  enum unroll_outcome outcome = unroll_run(&unroll, walk);
  loops->rounds = unroll.rounds;
  log_line(loops->log, 2, "check", "unrolled %u rounds: %s", unroll.rounds,
           outcome == UNROLL_COVERED    ? "all executions"
           : outcome == UNROLL_VIOLATED ? "a violation"
                                        : "no answer");
  return outcome == UNROLL_COVERED    ? LOOPS_COVERED
         : outcome == UNROLL_VIOLATED ? LOOPS_VIOLATED
                                      : LOOPS_OPEN;
}

// Exploring

static void add_inputs(struct loops *loops, const struct path *path,
                       struct assignment *model, bool at_entry,
                       struct walk *walk) {
  struct term_table *terms = program_of(loops)->terms;
  for (uint32_t i = 0; i < path->inputs.count; i++) {
    const struct path_input *input = &path->inputs.at[i];
    if ((input->step == UINT32_MAX) != at_entry)
      continue;
    struct walk_input found = {input->step, input->variable, 0, {0}};
    if (sort_is_array(term_sort(terms, input->term)))
      found.array = assignment_constant(model, terms, input->term);
    else
      found.value = term_evaluate(model, input->term);
    walk_input_vec_push(&walk->inputs, found);
  }
}

// What the path does not read at the entry may be anything.
static void add_unread(struct loops *loops, struct walk *walk) {
  struct program *program = program_of(loops);
  struct bitset read = {0};
  for (uint32_t i = 0; i < walk->inputs.count; i++)
    bitset_add(&read, walk->inputs.at[i].variable.id);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct term t = program->variables.at[i].term;
    if (bitset_has(loops->relevant, i) && !bitset_has(&read, i) &&
        !sort_is_array(term_sort(program->terms, t)) &&
        term_equal(effects_at_entry(loops->question->effects, t), t))
      walk_input_vec_push(&walk->inputs,
                          (struct walk_input){UINT32_MAX, {i}, 0, {0}});
  }
  bitset_release(&read);
}

// Is there an execution along the path?
static bool walk_along(struct loops *loops, const struct edge_id_vec *edges,
                       struct walk *walk) {
  struct path path = {0};
  struct assignment *model = assignment_new(program_of(loops)->terms);
  path_execute(&path, loops->question->effects, edges);
  bool is_real = path_check(&path, loops->solver, model, NULL) == ANSWER_SAT;
  walk_release(walk);
  if (is_real) {
    edge_id_vec_append(&walk->path, edges->at, edges->count);
    add_inputs(loops, &path, model, true, walk);
    add_unread(loops, walk);
    add_inputs(loops, &path, model, false, walk);
  }
  assignment_free(model);
  path_release(&path);
  return is_real;
}

static bool explores(struct loops *loops, struct walk *walk) {
  struct explore explore = {.question = loops->question,
                            .relevant = loops->relevant,
                            .solver = loops->solver,
                            .steps = EXPLORE_STEPS,
                            .units = EXPLORE_UNITS,
                            .poll = loops->poll};
  struct edge_id_vec path = {0};
  bool found = explore_run(&explore, &path) && walk_along(loops, &path, walk);
  log_line(loops->log, 2, "check", "explored %llu states: %s",
           (unsigned long long)explore.states,
           found ? "a violation" : "no answer");
  edge_id_vec_release(&path);
  return found;
}

// Where chance does not lead, the solver says where to start.
static bool collect(struct loops *loops, struct samples *samples,
                    struct walk *walk) {
  if (samples_collect(samples, loops->blocks, loops->relevant, walk))
    return true;
  struct start_vec starts = {0};
  if (samples_lack(samples))
    starts_find(loops->blocks, loops->solver, &starts);
  bool found =
      samples_add(samples, loops->blocks, loops->relevant, &starts, walk);
  starts_release(&starts);
  return found;
}

// By lemmas that take more effort, unless the quick ones are all there are.
static bool proves_slowly(struct loops *loops, const struct samples *samples,
                          bool was_quick) {
  uint64_t units = effort(loops, LEMMA_UNITS);
  bool is_known = was_quick && !loops->lemmas.is_stopped;
  return (!is_known && prove(loops, samples, units, false)) ||
         (!is_large(loops) && prove(loops, samples, units, true));
}

// Then unrolling tells, and no lemma does.
static bool has_no_loop(const struct loops *loops) {
  return loops->blocks->count == 1 && !loops->blocks->at[0].exits.count;
}

// Samples first: they are cheap and tell whether there is a bug at hand. Most
// loops that lemmas prove are proved at once.
static enum loops_outcome sample(struct loops *loops, struct walk *walk) {
  struct samples samples;
  bool found = collect(loops, &samples, walk);
  bool has_loop = !has_no_loop(loops);
  bool is_quick = !found && has_loop && !is_large(loops);
  enum loops_outcome outcome =
      found ? LOOPS_VIOLATED
      : is_quick && prove(loops, &samples, QUICK_UNITS, false)
          ? LOOPS_PROVED
          : unroll(loops, has_loop ? FIRST_UNITS : effort(loops, UNITS), walk);
  if (outcome == LOOPS_OPEN && explores(loops, walk))
    outcome = LOOPS_VIOLATED;
  if (outcome == LOOPS_OPEN && has_loop &&
      proves_slowly(loops, &samples, is_quick))
    outcome = LOOPS_PROVED;
  samples_release(&samples);
  return outcome;
}

bool loops_start(struct loops *loops) {
  loops->blocks = blocks_new(loops->question, loops->relevant);
  lemmas_init(&loops->lemmas, loops->blocks, loops->relevant, loops->solver);
  return loops->blocks->is_complete;
}

void loops_learn(struct loops *loops) {
  struct walk walk = {0};
  struct samples samples;
  collect(loops, &samples, &walk);
  find_lemmas(loops, &samples, effort(loops, LEMMA_UNITS), false);
  samples_release(&samples);
  walk_release(&walk);
}

enum loops_outcome loops_decide(struct loops *loops, struct walk *walk) {
  if (!loops_start(loops))
    return LOOPS_OPEN;
  enum loops_outcome outcome = sample(loops, walk);
  return outcome == LOOPS_OPEN ? unroll(loops, effort(loops, UNITS), walk)
                               : outcome;
}
