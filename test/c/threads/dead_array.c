// An array that is written where nobody will read it again, while values are
// followed one by one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static _Thread_local int own;
static _Atomic int g0 = 0;
static int g1 = 1;
static int g2 = 1;
static int a[2];
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_barrier_t b;
static void *f1(void *given) {
int *argument = given;
int x = 0, y = 0;
a[y & 1] = g1 & 3;
return 0;
}
static void *f2(void *given) {
int *argument = given;
int x = 0, y = 0;
assert(3 != (a[x & 1] + g0));
a[x & 1] = x & 3;
pthread_cond_signal(&c);
if (pthread_mutex_trylock(&m0) == 0) {
pthread_rwlock_rdlock(&rw);
assert(y < a[own & 1]);
x = (g2 + (g1 + 3)) & 3;
pthread_rwlock_unlock(&rw);
pthread_mutex_unlock(&m0);
}
return 0;
}
int main(void) {
pthread_t t1, t2;
int x = 0, y = 0; sem_init(&s, 0, 0); pthread_barrier_init(&b, 0, 2);
pthread_create(&t1, 0, f1, 0);
a[own & 1] = x & 3;
own = (g0 + (g0 + (a[y & 1] + (g1 + (g0 + a[y & 1]))))) & 3;
pthread_create(&t2, 0, f2, 0);
pthread_join(t1, 0);
assert(1 != (g1 + g0));
return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
