// Functions that the library calls: at once, later, and as a thread.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct record {
  int key;
  int *value;
};
int x, y, z;
static struct record records[3] = {{3, &x}, {1, &y}, {2, &x}};

static int by_key(const void *a, const void *b) {
  const struct record *l = a, *r = b;
  return (l->key > r->key) - (l->key < r->key);
}
static void on_signal(int number) { x = number; }
static void at_end(void) { y = 0; }
static void *thread(void *argument) {
  int *p = argument;
  *p = 7;
  return &y;
}

int main(void) {
  qsort(records, 3, sizeof *records, by_key);
  signal(SIGINT, on_signal);
  atexit(at_end);
  struct record key = {2, 0};
  struct record *found = bsearch(&key, records, 3, sizeof key, by_key);
  *found->value = 5;
  pthread_t id;
  void *result;
  pthread_create(&id, 0, thread, &z);
  pthread_join(id, &result);
  *(int *)result = 1;
  return x + y + z - 13;
}

/* test: dump pointsto
 * stdout-contains: 26:3  call that may call back by_key
 * stdout-contains: load (char *)found + 8 -> {records[*].value}
 * stdout-contains: store found->value -> {x, y}
 * stdout-contains: b -> {records[*].key}
 * stdout-contains: store result -> {y}
 * stdout-contains: procedure on_signal
 * stdout-contains: procedure at_end
 * stdout-contains: argument -> {z}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
