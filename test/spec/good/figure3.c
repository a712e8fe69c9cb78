// The example component of figure 2.
void do_a(void);
void do_b(void);

int example(void) {
  int x, y = 8;
  if (x == 0) {
    do_a();
    if (y < 10)
      return 0;
    else
      return 1;
  } else {
    do_b();
    if (y > 5)
      return 2;
    else
      return 3;
  }
}
