// A handshake: a session that is allocated once, a table of operations behind
// a pointer, a message in a buffer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum { HELLO, KEY, DONE };
struct session;
struct operations {
  int (*receive)(struct session *);
  void (*reply)(struct session *, int);
};
struct session {
  int state;
  int has_key;
  const struct operations *operations;
  unsigned char message[4];
};

static int receive(struct session *session) {
  memset(session->message, 0, sizeof session->message);
  session->message[0] = (unsigned char)__VERIFIER_nondet_int();
  return session->message[0];
}
static void reply(struct session *session, int state) {
  session->message[1] = (unsigned char)state;
  session->state = state;
}
static const struct operations plain = {receive, reply};

static void step(struct session *session) {
  int kind = session->operations->receive(session);
  switch (session->state) {
  case HELLO:
    if (kind == 1)
      session->operations->reply(session, KEY);
    break;
  case KEY:
    if (kind == 2) {
      session->has_key = 1;
      session->operations->reply(session, DONE);
    }
#ifdef BUG
    else if (kind == 7)
      session->operations->reply(session, DONE);
#endif
    break;
  case DONE:
    assert(session->has_key);
    assert(session->message[2] == 0);
    break;
  }
}

int main(void) {
  struct session *session = malloc(sizeof *session);
  if (!session)
    return 1;
  session->state = HELLO;
  session->has_key = 0;
  session->operations = &plain;
  while (__VERIFIER_nondet_int())
    step(session);
  free(session);
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
