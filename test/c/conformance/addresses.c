// Addresses of globals in patterns, guards and returns.
struct lock {
  int held;
};
struct lock first, second;
void take(struct lock *lock);

struct lock *choose(int n) {
#ifdef BUG
  if (n == 3)
    return 0;
#endif
  return n > 0 ? &first : &second;
}

int both(int n) {
  take(choose(n));
#ifdef BUG
  take(&first);
#else
  take(n > 0 ? &second : &first);
#endif
  return 0;
}

/* test: check --spec $dir/addresses.spec $file
 * exit: 0
 * stdout-contains: check choose: choose against its own abstraction: true
 * stdout-contains: check both: both refines TWO: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/addresses.spec $file -DBUG
 * exit: 10
 * stdout-contains: check choose: choose against its own abstraction: false
 * stdout-contains: check both: both refines TWO: false
 */
