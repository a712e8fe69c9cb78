// Swapping through pointers: both may point to both.
int x, y;

static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  int *p = &x, *q = &y;
  swap(&p, &q);
  *p = 1;
  *q = 2;
  return x + y;
}

/* test: dump pointsto
 * stdout-contains: store p -> {x, y}
 * stdout-contains: store q -> {x, y}
 * stdout-contains: load a -> {main::p}
 * stdout-contains: load b -> {main::q}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
