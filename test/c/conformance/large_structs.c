// Structs that are passed in memory, looked into by events.
struct five {
  int a, b, c, d, e;
};
struct three {
  int a, b, c;
};
void take(int x, struct five s, int y);
void many(int a, int b, int c, int d, int e, int f, struct three s, int y);

int passes(int k) {
  struct five s = {1, 2, 3, 4, 5};
  take(10, s, 20);
  return 0;
}

int last(int k) {
  struct three s = {1, 2, 3};
  many(1, 2, 3, 4, 5, 6, s, 20);
  return 0;
}

/* test: check --spec $dir/large_structs.spec $file
 * exit: 0
 */
/* test: check --32 --spec $dir/large_structs.spec $file
 * exit: 0
 */
