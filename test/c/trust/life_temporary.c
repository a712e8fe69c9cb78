// A struct that a function returned ends with the full expression.
struct s {
  int a[3];
};
static struct s make(int k) {
  struct s r = {{k, k + 1, k + 2}};
  return r;
}
static int sum(const int *p) {
  return p[0] + p[1] + p[2];
}
static int *kept;
static void keep(int *p) {
  kept = p;
}
int main(void) {
  int t = sum(make(3).a), *p;
  t += make(4).a[1];
#if CASE == 1
  int *q = make(5).a;
  t += *q;
#elif CASE == 2
  p = make(5).a;
  t += *p;
#elif CASE == 3
  t += (p = make(5).a, p[1]);
#elif CASE == 4
  for (int i = 0; i < 3; i++) {
    keep(make(i).a);
    t += i;
  }
  t += *kept;
#elif CASE == 5
  for (int i = 0; i < 3; i++)
    t += sum(make(i).a);
#elif CASE == 6
  for (int i = 0; i < 3; i++) {
    if (kept)
      t += *kept;
    keep(make(i).a);
  }
#elif CASE == 7
  if (sum(kept = make(1).a) > 2)
    t += *kept;
#endif
  return t;
}
/* test: check --deref -DCASE=0
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=1
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=2
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=3
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=4
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=5
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=6
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCASE=7
 * exit: 5
 * stdout-contains: after its end
 * test: run -DCASE=3
 * native: same
 */
