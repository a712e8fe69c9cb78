// The sieve of Eratosthenes, by recursion only.
void reach_error(void);
int __VERIFIER_nondet_int(void);

#define N 24
static char crossed[N];

static void cross(int at, int step) {
  if (at >= N)
    return;
  crossed[at] = 1;
  cross(at + step, step);
}

static void sieve(int p) {
  if (p * p >= N)
    return;
#ifndef BUG
  if (!crossed[p])
    cross(p * p, p);
#else
  if (!crossed[p])
    cross(p * p + p, p);
#endif
  sieve(p + 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (n < 2 || n >= N || k < 2 || k >= n)
    return 0;
  sieve(2);
  if (!crossed[n] && n % k == 0)
    reach_error();
  return 0;
}
