// Runs from drawn states get answers of the library that it may give: numbers
// of their range, of which those that the world decides are no guesses, nor is
// what nobody uses.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct store {
  int file;
  int count;
  int values[4];
};

// Only where it succeeds.
int store_close(struct store *store) {
  if (close(store->file) == 0)
    return store->values[4 + (store->count & 0)];
  return -1;
}

// What nobody looks at is no guess.
int store_flush(struct store *store) {
  sync();
  iconv_close(0);
  return store->values[4 + (store->count & 0)];
}

// How much is printed the run knows.
int store_print(struct store *store, char *text, double value) {
  char buffer[400];
  snprintf(buffer, sizeof buffer, "%.3f", value);
  sprintf(buffer, "%.*f", store->count & 7, 1.5);
  return text[0] + store->values[4 + (store->count & 0)];
}

/* test: check --deref --nonnull --function store_close -include iconv.h $file
 * exit: 10
 * stdout-contains: close
 * stdout-contains: out of bounds
 */
/* test: check --deref --nonnull --function store_flush -include iconv.h $file
 * exit: 10
 * stdout-contains: out of bounds
 */
/* test: check --deref --nonnull --function store_print -include iconv.h $file
 * exit: 10
 * stdout-contains: answers.c:34:
 */
