// A function with variable arguments that starts alone: nobody knows which it
// is given, and none of them is a null pointer of its own.
#include <stdarg.h>

int first(int n, ...) {
  va_list rest;
  int sum = 0;
  va_start(rest, n);
  if (n > 0)
    sum = va_arg(rest, int);
  va_end(rest);
  return sum;
}

int own(int *p, ...) {
  int *q = 0;
  if (*p == 3)
    return *q;
  return 0;
}

int caller(void) { return first(1, 3) + first(0); }

/* test: check --deref --function first $file
 * exit: 5
 * stdout-contains: variable arguments of a function that starts alone
 */
/* test: check --deref --required --function first $file
 * exit: 5
 * stdout-contains: variable arguments of a function that starts alone
 */
/* test: check --deref --required --function own $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref --function caller $file
 * exit: 0
 */
