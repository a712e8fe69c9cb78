// A value is searched, if it is not there a smaller one; with the fault the same
// one again.
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5];
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++)
    a[i] = __VERIFIER_nondet_int();
  for (;;) {
    for (int j = 0; j < 5; j++)
      if (a[j] == x)
        goto found;
#ifndef BUG
    x--;
#endif
    if (x < 0)
      break;
  }
found:
  return 0;
}
