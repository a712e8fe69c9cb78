// A variable that is declared before the first label of a switch is never
// declared by the compiler, and has no value whenever the block is entered.
#include <assert.h>
int main(void) {
  int i = 0;
#if CASE == 1 // a variable
  for (; i < 2; i++)
    switch (i) {
      int x;
    case 0: x = 4; break;
    case 1: assert(x == 4);
    }
#elif CASE == 2 // in memory, used in an inner block
  while (i < 2)
    switch (i++) {
      struct { int a, b[2]; } y;
    default: {
      if (i == 2)
        assert(y.b[1] == 4);
      y.b[1] = 4;
    }
    }
#elif CASE == 3 // by a jump
again:
  switch (i) {
    int z;
  case 0:
    z = 7;
    i = 1;
    goto again;
  case 1: assert(z == 7);
  }
#elif CASE == 4 // a jump inside of the block enters nothing
  switch (0) {
    int z;
  default:
  inside:
    if (i)
      assert(z == 7);
    z = 7;
    if (i++ < 2)
      goto inside;
  }
#elif CASE == 5 // a macro: the text does not tell
#define SWITCH                                                                 \
  switch (i) {                                                                 \
    int z;                                                                     \
  case 0: z = 7; break;                                                        \
  case 1: assert(z == 7);                                                      \
  }
  for (; i < 2; i++)
    SWITCH
#endif
  return 0;
}
/* test: check -DCASE=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DCASE=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DCASE=3
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DCASE=4
 * stdout-contains: RESULT: true
 * test: check -DCASE=5
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
