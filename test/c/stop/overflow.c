// Signed overflow wraps unless it is to be an error; unsigned arithmetic and
// conversions are none.
#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  int x = INT_MAX - 1 + argc;
  unsigned int u = UINT_MAX;
  signed char c = CHAR_MAX;
  u += 2;
  c++;
  printf("%u %d\n", u, c);
  fflush(stdout);
#ifdef SHIFT
  x = x << argc;
#else
  x++;
#endif
  printf("%d\n", x);
  return 0;
}

/* test: run
 * stdout:
 * 1 -128
 * -2147483648
 */
/* test: run --overflow
 * exit: 10
 * stdout:
 * 1 -128
 * stderr-contains: overflow.c:18:4: error: signed overflow
 */
/* test: run --overflow -DSHIFT
 * exit: 10
 * stderr-contains: overflow.c:16:9: error: left shift of a negative value
 */
