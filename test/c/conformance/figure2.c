// The running example of seed 000: figure 2, line by line. -DBUG=1 and -DBUG=2
// start with another y, so that one of the calls is followed by a return that
// figure 3 does not allow.
#if BUG == 1
#define Y 12
#elif BUG == 2
#define Y 5
#else
#define Y 8
#endif

void do_a(void);
void do_b(void);

int example(void) {
  int x, y = Y;
  if (x == 0) {
    do_a();
    if (y < 10) {
      return 0;
    } else {
      return 1;
    }
  } else {
    do_b();
    if (y > 5) {
      return 2;
    } else {
      return 3;
    }
  }
}

/* test: spec $dir/figure2.spec $file
 * exit: 0
 * stdout-contains: check figure3: function example refines SPEC in traces
 * stdout-contains: returns: return{0}, return{2}, return{other}
 */
