// A list on the heap behind a mutex: one puts in, one takes out and frees.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *head;
static int taken;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *unused) {
  for (int i = 1; i <= 2; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 0;
    node->value = i;
    pthread_mutex_lock(&mutex);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *take(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    struct node *node = head;
    if (node) {
#ifdef BUG
      taken += node->value + i;
#else
      taken += node->value;
#endif
      head = node->next;
      free(node);
    }
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(taken <= 3);
  return 0;
}
