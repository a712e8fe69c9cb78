// Flags that are set in order, some of them or none, are read in the other
// order: whoever was set last tells of those before.
#include <assert.h>
#include <pthread.h>

static int g0, g1, g2, g3, g4, g5, g6, g7;
extern int __VERIFIER_nondet_int(void);

static void *set(void *unused) {
  g0 = 1;
  if (__VERIFIER_nondet_int())
    return unused;
  g1 = g0 + 1;
  if (__VERIFIER_nondet_int())
    return unused;
  g2 = g1 + 1;
  if (__VERIFIER_nondet_int())
    return unused;
  g3 = g2 + 1;
  if (__VERIFIER_nondet_int())
    return unused;
  g4 = g3 + 1;
  if (__VERIFIER_nondet_int())
    return unused;
  g5 = g4 + 1;
  if (__VERIFIER_nondet_int())
    return unused;
  g6 = g5 + 1;
  g7 = g6 + 1;
  return unused;
}

static void *look(void *unused) {
#ifdef BUG
  int h7 = g7, h6 = g6, h5 = g5, h3 = g3, h4 = g4, h2 = g2, h1 = g1, h0 = g0;
#else
  int h7 = g7, h6 = g6, h5 = g5, h4 = g4, h3 = g3, h2 = g2, h1 = g1, h0 = g0;
#endif
  assert((!h7 || h6 == 7) && (!h6 || h5 == 6) && (!h5 || h4 == 5) &&
         (!h4 || h3 == 4) && (!h3 || h2 == 3) && (!h2 || h1 == 2) &&
         (!h1 || h0 == 1));
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, set, 0);
  pthread_create(&t[1], 0, look, 0);
  pthread_create(&t[2], 0, look, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
