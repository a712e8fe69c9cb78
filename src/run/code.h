// A procedure compiled for the interpreter: register code.
//
// A frame is an array of 64-bit words. First come the procedure's variables by
// slot (a value of more than 64 bits takes two words, low one first), then a
// host pointer for each frame object, then temporaries, which live within one
// edge. Words are normal: bits above the value's width are zero; Booleans are
// 0 or 1.
//
// Each edge becomes the instructions that evaluate its terms, operands first
// (ascending handles are a topological order), and then perform it. The edges
// that leave one location become tests in order; those that compare one term
// with constants become a switch. A memory operation and its INVALID sibling
// are one instruction that checks and accesses. STEP counts the edges of the
// straight-line piece that follows.
//
// Frame objects and global objects at constant offsets are accessed without
// checks: their host addresses are known once the frame exists.
#ifndef VOUCH_RUN_CODE_H
#define VOUCH_RUN_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "program/program.h"
#include "run/space.h"

enum instruction_op {
#define INSTRUCTION(name, form) CODE_##name,
#include "run/instruction.def"
#undef INSTRUCTION
  CODE_OP_COUNT
};

struct instruction {
  uint16_t op;
  uint16_t aux;
  uint32_t d;
  union {
    struct {
      uint32_t a;
      uint32_t b;
    };
    uint64_t word; // of CONST, or a host pointer of *_FIXED
  };
};

// A register that holds a value of a width; two words when that is over 64.
struct slot {
  uint32_t word;
  uint32_t width; // 0: none
};

// A term operator outside the fast instructions.
struct general {
  enum term_op op;
  struct slot a;
  struct slot b;
  unsigned result_width;
  unsigned low; // of an EXTRACT
};

// Dense from `low` on when `values` is null, otherwise searched by bisection.
struct switch_table {
  uint64_t low;
  uint64_t *values; // ascending
  uint32_t *targets;
  uint32_t count;
  uint32_t otherwise;
};

// A call or thread operation.
struct call_site {
  uint32_t edge;
  struct procedure_id callee; // none when indirect
  struct slot function;       // the address, when indirect
  struct slot *arguments;
  uint32_t count;
  struct slot variadic; // width 0: none
  struct slot target;   // width 0: none
};

struct frame_object {
  struct object_id object;
  uint32_t address; // word that holds the address
  uint32_t pointer; // word that holds the host address of the bytes
};

struct code {
  const struct procedure *procedure;
  struct instruction *instructions;
  uint32_t *edges; // of each instruction; 0 at a location that blocks
  uint32_t instruction_count;
  uint64_t *constants;
  uint32_t constant_count;
  struct general *generals;
  uint32_t general_count;
  struct switch_table *switches;
  uint32_t switch_count;
  struct call_site *sites;
  uint32_t site_count;
  struct slot *variables; // by the variable's slot in the procedure
  struct slot *parameters;
  uint32_t parameter_count;
  struct slot variadic;
  struct frame_object *objects; // ascending
  uint32_t object_count;
  uint32_t variable_words; // zeroed at entry
  uint32_t words;          // of the whole frame
  unsigned result_width;   // 0 for void
};

struct code_scratch; // the compiler's own

// What a procedure's code refers to outside the procedure.
struct code_environment {
  const struct program *program;
  // By object id; null for frame and thread-local objects.
  struct space_object **objects;
  struct slot *globals; // words of the globals, by variable id
  bool counts_edges;    // a STEP before every edge: threads may switch there
  bool has_turns;       // a TURN where another thread may go on (schedule.h)
  bool zeroes_indeterminate; // indeterminate variables are zero, unasked
  bool finds_races;          // an ACCESS before every access (races.h)
  bool watches;              // a WATCH before every access
  bool follows;              // an ARRIVE at every location
  bool compares;             // a COMPARED at every comparison of a branch
  bool records;              // RECORD instructions wherever something happens
  struct code_scratch *scratch; // from code_scratch_new
};

struct code_scratch *code_scratch_new(void);
void code_scratch_free(struct code_scratch *scratch);

struct code *code_compile(const struct code_environment *environment,
                          const struct procedure *procedure);
void code_free(struct code *code);
// Null when the object is not one of its frame.
const struct frame_object *code_frame_object(const struct code *code,
                                             struct object_id object);

// As text, one instruction a line (`vouch run -vv` shows it).
void code_print(const struct code *code, const struct interner *names,
                struct strbuf *out);

#endif
