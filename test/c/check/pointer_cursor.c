// A cursor behind a pointer to a pointer: where it points is known from step to
// step, so the bytes of the message are told apart.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int next(const unsigned char **at) {
  return *(*at)++;
}

static int number(const unsigned char **at) {
  int high = next(at);
  return high << 8 | next(at);
}

int main(void) {
  int room = 6;
  unsigned char *message = malloc((size_t)room);
  if (!message)
    return 0;
  for (int i = 0; i < 4; i++)
    message[i] = (unsigned char)i;
  message[4] = (unsigned char)__VERIFIER_nondet_int();
  const unsigned char *at = message;
  int first = number(&at);
#ifdef BUG
  at++;
#endif
  int second = number(&at);
  assert(first == 1);
  assert(second == 0x203);
  assert(at == message + 4);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --32 --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
