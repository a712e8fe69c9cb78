// Calls count a number down that they all know; with the fault each of them
// puts back what it has taken.
int __VERIFIER_nondet_int(void);

static void use(int *p) {
  while (*p > 0) {
    *p -= 1;
    use(p);
#ifdef BUG
    *p += 1;
#endif
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1000)
    use(&n);
  return 0;
}
