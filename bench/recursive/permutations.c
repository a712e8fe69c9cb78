// Permutations of three by exchange stay permutations.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int a[3] = {1, 2, 3};

static void swap(int i, int j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}

static void permute(int k) {
  if (k == 3) {
    assert(a[0] + a[1] + a[2] == 6);
    assert(a[0] != a[1] && a[1] != a[2] && a[0] != a[2]);
    return;
  }
  for (int i = k; i < 3; i++) {
    swap(k, i);
    permute(k + 1);
#ifdef BUG
    a[k] = a[i];
#else
    swap(k, i);
#endif
  }
}

int main(void) {
  permute(0);
  assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
  return 0;
}
