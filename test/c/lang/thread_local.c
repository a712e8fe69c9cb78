// _Thread_local objects: each thread starts from the initial value.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int counter = 10;
static __thread struct { int a, b; } pair = {1, 2};

static int bump(void) {
  static _Thread_local int calls;
  return ++calls;
}

static void *work(void *argument) {
  counter += *(int *)argument;
  pair.b *= counter;
  bump(), bump();
  *(int *)argument = counter * 1000 + pair.b * 10 + bump();
  return &counter == argument ? argument : NULL;
}

int main(void) {
  counter++;
  bump();
  int a = 5, b = 6;
  pthread_t thread;
  pthread_create(&thread, NULL, work, &a);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, work, &b);
  pthread_join(thread, NULL);
  printf("%d %d\n", a, b);
  printf("%d %d %d %d\n", counter, pair.a, pair.b, bump());
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
