// The oracle of a function alone, as `check` writes it: what a global of
// another file holds, and lines for native runs that nobody here reads.
extern int limit;

int find(const int *at) {
  return at[limit];
}

/* test: run --function find --oracle $dir/alone.oracle $file
 * exit: 10
 * stderr-contains: alone.c:6:10: error: read of 4 bytes out of bounds: at offset 8
 */
