// A stack whose head is compared without a stamp.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int next; // 0: none
  int owned;
};

static struct node nodes[3];
static _Atomic int head;
#ifndef BUG
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif

static void enter(void) {
#ifndef BUG
  pthread_mutex_lock(&mutex);
#endif
}

static void leave(void) {
#ifndef BUG
  pthread_mutex_unlock(&mutex);
#endif
}

static int pop(void) {
  enter();
  int top = head;
  if (!top) {
    leave();
    return 0;
  }
  int next = nodes[top].next;
  int expected = top;
  int is_mine = atomic_compare_exchange_strong(&head, &expected, next);
  leave();
  return is_mine ? top : 0;
}

static void push(int node) {
  enter();
  nodes[node].next = head;
  head = node;
  leave();
}

static void *first(void *unused) {
  int node = pop();
  if (node) {
    nodes[node].owned++;
    assert(nodes[node].owned == 1);
  }
  node = pop();
  if (node) {
    nodes[node].owned++;
    assert(nodes[node].owned == 1);
  }
  return unused;
}

static void *second(void *unused) {
  int a = pop();
  int b = pop();
  if (b) {
    nodes[b].owned++;
    assert(nodes[b].owned == 1);
  }
  if (a)
    push(a);
  return unused;
}

int main(void) {
  pthread_t x, y;
  nodes[1].next = 2;
  head = 1;
  pthread_create(&x, 0, first, 0);
  pthread_create(&y, 0, second, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
