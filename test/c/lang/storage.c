// Static locals, tentative and extern definitions, shadowing, linkage.
#include <stdio.h>

int tentative;
int tentative;
extern int defined_below;
static int hidden;
static int hidden;
extern int listed[];
const int constant = 5;
static int *chain[3] = {&tentative, &hidden, 0};

static int counter(void) {
  static int n = 10;
  static int calls;
  calls++;
  return n += calls;
}

static int *cell(int i) {
  static int cells[4] = {1, 2, 3, 4};
  return &cells[i];
}

static int same_name(int which) {
  if (which) {
    static int n = 100;
    return n++;
  } else {
    static int n = 200;
    return n--;
  }
}

static int recursive(int depth) {
  static int deepest;
  int local = depth;
  if (depth > deepest)
    deepest = depth;
  if (depth < 4)
    recursive(depth + 1);
  return deepest * 10 + local;
}

static inline int small(int x) { return x * x; }
extern inline int exported(int x);
inline int exported(int x) { return x + constant; }

int x = 1;
static int shadow(int x) {
  int r = x;
  {
    int x = 3;
    r = r * 10 + x;
    for (int x = 4; x < 5; x++)
      r = r * 10 + x;
    {
      extern int x;
      r = r * 10 + x;
    }
  }
  return r * 10 + x;
}

struct node;
extern struct node *head;
struct node { int v; struct node *next; };
struct node third = {3, 0}, second = {2, &third}, first = {1, &second};
struct node *head = &first;

// Two objects that point to each other.
extern struct node right_one;
static struct node left_one = {10, &right_one};
struct node right_one = {20, &left_one};

int main(void) {
  tentative++, hidden += 2;
  printf("%d %d %d\n", *chain[0], *chain[1], chain[2] == 0);
  counter(), counter();
  printf("%d\n", counter());
  *cell(2) += 40;
  *cell(0) -= 1;
  printf("%d %d %d\n", *cell(2), *cell(0), cell(3) - cell(1) == 2);
  same_name(1), same_name(0), same_name(0);
  printf("%d %d\n", same_name(1), same_name(0));
  printf("%d\n", recursive(0));
  printf("%d %d\n", small(7), exported(1));
  printf("%d\n", shadow(2));
  for (struct node *n = head; n; n = n->next)
    printf("%d ", n->v);
  printf("%d\n", left_one.next->next->v + left_one.next->v);
  printf("%d %d\n", defined_below, listed[2]);
  extern int late(int);
  printf("%d\n", late(3));
  register int fast = 6;
  auto int slow = 7;
  volatile int careful = fast * slow;
  careful += careful;
  printf("%d\n", careful);
  return 0;
}

int defined_below = 77;
int listed[] = {4, 5, 6};
int late(int n) { return n * defined_below; }

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
