// Functions that are called through pointers have rows, also where recursion
// keeps the code from being unfolded; and what is approximated elsewhere does
// not keep runs from being looked at.
#include <stdarg.h>
#include <stdio.h>

struct source {
  int (*get)(const void *data);
  const void *data;
};

static int get_text(const void *data) { return *(const char *)data; }

static int depth(struct source *source, int most, const char *format) {
  int c = source->get(source->data);
  if (c == '?')
    return printf(format, most);
  return c == '(' && most > 0
             ? depth(source, most - 1, format) + depth(source, most - 2, format)
             : 1;
}

int parse(const char *text, int most, const char *format) {
  struct source source = {get_text, text};
  return depth(&source, most, format);
}

/* test: check --deref --function parse $file
 * exit: 10
 * stdout-contains: called.c:12  valid access  fails
 */
