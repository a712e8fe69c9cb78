// Each writes its own flag and reads the other's: one of them sees the other's.
#include <assert.h>
#include <pthread.h>

static int x, y, r, s, done_r, done_s;
static _Bool helper_a, helper_b, helper_c;

static void *first(void *unused) {
  x = 1;
  helper_a = 1;
#ifdef BUG
  done_r = 1;
  r = y;
#else
  r = y;
  done_r = 1;
#endif
  return unused;
}

static void *second(void *unused) {
  y = 1;
  helper_b = helper_a;
  s = x;
  done_s = 1;
  helper_c = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  if (done_r && done_s)
    assert(r == 1 || s == 1);
  return 0;
}
