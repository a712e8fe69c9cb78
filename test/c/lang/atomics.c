// C11 atomics and the older __sync and __atomic builtins, in one thread.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;
static atomic_uchar byte = 250;
struct pair { _Atomic short a; short b; };

static int sync_builtins(void) {
  int v = 10, r = 0;
  r += __sync_fetch_and_add(&v, 5);      // 10, v = 15
  r += __sync_add_and_fetch(&v, 5);      // 20
  r += __sync_fetch_and_sub(&v, 3);      // 20, v = 17
  r += __sync_fetch_and_or(&v, 8);       // 17, v = 25
  r += __sync_and_and_fetch(&v, 24);     // 24
  r += __sync_fetch_and_xor(&v, 1);      // 24, v = 25
  r += __sync_bool_compare_and_swap(&v, 25, 1);
  r += __sync_val_compare_and_swap(&v, 99, 2);
  r += __sync_lock_test_and_set(&v, 7);
  __sync_lock_release(&v);
  __sync_synchronize();
  return r * 100 + v;
}

static int atomic_builtins(void) {
  long v = 10, expected = 11, desired = 12, out = 0;
  int r = 0;
  __atomic_store_n(&v, 20, __ATOMIC_RELEASE);
  r += (int)__atomic_load_n(&v, __ATOMIC_ACQUIRE);
  r += (int)__atomic_add_fetch(&v, 2, __ATOMIC_SEQ_CST);
  r += (int)__atomic_fetch_nand(&v, 6, __ATOMIC_RELAXED);
  printf("%ld ", v);
  r += __atomic_compare_exchange(&v, &expected, &desired, 0, __ATOMIC_ACQ_REL,
                                 __ATOMIC_ACQUIRE);
  printf("%ld ", expected);
  r += __atomic_compare_exchange_n(&v, &expected, 3, 0, __ATOMIC_SEQ_CST,
                                   __ATOMIC_RELAXED);
  __atomic_exchange(&v, &desired, &out, __ATOMIC_SEQ_CST);
  printf("%ld %ld\n", out, v);
  char locked = 0;
  r += __atomic_test_and_set(&locked, __ATOMIC_SEQ_CST);
  r += __atomic_test_and_set(&locked, __ATOMIC_SEQ_CST);
  __atomic_clear(&locked, __ATOMIC_SEQ_CST);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return r + locked;
}

int main(void) {
  // Operators on atomic objects.
  counter += 3;
  counter++;
  int old = counter--;
  counter *= 2, counter ^= 5, counter <<= 1;
  printf("%d %d\n", old, counter);
  // Generic functions.
  old = atomic_fetch_add(&counter, 10);
  printf("%d %d\n", old, counter);
  old = atomic_fetch_sub_explicit(&counter, 4, memory_order_relaxed);
  printf("%d %d\n", old, atomic_fetch_or(&counter, 0x100));
  printf("%d\n", atomic_exchange(&counter, 77));
  int expected = 76;
  bool done = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d %d\n", done, expected, counter);
  done = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d %d\n", done, expected, counter);
  atomic_store_explicit(&counter, -1, memory_order_release);
  // A compare-and-swap loop, as lock-free code writes it.
  int seen = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &seen, seen * 3 + 1))
    ;
  printf("%d\n", counter);

  bool before = atomic_flag_test_and_set(&flag);
  bool second = atomic_flag_test_and_set(&flag);
  atomic_flag_clear(&flag);
  bool third = atomic_flag_test_and_set(&flag);
  printf("%d%d%d\n", before, second, third);

  int array[4] = {1, 2, 3, 4};
  atomic_store(&pointer, array);
  int *first = pointer++;
  pointer = pointer + 2;
  int *last = atomic_exchange(&pointer, first);
  printf("%d %d %d\n", *first, *last, *atomic_load(&pointer));

  byte += 10;
  old = atomic_fetch_add(&byte, 255);
  printf("%d %d\n", old, byte);
  struct pair p = {1, 2};
  p.a += p.b;
  printf("%d %d\n", p.a, (int)sizeof p);
  _Atomic long long wide = 1LL << 40;
  wide -= 1;
  printf("%lld\n", (long long)atomic_fetch_and(&wide, 0xff));
  _Atomic double real = 1.5;
  real = real * 2 + 0.25;
  printf("%.2f\n", (double)real);
  printf("%d\n", sync_builtins());
  printf("%d\n", atomic_builtins());
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
