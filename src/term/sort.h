// Sorts of terms: bool, bit-vectors of 1 to 128 bits, and arrays from
// bit-vectors to bit-vectors. A sort is a small value, compared by `==` of its
// code; there is no table.
#ifndef VOUCH_TERM_SORT_H
#define VOUCH_TERM_SORT_H

#include <stdbool.h>
#include <stdint.h>

struct sort {
  uint32_t code; // 0 none, 1 bool, width << 8 bit-vector,
                 // index width << 20 | element width << 8 array
};

static inline struct sort sort_bool(void) {
  return (struct sort){1};
}
static inline struct sort sort_bits(unsigned width) {
  return (struct sort){width << 8};
}
static inline struct sort sort_array(unsigned index, unsigned element) {
  return (struct sort){index << 20 | element << 8};
}
static inline bool sort_equal(struct sort a, struct sort b) {
  return a.code == b.code;
}
static inline bool sort_is_bool(struct sort sort) {
  return sort.code == 1;
}
static inline bool sort_is_array(struct sort sort) {
  return sort.code >> 20 != 0;
}
static inline bool sort_is_bits(struct sort sort) {
  return sort.code > 1 && !sort_is_array(sort);
}
// Of a bit-vector, or of an array's elements.
static inline unsigned sort_width(struct sort sort) {
  return sort.code >> 8 & 0xfff;
}
// Of a value that is not an array: its bits, and the bytes that they take.
static inline unsigned sort_value_bits(struct sort sort) {
  return sort_is_bool(sort) ? 1 : sort_width(sort);
}
static inline unsigned sort_value_bytes(struct sort sort) {
  return (sort_value_bits(sort) + 7) / 8;
}
static inline unsigned sort_index_width(struct sort sort) {
  return sort.code >> 20;
}

#endif
