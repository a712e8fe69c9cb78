// Where C's parameters are among the arguments of a call.
//
// The front end passes what the compiler passes, and that follows the calling
// convention: a struct is split into pieces, or copied and its address passed,
// and a large result is written where a first, hidden argument points. Each
// procedure has what is known of its arguments (`passing`); with the C type of
// the function that says which of them are a parameter.
//
// x86-64: two eightbytes at most, also for __int128; larger structs, and those
// for which no registers are left, are copied. i386: structs made of ints,
// floats and pointers are expanded to their fields, others are copied.
#ifndef VOUCH_PROGRAM_LOWERING_H
#define VOUCH_PROGRAM_LOWERING_H

#include "program/program.h"

struct lowered_piece {
  uint32_t argument;
  uint64_t offset; // in bytes, in the parameter
};

VEC_DEFINE(lowered_piece_vec, struct lowered_piece);

struct lowered {
  uint32_t parameter;
  bool is_copied; // the only piece is the address of a copy
  struct lowered_piece_vec pieces;
};

VEC_DEFINE(lowered_vec, struct lowered);

// One for each parameter of the C type, in order. False, with none, when type
// and arguments do not agree.
bool lowering_of(const struct program *program,
                 const struct procedure *procedure, struct ctype type,
                 struct lowered_vec *into);
void lowering_release(struct lowered_vec *lowered);
// The argument with the address for the result, or UINT32_MAX.
uint32_t lowering_result(const struct procedure *procedure);

// What an argument is: a value of the type, or the address of memory that has
// the type and is the caller's for the time of the call, never null. No type:
// it is not known, or a piece of several values.
struct lowered_type {
  struct ctype type;
  bool is_memory;
};
struct lowered_type lowering_type(const struct program *program,
                                  const struct procedure *procedure,
                                  uint32_t argument);
// The parameter put together from the arguments, as bits in the order of
// memory; the address of one that is copied. None when there are too few.
struct term lowering_value(struct term_table *terms,
                           const struct lowered *lowered,
                           const struct term *arguments, uint32_t count);

#endif
