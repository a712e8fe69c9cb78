// Violations that are easy to come by where recursion is cut: the program as it
// was loaded is run with inputs that are drawn by chance, which takes a few
// hundredths of a second.
//
// A component in which recursion is followed to a depth has no execution that
// goes deeper; the interpreter goes as deep as the program does, and most
// faults of recursive functions show at many inputs. Inputs are small numbers
// at first, then numbers near those that the program compares with, or between
// zero and these.
//
// What a run asks for is known once it was run: each run takes what the last
// one was asked, with other numbers, and leaves to chance what comes behind
// that. Only of programs in which nothing but inputs is left open
// (confirm/sole.h): what hangs on addresses, or on the world outside, hangs on
// how they are here. A violation counts when the interpreter says so once more.
#include "engine/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "confirm/drawn.h"
#include "confirm/replay.h"
#include "confirm/sole.h"
#include "program/draft.h"

enum {
  RUNS = 80,
  SMALL_RUNS = 20,         // of them, the first ones
  STEPS_OF_A_RUN = 500000, // one that is longer tells nobody much
  STEPS_OF_RUNS = 4000000
};

struct chances {
  struct inquiry *inquiry;
  struct program *program; // a draft
  struct u64_vec constants;
  struct strbuf asked; // by the last run: an oracle
};

// ---- Inputs -----------------------------------------------------------------

static uint64_t draw_number(const struct chances *chances, uint32_t run,
                            uint64_t *state) {
  enum { SMALL = 16, LARGEST = INT32_MAX };
  const struct u64_vec *constants = &chances->constants;
  uint64_t choice = hash_random(state) % 4;
  uint64_t constant = constants->count
                          ? constants->at[hash_random(state) % constants->count]
                          : SMALL;
  if (run < SMALL_RUNS ? choice < 3 : choice == 0)
    return hash_random(state) % SMALL;
  if (choice == 1 && constant < LARGEST)
    return hash_random(state) % (constant + 1);
  return constant + hash_random(state) % 3 - 1;
}

// The lines of the last run, with other values; then the seed's.
static void write_oracle(const struct chances *chances, uint32_t run,
                         struct strbuf *oracle) {
  uint64_t state = run + 1;
  const char *line = strbuf_text(&chances->asked);
  strbuf_add(oracle, "vouch-oracle 1\n");
  strbuf_format(oracle, "rest seed %u\n", run + 1);
  while (line && *line) {
    const char *end = strchr(line, '\n');
    char name[128];
    if (sscanf(line, "value %127s", name) == 1)
      strbuf_format(oracle, "value %s 0x%" PRIx64 "\n", name,
                    draw_number(chances, run, &state));
    line = end ? end + 1 : NULL;
  }
}

// ---- Runs -------------------------------------------------------------------

static bool take(struct chances *chances, const struct run_result *run) {
  struct inquiry *inquiry = chances->inquiry;
  struct check_target_vec *targets = &inquiry->component.targets;
  bool found = false;
  for (uint32_t i = 0; i < targets->count && !found; i++) {
    struct execution execution = {0};
    found = replay_violates(&inquiry->options, &targets->at[i], run) &&
            replay_confirms(&inquiry->component, &inquiry->options,
                            &targets->at[i], &chances->asked, &execution,
                            &inquiry->context->stats->steps);
    if (found)
      inquiry_conclude_false(inquiry, &targets->at[i], &execution,
                             &chances->asked);
    execution_release(&execution);
  }
  return found;
}

static bool run_once(struct chances *chances, uint32_t number,
                     uint64_t *steps) {
  struct strbuf oracle = {0};
  struct run_result run;
  write_oracle(chances, number, &oracle);
  strbuf_clear(&chances->asked);
  replay_draw(chances->program, &chances->inquiry->options,
              strbuf_text(&oracle), 0, STEPS_OF_A_RUN, NULL, &chances->asked,
              &run);
  *steps += run.steps;
  bool is_bad =
      run.outcome == OUTCOME_UNDEFINED || run.outcome == OUTCOME_ASSERTION;
  bool found =
      is_bad && !run.is_refusal && !run.has_approximated && take(chances, &run);
  run_result_release(&run);
  strbuf_release(&oracle);
  return found;
}

static bool run_often(struct chances *chances) {
  struct engine_context *context = chances->inquiry->context;
  struct poll poll = limits_poll(&context->limits);
  uint64_t steps = 0, start = stats_cpu_ms();
  uint32_t i = 0;
  bool found = false;
  context->progress->phase = "running with inputs drawn by chance";
  for (; i < RUNS && !found && steps < STEPS_OF_RUNS && !poll_stops(poll); i++)
    found = run_once(chances, i, &steps);
  log_line(context->log, 2, "check",
           "runs with inputs drawn by chance: %u, %llu steps, %llu ms, %s", i,
           (unsigned long long)steps,
           (unsigned long long)(stats_cpu_ms() - start),
           found ? "a violation" : "no violation");
  return found;
}

static bool ends_with_one(const struct inquiry *inquiry) {
  return inquiry->component.targets.count == 1 || inquiry->demand->is_task ||
         inquiry->context->options->first;
}

bool inquiry_try_chances(struct inquiry *inquiry, bool is_early) {
  struct chances chances = {.inquiry = inquiry};
  if (ends_with_one(inquiry) != is_early || !inquiry_follows_inputs(inquiry) ||
      inquiry->options.has_threads ||
      !sole_given_inputs(inquiry->context->program, &inquiry->options.rules))
    return false;
  chances.program = program_draft(inquiry->context->program);
  for (uint32_t i = 1; i < chances.program->procedures.count; i++)
    drawn_constants(chances.program, chances.program->procedures.at[i],
                    &chances.constants);
  bool found = run_often(&chances);
  u64_vec_release(&chances.constants);
  strbuf_release(&chances.asked);
  program_free(chances.program);
  return found;
}
