// Results of library routines that are not looked at, and routines that nobody
// knows.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void unknown_routine(const char *text);

int main(void) {
  char buffer[100];
#ifdef OPEN
  FILE *in = fopen("file", "r");
  if (!in && CHECKS)
    return 1;
  while (fgets(buffer, sizeof buffer, in))
    printf("%s (%d)\n", buffer, atoi(buffer));
  fclose(in);
#endif
#ifdef ENVIRONMENT
  char *home = getenv("HOME");
  if (home || !CHECKS)
    puts(home), buffer[0] = home[strlen(home)];
#endif
#ifdef TIME
  time_t now = time(0);
  struct tm *t = localtime(&now);
  if (t || !CHECKS)
    return t->tm_year;
#endif
#ifdef LOCALE
  return setlocale(LC_ALL, "C")[0]; // never null
#endif
#ifdef FIND
  strcpy(buffer, "key=value");
  char *at = strrchr(buffer, FIND);
  if (at || !CHECKS)
    return *at;
#endif
#ifdef PARSE
  char *end;
  long n = strtol("12x", &end, 10);
  return *end + (int)n;
#endif
#ifdef UNKNOWN
  unknown_routine("text");
#endif
  return 0;
}

/* test: check --deref -DOPEN -DCHECKS=1
 * exit: 0
 * stdout-contains: fgets: no body; returns anything, writes what its arguments point to and changes nothing else
 * stdout-contains: RESULT: true
 * test: check --deref -DOPEN -DCHECKS=0
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DENVIRONMENT -DCHECKS=1
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DENVIRONMENT -DCHECKS=0
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DTIME -DCHECKS=1
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DTIME -DCHECKS=0
 * exit: 5
 * stdout-contains: hangs on what `localtime.null` returns
 * test: check --deref -DLOCALE
 * exit: 5
 * stdout-lacks: violated
 * test: check --deref "-DFIND='v'" -DCHECKS=1
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DPARSE
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DUNKNOWN
 * exit: 5
 * stdout-contains: what `unknown_routine` does with the memory it is given: it has no body
 * stdout-contains: RESULT: unknown
 */
