// What a body writes that its `modifies` does not list is a violation.
#include <stdlib.h>
#include <string.h>

struct node {
  int v;
  struct node *next;
};
struct queue {
  int n;
  int d[4];
};
int g, table[8];
char text[16];
int *pointer = &g;
static int calls;

void clear(char *d, int k) {
  for (int i = 0; i < k && i < 3; i++)
    d[i] = 0;
}
void clear_more(char *d, int k) {
  for (int i = 0; i <= k; i++)
    d[i] = 0;
}
void large(int *d, size_t k) {
  if (k)
    d[0] = 1;
}
void behind(int *d, long k) {
  if (k > 0)
    d[k] = 1;
}
void masked(int i, int v) {
  table[i & 3] = v;
}
void put(struct queue *q, int v) {
  if (q->n < 4 && q->n >= 0)
    q->d[q->n++] = v;
}
void put_and_count(struct queue *q, int v) {
  if (q->n < 4 && q->n >= 0)
    q->d[q->n++] = v;
  g++;
}
void next_value(struct node *p) {
  if (p && p->next)
    p->next->v = 3;
}
void next_next(struct node *p) {
  if (p && p->next)
    p->next->next = 0;
}
void through(int v) {
  *pointer = v;
}
int fresh(int k) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = k;
  int r = *p;
  free(p);
  return r;
}
struct node *make(int v) {
  struct node *p = malloc(sizeof *p);
  if (p) {
    p->v = v;
    p->next = 0;
  }
  return p;
}
void say(void) {
  strcpy(text, "abc");
}
void wipe(void) {
  memset(text, 0, 16);
  g = 1;
}
int count(void) {
  return ++calls;
}
void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
void half_swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static void inner(int *p) {
  *p = 4;
}
void outer(int *p) {
  int t;
  inner(&t);
  if (t == 4)
    inner(p);
}
void outer_nothing(int *p) {
  int t;
  inner(&t);
  if (t == 4)
    inner(p);
}
void by_value(struct node s) {
  s.v = 3;
  struct node *q = &s;
  q->next = 0;
}
void dead(int n) {
  if (n * n == 2)
    g = 1;
}

/* test: check --spec $dir/modifies_frame.spec $file
 * exit: 0
 * stdout-contains: performs a write of `g`, which `modifies` does not list
 * stdout-contains: performs a write of `p->next->next`, which `modifies` does not list
 */
