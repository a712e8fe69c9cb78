// Task definitions (`.yml`, format versions 1.0, 2.0 and 2.1): which files make
// up a program, which properties are asked of it, and what the right answers
// are.
//
//   format_version: '2.0'
//   input_files: 'server.i'              # or a list
//   properties:                          # may be missing
//     - property_file: ../properties/unreach-call.prp
//       expected_verdict: false          # may be missing
//       subproperty: valid-deref         # the one violated; may be missing
//   options:                             # not in 1.0
//     language: C
//     data_model: ILP32                  # or LP64
//
// Paths are relative to the file. Unknown keys are ignored, as the format asks.
// The property files themselves are not opened here: a caller that brings its
// own property needs none of them.
//
// Embedded object: task_read fills a zeroed struct, task_release empties it.
// All texts are interned.
#ifndef VOUCH_SPEC_TASK_H
#define VOUCH_SPEC_TASK_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"
#include "base/vec.h"

enum data_model {
  DATA_MODEL_NOT_GIVEN, // the caller's
  DATA_MODEL_ILP32,
  DATA_MODEL_LP64,
};

enum expected_verdict { EXPECTED_NOT_GIVEN, EXPECTED_TRUE, EXPECTED_FALSE };

struct task_input {
  struct name path;         // joined with the folder of the task file
  struct position position; // in the task file
};

struct task_property {
  struct name path; // of the property file, joined likewise
  enum expected_verdict expected;
  struct name subproperty; // or none
  struct position position;
};

VEC_DEFINE(task_input_vec, struct task_input);
VEC_DEFINE(task_property_vec, struct task_property);

struct task {
  struct task_input_vec inputs; // at least one
  struct task_property_vec properties;
  enum data_model data_model;
};

// False, after telling why and where, when the file cannot be read, is not YAML
// or not a task, when its language is not C, or when an input file is missing.
// `names` must be the interner of `diag`. Release the task in either case.
bool task_read(struct task *task, const char *path, struct interner *names,
               struct diag *diag);
void task_release(struct task *task);

#endif
