// A struct that ends in an array, at a computed index: the pointer around an
// element is not looked for.
struct text {
  int n;
  int d[];
};

int within(struct text *t, int i) {
  if (!t || i < 0 || i >= 3)
    return 0;
  return t->d[i];
}
/* test: check --deref --function within $file
 * exit: 10
 * stdout-contains: out of bounds
 */
