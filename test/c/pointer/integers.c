// Pointers that went through integers, masks, differences and pieces.
#include <stdint.h>
#include <string.h>

struct holder {
  long tag;
  int *pointer;
};
int x, y;
char text[100];

static void copy_bytes(void *to, const void *from, unsigned n) {
  char *t = to;
  const char *f = from;
  while (n--)
    *t++ = *f++;
}

int main(void) {
  uintptr_t n = (uintptr_t)&x;
  int *p = (int *)((n | 1) & ~(uintptr_t)1);
  *p = 1;
  struct holder h = {0, &y}, by_library, by_hand;
  memcpy(&by_library, &h, sizeof h);
  copy_bytes(&by_hand, &h, sizeof h);
  *by_library.pointer += 1;
  *by_hand.pointer += 1;
  char *end = text + strlen("hello");
  long length = end - text;
  int numbers[10] = {0};
  numbers[length] = 1;
  return x + y + numbers[5] - 4;
}

/* test: dump pointsto
 * stdout-contains: store p -> {x+?}
 * stdout-contains: store by_library.pointer -> {y}
 * stdout-contains: store by_hand.pointer -> {y}
 * stdout-contains: store length * 4 + (char *)numbers -> {main::numbers[*]}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
