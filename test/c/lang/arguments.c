// argc and argv, and the exit code made from them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  printf("%d %d\n", argc, argv[argc] == NULL);
  for (int i = 1; i < argc; i++)
    printf("[%s] %d\n", argv[i], (int)strlen(argv[i]));
  int sum = 0;
  for (char **p = argv + 1; *p; p++)
    sum += atoi(*p);
  if (argc > 1)
    argv[1][0] = '#'; // The strings may be changed.
  printf("%s\n", argc > 1 ? argv[1] : "none");
  return sum;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -- 10 words "two words" 20 --flag -x
 * exit: 30
 * native: same
 */
/* test: run --32 -- 200 100
 * exit: 44
 * native: same
 */
