// Routines that wait for the world outside, and functions that nobody sees, are
// taken to come back: the ledger says so.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void work(int);

int main(void) {
  char c = 0;
  if (read(0, &c, 1) > 0)
    getchar();
  work(c);
  return (int)strlen("abc");
}

/* test: check --termination
 * exit: 0
 * stdout-contains: read, getchar, work: every call comes back
 * stdout-contains: RESULT: true
 */
