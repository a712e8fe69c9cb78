// Violations that need nothing unusual of callers are told first, and the
// others say which pointers have to be null: no more than need be.
struct pair {
  int a, b;
};
int table[4];

int both(struct pair *p, struct pair *q, int i) {
  int sum = p->a + q->b;
  if (i >= 0 && i <= 4)
    sum += table[i];
  return sum;
}
static int inner(struct pair *p) { return p->a; }
int outer(struct pair *given, struct pair *other) {
  return inner(given) + (other ? other->a : 0);
}
/* test: check --deref --function both $file
 * exit: 10
 * stdout-contains: through a null pointer, where `p` is null at the start)
 * stdout-contains: through a null pointer plus 4, where `q` is null at the start)
 * stdout-contains: first        [3]: nothing unusual is needed of callers there
 */
/* test: check --deref --function outer $file
 * exit: 10
 * stdout-contains: where `given` is null at the start)
 * stdout-lacks: nothing unusual
 */
