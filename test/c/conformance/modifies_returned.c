// Where a struct is returned in memory, and what is passed by value, is nobody
// else's: `modifies` does not speak of it. The run that confirms a violation
// must not stop at such a write, and what it stops at is what is shown.
struct big {
  int a[10];
};

int g;

struct big make(int x) {
  struct big b = {{0}};
  b.a[0] = x;
  if (x == 5)
    g = 1;
  return b;
}

void by_value(struct big b) {
  b.a[0] = 1;
  if (b.a[1] == 5)
    g = 1;
}

struct big fresh(int x) {
  struct big b = {{0}};
  b.a[x & 7] = x;
  return b;
}

/* test: check --spec $dir/modifies_returned.spec $file
 * exit: 0
 * stdout-contains: check make: make against its own abstraction: false, as expected
 * stdout-contains: check by_value: by_value against its own abstraction: false, as expected
 * stdout-contains: check fresh: fresh against its own abstraction: true, as expected
 * stdout-contains: x = 5
 * stdout-contains: performs a write of `g`, which `modifies` does not list
 * stdout-lacks: write of `b
 * stdout-lacks: performs a write, which
 */
