// Counting bits by halves and one by one.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_ushort();
  unsigned v = x - ((x >> 1) & 0x5555);
  v = (v & 0x3333) + ((v >> 2) & 0x3333);
  v = (v + (v >> 4)) & 0x0f0f;
#ifdef BUG
  v = (v * 0x0101u) >> 9 & 0xff;
#else
  v = (v * 0x0101u) >> 8 & 0xff;
#endif
  unsigned count = 0;
  for (int i = 0; i < 16; i++)
    count += x >> i & 1;
  assert(v == count);
  return 0;
}

/* test: check --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
