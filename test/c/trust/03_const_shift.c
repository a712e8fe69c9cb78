// Shifts of constants by too much.
#ifndef SHIFT
#define SHIFT (1u << 32)
#endif

int main(void) {
  unsigned r = SHIFT;
  return r != 0;
}

/* test: check --overflow
 * exit: 10
 * stdout-contains: 03_const_shift.c:7:16  no overflow  fails
 * stdout-contains: RESULT: false(no-overflow)
 *
 * test: check --overflow -DSHIFT=5>>33
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 *
 * test: check --overflow -DSHIFT=1<<-1
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 *
 * test: check --overflow -DSHIFT=1u<<31
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: run
 * exit: 10
 * stderr-contains: error: shift by a negative or too large amount
 */
