#include "check/loops.h"

#include "abstraction/predicate.h"
#include "check/unroll.h"
#include "refine/candidate.h"
#include "refine/sample.h"

// The effort of unrolling: about two seconds of the solver.
enum { ROUNDS = 100000, TERMS = 1000000, UNITS = 10000000 };

void loops_init(struct loops *loops, struct component *component,
                struct solver *solver, const struct log *log) {
  *loops = (struct loops){.component = component, .solver = solver, .log = log};
}

void loops_release(struct loops *loops) {
  if (!loops->blocks)
    return;
  lemmas_release(&loops->lemmas);
  blocks_free(loops->blocks);
}

static const struct bitset *relevant(const struct loops *loops) {
  return &loops->component->slice.variables;
}

// Lemmas

static void collect_atoms(const struct effects *effects,
                          struct term_vec *atoms) {
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (effects->at[i].kind != EFFECT_ENDS)
      predicate_atoms(effects->program->terms, effects->at[i].guard, atoms);
}

static void guess(struct loops *loops, const struct samples *samples) {
  struct effects *effects = loops->component->effects;
  struct term_vec atoms = {0};
  collect_atoms(effects, &atoms);
  for (uint32_t cut = 0; cut < loops->blocks->count; cut++)
    candidates_guess(effects->program, samples, cut, &atoms,
                     &loops->lemmas.at[cut]);
  term_vec_release(&atoms);
}

static uint32_t lemma_count(const struct loops *loops) {
  uint32_t count = 0;
  for (uint32_t cut = 0; cut < loops->blocks->count; cut++)
    count += loops->lemmas.at[cut].count;
  return count;
}

static bool prove(struct loops *loops, const struct samples *samples) {
  struct lemmas *lemmas = &loops->lemmas;
  lemmas->stop = loops->stop;
  lemmas->context = loops->context;
  guess(loops, samples);
  uint32_t guessed = lemma_count(loops);
  lemmas_prove(lemmas);
  bool suffices = lemmas_suffice(lemmas);
  log_line(loops->log, 2, "check", "%u of %u guesses are inductive%s",
           lemma_count(loops), guessed, suffices ? " and suffice" : "");
  if (suffices)
    lemmas_shrink(lemmas);
  return suffices;
}

// Unrolling

static enum loops_outcome unroll(struct loops *loops, struct walk *walk) {
  struct unroll unroll = {.blocks = loops->blocks,
                          .relevant = relevant(loops),
                          .solver = loops->solver,
                          .limits = {.rounds = ROUNDS,
                                     .terms = TERMS,
                                     .units = UNITS,
                                     .stop = loops->stop,
                                     .context = loops->context}};
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

enum loops_outcome loops_decide(struct loops *loops, struct walk *walk) {
  struct samples samples;
  loops->blocks = blocks_new(loops->component->effects, relevant(loops));
  lemmas_init(&loops->lemmas, loops->blocks, relevant(loops), loops->solver);
  if (!loops->blocks->is_complete)
    return LOOPS_OPEN;
  bool found = samples_collect(&samples, loops->blocks, relevant(loops), walk);
  bool proved = !found && prove(loops, &samples);
  samples_release(&samples);
  if (found || proved)
    return found ? LOOPS_VIOLATED : LOOPS_PROVED;
  walk_release(walk);
  *walk = (struct walk){0};
  return unroll(loops, walk);
}
