// Where do two strings differ? With the fault their first four characters are
// compared again and again.
char __VERIFIER_nondet_char(void);

int main(void) {
  char a[12], b[12];
  for (int i = 0; i < 11; i++) {
    a[i] = __VERIFIER_nondet_char();
    b[i] = __VERIFIER_nondet_char();
  }
  a[11] = b[11] = 0;
  int i = 0;
  while (a[i] && a[i] == b[i])
#ifdef BUG
    i = (i + 1) % 4;
#else
    i++;
#endif
  return a[i] - b[i];
}
