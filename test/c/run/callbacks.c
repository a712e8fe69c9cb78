// Functions called by the library, and library functions called through
// pointers.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

static int by_text(const void *a, const void *b) {
  calls++;
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_number(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

// Sorts inside a comparison.
static int by_sum(const void *a, const void *b) {
  int pairs[2][2];
  memcpy(pairs[0], a, sizeof pairs[0]);
  memcpy(pairs[1], b, sizeof pairs[1]);
  for (int i = 0; i < 2; i++)
    qsort(pairs[i], 2, sizeof(int), by_number);
  return pairs[0][1] - pairs[1][1];
}

static void bye(void) { puts("bye"); }
static void good(void) {
  puts("good");
  atexit(bye);
}

static int apply(int (*print)(const char *, ...), const char *text) {
  return print("%s %d %.1f\n", text, 7, 2.5);
}

int main(void) {
  const char *words[] = {"pear", "apple", "fig", "cherry", "banana"};
  qsort(words, 5, sizeof *words, by_text);
  for (int i = 0; i < 5; i++)
    printf("%s ", words[i]);
  printf("%d\n", calls > 4);
  const char *wanted = "fig";
  const char **found = bsearch(&wanted, words, 5, sizeof *words, by_text);
  printf("%d\n", (int)(found - words));
  int pairs[4][2] = {{1, 9}, {8, 2}, {3, 3}, {7, 0}};
  qsort(pairs, 4, sizeof *pairs, by_sum);
  for (int i = 0; i < 4; i++)
    printf("%d:%d ", pairs[i][0], pairs[i][1]);
  puts("");
  int numbers[200];
  for (int i = 0; i < 200; i++)
    numbers[i] = (i * 7919) % 211;
  qsort(numbers, 200, sizeof *numbers, by_number);
  int sorted = 1;
  for (int i = 1; i < 200; i++)
    sorted &= numbers[i - 1] <= numbers[i];
  printf("%d\n", sorted);
  printf("%d\n", apply(printf, "text"));
  void *(*allocate)(size_t) = malloc;
  void (*release)(void *) = free;
  size_t (*measure)(const char *) = strlen;
  char *copy = strcpy(allocate(10), "copied");
  printf("%s %zu\n", copy, measure(copy));
  release(copy);
  atexit(good);
  return 3;
}

/* test: run
 * native: same
 */
/* test: run --32
 * native: same
 */
