// Actions of threads in formulas: who asks is answered, if the schedule lets
// the one who answers go on.
#include <pthread.h>

void ask(void) {
}
void answer(void) {
}
int asked, answered;

void *server(void *unused) {
  while (asked == 0)
    ;
#ifdef BUG
  if (asked == 2)
#endif
    answer();
  answered = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  ask();
  asked = 1;
  while (answered == 0)
    ;
  return 0;
}

/* test: check --fair-schedule=weak --spec $dir/thread_actions.spec $file
 * exit: 0
 * timeout: 20
 * stdout-contains: check live: main ltl G (ask => F answer): true
 * stdout-contains: check branching: main ctl AG (ask => AF answer): true
 * stdout-contains: check order: main ctl !E[!ask U answer]: true
 */
/* test: check --spec $dir/thread_actions.spec --check live $file
 * exit: 10
 * timeout: 20
 * stdout-contains: and so on for ever
 * stdout-contains: RESULT: false(live)
 */
/* test: check --fair-schedule=weak -DBUG --spec $dir/thread_actions.spec --check live $file
 * exit: 10
 * timeout: 20
 * stdout-contains: where it ends
 * stdout-contains: RESULT: false(live)
 */
