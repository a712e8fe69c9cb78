// Assumptions and error functions of verification tasks.
#include <stdio.h>

void __VERIFIER_assume(int);
void __VERIFIER_error(void);
void reach_error(void);

int main(int argc, char **argv) {
  printf("%d\n", argc);
  __VERIFIER_assume(argc < 4);
  if (argc == 2)
    __VERIFIER_error();
  if (argc == 3)
    reach_error();
  return 0;
}

/* test: run
 * stdout: 1
 */
/* test: run -- a
 * exit: 134
 * stdout: 2
 * stderr-contains: verifier.c:12:
 * stderr-contains: __VERIFIER_error is called
 */
/* test: run -- a b
 * exit: 134
 * stderr-contains: reach_error is called
 */
/* test: run -- a b c
 * exit: 5
 * stdout: 4
 * stderr-contains: an assumption is false
 */
