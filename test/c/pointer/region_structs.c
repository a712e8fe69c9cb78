// Two arrays of structs: four arrays, one for each field of each, indexed by
// the byte offset of the element.
#include <stdio.h>

struct point {
  int x, y;
};
struct entry {
  char key;
  long value;
};

static struct point points[4];
static struct entry entries[3] = {{'a', 10}, {'b', 20}, {'c', 30}};

int main(void) {
  long total = 0;
  for (int i = 0; i < 4; i++) {
    points[i].x = i;
    points[i].y = -i;
  }
  for (int i = 0; i < 3; i++) {
    entries[i].value += points[i].y + points[i + 1].x;
    total += entries[i].key * entries[i].value;
  }
  entries[1] = entries[2];
  printf("%ld %c %d\n", total, entries[1].key, points[2].y);
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
 * stdout-contains: region entries (arrays, period 16): entries[].key:8 entries[].value:64
 */
