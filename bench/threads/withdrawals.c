// Three withdrawals of any amounts from one account, each only if it is covered.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int balance;

static void *withdraw(void *unused) {
  int amount = __VERIFIER_nondet_int();
  if (amount < 0 || amount > 1000)
    return unused;
#ifdef BUG
  if (balance >= amount) {
    __VERIFIER_atomic_begin();
    balance -= amount;
    __VERIFIER_atomic_end();
  }
#else
  __VERIFIER_atomic_begin();
  if (balance >= amount)
    balance -= amount;
  __VERIFIER_atomic_end();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  balance = __VERIFIER_nondet_int();
  if (balance < 0)
    return 0;
  pthread_create(&a, 0, withdraw, 0);
  pthread_create(&b, 0, withdraw, 0);
  pthread_create(&c, 0, withdraw, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(balance >= 0);
  return 0;
}
