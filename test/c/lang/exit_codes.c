// The ways a program ends, chosen by its argument.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void first(void) { printf("first\n"); }
static void second(void) {
  printf("second\n");
  atexit(first); // Registered while exiting: runs next.
}

static int deep(int n) {
  if (n == 0)
    exit(17);
  return deep(n - 1) + 1;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "return";
  atexit(first);
  atexit(second);
  printf("%s\n", how);
  if (!strcmp(how, "exit"))
    return deep(10);
  if (!strcmp(how, "negative"))
    exit(-1);
  if (!strcmp(how, "large"))
    return 0x1234;
  if (!strcmp(how, "_exit")) {
    fflush(stdout);
    _exit(9);
  }
  if (!strcmp(how, "_Exit")) {
    fflush(stdout);
    _Exit(8);
  }
  if (!strcmp(how, "abort")) {
    fflush(stdout);
    abort();
  }
  if (!strcmp(how, "assert")) {
    fflush(stdout);
    assert(argc == 1 && "must not happen");
  }
  if (!strcmp(how, "again"))
    return argc > 2 ? 4 : main(3, (char *[]){"", "again", "x", NULL}) + 1;
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -- exit
 * exit: 17
 * native: same
 */
/* test: run -- negative
 * exit: 255
 * native: same
 */
/* test: run -- large
 * exit: 52
 * native: same
 */
/* test: run -- _exit
 * exit: 9
 * native: same
 */
/* test: run -- _Exit
 * exit: 8
 * native: same
 */
/* test: run -- abort
 * exit: 134
 * native: same
 */
/* test: run -- assert
 * exit: 134
 * native: same
 * stderr-contains: argc == 1
 * stderr-contains: exit_codes.c:45
 */
/* test: run -- again
 * exit: 5
 * native: same
 */
