// What every unit test needs: cmocka with the headers it wants, reproducible
// random numbers, and a stream that ends up in a string.
#ifndef VOUCH_TEST_UNIT_H
#define VOUCH_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// splitmix64: the same sequence everywhere for the same seed.
struct random {
  uint64_t state;
};

static inline uint64_t random_next(struct random *random) {
  uint64_t x = random->state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline uint32_t random_below(struct random *random, uint32_t limit) {
  return (uint32_t)(random_next(random) % limit);
}

// A stream whose output can be read back: `text` is valid after each
// capture_text and until capture_release.
struct capture {
  FILE *out;
  char *text;
  size_t length;
};

static inline void capture_init(struct capture *capture) {
  capture->out = open_memstream(&capture->text, &capture->length);
  assert_non_null(capture->out);
}

static inline const char *capture_text(struct capture *capture) {
  fflush(capture->out);
  return capture->text;
}

static inline void capture_release(struct capture *capture) {
  fclose(capture->out);
  free(capture->text);
}

#endif
