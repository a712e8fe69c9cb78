// Lists of variable arguments are begun and ended in pairs, each of them
// (specs/stdarg.spec): va_start and va_end are no calls, and are told of.
#include <stdarg.h>

int sum(int n, ...) {
  va_list list;
  int all = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    all += va_arg(list, int);
  va_end(list);
  return all;
}

int left(int n, ...) {
  va_list list;
  va_start(list, n);
  if (n < 0)
    return -1;
  int first = va_arg(list, int);
  va_end(list);
  return first;
}

int twice(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int first = va_arg(list, int) + va_arg(again, int);
  va_end(again);
  va_end(list);
  return first;
}

int mixed(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  va_end(list);
  va_end(list);
  return n;
}

int rounds(int n, ...) {
  int all = 0;
  for (int i = 0; i < n; i++) {
    va_list list;
    va_start(list, n);
    all += va_arg(list, int);
    va_end(list);
  }
  return all;
}

/* test: check --spec $dir/each_list.spec $file
 * exit: 0
 * stdout-contains: check a: sum refines VA_LIST: true
 * stdout-contains: check b: left refines VA_LIST: false, as expected
 * stdout-contains: check c: twice refines VA_LIST: true
 * stdout-contains: check d: mixed refines VA_LIST: false, as expected
 * stdout-contains: check e: rounds refines VA_LIST: true
 */
