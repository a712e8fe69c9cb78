// Half or three times plus one, from small numbers; with the fault one starts
// below zero.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  if (x < -20 || x > 20)
    return 0;
  while (x != 1) {
#else
  if (x < 1 || x > 20)
    return 0;
  while (x > 1) {
#endif
    if (x % 2 == 0)
      x = x / 2;
    else
      x = 3 * x + 1;
  }
  return 0;
}
