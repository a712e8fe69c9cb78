// There are two ways to put four queens on a board of four, by trying all.
#include <assert.h>

static int column[4], found;

static int is_free(int row, int at) {
  for (int i = 0; i < row; i++)
#ifdef BUG
    if (column[i] == at || column[i] - at == row - i)
#else
    if (column[i] == at || column[i] - at == row - i ||
        at - column[i] == row - i)
#endif
      return 0;
  return 1;
}

static void place(int row) {
  if (row == 4) {
    found++;
    return;
  }
  for (int at = 0; at < 4; at++)
    if (is_free(row, at)) {
      column[row] = at;
      place(row + 1);
    }
}

int main(void) {
  place(0);
  assert(found == 2);
  return 0;
}
