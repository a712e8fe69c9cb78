// Recursion: deep, mutual, tree-shaped, through pointers to locals.
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned long fibonacci(int n) {
  return n < 2 ? (unsigned long)n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int moves;
static void hanoi(int n, char from, char to, char by) {
  if (n == 0)
    return;
  hanoi(n - 1, from, by, to);
  moves++;
  if (n == 6)
    printf("%c->%c at %d\n", from, to, moves);
  hanoi(n - 1, by, to, from);
}

// Each frame links to its caller's frame: locals of all depths stay alive.
struct frame { const struct frame *up; int value; };
static int walk(const struct frame *frame) {
  int sum = 0;
  for (; frame; frame = frame->up)
    sum = sum * 3 + frame->value;
  return sum;
}
static int nest(const struct frame *up, int depth) {
  struct frame here = {up, depth * depth};
  return depth == 0 ? walk(&here) : nest(&here, depth - 1);
}

static void permute(char *s, int k, int n) {
  if (k == n) {
    printf("%s ", s);
    return;
  }
  for (int i = k; i < n; i++) {
    char c = s[k];
    s[k] = s[i], s[i] = c;
    permute(s, k + 1, n);
    c = s[k];
    s[k] = s[i], s[i] = c;
  }
}

static int hofstadter_m(int n);
static int hofstadter_f(int n) {
  return n == 0 ? 1 : n - hofstadter_m(hofstadter_f(n - 1));
}
static int hofstadter_m(int n) {
  return n == 0 ? 0 : n - hofstadter_f(hofstadter_m(n - 1));
}

static int queens(int n, int row, unsigned columns, unsigned left,
                  unsigned right) {
  if (row == n)
    return 1;
  int count = 0;
  for (int c = 0; c < n; c++) {
    unsigned bit = 1u << c;
    if (!((columns | left | right) & bit))
      count += queens(n, row + 1, columns | bit, (left | bit) << 1,
                      (right | bit) >> 1);
  }
  return count;
}

int main(void) {
  printf("%u %u\n", ackermann(2, 3), ackermann(3, 3));
  printf("%d %d\n", is_even(1000), is_odd(777));
  printf("%lu\n", fibonacci(17));
  hanoi(8, 'a', 'b', 'c');
  printf("%d\n", moves);
  printf("%d\n", nest(NULL, 12));
  char s[] = "abcd";
  permute(s, 0, 4);
  printf("%s\n", s);
  for (int i = 0; i < 12; i++)
    printf("%d/%d ", hofstadter_f(i), hofstadter_m(i));
  printf("\n%d\n", queens(6, 0, 0, 0, 0));
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
