// A struct that is passed by value ends with the call.
struct s {
  int a[10];
};
static int *f(struct s x) {
  int *p = &x.a[3];
  return p;
}
static int sum(struct s x) {
  int *p = x.a, r = 0;
  for (int i = 0; i < 10; i++)
    r += p[i];
  return r;
}
int main(void) {
  struct s s = {{0}};
#ifdef SAFE
  return f(s) ? sum(s) : 1;
#else
  return *f(s) + sum(s);
#endif
}
/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref --32
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DSAFE
 * stdout-contains: RESULT: true
 * test: run
 * exit: 10
 * stderr-contains: `argument`, whose block was left
 */
