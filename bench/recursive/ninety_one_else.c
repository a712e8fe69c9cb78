// McCarthy's function with other constants: 190 up to 201.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int f(int n) {
#ifndef BUG
  if (n > 200)
#else
  if (n > 201)
#endif
    return n - 11;
  return f(f(n + 12));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int result = f(n);
  if (n <= 201 && result != 190)
    reach_error();
  if (n > 201 && result != n - 11)
    reach_error();
  return 0;
}
