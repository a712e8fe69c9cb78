// Two threads mix a byte in their own ways, three atomic steps each. No order
// and no start gives 145; three give 141.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned char h;

static void *multiply(void *unused) {
  for (int i = 0; i < 3; i++) {
    __VERIFIER_atomic_begin();
    h = (unsigned char)(h * 31 + 7);
    __VERIFIER_atomic_end();
  }
  return unused;
}

static void *stir(void *unused) {
  for (int i = 0; i < 3; i++) {
    __VERIFIER_atomic_begin();
    h = (unsigned char)((h ^ 0x55) + (h >> 3));
    __VERIFIER_atomic_end();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  h = (unsigned char)__VERIFIER_nondet_int();
  pthread_create(&a, 0, multiply, 0);
  pthread_create(&b, 0, stir, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(h != 141);
#else
  assert(h != 145);
#endif
  return 0;
}
