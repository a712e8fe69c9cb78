// Who answers a demand, and what there is to answer it with.
//
// An engine is a row: what it is called, which demands it accepts, and how it
// runs. It gets a context and fills in a result (evidence/result.h); it prints
// nothing. The first row that accepts a demand answers it, so that another
// engine is another row in engine.c and needs no change of these.
//
//   certificates  is a certificate of assertions a proof?
//   witnesses     are the invariants of a witness one?
//   threads       what assertions, and checks of main, are to a program that
//                 creates threads
//   termination   does every execution end?
//   exact         assertions of one sequential component by exact abstraction,
//                 where that is asked for
//   summaries     assertions by Boolean programs with procedures, where that
//                 is asked for
//   assertions    assertions, error functions, labels, undefined behaviour of
//                 one sequential component
//   formulas      temporal formulas of a function or a process
//   conformance   a function against a specification
//   systems       components that communicate, against one
//   processes     a specification against another; no C is involved
#ifndef VOUCH_ENGINE_ENGINE_H
#define VOUCH_ENGINE_ENGINE_H

#include <stdbool.h>

#include "base/log.h"
#include "base/options.h"
#include "base/poll.h"
#include "check/component.h"
#include "evidence/result.h"
#include "frontend/mention.h"
#include "solver/solver.h"
#include "spec/spec.h"
#include "tactic/progress.h"

// What is asked: rows of a component, or a check of a specification.
struct demand {
  struct component_options component; // entry and rules; of a check only what
                                      // is kept
  const char *beyond;  // the property that is asked for is this, which nobody
                       // checks; or null
  bool is_termination; // does every execution end?
  bool is_task;        // by the rules of the verification tasks
  bool has_threads;    // the program creates threads
  bool checks_main;    // the check is of the program from main on
  bool is_exact;       // by exact abstraction (--engine=exact)
  bool has_summaries;  // by Boolean programs (--engine=summaries)
  bool is_inlined;     // by inlining alone (--engine=inline)
  bool has_model;      // the data model was asked for
  bool may_adopt; // pointers that nobody initialised may be followed if nothing
                  // else helps (memory/adopt.h)
  const char *certificate;        // to be checked; null: a proof is looked for
  bool has_witness;               // the program has assertions of a witness
  struct spec *spec;              // null: no specification
  const struct spec_check *check; // of it
};

struct engine_context {
  const struct program *program; // as it was loaded; engines work in drafts
  struct interner *names;
  const struct options *options;
  struct solver *solver; // that the specification was read with, or null; a
                         // context of Z3 takes its time to be made
  struct limits limits;
  struct progress *progress;
  const struct log *log;
  struct stats *stats;
  struct story *story;           // of the result, while an engine runs
  const struct interner *former; // texts of a former proof, or null
  // Called when a row is decided, and when rows are first known; a violation is
  // shown by the executions from `first` on.
  void (*learnt)(void *observer, const struct result *result, uint32_t first);
  // Does the source call a function that the question wants, perhaps where the
  // compiler makes no code of it? May be null: it does not.
  bool (*mentions)(void *observer, const struct mention_question *question);
  void *observer;
};

struct engine {
  const char *name;
  // `why` says why not.
  bool (*accepts)(const struct demand *demand, struct strbuf *why);
  void (*run)(struct engine_context *context, const struct demand *demand,
              struct result *result);
};

// The engine for a demand. Null: `why` gets the reason of the last row that
// the demand might have been for.
const struct engine *engine_for(const struct demand *demand,
                                struct strbuf *why);
// Unknown, if there is no engine. The result has `names`.
void engine_answer(struct engine_context *context, const struct demand *demand,
                   struct result *result);

#endif
