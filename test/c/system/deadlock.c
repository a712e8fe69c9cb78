// Messages that cross: each says something before it listens.
void say_a(void);
void hear_a(void);
void say_b(void);
void hear_b(void);

void left(int first) {
  if (first) {
    say_a();
    hear_b();
  } else {
    hear_b();
    say_a();
  }
}

void right(int first) {
#ifdef CROSSED
  if (first == 4) {
    say_b();
    hear_a();
    return;
  }
#endif
  (void)first;
  hear_a();
  say_b();
}

/* test: check -q --spec $dir/deadlock.spec $file
 * exit: 0
 * stdout-contains: check free: S deadlock_free: true
 * stdout-contains: check stuck: T deadlock_free: false
 */
/* test: check -q --spec $dir/deadlock.spec $file -DCROSSED
 * exit: 10
 * stdout-contains: check free: S deadlock_free: false
 */
