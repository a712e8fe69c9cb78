// Objects have gaps between them, and no answer depends on where they lie.
#include <assert.h>
int a[4], b[4];
int main(void) {
  assert(a + 4 != b);
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
