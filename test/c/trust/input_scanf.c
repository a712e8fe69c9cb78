// What scanf reads: numbers of any value where that many conversions were
// assigned, and what was there before where not. A violation is shown with the
// standard input that leads to it; one that no input leads to is none.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 1, y = 2, n = -5;
  char name[8] = "";
  unsigned char small = 9;
#if defined PAIR
  if (scanf("%d %d", &x, &y) == 2)
    assert(x + 3 != y || x < 10);
#elif defined COUNT
  int r = scanf("%d%hhu", &x, &small);
  assert(-1 <= r && r <= 2);
  assert(r > 0 || x == 1);
  assert(r > 1 || small == 9);
#elif defined CHANGED
  int r = scanf("%d %*d %d", &x, &y);
  assert(r != 1 || y != 2 || x != 41); // 41 and no more
#elif defined STUCK
  // A character that is no number stays, whoever reads next.
  if (scanf("%d", &x) == 0 && getchar() == 'q')
    assert(scanf("%d", &y) != 1 || y != 7);
#elif defined NEVER
  // What the second conversion did not match the third does not match, either.
  int r = scanf("%u", (unsigned *)&x);
  int c = getchar();
  assert(r != 1 || c < '0' || c > '9' || x < 0);
#elif defined TEXT
  if (scanf("%7s", name) == 1)
    assert(name[0] != 'h' || name[1] != 'i' || name[2] != 0);
#elif defined BLANK
  if (scanf("%7s", name) == 1)
    assert(name[0] != ' '); // holds, but what texts are made of is not known
#elif defined POSITION
  int r = scanf("%d%n", &x, &n);
  assert(r == 1 || n == -5 || n != 3);
#elif defined SET
  if (scanf("%3[a-f]-%d", name, &x) == 2)
    assert(name[2] != 'e' || x != 12);
#elif defined ELEMENT
  int a[3] = {1, 2, 3};
  if (scanf("%d", &a[1]) == 1)
    assert(a[0] == 1 && a[2] == 3);
#elif defined DIVIDE
  if (scanf("%d", &x) == 1)
    y = 100 / (x - 17);
#elif defined OVER
  if (scanf("%d", &x) == 1 && x > 0)
    y = x + 5;
#elif defined INDEX
  if (scanf("%d", &x) == 1 && x >= 0 && x <= 8)
    name[x] = 1;
#elif defined LONG
  if (scanf("%s", name) == 1)
    x = name[0];
#endif
  return x + y + n + name[0] + small > 1000;
}

/* test: check -DPAIR
 * exit: 10
 * stdout-contains: stdin: "
 * test: check -DCOUNT
 * exit: 0
 * test: check -DCHANGED
 * exit: 10
 * stdout-contains: stdin: "41
 * test: check -DSTUCK
 * exit: 10
 * stdout-contains: q
 * test: check -DNEVER
 * exit: 5
 * stdout-contains: which reads something else there
 * test: check -DTEXT
 * exit: 10
 * stdout-contains: stdin: "hi"
 * test: check -DBLANK
 * exit: 5
 * test: check -DPOSITION
 * exit: 0
 * test: check -DSET
 * exit: 10
 * stdout-contains: e-
 * test: check -DELEMENT
 * exit: 0
 * test: check --div0 -DDIVIDE
 * exit: 10
 * stdout-contains: stdin: "17"
 * test: check --overflow -DOVER
 * exit: 10
 * stdout-contains: stdin: "21474836
 * test: check --deref -DINDEX
 * exit: 10
 * stdout-contains: stdin: "8"
 * test: check --deref -DLONG
 * exit: 10
 */
