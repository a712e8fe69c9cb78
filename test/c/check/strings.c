// Routines that only read and write memory are taken as what they do.
#include <assert.h>
#include <string.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#if defined LENGTH
int main(void) {
  char text[6] = "ab";
  if (__VERIFIER_nondet_int())
    text[2] = 'c';
  size_t n = strlen(text);
#ifdef BUG
  assert(n == 2);
#else
  assert(n == 2 || n == 3);
#endif
  return 0;
}
#elif defined COMPARE
int main(void) {
  char a[4] = "ab", b[4] = "ab";
  a[1] = (char)(__VERIFIER_nondet_int() ? 'b' : 'c');
  int order = strcmp(a, b);
#ifdef BUG
  assert(order == 0);
#elif defined VALUE
  assert(order <= 1); // the sign is all that C promises
#else
  assert(order >= 0);
  assert((order == 0) == (a[1] == 'b'));
  assert(memcmp(a, b, 1) == 0);
  assert(strncmp(a, "ax", 1) == 0);
#endif
  return 0;
}
#elif defined COPY
int main(void) {
  char to[8];
  strcpy(to, "one");
  strcat(to, "two");
  assert(to[3] == 't' && to[6] == 0);
  strncpy(to, "x", 3);
#ifdef BUG
  assert(to[2] == 'e');
#else
  assert(to[0] == 'x' && to[1] == 0 && to[2] == 0 && to[3] == 't');
#endif
  return 0;
}
#elif defined FIND
int main(void) {
  char path[] = "a/b";
  char *slash = strchr(path, '/');
#ifdef BUG
  assert(!slash);
#else
  assert(slash == path + 1 && strchr(path, 'z') == NULL);
  assert(memchr(path, 'b', 2) == NULL);
#endif
  return 0;
}
#else
int main(void) {
  char *copy = strdup("hey");
  if (!copy)
    return 0;
  assert(copy[0] == 'h');
#ifdef BUG
  assert(copy[3]);
#else
  assert(!copy[3] && strlen(copy) == 3);
#endif
  free(copy);
  return 0;
}
#endif

/* test: check -DLENGTH
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DLENGTH -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DCOMPARE
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DCOMPARE -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DCOMPARE -DVALUE
 * exit: 5
 * stdout-contains: it hangs on what `strcmp` returns
 */
/* test: check -DCOPY
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DCOPY -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DFIND
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFIND -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
