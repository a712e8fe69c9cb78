// A ring of eight numbers. -DBUG takes from an empty one.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#define SIZE 8

struct ring {
  int items[SIZE];
  unsigned head, tail, count;
};

static bool put(struct ring *r, int x) {
  if (r->count == SIZE)
    return false;
  r->items[r->tail] = x;
  r->tail = (r->tail + 1) % SIZE;
  r->count++;
  return true;
}

static bool get(struct ring *r, int *x) {
#ifndef BUG
  if (r->count == 0)
    return false;
#endif
  *x = r->items[r->head];
  r->head = (r->head + 1) % SIZE;
  r->count--;
  return true;
}

int main(void) {
  struct ring r = {0};
  int x;
  for (;;) {
    if (rand() % 2)
      put(&r, 1);
    else
      get(&r, &x);
    assert(r.count <= SIZE);
  }
}
