// A number goes towards zero from both sides; with the fault it steps over it.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x != 0) {
#ifdef BUG
    if (x > 0)
      x -= 2;
    else
      x += 2;
#else
    if (x > 0)
      x -= 1;
    else
      x += 1;
#endif
  }
  return 0;
}
