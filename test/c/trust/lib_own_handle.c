// A handle is what the library gave: no variable and no memory of the program
// is one.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static void put(FILE *file) {
  fputc('a', file);
}

void given(FILE *file) {
  if (file)
    put(file);
}

int main(void) {
#ifdef LOCAL
  FILE file;
  put(&file);
#elif defined GLOBAL
  static FILE file;
  put(&file);
#elif defined HEAP
  FILE *file = calloc(1, sizeof *file);
  if (file)
    put(file);
#elif defined FOLDER
  char folder[100];
  closedir((DIR *)folder);
#else
  FILE *file = fopen("f", "w"), *files[2] = {stdout, file};
  put(stderr);
  if (file)
    put(files[1]);
#endif
  return 0;
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref -DLOCAL
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DGLOBAL
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DHEAP
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DFOLDER
 * stdout-lacks: RESULT: true
 * exit: 5
 */
/* test: check --deref --function given
 * exit: 0
 * stdout-contains: RESULT: true
 */
