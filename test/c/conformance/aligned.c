// Pointers that come from functions that nobody sees are aligned for their type.
struct node {
  int v;
  struct node *next;
} head, other;

struct node *lookup(int k); // is described
struct node *search(int k); // is not

int described(int k) {
  head.v = 1;
  struct node *n = lookup(k);
  if (n)
    n->v = 5;
  return head.v;
}

int unseen(int k) {
  head.v = 1;
  struct node *n = search(k);
  int old = head.v;
  if (n)
    n->v = 5;
  return head.v == old || head.v == 5;
}

/* test: check --spec $dir/aligned.spec $file
 * exit: 0
 * stdout-contains: check some: described refines SOME: true
 * stdout-contains: check one: described refines ONE: false
 * stdout-contains: check unseen: unseen refines ONE: true
 */
