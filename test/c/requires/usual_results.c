// With --usual what functions without a body return is null or leads to an
// object of its own; a string ends.
struct item {
  int type;
  struct item *next;
};
struct item *find(struct item *list, const char *name);
char *title(int n);
void *raw(void);

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
 * exit: 10
 */
