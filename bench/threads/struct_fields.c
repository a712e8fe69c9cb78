// Two threads change fields of one struct, each its own, or not.
#include <assert.h>
#include <pthread.h>

struct pair {
  int left, right;
};
static struct pair p;

static void *first(void *argument) {
  struct pair *q = argument;
  for (int i = 0; i < 3; i++)
    q->left++;
  return 0;
}

static void *second(void *argument) {
  struct pair *q = argument;
  for (int i = 0; i < 3; i++)
#ifdef BUG
    q->left++;
#else
    q->right++;
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, &p);
  pthread_create(&b, 0, second, &p);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(p.left + p.right == 6);
  return 0;
}
