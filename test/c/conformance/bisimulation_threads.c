// What threads do together is not compared in bisimulation: unknown, and not
// what is true of traces.
#include <pthread.h>

void do_a(void);
void do_b(void);

static void *run(void *x) {
  do_a();
  return x;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

/* test: check --spec $dir/bisimulation_threads.spec $file
 * exit: 5
 * stdout-contains: check offers: main refines P in bisimulation: unknown
 */
