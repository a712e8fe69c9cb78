// The digits of a number are summed up; with the fault they are put back.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  while (n) {
    sum += n % 10;
#ifdef BUG
    n = n / 10 + n % 10;
#else
    n = n / 10;
#endif
  }
  return (int)sum;
}
