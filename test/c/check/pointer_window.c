// An array between fields of a struct: what is stored through an index does not
// touch the fields, unless the index leaves the array. It is followed there.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct packet {
  unsigned char type;
  unsigned char length;
  unsigned char body[SIZE];
  unsigned char check;
};

static void receive(struct packet *packet) {
  packet->type = (unsigned char)__VERIFIER_nondet_int();
  packet->length = (unsigned char)__VERIFIER_nondet_int();
  packet->check = 1;
  if (packet->length > sizeof packet->body)
    packet->length = 0;
#if BUG == 1 // one too far: the field behind the array
  for (int i = 0; i <= packet->length; i++)
#elif BUG == 2 // one too early: the field before it
  for (int i = -1; i < packet->length; i++)
#else
  for (int i = 0; i < packet->length; i++)
#endif
    packet->body[i] = (unsigned char)__VERIFIER_nondet_int();
}

int main(void) {
  struct packet *packet = malloc(sizeof *packet);
  if (!packet)
    return 0;
  receive(packet);
  assert(packet->check == 1);
  assert(packet->length <= SIZE);
  return 0;
}

/* test: check --check-proof -DSIZE=6
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --check-proof -DSIZE=40
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --32 --check-proof -DSIZE=6
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DSIZE=2 -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DSIZE=6 -DBUG=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DSIZE=40 -DBUG=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
