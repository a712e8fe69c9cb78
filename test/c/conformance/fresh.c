// return{fresh}: an object of its own, and null where the routine says so.
struct node {
  int value;
};
struct node *make(int value);
struct node *try_make(int value);
void drop(struct node *n);

int two(void) {
  struct node *a = make(1), *b = make(2);
  a->value = 1;
  b->value = 2;
  if (a == b || !a || !b || a->value != 1)
    return -1;
  drop(b);
#ifndef BUG
  drop(a);
#endif
  return 0;
}

int maybe(void) {
  struct node *a = try_make(1);
#ifndef BUG
  if (!a)
    return -1;
#endif
  drop(a);
  return 0;
}

/* test: check --spec $dir/fresh.spec $file
 * exit: 0
 * stdout-contains: check two: two refines TWO: true
 * stdout-contains: check maybe: maybe refines MAYBE: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/fresh.spec $file -DBUG
 * exit: 10
 * stdout-contains: check two: two refines TWO: false
 * stdout-contains: check maybe: maybe refines MAYBE: false
 * stdout-contains: performs ERROR
 */
