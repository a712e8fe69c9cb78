// setjmp returns twice, which an automaton cannot do: it is reported.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static void fail(int code) { longjmp(back, code); }

int main(void) {
  int code = setjmp(back);
  if (code == 0)
    fail(3);
  printf("%d\n", code);
  return 0;
}

/* test: run
 * exit: 3
 * stderr-contains: setjmp
 * stderr-contains: setjmp.c:10:
 */
/* test: dump summary
 * exit: 0
 * stdout-contains: setjmp
 */
