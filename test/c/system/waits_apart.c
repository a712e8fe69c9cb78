// Where a component offers something that only concerns itself it does not
// wait; it goes on, and may wait later. With different arguments one of the two
// wants to meet once more than the other.
unsigned char meet(int m);

static int same(int v) {
  int w = v;
  return w;
}

int work(unsigned char p) {
  unsigned char x = p & 3;
  unsigned char y = p & 3;
  meet(same(2));
  x = meet(same(y & 3)) & 3;
  return x;
}
/* test: check -q --spec $dir/waits_apart.spec $file
 * exit: 10
 * stdout-contains: check free: S deadlock_free: false
 * stdout-contains: check free_too: SAME deadlock_free: true
 */
