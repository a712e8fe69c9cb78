// Enumerations: values, ranges, types, arithmetic.
#include <limits.h>
#include <stdio.h>

enum plain { A, B, C };
enum given { MINUS = -3, ZERO = 0, AGAIN = 0, NEXT, LAST = INT_MAX };
enum flags { F0 = 1 << 0, F1 = 1 << 1, F2 = 1 << 2, ALL = F0 | F1 | F2 };
enum big { UNSIGNED = 0xffffffffu };
enum huge { HUGE = 1LL << 40, HUGER };
enum __attribute__((packed)) tiny { T0, T1 = 200 };
enum forward_use { COUNT = 4 };
typedef enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS } direction;

static const char *const names[DIRECTIONS] = {"N", "E", "S", "W"};
static int array[COUNT] = {[C] = 7};

static direction turn(direction d, int steps) {
  return (direction)(((int)d + steps % DIRECTIONS + DIRECTIONS) % DIRECTIONS);
}

int main(void) {
  printf("%d %d %d %d %d %d\n", A, B, C, MINUS, NEXT, LAST);
  printf("%d %u %lld %lld\n", ALL, (unsigned)UNSIGNED, (long long)HUGE,
         (long long)HUGER);
  printf("%d %d %d\n", (int)sizeof(enum plain), (int)sizeof(enum tiny),
         (int)sizeof(enum huge));
  enum tiny t = T1;
  printf("%d %d\n", t, (int)sizeof t);
  for (direction d = NORTH; d < DIRECTIONS; d++)
    printf("%s->%s ", names[d], names[turn(d, 3)]);
  printf("%s\n", names[turn(SOUTH, -7)]);
  enum flags f = F0;
  f |= F2;
  f ^= ALL;
  printf("%d %d\n", f, !(f & F1));
  enum given g = MINUS;
  g++;
  printf("%d %d %d\n", g, g < ZERO, array[2]);
  enum { LOCAL = sizeof(int) * 2, CHAR = 'c' };
  printf("%d %d\n", LOCAL, CHAR);
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
