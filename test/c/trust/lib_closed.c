// Streams that are used after they were closed.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int()) {
    FILE *file = fopen("file", "r");
    if (!file)
      continue;
    fgetc(file);
#ifdef CLOSE
    if (__VERIFIER_nondet_int())
      fclose(file);
#endif
#ifdef USE
    fclose(file);
    fgetc(file);
#else
    fclose(file);
#endif
  }
  return 0;
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DCLOSE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DUSE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
