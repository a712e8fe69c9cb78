// Each round clears the lowest bit that is set; with the fault it is set again.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), count = 0;
  while (x) {
#ifdef BUG
    x = (x & (x - 1)) | (x & 1);
#else
    x &= x - 1;
#endif
    count++;
  }
  return (int)count;
}
