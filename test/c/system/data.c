// What a component says depends on what it computed: predicates are needed.
void put(int value);
int get(void);
void report(int sum);

void producer(int start) {
  int value = start & 1;
  for (int i = 0; i < 4; i++) {
    put(value);
    value = !value;
  }
}

void consumer(void) {
  int last = -1;
  int bad = 0;
  for (int i = 0; i < 4; i++) {
    int now = get();
#ifdef BUG
    if (now == last || (i == 3 && now == 0))
#else
    if (now == last)
#endif
      bad++;
    last = now;
  }
  report(bad);
}

/* test: check -q --spec $dir/data.spec $file
 * exit: 0
 * stdout-contains: check alternates: S refines ALTERNATES: true
 * stdout-contains: check good: S refines GOOD: true
 * stdout-contains: check four: S refines FOUR: true
 * stdout-contains: check free: S deadlock_free: true
 */
/* test: check -q --spec $dir/data.spec $file -DBUG
 * exit: 10
 * stdout-contains: check alternates: S refines ALTERNATES: true
 * stdout-contains: check good: S refines GOOD: false
 * stdout-contains: check four: S refines FOUR: true
 */
