// Many arrays in one struct, with indices that begin in the middle of them, and
// few elements of an array that others walk through with another step.
#include <stdio.h>

struct many {
  char a[30];
  int x;
  short b[30];
  char y;
  char c[30];
  long z;
  int d[30];
  char w;
};
struct pair {
  int first, second;
};

static struct many m;
static struct pair pairs[20];

int main(void) {
  int total = 0;
  m.x = 1, m.y = 2, m.z = 3, m.w = 4;
  for (int i = 0; i < 20; i++) {
    m.d[i + 10] = i;
    m.d[i] += i;
    m.c[i + 9] = (char)i;
    m.b[i + 7] = (short)(i * i);
    m.a[i + 5] = (char)(i + 1);
    m.a[i] = (char)(m.a[i] + m.a[i + 10]);
    m.b[i] = (short)(m.b[i] - m.b[i + 10]);
    m.c[i] = (char)(m.c[i] ^ m.c[i + 2]);
    pairs[i].first = i;
    pairs[i].second = -i;
  }
  int *last = &pairs[18].first;
  for (unsigned i = 0; i < 4; i++)
    last[(i * 3 + (unsigned)m.x) % 4] += (int)i + 100;
  for (int i = 0; i < 20; i++)
    total = total * 7 + pairs[i].first * 3 + pairs[i].second + m.a[i] + m.b[i] +
            m.c[i] + m.d[i];
  printf("%d %d %d %ld %d\n", total, m.x, m.y, m.z, m.w);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: run --component --32
 * native: same
 */
