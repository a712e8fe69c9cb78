// A fill by recursion stays inside the field.
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum { WIDTH = 3 };
static char field[WIDTH * WIDTH];
static int filled;

static void fill(int x, int y) {
#ifdef BUG
  if (x < 0 || y < 0 || x > WIDTH || y >= WIDTH)
    return;
#else
  if (x < 0 || y < 0 || x >= WIDTH || y >= WIDTH)
    return;
#endif
  int at = y * WIDTH + x;
  assert(at >= 0 && at < WIDTH * WIDTH);
  if (field[at])
    return;
  field[at] = 1;
  filled++;
  fill(x + 1, y);
  fill(x, y + 1);
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || y < 0 || x >= WIDTH || y >= WIDTH)
    return 0;
  fill(x, y);
  assert(filled >= 1 && filled <= WIDTH * WIDTH);
  return 0;
}
