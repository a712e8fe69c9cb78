// Functions that nobody sees may return numbers in the place of pointers.
struct clk {
  long rate;
};
struct clk *clk_get(int id);   // is not described
struct clk *clk_find(int id);  // is
void bad(void);

static int code_of(struct clk *c) {
  return (unsigned long)c >= (unsigned long)-4095 ? (int)(long)c : 0;
}

int unseen(void) {
  if (code_of(clk_get(3)) == -22)
    bad();
  return 0;
}

int described(void) {
  if (code_of(clk_find(3)) == -1)
    bad();
  return 0;
}

int small(void) {
  if (clk_get(3) == (struct clk *)1)
    bad();
  return 0;
}

/* test: check --spec $dir/error_pointers.spec $file
 * exit: 0
 */
