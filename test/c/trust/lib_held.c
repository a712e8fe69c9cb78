// Routines that write where no argument points: through a pointer that an
// argument is the address of, and through the arguments in a va_list.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int scan(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

static void print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
}

int main(void) {
  char text[] = "a,b", *at = text;
  int n = 1;
#ifdef SEPARATE
  strsep(&at, ",");
  assert(text[1] == ',');
#elif defined AGAIN
  strtok_r(0, ",", &at);
  assert(text[1] == ',');
#elif defined LINE
  char *line = malloc(200), *before = line;
  size_t size = 200;
  if (!line)
    return 0;
  line[0] = 'x';
  if (getline(&line, &size, stdin) > 0 && line == before)
    assert(before[0] == 'x');
#elif defined OPTION
  char *const tokens[] = {"a", 0};
  char *value;
  getsubopt(&at, tokens, &value);
  assert(text[1] == ',');
#elif defined SCAN
  scan("5", "%d", &n);
  assert(n == 1);
#elif defined COUNT
  print("abc%n", &n);
  assert(n == 1);
#elif defined PLAIN
  print("%s %p", text, (void *)&n);
  assert(n == 1 && text[1] == ',');
#endif
  return at != 0 && n;
}

/* test: check -DSEPARATE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DAGAIN
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DLINE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DOPTION
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check -DSCAN
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DCOUNT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DPLAIN
 * exit: 0
 * stdout-contains: RESULT: true
 */
