// Copies between bytes that overlap, and those between bytes that do not.
#include <string.h>

struct pair {
  long a, b;
};

#ifndef COPY
#define COPY memcpy(data + 1, data, 4)
#endif

int main(void) {
  char data[8] = "abcdefg";
  struct pair pair = {1, 2}, *p = &pair;
  COPY;
  *p = pair; // the same object
  return data[0] == 'z' && p->a;
}

/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCOPY=memcpy(data+4,data,4)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCOPY=memmove(data+1,data,4)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCOPY=strcpy(data,data+2)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCOPY=strcpy(data,data+5)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCOPY=strncpy(data,data+2,3)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCOPY=strncpy(data,data+2,2)"
 * exit: 0
 * stdout-contains: RESULT: true
 */
