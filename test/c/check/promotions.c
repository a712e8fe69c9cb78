// char and short are computed as int and cut off when stored.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  signed char c = __VERIFIER_nondet_char();
  short s = __VERIFIER_nondet_short();
  assert(a + b >= a); // as int, no wrap
#ifdef BUG
  unsigned char sum = a + b;
  assert(sum >= a);
#endif
  assert(c >= -128 && c <= 127);
  assert(s - 1 < s);
  unsigned char back = (unsigned char)c;
  if (c < 0)
    assert(back == c + 256);
  else
    assert(back == c);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
