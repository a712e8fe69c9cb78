// What the port says a second time need not be what it said before.
#include <assert.h>

extern volatile int port;

int main(void) {
  int ready = port & 1;
  while (!ready)
    ready = port & 1;
  assert(ready == 1);
  assert((port & 1) == 1);
  return 0;
}
