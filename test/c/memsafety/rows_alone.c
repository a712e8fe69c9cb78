// Rows are asked about one by one where all of them together take long: a loop
// that is hard keeps nobody from the rest.
#include <stdlib.h>
#include <string.h>

struct item {
  char *name, *value;
  int size;
};

int copy(struct item *to, const struct item *from) {
#ifndef UNCHECKED
  if (!to || !from || !from->name)
    return -1;
#else
  if (!to || !from->name)
    return -1;
#endif
  to->name = strdup(from->name);
  if (!to->name)
    return -2;
  to->size = from->size;
  if (from->size > 0) {
    to->value = calloc((unsigned)from->size + 1u, 1);
    if (!to->value) {
      free(to->name);
      return -2;
    }
    to->value[0] = from->name[0];
  }
  return 0;
}

/* test: check --deref --usual --function copy -DUNCHECKED --cpu-timeout 6s
 * exit: 10
 * stdout-contains: through a null pointer, where `from`
 * stdout-contains: valid free    holds
 * stdout-contains: RESULT: false(valid-deref)
 */
