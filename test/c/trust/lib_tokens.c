// Pointers that routines return: into an argument, or into what an argument
// points to.
#include <assert.h>
#include <stdio.h>
#include <string.h>

char *strsep(char **, const char *);

int main(void) {
  char text[8] = "a,b", *at = text, *rest;
#ifdef SEPARATE
  char *token = strsep(&at, ",");
#elif defined AGAIN
  char *token = strtok_r(at, ",", &rest);
  if (token)
    puts(token);
  token = strtok_r(0, ",", &rest);
#else
  char *token = strpbrk(at, "q");
#endif
  if (!token)
    return 0;
  puts(token);
  token[0] = 'q';
#ifdef SEPARATE
  assert(text[0] != 'q');
#endif
  (void)rest;
  return 0;
}

/* test: check -DSEPARATE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DAGAIN
 * exit: 0
 * stdout-contains: RESULT: true
 */
