// A server that never ends; the fault loses a request now and then, but there
// is a way to stop it.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  for (;;) {
    int *request = malloc(sizeof *request);
    if (!request)
      continue;
    *request = __VERIFIER_nondet_int();
#ifdef BUG
    if (*request < 0)
      return 1;
#endif
    free(request);
  }
}
