// Two threads put nodes on a list.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *insert(void *argument) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->value = *(int *)argument;
#ifdef BUG
  n->next = head;
  pthread_mutex_lock(&lock);
#else
  pthread_mutex_lock(&lock);
  n->next = head;
#endif
  head = n;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  void *ra, *rb;
  pthread_create(&a, 0, insert, &one);
  pthread_create(&b, 0, insert, &two);
  pthread_join(a, &ra);
  pthread_join(b, &rb);
  if (ra && rb) {
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
      sum += n->value;
    assert(sum == 3);
  }
  return 0;
}
