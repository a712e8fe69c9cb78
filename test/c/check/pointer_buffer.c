// A message is read into a buffer and taken apart by a cursor.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 4, TYPE_HELLO = 1 };

static void receive(unsigned char *bytes) {
  for (int i = 0; i < SIZE; i++)
    bytes[i] = (unsigned char)__VERIFIER_nondet_int();
}

int main(void) {
  unsigned char *bytes = malloc(SIZE);
  if (!bytes)
    return 1;
  receive(bytes);
  const unsigned char *at = bytes;
  if (*at++ != TYPE_HELLO)
    return 0;
  int high = *at++;
  int version = high << 8 | *at++;
#ifndef BUG
  if (bytes[1] != 3)
    return 0;
#endif
  assert(version >= 0x300 && version <= 0x3ff);
  free(bytes);
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
