// What the engines share.
#ifndef VOUCH_ENGINE_INTERNAL_H
#define VOUCH_ENGINE_INTERNAL_H

#include "base/offspring.h"
#include "cegar/cegar.h"
#include "cegar/usage.h"
#include "cegar/visit.h"
#include "certify/certificate.h"
#include "check/conformance.h"
#include "engine/engine.h"
#include "exact/abstract.h"
#include "exact/temporal.h"
#include "slam/slam.h"
#include "system/system.h"

// One component, while it is looked at.
struct inquiry {
  struct engine_context *context;
  const struct demand *demand;
  struct component_options options;
  const struct conformance *conformance; // of a specification, or null
  struct program *program; // a draft, for what is made of the program; null
                           // until then
  struct behaviour behaviour;
  struct component component;
  struct result *result;
  struct check_target_vec violated; // by runs before anything was built
  uint64_t units;                   // of the solver, that the search took
  struct usage usage;       // of TRUE: what happened of the specification
  uint32_t followed_values; // states, one by one (cegar.h); 0: none
  uint64_t order_units;     // for the order of accesses (cegar.h); 0: none
  uint32_t order_depth;
  bool is_built;         // the component, by the last search
  bool is_repeated;      // what runs from drawn states tell is known
  bool is_drawn;         // the same, of the early ones
  bool tries_executions; // before it searches, where recursion is cut
  bool is_glance; // where recursion is cut, with little effort: other ways
                  // come next
  bool is_spent;  // that was not enough
  uint64_t most_units, most_steps; // of a search (cegar.h); 0: no limit
  enum visit visit;      // of TRUE: are actions of the specification performed?
  struct offspring twin; // a process with the program as it was loaded
};

// Which rows are reached: asked of the twin, which was started before anything
// was made of the program.
void visits_prepare(struct inquiry *inquiry);
// Is it asked of rows, or of what a specification speaks of?
bool visits_rows(const struct inquiry *inquiry);
void visits_ask(struct inquiry *inquiry, uint64_t used_ms);
// Can the function that is checked start, by what it requires? Asked of the
// draft that the check is woven into, before anything else is made of it.
enum visit visits_required(const struct engine_context *context,
                           const struct conformance *conformance,
                           const struct component_options *options,
                           uint32_t cpu_ms);
void visits_tell_start(const struct program *program, struct procedure_id entry,
                       struct strbuf *vacuity);

// How a loop searches, as the options say.
struct cegar_options search_options(const struct engine_context *context,
                                    const struct conformance *conformance);
// From now on: whoever watches may end the solver's queries; and no longer.
void search_begin(const struct engine_context *context, struct solver *solver);
void search_end(const struct engine_context *context, struct solver *solver,
                uint64_t start_ms);
// Builds the component, in a draft if there is none, and searches.
void inquiry_run(struct inquiry *inquiry);
void inquiry_release(struct inquiry *inquiry);
// Once more, with other options and another draft. If its verdict does not
// count, the result is what it was, and nothing is left of what was looked at.
void inquiry_repeat(struct inquiry *inquiry,
                    const struct component_options *options,
                    bool (*counts)(enum verdict));
// An inquiry of its own, with a context and a result of its own; what it came
// to may take the place of the other's result.
void inquiry_begin_apart(struct inquiry *apart, struct engine_context *context,
                         const struct inquiry *asked, struct result *result);
void inquiry_take_apart(struct inquiry *inquiry, struct inquiry *apart);
void inquiry_end_apart(struct inquiry *apart);
// Of a function that starts alone, where callers see to what it needs
// (recalls.c): calls inside of themselves are ones by such callers. True when
// that proves everything.
bool inquiry_try_recalls(struct inquiry *inquiry);
// After UNKNOWN, because recursion is not followed deep enough: recursive
// procedures as calls that keep what they promise (tactic/promises.h).
void inquiry_try_promises(struct inquiry *inquiry);
// Where recursion is not followed deep enough: all executions, with inputs left
// open, for long or for a short while; after a short while that decides
// nothing, early by chance, and for long if there is hope. True when that
// decides.
bool inquiry_try_executions(struct inquiry *inquiry, bool is_brief);
// Runs with inputs drawn by chance (chances.c). Early where one violation is
// all that is asked for, and otherwise after UNKNOWN, so that other rows have
// been looked at. True when one of them violates a row.
bool inquiry_try_chances(struct inquiry *inquiry, bool is_early);
// Is the question one about a program whose inputs can be followed, or drawn?
bool inquiry_follows_inputs(const struct inquiry *inquiry);
// An execution that the interpreter has confirmed violates the row.
void inquiry_conclude_false(struct inquiry *inquiry,
                            struct check_target *target,
                            struct execution *execution,
                            const struct strbuf *oracle);
// What those promise: guessed, proved together, none that follows from others.
void inquiry_find_promises(const struct inquiry *inquiry,
                           const struct bitset *kept,
                           struct promise_vec *promises);
// In the ledger.
void promises_tell(const struct program *program,
                   const struct promise_vec *promises, struct result *result);
// As contracts of the kept functions in C.
void promises_contracts(struct program *program, struct procedure_id entry,
                        const struct bitset *kept,
                        const struct promise_vec *promises,
                        struct contracts *into);
// After a proof, which took so long: what of it is reached, and does what was
// asked for by name occur? Where nothing is the proof is vacuous.
void inquiry_look_at_reached(struct inquiry *inquiry, uint64_t used_ms);
// After a proof that a component conforms: what of the specification can never
// happen. When nothing of it can, the proof is vacuous.
void inquiry_look_at_usage(struct inquiry *inquiry);
// Is there a loop behind an allocation, so that memory could be lost without an
// end? And a routine that hands out memory that nobody follows, or null.
bool inquiry_may_lose_for_ever(const struct inquiry *inquiry);
const char *inquiry_unseen_routine(const struct inquiry *inquiry);
// Instead of a search: is the certificate a proof of the inquiry's program?
void inquiry_certify(struct inquiry *inquiry,
                     const struct certificate *certificate);
// The same of a system.
void systems_certify(struct engine_context *context,
                     const struct demand *demand, struct result *result);
// The same of a program with threads, interleaved as the certificate says.
void threads_certify(struct engine_context *context,
                     const struct demand *demand,
                     const struct certificate *certificate,
                     struct result *result);
// After TRUE: does it hold of executions that do not end, too?
void inquiry_doubt_endless(struct inquiry *inquiry);
// After TRUE, or where nothing is said: was all memory seen that is handed out?
void inquiry_doubt_unseen(struct inquiry *inquiry);
// After UNKNOWN: does the program have one execution only, and does that decide
// the rows?
bool inquiry_runs(struct inquiry *inquiry);
// The same asked of an inquiry while it searches: nothing is concluded.
bool inquiry_could_run(void *asker);
// Of a function that starts alone: rows that runs from drawn states violate
// (draws.c). False when nothing is left to be asked.
bool inquiry_draws(struct inquiry *inquiry);
// The same before anything is built, if that may take long. What was violated
// is noted of rows once there are any.
void inquiry_draw_early(struct inquiry *inquiry);
void inquiry_take_early(struct inquiry *inquiry,
                        struct check_target_vec *targets);
void refuse(struct result *result, const char *why);
// To which depth recursion is followed at most; and where there is only one
// round, so that it must not be too large.
uint32_t depth_limit(const struct engine_context *context);
uint32_t depth_for_once(const struct engine_context *context);

// The loop of SLAM on the inquiry's program, whose threads are interleaved; the
// program is gone afterwards. A proof is told in the result; of a trace how
// deep its calls are inside each other.
enum slam_outcome summaries_try(struct inquiry *inquiry, uint32_t *depth,
                                struct strbuf *why);
// After UNKNOWN of assertions, because recursion is not followed deep enough or
// copies of callees do not fit: functions as summaries, for a short while or
// twice as long. A proof is told in the result; of a trace how deep its calls
// are inside each other.
enum slam_outcome inquiry_try_summaries(struct inquiry *inquiry, bool is_brief,
                                        uint32_t *depth);
// After a check of a specification was not decided, because recursion is not
// followed deep enough: recursive functions as summaries, with where the
// specification is as a variable. A proof is told in the result; of a trace how
// deep its calls are inside each other.
enum slam_outcome conformance_try_summaries(struct engine_context *context,
                                            const struct demand *demand,
                                            struct result *result,
                                            uint32_t *depth);

void run_threads(struct engine_context *context, const struct demand *demand,
                 struct result *result);
void run_summaries(struct engine_context *context, const struct demand *demand,
                   struct result *result);
void run_assertions(struct engine_context *context, const struct demand *demand,
                    struct result *result);
void run_termination(struct engine_context *context,
                     const struct demand *demand, struct result *result);
// Does a proof that executions of the component end say nothing, because of
// what is not modelled or may wait for ever?
bool termination_is_doubtful(const struct component *component);
// A routine that the procedure calls and that may never come back, or null.
const char *termination_staying(const struct program *program,
                                const struct procedure *procedure);
void run_conformance(struct engine_context *context,
                     const struct demand *demand, struct result *result);
// `f refines P in bisimulation` (bisimulation.c), and of a system.
void bisimulation_run_system(struct engine_context *context,
                             const struct demand *demand,
                             struct result *result);
// After `f refines P in simulation` was not decided: the same by exact
// abstraction.
void simulation_try_exact(struct engine_context *context,
                          const struct demand *demand, struct result *result);
void run_bisimulation(struct engine_context *context,
                      const struct demand *demand, struct result *result);
void run_exact(struct engine_context *context, const struct demand *demand,
               struct result *result);
// What executions are run of.
struct formula_runs {
  struct component *component;
  const struct component_options *options;
  const struct temporal *ending; // the same formula, if every execution ends
};
// How a function is built of which a formula, or a game, is asked.
struct component_options formula_options(const struct engine_context *context,
                                         const struct demand *demand);
// Decides a formula of a component (formula_decide.c); `runs` may be null. Can
// it be asked? False, with the reason, otherwise.
bool formula_can_ask(const struct behaviour *behaviour, struct strbuf *why);
void formula_decide(struct engine_context *context,
                    const struct temporal *temporal,
                    const struct abstract_subject *subject,
                    const struct formula_runs *runs, struct result *result);
// Checks again, of the program itself, what was decided. Otherwise the verdict
// is unknown.
bool formula_recheck(struct engine_context *context, struct abstract *abstract,
                     const struct temporal *temporal,
                     const struct temporal_value *value, struct result *result);
// The line of a certificate behind which it is proved that executions end.
#define FORMULA_ENDS "ends"
// An execution of the component in which an assertion fails has ended.
void formula_end_violations(struct component *component);
// Is the certificate in the file one of what was asked? By cvc5 alone.
void formula_certify(struct engine_context *context,
                     const struct temporal *temporal,
                     const struct abstract_subject *subject,
                     const struct formula_runs *runs, const char *path,
                     struct result *result);
// After a certificate that it holds: is there an execution of which it does?
void formula_look_at_vacuity(struct engine_context *context,
                             const struct temporal *temporal,
                             const struct abstract_subject *subject,
                             const struct formula_runs *runs,
                             struct result *result);
// Decides a formula of an LTS, whose states are its concrete ones.
void formula_decide_lts(struct engine_context *context,
                        const struct temporal *temporal, const struct lts *lts,
                        struct result *result);
// The same of components that communicate (formula_system.c).
void formula_run_system(struct engine_context *context,
                        const struct demand *demand,
                        const struct temporal *temporal, struct result *result);
// The same of threads that share memory (formula_threads.c).
void formula_run_threads(struct engine_context *context,
                         const struct demand *demand,
                         const struct temporal *temporal,
                         struct result *result);
// Is a condition of the formula about globals alone that are variables?
bool formula_is_global(const struct demand *demand,
                       const struct c_syntax *syntax);
// Is it one that is proved of recursion of any depth (formula_recursion.c)?
// True: it is decided.
bool formula_prove_recursion(struct engine_context *context,
                             const struct demand *demand,
                             struct result *result);
// Does every execution of a program with threads end?
void formula_end_threads(struct engine_context *context,
                         const struct demand *demand, struct result *result);
// Of a component that was built; `ending`: the same formula, if every execution
// ends, or null.
void formula_decide_function(
    struct engine_context *context, const struct demand *demand,
    const struct temporal *temporal, const struct temporal *ending,
    const struct component *component, const struct component_options *options,
    const struct weaving *weaving, struct result *result);
struct system_options system_options_of(const struct engine_context *context);
void run_formula(struct engine_context *context, const struct demand *demand,
                 struct result *result);
void run_system(struct engine_context *context, const struct demand *demand,
                struct result *result);

#endif
