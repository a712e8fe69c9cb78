// Interrupts from signal handlers.
//
// The handler only sets a flag and posts a semaphore, both of which are safe
// there. The thread then interrupts Z3 again and again while a check is
// running, because an interrupt that comes just before Z3 starts to listen is
// lost.
//
// It is waited for when it starts: from then on it holds no lock, so that the
// process can be forked. (A thread that starts may hold those of the allocator,
// which a sanitizer's does not give back in the child.)

#include <signal.h>
#include <time.h>

#include "solver/internal.h"

enum { RETRY_NANOSECONDS = 2000000, STACK_BYTES = 256 * 1024 };

static void wait_for(sem_t *semaphore) {
  while (sem_wait(semaphore) != 0)
    continue;
}

static void *watch(void *argument) {
  struct interrupter *interrupter = argument;
  const struct timespec pause = {.tv_nsec = RETRY_NANOSECONDS};
  sem_post(&interrupter->started);
  wait_for(&interrupter->wake);
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
  CHECK(sem_init(&interrupter->started, 0, 0) == 0, "no semaphore");
  interrupter->has_thread = start_thread(interrupter);
  if (interrupter->has_thread)
    wait_for(&interrupter->started);
}

void interrupter_release(struct interrupter *interrupter) {
  atomic_store(&interrupter->is_stopping, true);
  sem_post(&interrupter->wake);
  if (interrupter->has_thread)
    pthread_join(interrupter->thread, NULL);
  sem_destroy(&interrupter->wake);
  sem_destroy(&interrupter->started);
}

void interrupter_request(struct interrupter *interrupter) {
  atomic_store(&interrupter->is_requested, true);
  sem_post(&interrupter->wake);
}
