// Marks keep clang from computing operations on constants. Macros that make
// strings of the text must not show them.
#include <assert.h>
#include <limits.h>
#include <string.h>

#define TEXT(e) #e

int main(void) {
  int x = 0;
  assert(x == 0 || 7 / 0 > x);
  assert(x == 0 || (1 << 33) - -INT_MIN > x);
  assert(x == 0 || 2 + INT_MAX * (x + 1) > INT_MAX + 1);
  struct {
    const char *name;
    double weights[2];
  } units[2] = {{"a", {0.5, 2}}, {"b", {0}}}; // constants that are no strings
  assert(units[1].weights[1] == 0);
#ifdef TEXTS
  const char *text = TEXT((3 % 0) + -(INT_MIN));
  assert(!strcmp(text, "(3 % 0) + -(INT_MIN)"));
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: assert(x == 0 || 7 / 0 > x)
 * stdout-contains: assert(x == 0 || (1 << 33) - -INT_MIN > x)
 * stdout-contains: assert(x == 0 || 2 + INT_MAX * (x + 1) > INT_MAX + 1)
 * stdout-lacks: __vouch
 */
/* test: check -DTEXTS
 * exit: 0
 * stdout-contains: RESULT: true
 * stdout-lacks: __vouch
 */
