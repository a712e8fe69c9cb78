// Texts that are not of `char`: that they end is callers' matter where they are
// walked through, unless the function writes to them; and what is counted once
// has room in a copy.
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
typedef struct {
  byte *name;
  int kind;
} event;

// Pointers that a loop moves do not get before what is given.
static int is_valid(const byte *start, size_t length) {
  const byte *end = start + length, *at = start;
  while (at < end) {
    unsigned width = *at < 128 ? 1 : *at < 224 ? 2 : 0;
    if (!width || at + width > end)
      return 0;
    for (size_t k = 1; k < width; k++)
      if ((at[k] & 192) != 128)
        return 0;
    at += width;
  }
  return 1;
}

int named(event *event, const byte *name) {
  byte *copy = NULL;
  if (name) {
    if (!is_valid(name, strlen((char *)name)))
      return 0;
    copy = (byte *)strdup((char *)name);
#ifndef UNCHECKED
    if (!copy)
      return 0;
#endif
    copy[0] = 'x';
  }
  event->name = copy;
  event->kind = 1;
  return 1;
}

// The function's own text, without an end.
size_t filled(byte *into) {
  byte own[4];
  memset(own, 'x', sizeof own);
  memcpy(into, own, sizeof own);
  return strlen((char *)own);
}

// Whose end would it be?
size_t overwritten(byte *into) {
  memset(into, 'x', 4);
  return strlen((char *)into);
}

/* test: check --deref --required --cpu-timeout 20s --function named $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --function named -DUNCHECKED $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref --required --function filled $file
 * exit: 10
 * stdout-contains: of `own`
 */
/* test: check --deref --required --cpu-timeout 20s --function overwritten $file
 * exit: 5
 * stdout-contains: whether callers see to an access
 */
