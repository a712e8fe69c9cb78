// Division by two reaches zero, and by one it does not.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  int by = 1;
#else
  int by = 2;
#endif
  while (x != 0)
    x /= by;
  return 0;
}
