// Three threads pass a value on in turns; who finds that it is not its turn
// gives up. Whoever had the last turn left what all have computed.
#include <assert.h>
#include <pthread.h>

static int turn, value, done;
static int in0, in1, in2;
extern int __VERIFIER_nondet_int(void);

static void *first(void *unused) {
  if (turn == 0) {
    value = value * 2 + in0;
    turn = 1;
  }
  return unused;
}

static void *second(void *unused) {
  if (turn == 1) {
    value = value * 3 + in1;
    turn = 2;
  }
  return unused;
}

static void *third(void *unused) {
#ifdef BUG
  if (turn >= 1) {
#else
  if (turn == 2) {
#endif
    value = value * 5 + in2;
    done = 1;
  }
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  in0 = __VERIFIER_nondet_int();
  in1 = __VERIFIER_nondet_int();
  in2 = __VERIFIER_nondet_int();
  int expected = (in0 * 3 + in1) * 5 + in2;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  if (done)
    assert(value == expected);
  return 0;
}
