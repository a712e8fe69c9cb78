// Two functions that copy a number by counting, each with a cap.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int first(int n);

static int second(int n) {
  if (n == 0)
    return 0;
  int result = first(n - 1) + 1;
  if (result > 3)
    return 3;
  return result;
}

static int first(int n) {
  if (n == 0)
    return 0;
  int result = second(n - 1) + 1;
  if (result > 3)
    return 3;
  return result;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifndef BUG
  if (first(n) == 5)
#else
  if (first(n) == 3)
#endif
    reach_error();
  return 0;
}
