// What the declaration of a function says by attributes that compilers know.
//
// Of its arguments, which is what whoever calls it has to see to:
//
//   nonnull            the pointer is not null
//   int a[static 4]    so many bytes can be read behind it, so it is not null
//   access(.., i, j)   as many elements as the argument j says can be read
//                      behind the argument i, unless that is zero or less
//
// And of its result: `returns_nonnull`; `malloc`: null, or the address of
// memory that nobody else has; `alloc_size`: as many bytes as the product of
// these arguments. Results of functions that have a body are what that returns.
//
// What is written here is what the front end found (frontend/attributes.c);
// check/attributes.h says what comes of it. A record's `counted_by` is with its
// fields (ctype.h).
#ifndef VOUCH_PROGRAM_ATTRIBUTE_H
#define VOUCH_PROGRAM_ATTRIBUTE_H

#include <stdbool.h>
#include <stdint.h>

enum attribute_kind {
  ATTRIBUTE_NONNULL,
  ATTRIBUTE_BYTES, // `size` of them
  ATTRIBUTE_SIZED  // `counter` elements of `size` bytes each
};

struct attribute {
  enum attribute_kind kind;
  uint32_t argument; // of a call, from 0
  uint64_t size;
  uint32_t counter; // another argument
  bool is_signed;   // what that is
};

struct attributes {
  const struct attribute *required; // in the program's arena
  uint32_t required_count;
  bool gives_nonnull; // returns_nonnull
  bool gives_new;     // malloc
  uint32_t sizes[2];  // 1 + an argument that alloc_size names; 0: none
};

#endif
