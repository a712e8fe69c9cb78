// While one of two numbers is positive it gets smaller; with the fault the other
// gets greater.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 10000 || y > 10000)
    return 0;
  while (x > 0 || y > 0) {
#ifdef BUG
    if (x > y) {
      x--;
      y++;
    } else {
      y--;
      x++;
    }
#else
    if (x > 0)
      x--;
    else
      y--;
#endif
  }
  return 0;
}
