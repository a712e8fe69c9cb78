// A property about calls of a routine that we know, or that the compiler does:
// the call counts, not what it does. Handlers do not come before it.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static void wait(void) {
  for (;;)
    ;
}

int main(void) {
  int way = __VERIFIER_nondet_int();
#ifndef NONE
  if (way == 1)
    return strlen("abc");
  if (way == 2)
    return malloc(3) != NULL;
#endif
  atexit(wait);
#ifndef NONE
  if (way == 3)
    exit(1);
#endif
  if (way != way)
    exit(strlen("abc") + (malloc(3) != NULL));
  return 0;
}

/* test: check $file $dir/called_strlen.prp
 * exit: 10
 */
/* test: check $file $dir/called_malloc.prp
 * exit: 10
 */
/* test: check $file $dir/called_exit.prp
 * exit: 10
 */
/* test: check -DNONE $file $dir/called_strlen.prp
 * exit: 0
 */
/* test: check -DNONE $file $dir/called_malloc.prp
 * exit: 0
 */
/* test: check -DNONE $file $dir/called_exit.prp
 * exit: 0
 */
