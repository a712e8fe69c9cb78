// Labels as values: a threaded interpreter and tables of label addresses.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SWAP, DEC, JNZ, PRINT, HALT };

static int run(const signed char *code) {
  static const void *const labels[] = {&&push, &&add, &&mul,   &&dup, &&swap,
                                       &&dec,  &&jnz, &&print, &&halt};
  int stack[16], *top = stack, steps = 0;
  const signed char *pc = code;
#define NEXT                                                                   \
  do {                                                                         \
    steps++;                                                                   \
    goto *labels[*pc++];                                                       \
  } while (0)
  NEXT;
push:
  *top++ = *pc++;
  NEXT;
add:
  top--;
  top[-1] += *top;
  NEXT;
mul:
  top--;
  top[-1] *= *top;
  NEXT;
dup:
  *top = top[-1];
  top++;
  NEXT;
swap: {
  int other = top[-2];
  top[-2] = top[-1];
  top[-1] = other;
}
  NEXT;
dec:
  top[-1]--;
  NEXT;
jnz:
  pc += top[-1] ? *pc : 1;
  NEXT;
print:
  printf("%d ", top[-1]);
  NEXT;
halt:
  printf("after %d steps\n", steps);
  return top[-1];
}

static int offsets(int n) {
  // Differences of labels, as position-independent tables do it.
  static const int table[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
  goto *(&&zero + table[n]);
zero:
  return 100;
one:
  return 200;
two:
  return 300;
}

static int chosen(int n) {
  void *where = n > 0 ? &&positive : n < 0 ? &&negative : &&none;
  int result = 0;
  goto *where;
positive:
  result += 1;
  if (n-- > 1)
    goto *where;
none:
  return result;
negative:
  return -1;
}

int main(void) {
  // Factorial of 6: result, counter on the stack.
  static const signed char factorial[] = {
      PUSH, 1,   PUSH, 6,    DUP, PRINT, DEC,  SWAP, DUP, PRINT, SWAP,
      PUSH, 2,   MUL,  PUSH, 0,   ADD,   PUSH, 0,    ADD, HALT};
  static const signed char countdown[] = {PUSH, 5,   PRINT, DEC,
                                          JNZ,  -2, PRINT, HALT};
  printf("= %d\n", run(factorial));
  printf("= %d\n", run(countdown));
  printf("%d %d %d\n", offsets(0), offsets(1), offsets(2));
  printf("%d %d %d\n", chosen(3), chosen(0), chosen(-2));
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
