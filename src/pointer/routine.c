#include "pointer/routine.h"

#include "program/program.h"

enum {
  NONE = 0,
  FIRST = 1,
  SECOND = 2,
  REST = (int)0x7ffffffe, // all but the first
  A = ROUTINE_ALLOCATES,
  R = ROUTINE_RETURNS
};

struct routine routine_find(const char *name) {
#define ROUTINE(text, bits, written)                                           \
  if (is_call_of(name, text))                                                  \
    return (struct routine){ROUTINE_KNOWN | (bits), written};
#include "pointer/routine.def"
#undef ROUTINE
  return (struct routine){0, 0};
}

bool routine_writes(struct routine routine, uint32_t argument) {
  return routine.writes >> (argument < 30 ? argument : 30) & 1;
}
