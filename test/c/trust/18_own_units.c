// A definition in another file counts, too, and so does what is weak, static
// in two files, an alias, or chosen at the start.
#include <assert.h>

int abs(int x);
int other(int x);
__attribute__((weak)) int f(int x) {
  return x + 5;
}
static int same(int x) {
  return x + 7;
}
int alias(int x) __attribute__((alias("f")));
static int one(int x) {
  return x + 11;
}
static int (*choose(void))(int) {
  return one;
}
int chosen(int x) __attribute__((ifunc("choose")));
static int (*table[])(int) = {chosen, abs};

int main(void) {
  assert(abs(-3) == -2);
  assert(f(0) == 2);
  assert(same(0) == 7);
  assert(other(0) == 3);
  assert(chosen(0) == 11);
  assert(table[0](0) == 11);
  assert(table[1](1) == 2);
#ifdef BUG
  assert(alias(0) == 2);
#else
  assert(alias(0) == 5);
#endif
  return 0;
}

/* test: check $file $dir/18_own_other.inc.c
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check $dir/18_own_other.inc.c $file
 * exit: 0
 *
 * test: check -DBUG $file $dir/18_own_other.inc.c
 * exit: 10
 *
 * test: run $file $dir/18_own_other.inc.c
 * exit: 0
 */
