// The part of a harness that runs a function by itself, or the components of a
// system: it builds the state in which each starts, calls it, and compares the
// calls that a specification speaks of with those of the execution, whose
// actions step the specification's automaton (deeds.runtime). Made of the lines
// that run/deeds.h describes and of those about the entry state.
#ifndef VOUCH_REPORT_ALONE_H
#define VOUCH_REPORT_ALONE_H

#include "evidence/result.h"

VEC_DEFINE(alone_name_vec, char *);

struct alone_parameter {
  char class;
  char *value;
};

VEC_DEFINE(alone_parameter_vec, struct alone_parameter);

// An object that the files only declare.
struct alone_extern {
  char *name;
  unsigned long long size; // 0: not known
};

VEC_DEFINE(alone_extern_vec, struct alone_extern);

// One function that runs.
struct alone_lane {
  char *entry; // or null
  char class;  // of its result
  struct alone_parameter_vec parameters;
  struct alone_name_vec objects; // of the entry state
  struct strbuf setup;           // C: what they hold
  struct strbuf pointers;        // C: which follows that
  struct strbuf rows;            // of the table of deeds
  struct strbuf cases;           // C: what each does
  struct strbuf actions;         // "object name" lines
  struct strbuf pending;         // what the call that goes on wrote: C
  uint32_t row_count;
  bool has_begun; // the entry state is over
};

VEC_DEFINE(alone_lane_vec, struct alone_lane);

struct alone {
  const struct result *result;
  struct alone_lane_vec lanes;
  uint32_t current;               // of them
  struct alone_name_vec symbols;  // of the program, that are spoken of
  struct alone_name_vec replaced; // functions: what is said of them happens
  struct alone_name_vec events;   // functions: they go on as they are
  struct alone_extern_vec externs;
  uint32_t words[7]; // of the call that goes on: where its arguments are
  char *refused;     // what cannot be done, or null
};

void alone_release(struct alone *alone);
// Begins with another function; its lines follow.
void alone_begin(struct alone *alone, const struct result *result);
// Lines of the oracle, by their words; those of deeds without the first.
void alone_read_object(struct alone *alone, const char *name, const char *size,
                       const char *bytes);
void alone_read_pointer(struct alone *alone, const char *name,
                        const char *offset, const char *value);
void alone_read_deed(struct alone *alone, char *line);

// Appends a value (run/deeds.h) as an expression of C.
void alone_add_value(struct alone *alone, const char *value,
                     struct strbuf *out);
// Is it an object of the entry state?
bool alone_has_object(const struct alone *alone, const char *name);

// Is there anything that main would not do by itself?
bool alone_is_needed(const struct alone *alone);
// Does the specification say what this function does?
bool alone_replaces(const struct alone *alone, const char *function);
// Appends the definition of an object that the files only declare, for the
// linker asks for it; false if it is none.
bool alone_define(const struct alone *alone, const char *name,
                  struct strbuf *out);
// C, with a main. The schedule is that of the execution.
void alone_write(const struct alone *alone, const struct execution *execution,
                 struct strbuf *out);

#endif
