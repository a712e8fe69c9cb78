// Two loops made of goto that share a part; with the fault nothing moves in one
// of them.
int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int(), again = 0;
top:
  if (i <= 0)
    goto out;
  if (__VERIFIER_nondet_int())
    goto shared;
  i--;
  goto top;
shared:
#ifdef BUG
  if (i == 17)
    goto shared;
#endif
  i -= 2;
  again++;
  if (i > 5)
    goto shared;
  goto top;
out:
  return again;
}
