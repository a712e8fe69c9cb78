// An integer that is no address.
#include <stdint.h>
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  int object = 5;
  uintptr_t address = BUG ? (uintptr_t)0x1234567 : (uintptr_t)&object;
  *(int *)address += 1;
  printf("%d\n", object);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: wild_pointer.c:11:
 * stderr-contains: pointer
 */
