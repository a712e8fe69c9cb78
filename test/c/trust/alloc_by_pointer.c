// malloc, calloc and free through pointers do what they do by their names: they
// may fail, give as many bytes as are asked for, and end an object.
#include <stdlib.h>
#include <string.h>

#ifndef ROOM
#define ROOM 2
#endif

static void *(*make)(size_t) = malloc;
static void *(*make_many)(size_t, size_t) = calloc;
static void (*end)(void *) = free;
static size_t (*length)(const char *) = strlen;

int main(void) {
  char *text = make(ROOM);
  int *numbers = make_many(3, sizeof *numbers);
#ifndef UNCHECKED
  if (!text || !numbers) {
    end(text);
    end(numbers);
    return 1;
  }
#endif
  text[0] = 'a';
  text[1] = '\0';
  numbers[2] += (int)length(text);
  int sum = numbers[0] + numbers[2];
  end(text);
  end(numbers);
#ifdef LATE
  sum += text[0];
#endif
#ifdef TWICE
  end(numbers);
#endif
  return sum - 1;
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref -DUNCHECKED
 * exit: 10
 * stdout-contains: write of 1 byte through a null pointer
 */
/* test: check --deref -DROOM=1
 * exit: 10
 * stdout-contains: write of 1 byte out of bounds
 */
/* test: check --deref -DLATE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DTWICE
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
