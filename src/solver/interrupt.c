// Interrupts from signal handlers.
//
// The handler only sets a flag and posts a semaphore, both of which are safe
// there. The thread then interrupts Z3 again and again while a check is
// running, because an interrupt that comes just before Z3 starts to listen is
// lost.

#include <signal.h>
#include <time.h>

#include "solver/internal.h"

enum { RETRY_NANOSECONDS = 2000000, STACK_BYTES = 256 * 1024 };

static void *watch(void *argument) {
  struct interrupter *interrupter = argument;
  const struct timespec pause = {.tv_nsec = RETRY_NANOSECONDS};
  while (sem_wait(&interrupter->wake) != 0)
    continue;
  while (!atomic_load(&interrupter->is_stopping)) {
    if (atomic_load(&interrupter->is_running))
      Z3_interrupt(interrupter->z3);
    nanosleep(&pause, NULL);
  }
  return NULL;
}

// The thread takes no signals: they are the program's.
static bool start_thread(struct interrupter *interrupter) {
  pthread_attr_t attributes;
  sigset_t all, old;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int error =
      pthread_create(&interrupter->thread, &attributes, watch, interrupter);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

void interrupter_init(struct interrupter *interrupter, Z3_context z3) {
  interrupter->z3 = z3;
  CHECK(sem_init(&interrupter->wake, 0, 0) == 0, "no semaphore");
  interrupter->has_thread = start_thread(interrupter);
}

void interrupter_release(struct interrupter *interrupter) {
  atomic_store(&interrupter->is_stopping, true);
  sem_post(&interrupter->wake);
  if (interrupter->has_thread)
    pthread_join(interrupter->thread, NULL);
  sem_destroy(&interrupter->wake);
}

void interrupter_request(struct interrupter *interrupter) {
  atomic_store(&interrupter->is_requested, true);
  sem_post(&interrupter->wake);
}
