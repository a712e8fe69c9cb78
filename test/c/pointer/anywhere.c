// A function that nobody knows: what it can reach may be anywhere afterwards.
extern int *unknown(void *memory);
struct box {
  int *inside;
};
int x, y, z;

int main(void) {
  struct box open = {&x}, closed = {&y};
  int *p = unknown(&open);
  *p = 1;
  *open.inside = 2;
  *closed.inside = 3;
  return x + y + z;
}

/* test: dump pointsto
 * stdout-contains: no summary of unknown
 * stdout-contains: store p -> {anywhere}
 * stdout-contains: store open.inside -> {anywhere}
 * stdout-contains: store closed.inside -> {y}
 * stdout-contains: global x (4 bytes) escapes
 * stdout-lacks: global y (4 bytes) escapes
 */
/* test: run --check-pointsto
 * exit: 3
 * stderr-contains: not modelled
 */
