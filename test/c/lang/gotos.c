// goto: backwards, into and out of loops and blocks, clean-up chains.
#include <stdio.h>

static int search(int m[3][3], int key) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (m[i][j] == key)
        goto found;
  return -1;
found:
  return i * 3 + j;
}

static int into_loop(int n) {
  int i = 10, sum = 0;
  goto middle;
  while (i < 15) {
    sum += 100;
  middle:
    sum += i;
    i++;
    if (sum > n)
      goto end;
  }
end:
  return sum;
}

static int acquire(int fail_at) {
  int log = 0;
  log = log * 10 + 1;
  if (fail_at == 1)
    goto undo_1;
  log = log * 10 + 2;
  if (fail_at == 2)
    goto undo_2;
  log = log * 10 + 3;
  if (fail_at == 3)
    goto undo_3;
  return log;
undo_3:
  log = log * 10 + 7;
undo_2:
  log = log * 10 + 8;
undo_1:
  log = log * 10 + 9;
  return log;
}

// Two entries into one cycle: no structured loop.
static int irreducible(int start, int n) {
  int trace = 0;
  if (start)
    goto b;
a:
  trace = trace * 3 + 1;
  if (n-- <= 0)
    return trace;
b:
  trace = trace * 3 + 2;
  if (n-- <= 0)
    return trace;
  goto a;
}

static int skip_declaration(int jump) {
  int result = 1;
  if (jump)
    goto inside;
  {
    int local;
    local = 5;
    result += local;
  inside:
    local = 7;
    result += local;
  }
  return result;
}

int main(void) {
  int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  printf("%d %d %d\n", search(m, 6), search(m, 1), search(m, 10));
  printf("%d %d\n", into_loop(5), into_loop(1000));
  printf("%d %d %d %d\n", acquire(0), acquire(1), acquire(2), acquire(3));
  printf("%d %d %d\n", irreducible(0, 4), irreducible(1, 5), irreducible(0, 0));
  printf("%d %d\n", skip_declaration(0), skip_declaration(1));
  int n = 0;
loop:
  if (n < 10) {
    n += 3;
    goto loop;
  }
  printf("%d\n", n);
  for (int i = 0; i < 3; i++) {
    int j = 0;
    do {
      if (j == i)
        goto next;
      printf("%d%d ", i, j);
    } while (++j < 3);
  next:;
  }
  printf("\n");
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
