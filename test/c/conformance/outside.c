// Routines that ask the world outside return in a run what the path takes them
// to return, if they can.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void bad(void);

int opened(const char *path, char *to, unsigned long n) {
  int fd = open(path, O_RDONLY);
  if (fd >= 0 && read(fd, to, n) < 0)
    bad();
  return 0;
}

int letter(void) {
  char c[2] = {0, 0};
  if (read(0, c, 1) == 1 && c[0] == 'x')
    bad();
  return 0;
}

int typed(void) {
  int c = getchar();
  if (c == 'x')
    bad();
  return 0;
}

int stream(const char *name) {
  FILE *file = fopen(name, "r");
  if (file)
    bad();
  return 0;
}

int dice(void) {
  if (rand() % 6 == 3)
    bad();
  return 0;
}

int removed(const char *name) {
  if (remove(name) == 0)
    bad();
  return 0;
}

// Never.

int too_much(void) {
  char c[2] = {0, 0};
  if (read(0, c, 1) > 1)
    bad();
  return 0;
}

int beyond(void) {
  char c[2] = {0, 0};
  if (read(0, c, 1) == 1 && c[1])
    bad();
  return 0;
}

int negative(void) {
  if (rand() < 0)
    bad();
  return 0;
}

/* test: check --spec $dir/outside.spec
 * exit: 10
 * stdout-contains: check opened: opened unreachable call bad: false
 * stdout-contains: check letter: letter unreachable call bad: false
 * stdout-contains: check typed: typed unreachable call bad: false
 * stdout-contains: check stream: stream unreachable call bad: false
 * stdout-contains: check dice: dice unreachable call bad: false
 * stdout-contains: check removed: removed unreachable call bad: false
 * stdout-contains: check too_much: too_much unreachable call bad: true
 * stdout-contains: check beyond: beyond unreachable call bad: unknown
 * stdout-contains: check negative: negative unreachable call bad: true
 */
