// What lies deeper than the objects of an entry state is memory outside: it is
// not known, but nobody may say that it is not there.
struct node {
  struct node *next;
  int value;
};
int f(struct node *node) {
  int sum = 0;
#ifdef BUG
  while (node->value)
#else
  while (node)
#endif
  {
    sum += node->value;
    node = node->next;
  }
  return sum;
}
/* test: check --deref --function f
 * exit: 5
 * stdout-contains: access to memory outside
 * test: check --deref --function f --32
 * exit: 5
 * stdout-contains: access to memory outside
 * test: check --deref --function f -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
