#include "statics.h"

void b(void);
static int helper(int n) {
  b();
  return n;
}

int fb(int n) {
  helper(n);
  return 0;
}

int f2(int n) {
  take(2);
  take(1);
  return count(n);
}
