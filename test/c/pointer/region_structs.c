// Two arrays of structs: four arrays, one for each field of each, indexed by
// the byte offset of the element. A short loop is written out, so the elements
// of what only such loops access are scalars.
#include <stdio.h>

struct point {
  int x, y;
};
struct entry {
  char key;
  long value;
};

static struct point points[40], corners[3];
static struct entry entries[30] = {{'a', 10}, {'b', 20}, {'c', 30}};

int main(void) {
  long total = 0;
  for (int i = 0; i < 3; i++)
    corners[i].x = i * i;
  for (int i = 0; i < 40; i++) {
    points[i].x = i;
    points[i].y = -i;
  }
  for (int i = 0; i < 30; i++) {
    entries[i].value += points[i].y + points[i + 1].x;
    total += entries[i].key * entries[i].value;
  }
  entries[1] = entries[2];
  printf("%ld %c %d %d\n", total, entries[1].key, points[2].y,
         corners[2].x);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: run --component --32
 * native: same
 */
/* test: dump component
 * stdout-contains: region points (arrays, period 8): points[].x:32 points[].y:32
 * stdout-contains: region corners: corners[0].x:32 corners[1].x:32 corners[2].x:32
 * stdout-contains: region entries (arrays, period 16): entries[].key:8 entries[].value:64
 */
