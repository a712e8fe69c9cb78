// Nothing is left open: the only execution decides, however deep it goes. What
// C or the world leaves open is not decided so.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int table[4] = {3, 1, 4, 1};
int calls;

static int fibonacci(int n) {
  calls++;
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int uninitialised(int n) {
  int x;
  if (n > 100)
    x = 1;
  return x;
}

int main(int argc, char **argv) {
  (void)argv;
#if defined OPEN
  assert(fibonacci(12) + __VERIFIER_nondet_int() != 145);
#elif defined ARGUMENTS
  assert(fibonacci(12) + argc != 145);
#elif defined INDETERMINATE
  assert(fibonacci(12) + uninitialised(1) != 145);
#elif defined ADDRESS
  assert(fibonacci(12) + (int)((unsigned long)&calls >> 4 & 1) != 145);
#elif defined ERROR
  if (fibonacci(12) ERROR 144)
    __VERIFIER_error();
#elif defined PRINTED
  assert(fibonacci(12) + printf("x") != 144);
#else
  int n = fibonacci(12 + table[1] - table[3]);
  printf("%d calls\n", calls);
  if (n != 144)
    assert(n == 7);
  assert(n EXPECTED 144);
#endif
  return 0;
}

/* test: check --engine=inline -DEXPECTED===
 * exit: 0
 * stdout-contains: proof: by execution
 * stdout-contains: assert(n == 7)          never reached
 * test: check --engine=inline -DEXPECTED=!=
 * exit: 10
 * stdout-contains: by execution
 * test: check --engine=inline -DERROR===
 * exit: 10
 * stdout-contains: by execution
 * test: check --engine=inline -DERROR=!=
 * exit: 0
 * stdout-contains: by execution
 * test: check -DOPEN
 * exit: 10
 * stdout-lacks: by execution
 * test: check -DARGUMENTS
 * exit: 5
 * stdout-lacks: by execution
 * test: check -DINDETERMINATE
 * exit: 10
 * stdout-lacks: by execution
 * test: check -DADDRESS
 * exit: 5
 * stdout-lacks: by execution
 * test: check -DPRINTED
 * exit: 5
 * stdout-lacks: by execution
 */
