// A value, then a flag; who sees the flag sees the value.
#include <assert.h>
#include <pthread.h>

static int data, flag, seen_flag, seen_data, copies[3];

static void *writer(void *unused) {
#ifdef BUG
  flag = 1;
  data = 7;
#else
  data = 7;
  flag = 1;
#endif
  copies[0] = 1;
  return unused;
}

static void *reader(void *unused) {
  copies[1] = 2;
  seen_flag = flag;
  seen_data = data;
  copies[2] = seen_flag;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!seen_flag || seen_data == 7);
  return 0;
}
