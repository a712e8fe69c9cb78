// A ring buffer is emptied; with the fault what is taken out is put in again.
unsigned __VERIFIER_nondet_uint(void);

enum { SIZE = 16 };

int main(void) {
  unsigned head = __VERIFIER_nondet_uint() % SIZE;
  unsigned tail = __VERIFIER_nondet_uint() % SIZE;
  while (head != tail) {
    head = (head + 1) % SIZE;
#ifdef BUG
    tail = (tail + 1) % SIZE;
#endif
  }
  return 0;
}
