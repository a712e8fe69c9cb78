// Limits end the run with the code for "unknown".
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned long count = 0;
  for (;;) {
    if (argc > 1 && !malloc(1 << 20))
      return 1;
    count++;
  }
}

/* test: run --max-steps 100000
 * exit: 5
 * stderr-contains: limit of 100000 steps
 */
/* test: run --timeout 1
 * exit: 5
 * stderr-contains: time limit
 */
/* test: run --memlimit 50m -- fill
 * exit: 5
 * stderr-contains: memory limit
 */
