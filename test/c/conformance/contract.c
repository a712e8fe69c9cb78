// What a call leaves in memory, and what was there before.
struct queue {
  int count;
  int last;
};

int total;
void bad(void);

void push(struct queue *q, int v) {
  q->count++;
#ifdef BUG
  q->last = v - 1;
#else
  q->last = v;
#endif
  total++;
}

void user(struct queue *q) {
  if (!q)
    return;
  q->count = 3;
  total = 5;
  push(q, 8);
  if (q->count != 4 || q->last != 8 || total != 6)
    bad();
}

void other_user(struct queue *q) {
  if (!q)
    return;
  q->count = 3;
  push(q, 8);
  if (q->count == 4)
    bad();
}

/* test: check --all --spec $dir/contract.spec $file
 * exit: 10
 * stdout-contains: check push: push against its own abstraction: true
 * stdout-contains: check user: user unreachable call bad: true
 * stdout-contains: check other_user: other_user unreachable call bad: false
 */
/* test: check --all --spec $dir/contract.spec -DBUG $file
 * exit: 10
 * stdout-contains: check push: push against its own abstraction: false
 */
