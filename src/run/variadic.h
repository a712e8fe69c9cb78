// The variable arguments of a library call, one after the other, wherever they
// are: in registers, in an area of memory, or behind a va_list.
//
// On x86-64 our va_lists have always used up their registers, so the arguments
// are in 8-byte slots from overflow_arg_area on (16-byte values aligned), and
// that field is advanced. With 32-bit pointers a va_list is a pointer to
// 4-byte slots.
#ifndef VOUCH_RUN_VARIADIC_H
#define VOUCH_RUN_VARIADIC_H

#include "run/library.h"

struct variadic {
  struct library_call *call;
  bool is_plain;
  uint32_t next;  // argument, when plain
  uint64_t area;  // address of the next slot, otherwise
  uint64_t field; // where the va_list keeps that address, or 0
};

// What follows the first `fixed` arguments of the call.
struct variadic variadic_rest(struct library_call *call, uint32_t fixed);
// What the va_list passed as the given argument says.
struct variadic variadic_list(struct library_call *call, uint32_t index);

// The next argument; false after stopping the run. A narrower argument than
// asked for, which C forbids, is extended with zeros.
bool variadic_integer(struct variadic *variadic, unsigned bytes, u128 *value);
bool variadic_long_double(struct variadic *variadic, long double *value);
bool variadic_pointer(struct variadic *variadic, uint64_t *value);

#endif
