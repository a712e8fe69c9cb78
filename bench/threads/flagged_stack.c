// A stack under a lock; who pops looks whether there is something on it.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 5 };
static unsigned arr[SIZE];
static int top;
static _Bool flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void push(unsigned x) {
  assert(top < SIZE);
  arr[top] = x;
  top++;
}

static unsigned pop(void) {
  assert(top > 0);
  top--;
  return arr[top];
}

static void *pusher(void *unused) {
  for (unsigned i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    push(i * 3 % SIZE);
    flag = 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *popper(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (flag)
#else
    if (top > 0)
#endif
      pop();
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
