// Arguments that nobody passed are not there.
#include <stdarg.h>

static int sum(int n, ...) {
  va_list list;
  int sum = 0;
  va_start(list, n);
  while (n--)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}

int main(void) { return sum(COUNT, 1, 2); }

/* test: check --deref -DCOUNT=3 $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DCOUNT=2 $file
 * exit: 0
 */
