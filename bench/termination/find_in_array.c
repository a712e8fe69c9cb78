// A search behind which a sentinel stands; with the fault the index wraps.
int __VERIFIER_nondet_int(void);

int main(void) {
  int data[8];
  int wanted = __VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++)
    data[i] = __VERIFIER_nondet_int();
  unsigned at = 0;
#ifdef BUG
  while (data[at % 8] != wanted)
    at++;
#else
  while (at < 8 && data[at] != wanted)
    at++;
#endif
  return 0;
}
