// A stack that is pushed to before it is popped from.
#include <assert.h>
#include <pthread.h>

#define SIZE 5

int __VERIFIER_nondet_int(void);
static unsigned stack[SIZE];
static int top, flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int push(unsigned value) {
  if (top == SIZE)
    return -1;
  stack[top++] = value;
  return 0;
}

static int pop(void) {
  if (top == 0)
    return -2;
  top--;
  return (int)stack[top];
}

static void *pusher(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&mutex);
    unsigned value = (unsigned)__VERIFIER_nondet_int() % SIZE;
    assert(push(value) != -1);
    flag = 1;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *popper(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&mutex);
#ifdef BUG
    if (flag)
#else
    if (top > 0)
#endif
      assert(pop() != -2);
    pthread_mutex_unlock(&mutex);
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
