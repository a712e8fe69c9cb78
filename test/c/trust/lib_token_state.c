// strtok goes on where it was: there must have been a start, and what it is at
// must still be a string that can be changed.
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

char *strsep(char **, const char *);

static char *start(void) {
#ifdef ENDED
  char text[] = "a b";
#else
  static char text[] = "a b";
#endif
  return strtok(text, " ");
}

int main(void) {
  char text[] = "a,b", *at = text, *rest = 0, *token = 0;
#ifdef GOOD
  start();
  token = strtok(0, " ");
  token = strtok(0, " ");
  token = strtok_r(text, ",", &rest);
  token = strtok_r(0, ",", &rest);
#elif defined GOOD_SEPARATE
  token = strsep(&at, ",");
  token = strsep(&at, ",");
  token = strsep(&at, ",");
#elif defined FIRST
  token = strtok(0, " ");
#elif defined ENDED
  start();
  token = strtok(0, " ");
#elif defined FREED
  char *made = malloc(4);
  if (!made)
    return 0;
  strcpy(made, "a b");
  token = strtok(made, " ");
  free(made);
  token = strtok(0, " ");
#elif defined FIRST_R
  token = strtok_r(0, ",", &rest);
#elif defined LITERAL_R
  rest = "a,b";
  token = strtok_r(0, ",", &rest);
#elif defined LITERAL
  at = "a,b";
  token = strsep(&at, ",");
#elif defined UNTOUCHED // no delimiter: nothing is written
  at = "ab";
  token = strsep(&at, ",");
#elif defined ENDLESS
  char open[3] = {'a', 'b', 'c'};
  at = open;
  token = strsep(&at, ",");
#elif defined POINTER // that call is not looked at
  char *(*cut)(char *, const char *) = strtok;
  token = cut(text, ",");
  token = strtok(0, ",");
#elif defined WIDE
  wchar_t *wide = 0;
  token = (char *)wcstok(0, L",", &wide);
#endif
  return token != 0 && rest == at;
}

/* test: check --deref -DGOOD
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DGOOD_SEPARATE
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DFIRST
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DENDED
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DFREED
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DFIRST_R
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DLITERAL_R
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DLITERAL
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DUNTOUCHED
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check --deref -DENDLESS
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DPOINTER
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check --deref -DWIDE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
