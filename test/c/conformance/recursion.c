// Recursion is cut by an abstraction: calls are what it says.
void enter(int depth);
void leave(void);

int descend(int depth) {
  if (depth <= 0)
    return 0;
  enter(depth);
  descend(depth - 1);
#ifdef BUG
  if (depth == 3)
    return -1;
#endif
  leave();
  return 0;
}

int even(unsigned n);

int odd(unsigned n) {
#ifdef BUG
  if (n == 3)
    return 0;
#endif
  return n == 0 ? 0 : even(n - 1);
}

int even(unsigned n) {
  return n == 0 ? 1 : odd(n - 1);
}

/* test: check --spec $dir/recursion.spec $file --all
 * exit: 0
 * stdout-contains: check descend: descend against its own abstraction: true
 * stdout-contains: check odd: odd against its own abstraction: true
 * stdout-contains: check even: even against its own abstraction: true
 * stdout-contains: circular     descend: proved from each other
 * stdout-contains: circular     odd, even: proved from each other
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/recursion.spec $file --all -DBUG
 * exit: 10
 * stdout-contains: check descend: descend against its own abstraction: false
 * stdout-contains: check odd: odd against its own abstraction: false
 * stdout-contains: check even: even against its own abstraction: true
 * stdout-contains: proved       even, resting on odd, even; NOT proved: odd
 */
