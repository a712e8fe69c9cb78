// A flag says whether to go on; with the fault the number that it depends on
// begins anew.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), is_running = 1;
  if (n < -1000)
    return 0;
  while (is_running) {
    n--;
    if (n <= 0)
#ifdef BUG
      n = 5;
#else
      is_running = 0;
#endif
  }
  return 0;
}
