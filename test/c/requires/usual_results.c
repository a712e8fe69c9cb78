// With --usual what functions without a body return is null or leads to an
// object of its own; a string ends. A wrapper of malloc gives as many bytes as
// it is told. What another `void *` leads to nobody knows, but it is no mark.
#include <stddef.h>

struct item {
  int type;
  struct item *next;
};
struct item *find(struct item *list, const char *name);
char *title(int n);
void *raw(void);
void *my_alloc(size_t size);
void *my_calloc(size_t count, size_t size, unsigned flags);

int first(struct item *list) {
  struct item *one = find(list, "one");
#ifndef UNCHECKED
  if (!one)
    return 0;
#endif
  struct item *two = find(list, "two");
  one->type = 1;
  if (two)
    two->type = 2;
#ifdef BEYOND
  return one[1].type;
#endif
  return one->type;
}

int initial(int n) {
  const char *text = title(n);
#ifdef UNCHECKED
  return text[0];
#elif defined BEYOND
  return text && text[0] ? text[2] : 0;
#else
  return text && text[0] ? text[1] : 0;
#endif
}

int number(void) {
  int *n = raw();
  return n ? *n : 0;
}

int made(void) {
  int *n = my_alloc(2 * sizeof *n), *m = my_calloc(3, sizeof *m, 0);
#ifndef UNCHECKED
  if (!n || !m)
    return 0;
#endif
  n[1] = 1;
#ifdef BEYOND
  m[3] = 2;
#endif
  return n[1] + m[2];
}

/* test: check --deref --usual --unseen=arguments --function first
 * exit: 0
 * stdout-contains: null or leads to an object of its own
 */
/* test: check --deref --usual --unseen=arguments --function first -DUNCHECKED
 * exit: 10
 */
/* test: check --deref --usual --unseen=arguments --function first -DBEYOND
 * exit: 10
 */
/* test: check --deref --unseen=arguments --function first
 * exit: 10
 */
/* test: check --deref --usual --function initial
 * exit: 0
 * stdout-contains: (--usual): title
 */
/* test: check --deref --usual --function initial -DUNCHECKED
 * exit: 10
 */
/* test: check --deref --usual --function initial -DBEYOND
 * exit: 10
 */
/* test: check --deref --usual --function number
 * exit: 5
 * stdout-contains: no mark in the first or the last page (--usual): raw
 * stdout-lacks: may return
 */
/* test: check --deref --usual --function made
 * exit: 0
 * stdout-contains: as they are told, of its own (--usual): my_alloc, my_calloc
 */
/* test: check --deref --usual --function made -DUNCHECKED
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref --usual --function made -DBEYOND
 * exit: 10
 * stdout-contains: out of bounds
 */
