// Classic algorithms on arrays, in several styles of loops.
#include <stdio.h>
#include <string.h>

static void bubble(int *v, int n) {
  int swapped;
  do {
    swapped = 0;
    for (int i = 1; i < n; i++)
      if (v[i - 1] > v[i]) {
        int t = v[i];
        v[i] = v[i - 1], v[i - 1] = t;
        swapped = 1;
      }
  } while (swapped);
}
static void quick(int *low, int *high) {
  while (low < high) {
    int pivot = low[(high - low) / 2], *i = low, *j = high;
    while (i <= j) {
      while (*i < pivot)
        i++;
      while (*j > pivot)
        j--;
      if (i <= j) {
        int t = *i;
        *i++ = *j, *j-- = t;
      }
    }
    quick(low, j);
    low = i;
  }
}
static void sift(int *v, int root, int n) {
  for (int child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && v[child + 1] > v[child])
      child++;
    if (v[root] >= v[child])
      break;
    int t = v[root];
    v[root] = v[child], v[child] = t;
  }
}
static void heap(int *v, int n) {
  for (int i = n / 2; i-- > 0;)
    sift(v, i, n);
  while (n-- > 1) {
    int t = v[0];
    v[0] = v[n], v[n] = t;
    sift(v, 0, n);
  }
}
static int sieve(int n) {
  char composite[200] = {0};
  int count = 0;
  for (int i = 2; i < n; i++) {
    if (composite[i])
      continue;
    count++;
    for (int j = i * i; j < n; j += i)
      composite[j] = 1;
  }
  return count;
}
static int edit_distance(const char *a, const char *b) {
  int m = (int)strlen(a), n = (int)strlen(b), d[16][16];
  for (int i = 0; i <= m; i++)
    for (int j = 0; j <= n; j++) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      if (d[i - 1][j] + 1 < best)
        best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best)
        best = d[i][j - 1] + 1;
      d[i][j] = best;
    }
  return d[m][n];
}
static void life(unsigned char grid[8][8]) {
  unsigned char next[8][8];
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++) {
      int n = -grid[y][x];
      for (int dy = 7; dy <= 9; dy++)
        for (int dx = 7; dx <= 9; dx++)
          n += grid[(y + dy) % 8][(x + dx) % 8];
      next[y][x] = n == 3 || (n == 2 && grid[y][x]);
    }
  memcpy(grid, next, sizeof next);
}
static unsigned crc32(const char *s) {
  unsigned crc = ~0u;
  while (*s) {
    crc ^= (unsigned char)*s++;
    for (int k = 0; k < 8; k++)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

int main(void) {
  void (*const sorts[])(int *, int) = {bubble, heap};
  for (int k = 0; k < 3; k++) {
    int v[30];
    unsigned seed = 42;
    for (int i = 0; i < 30; i++)
      v[i] = (int)((seed = seed * 69069u + 1) >> 20) - 2048;
    if (k < 2)
      sorts[k](v, 30);
    else
      quick(v, v + 29);
    for (int i = 0; i < 30; i += 3)
      printf("%d ", v[i]);
    printf("\n");
  }
  printf("%d %d\n", sieve(200), edit_distance("kitten", "sitting"));
  unsigned char grid[8][8] = {{0, 1}, {0, 0, 1}, {1, 1, 1}};
  for (int i = 0; i < 12; i++)
    life(grid);
  for (int y = 0; y < 8; y++) {
    for (int x = 0; x < 8; x++)
      putchar(grid[y][x] ? '#' : '.');
    putchar('\n');
  }
  printf("%08x\n", crc32("The quick brown fox jumps over the lazy dog"));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
