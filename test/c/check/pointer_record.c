// A state machine in a struct behind a pointer, with a part that is allocated
// once: fields are variables.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, GREETED, OPEN };

struct session {
  int is_trusted;
};

struct connection {
  enum state state;
  struct session *session;
};

static void step(struct connection *connection) {
  int message = __VERIFIER_nondet_int();
  switch (connection->state) {
  case CLOSED:
    connection->session->is_trusted = 0;
    if (message == 1)
      connection->state = GREETED;
    break;
  case GREETED:
#ifdef BUG
    if (message == 3)
      connection->state = OPEN;
#endif
    if (message == 2) {
      connection->session->is_trusted = 1;
      connection->state = OPEN;
    }
    break;
  case OPEN:
    if (message == 0)
      connection->state = CLOSED;
    break;
  }
}

int main(void) {
  struct connection connection = {CLOSED, malloc(sizeof(struct session))};
  if (!connection.session)
    return 1;
  while (__VERIFIER_nondet_int()) {
    step(&connection);
    assert(connection.state != OPEN || connection.session->is_trusted);
  }
  free(connection.session);
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
