// Checks that do not end share the time with those that do.
void a(void);
void b(void);

int slow(unsigned n) {
  unsigned x = n | 1, y = 1;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    y = y * x + 1;
    if (y * y == 7 || y * y * y * y == x * 2 + 3)
      b();
  }
  return 0;
}

int quick(int n) {
  a();
  return n;
}

/* test: check -q --timeout 8s --spec $dir/shares.spec
 * exit: 5
 * timeout: 60
 * stdout-contains: check s1: slow refines N: unknown (timeout
 * stdout-contains: check q1: quick refines A: true
 * stdout-contains: check s2: slow refines N: unknown (timeout
 * stdout-contains: check q2: quick refines A: true
 */
/* test: check -q --timeout-each 2s --spec $dir/shares.spec
 * exit: 5
 * timeout: 60
 * stdout-contains: check s1: slow refines N: unknown (timeout
 * stdout-contains: check q1: quick refines A: true
 * stdout-contains: check s2: slow refines N: unknown (timeout
 * stdout-contains: check q2: quick refines A: true
 */
