// Arrays of variable length: one and two dimensions, loops, sizeof, parameters.
#include <stdio.h>
#include <string.h>

static int evaluated;
static int length(int n) { return evaluated++, n; }

static long weigh(int rows, int columns, int m[rows][columns]) {
  long sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum += (long)m[i][j] * (i + 1) * (j + 2);
  return sum;
}

static void fill(int rows, int columns, int m[][columns]) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      m[i][j] = i * columns + j;
}

static int last_of(int n, int v[static n]) { return v[n - 1]; }

static int nested(int n) {
  int here[n];
  for (int i = 0; i < n; i++)
    here[i] = n * i;
  int below = n > 1 ? nested(n - 1) : 0;
  return below + here[n - 1];
}

static int early(int n) {
  char buffer[n + 1];
  memset(buffer, 'x', (size_t)n);
  buffer[n] = 0;
  if (n % 2)
    return (int)strlen(buffer);
  for (int i = 0; i < n; i++) {
    char inner[i + 1];
    memset(inner, i, (size_t)i + 1);
    if (inner[i] == 3)
      return 100 + inner[0];
  }
  return -1;
}

int main(void) {
  int n = 7;
  int v[n];
  for (int i = 0; i < n; i++)
    v[i] = i * i;
  printf("%d %d\n", (int)(sizeof v / sizeof *v), v[6]);
  n = 3; // The array keeps its length.
  printf("%d %d\n", (int)(sizeof v / sizeof v[0]), last_of(7, v));

  int rows = 3, columns = 4;
  int m[rows][columns];
  fill(rows, columns, m);
  printf("%ld %d %d\n", weigh(rows, columns, m), (int)(sizeof m / sizeof(int)),
         (int)(sizeof m[0] / sizeof(int)));
  int (*row)[columns] = m;
  row++;
  printf("%d %d\n", (*row)[2], (int)(row - m));

  int total = 0;
  for (int i = 1; i <= 5; i++) {
    short w[i], z[i * 2];
    for (int j = 0; j < i; j++)
      w[j] = (short)(i + j), z[2 * j] = w[j], z[2 * j + 1] = (short)-j;
    total += (int)sizeof w + w[i - 1] + z[2 * i - 1] + z[0];
  }
  printf("%d\n", total);

  int once[length(5)];
  once[4] = 9;
  printf("%d %d %d\n", evaluated, (int)(sizeof once / sizeof *once), once[4]);
  int size = (int)(sizeof(char[length(6)]));
  printf("%d %d\n", evaluated, size);

  typedef int line[n];
  n = 50;
  line one;
  for (int i = 0; i < 3; i++)
    one[i] = i;
  printf("%d %d\n", (int)(sizeof one / sizeof(int)), one[2]);

  printf("%d %d %d %d\n", nested(6), early(5), early(8), early(2));

  // A jump backwards out of the scope releases the array.
  int k = 0;
again: {
  int fresh[k + 2];
  fresh[k + 1] = k;
  if (k++ < 5)
    goto again;
  printf("%d %d\n", k, fresh[k]);
}
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
