// Handles that one call opens again and again.
#include <stdio.h>

int nondet(void);

int main(void) {
  FILE *old = NULL;
  while (nondet()) {
    FILE *file = fopen("file", "r");
    if (!file)
      break;
#ifdef OLD // was closed in the round before
    if (old)
      fgetc(old);
    fclose(file);
    old = file;
#elif defined NOW
    if (old)
      fclose(old);
    if (old)
      fgetc(old);
    old = file;
#else
    fgetc(file);
    fclose(file);
    old = NULL;
#endif
  }
  return old != NULL;
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DOLD
 * exit: 5
 * stdout-contains: older handles of
 * test: check --deref -DNOW
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
