// Formulas of threads: one waits in a loop for what another one does. That it
// goes on depends on the schedule: without fairness the other one may never
// have a turn.
#include <pthread.h>

int flag, done;

void *worker(void *unused) {
#ifndef BUG
  flag = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (flag == 0)
    ;
  done = 1;
  pthread_join(thread, 0);
  return 0;
}

/* test: check --spec $dir/threads.spec $file
 * exit: 10
 * timeout: 20
 * stdout-contains: assumed      accesses to memory as if sequentially consistent
 * stdout-contains: any schedule, also such as never let a thread go on that could
 * stdout-contains: check seen: main ctl EF "flag == 1": true
 * stdout-contains: check ends: main ltl F end: false
 * stdout-contains: check always: main ctl AF "done == 1": false
 * stdout-contains: check possible: main ctl AG EF end: true
 * stdout-contains: check order: main ctl AG ("done == 1" => "flag == 1"): true
 * stdout-contains: check free: main ctl AG !stuck: true
 */
/* test: check --fair-schedule=weak --spec $dir/threads.spec $file
 * exit: 0
 * timeout: 20
 * stdout-contains: a thread that can always go on does so at some time (--fair-schedule=weak)
 * stdout-contains: check ends: main ltl F end: true
 * stdout-contains: check always: main ctl AF "done == 1": true
 * stdout-contains: check free: main ctl AG !stuck: true
 */
/* test: check --fair-schedule=weak -DBUG --spec $dir/threads.spec --check ends $file
 * exit: 10
 * timeout: 20
 * stdout-contains: execution:
 * stdout-contains: everything is what it was: and so on for ever
 * stdout-contains: RESULT: false(ends)
 */
/* test: check --spec $dir/steps.spec $file
 * exit: 2
 */
/* test: check --no-merge --spec $dir/threads_steps.spec $file
 * exit: 5
 * stdout-contains: X, EX, AX, <> and [] count steps
 * stdout-contains: formulas of threads speak of conditions on globals, actions, `end` and `stuck`
 */
/* test: check --termination $file
 * exit: 10
 * timeout: 20
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination --fair-schedule=weak $file
 * exit: 0
 * timeout: 20
 * stdout-contains: RESULT: true
 */
