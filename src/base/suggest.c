#include "base/suggest.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

// One more row of the table: `row[j]` becomes the distance of the first i + 1
// characters of a and the first j of b, given the two rows before.
static void fill_row(uint32_t *row, const uint32_t *last,
                     const uint32_t *before_last, const char *a, size_t i,
                     const char *b, size_t columns) {
  row[0] = (uint32_t)i + 1;
  for (size_t j = 0; j < columns; j++) {
    row[j + 1] = last[j] + (a[i] != b[j]);
    row[j + 1] = least(row[j + 1], least(row[j], last[j + 1]) + 1);
    bool swapped = i && j && a[i] == b[j - 1] && a[i - 1] == b[j];
    if (swapped)
      row[j + 1] = least(row[j + 1], before_last[j - 1] + 1);
  }
}

uint32_t edit_distance(const char *a, const char *b) {
  size_t rows = strlen(a), columns = strlen(b);
  uint32_t *table = memory_new_zero(3 * (columns + 1), sizeof *table);
  uint32_t *row = table;
  uint32_t *last = row + columns + 1;
  uint32_t *before_last = last + columns + 1;
  for (size_t j = 0; j <= columns; j++)
    last[j] = (uint32_t)j;
  for (size_t i = 0; i < rows; i++) {
    fill_row(row, last, before_last, a, i, b, columns);
    uint32_t *oldest = before_last;
    before_last = last;
    last = row;
    row = oldest;
  }
  uint32_t distance = last[columns];
  free(table);
  return distance;
}

// A third of the letters may be wrong: beyond that a suggestion is a guess.
struct suggestion suggestion_for(const char *wanted) {
  uint32_t tolerated = (uint32_t)strlen(wanted) / 3;
  return (struct suggestion){wanted, NULL, tolerated + 1};
}

void suggestion_offer(struct suggestion *suggestion, const char *word) {
  uint32_t distance = edit_distance(suggestion->wanted, word);
  if (distance >= suggestion->distance)
    return;
  suggestion->best = word;
  suggestion->distance = distance;
}
