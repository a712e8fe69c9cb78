// Arrays of two and three dimensions, and pointers to and into them.
#include <stdio.h>
#include <string.h>

static int grid[4][5];
static short cube[2][3][4] = {
    {{1, 2, 3, 4}, {5, 6}, {7}}, {{8}, {9, 10}, {11, 12, 13}}};
static char names[][8] = {"ada", "bob", "charlie", ""};
static const char *const words[] = {"zero", "one", [4] = "four"};

static int trace(int (*m)[5], int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += m[i][i];
  return sum;
}

static void transpose(int to[3][2], int from[2][3]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      to[j][i] = from[i][j];
}

static long sum3(short a[][3][4], int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        sum = sum * 2 + a[i][j][k];
  return sum;
}

int main(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      grid[i][j] = i * 10 + j;
  printf("%d %d %d\n", grid[3][4], *(*(grid + 2) + 3), trace(grid, 4));
  // Flat view of the whole, one row at a time.
  int *row = grid[1];
  printf("%d %d %d\n", row[0], row[4], (int)(&grid[3][0] - &grid[0][0]));
  int (*rows)[5] = grid + 1;
  printf("%d %d\n", rows[1][2], (int)(sizeof *rows / sizeof **rows));
  int (*all)[4][5] = &grid;
  printf("%d %d\n", (*all)[2][1], (int)sizeof *all);

  printf("%ld\n", sum3(cube, 2));
  printf("%d %d %d\n", cube[0][1][2], cube[1][2][2], cube[1][0][3]);

  int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3][2];
  transpose(b, a);
  for (int i = 0; i < 3; i++)
    printf("%d,%d ", b[i][0], b[i][1]);
  printf("\n");

  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    printf("<%s>%d ", names[i], (int)strlen(names[i]));
  printf("\n%d %s %d\n", words[2] == NULL, words[4],
         (int)(sizeof words / sizeof *words));

  // Partial initialisation zeroes the rest; strings may lack their zero.
  int part[6] = {1, 2};
  char exact[3] = "xyz", padded[6] = "pq";
  printf("%d %d %c%c%c %d%d\n", part[1], part[5], exact[0], exact[1], exact[2],
         padded[2], padded[5]);

  // Negative and reversed subscripts.
  int line[] = {10, 20, 30, 40, 50};
  int *middle = line + 2;
  printf("%d %d %d %d\n", middle[-2], middle[2], 3 [line], *(-1 + middle));
  for (int *p = line + 5; p-- > line;)
    printf("%d ", *p);
  printf("\n");

  // Pointers into the middle compare and subtract.
  int *first = line, *last = &line[4];
  printf("%d %d %d\n", (int)(last - first), first < last, last <= first);

  // Arrays of pointers, rows of unequal length.
  int r0[] = {1}, r1[] = {2, 3}, r2[] = {4, 5, 6};
  int *triangle[] = {r0, r1, r2};
  int **walk = triangle;
  int total = 0;
  for (int i = 0; i < 3; i++, walk++)
    for (int j = 0; j <= i; j++)
      total = total * 10 + (*walk)[j];
  printf("%d\n", total);

  // Copy by struct, since arrays do not assign.
  struct box { int cells[3][3]; } x = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}, y;
  y = x;
  x.cells[1][1] = 0;
  printf("%d %d\n", y.cells[1][1], memcmp(&x, &y, sizeof x) == 0);
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
