// Memory that the library hands out through a pointer, or where it gets no
// buffer: what becomes of it is not known.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
#if defined ALIGNED
  void *block;
  return posix_memalign(&block, 64, 64) != 0;
#elif defined PRINTED
  char *text;
  return asprintf(&text, "a") < 0;
#elif defined FOLDER
  return getcwd(NULL, 0) == NULL;
#else
  static char buffer[64];
  return getcwd(buffer, sizeof buffer) == NULL;
#endif
}

/* test: check --cleanup
 * exit: 0
 */
/* test: check --cleanup -DALIGNED
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: memory that posix_memalign hands out)
 */
/* test: check --memtrack -DALIGNED
 * exit: 5
 */
/* test: check --memtrack -DPRINTED
 * exit: 5
 */
/* test: check --cleanup -DFOLDER
 * exit: 5
 */
