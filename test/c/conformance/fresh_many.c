// What `return{fresh}` gives in a loop is large enough in a run, too.
struct node {
  struct node *next;
  int v;
};
void *make(void);
void bad(void);

int list(int n) {
  struct node *head = 0;
  for (int i = 0; i < n; i++) {
    struct node *x = make();
    x->v = i;
    x->next = head;
    head = x;
  }
  if (head && head->v == 1)
    bad();
  return 0;
}

/* test: check --spec $dir/fresh_many.spec
 * exit: 10
 * stdout-contains: check list: list unreachable call bad: false
 */
