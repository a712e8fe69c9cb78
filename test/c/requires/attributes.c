// What declarations say by attributes is taken for granted where a function
// starts alone, and asked at its calls; and what it says of results. Each
// function has a twin that is wrong.
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

__attribute__((nonnull)) int both(struct node *p, struct node *q) {
  return p->v + q->v;
}
__attribute__((nonnull(1))) int one(struct node *p, struct node *q) {
  return p->v + (q ? q->v : 0);
}
__attribute__((nonnull(1))) int other(struct node *p, struct node *q) {
  return q->v;
}
int caller(struct node *p) { return p ? one(p, NULL) : 0; }
int null_caller(struct node *p) { return p ? p->v : one(p, NULL); }

// Arguments of the call are not C's parameters here.
struct pair {
  long a, b;
};
struct large {
  long a[5];
};
__attribute__((nonnull(2))) int behind(struct pair t, char *p, char *q) {
  return *p;
}
__attribute__((nonnull(2))) int behind_wrong(struct pair t, char *p, char *q) {
  return *q;
}
__attribute__((nonnull(1))) struct large hidden_wrong(char *p, char *q) {
  struct large b = {{*q}};
  return b;
}

int four(int a[static 4]) { return a[3]; }
int four_wrong(int a[static 4]) { return a[4]; }
int many(int a[static 100000]) { return a[99999]; }
int short_caller(void) {
  int a[3] = {0};
  return four(a);
}
int right_caller(void) {
  int a[4] = {0};
  return four(a);
}
// No object is that large: nothing may be said.
int larger_than_any(char a[static 0x20000000000]) {
  assert(0);
  return a[5];
}

__attribute__((__access__(__read_only__, 1, 2))) int at(const char *p, int n) {
  return n > 200 ? p[200] : 0;
}
__attribute__((__access__(read_only, 1, 2))) int at_wrong(const char *p,
                                                          int n) {
  return n > 200 ? p[201] : 0;
}
__attribute__((__access__(read_only, 1, 2))) int negative(const char *p,
                                                          int n) {
  return n < 0 ? p[0] : 0;
}
__attribute__((__access__(none, 1, 2))) int nothing(const char *p, int n) {
  return n > 200 ? p[200] : 0;
}
int at_caller(int n) {
  char b[8] = {0};
  return at(b, n > 8 ? 8 : n);
}
int at_caller_wrong(int n) {
  char b[8] = {0};
  return at(b, n > 9 ? 9 : n);
}

struct text {
  int n;
  char d[] __attribute__((counted_by(n)));
};
int counted(struct text *t, int i) {
  return t && i >= 0 && i < t->n ? t->d[i] : 0;
}
int counted_wrong(struct text *t, int i) {
  return t && i >= 0 && i <= t->n ? t->d[i] : 0;
}

// A call of itself is asked, too; one through a pointer is not, so that nothing
// is taken for granted.
__attribute__((nonnull)) int again(struct node *p, int n) {
  return n <= 0 || n > 4 ? p->v : again(p, n - 1);
}
__attribute__((nonnull)) int again_wrong(struct node *p, int n) {
  return n <= 0 ? p->v : again_wrong(n == 1 ? NULL : p, n - 1);
}
int (*hook)(struct node *);
__attribute__((nonnull)) int by_pointer(struct node *p) {
  if (p->v != 3)
    return p->v;
  p->v = 4;
  hook = by_pointer;
  return hook(NULL);
}

void *make(size_t size) __attribute__((malloc, alloc_size(1)));
void *make_array(int n, int size) __attribute__((malloc, alloc_size(1, 2)));
void *make_surely(size_t n, size_t size)
    __attribute__((malloc, alloc_size(1, 2), returns_nonnull));
struct node *make_node(int v) __attribute__((malloc));
int made(void) {
  int *p = make(8);
  if (!p)
    return 0;
  p[1] = 1;
  return p[0];
}
int made_wrong(void) {
  int *p = make(8);
  if (!p)
    return 0;
  p[2] = 1;
  return 0;
}
int made_null(void) {
  int *p = make(8);
  p[1] = 1;
  return 0;
}
int array(int n) {
  int *p = make_array(n, 4);
  if (p && n > 0)
    p[n - 1] = 1;
  return 0;
}
int array_wrong(int n) {
  int *p = make_array(n, 4);
  if (p && n > 0)
    p[n] = 1;
  return 0;
}
int surely(void) {
  char *p = make_surely(3, 4);
  p[11] = 1;
  return 0;
}
int surely_wrong(void) {
  char *p = make_surely(3, 4);
  p[12] = 1;
  return 0;
}
char *copy_text(int n) __attribute__((malloc, returns_nonnull));
int text(void) {
  const char *copy = copy_text(3);
  return copy[0] ? copy[1] : 0;
}
int contents(void) {
  struct node *n = make_node(3);
  if (!n)
    return 0;
  assert(n->next == NULL);
  return n->v;
}
/* test: check --deref --function both $file
 * exit: 0
 * stdout-contains: by the declaration of both: `p` is not null; `q` is not null
 */
/* test: check --deref --no-attributes --function both $file
 * exit: 10
 * stdout-contains: is null at the start
 */
/* test: check --deref --function one $file
 * exit: 0
 */
/* test: check --deref --function other $file
 * exit: 10
 */
/* test: check --deref --function caller $file
 * exit: 0
 * stdout-contains: one requires nonnull(p)  holds
 */
/* test: check --deref --function null_caller $file
 * exit: 10
 * stdout-contains: one requires nonnull(p)  fails (not met
 * stdout-contains: RESULT: false(requires)
 */
/* test: check --deref --function behind $file
 * exit: 0
 */
/* test: check --deref --function behind_wrong $file
 * exit: 10
 */
/* test: check --deref --function hidden_wrong $file
 * exit: 10
 */
/* test: check --deref --function four $file
 * exit: 0
 * stdout-contains: `a` has 16 bytes
 */
/* test: check --deref --function four_wrong $file
 * exit: 10
 */
/* test: check --deref --function many $file
 * exit: 0
 */
/* test: check --deref --function short_caller $file
 * exit: 10
 * stdout-contains: four requires 16 bytes behind a  fails
 */
/* test: check --deref --function right_caller $file
 * exit: 0
 */
/* test: check --deref --function larger_than_any $file
 * exit: 4
 * stdout-contains: vacuous: no state meets what larger_than_any requires
 */
/* test: check --deref --function at $file
 * exit: 0
 * stdout-contains: `p` has as many elements as `n` says
 */
/* test: check --deref --function at_wrong $file
 * exit: 10
 */
/* test: check --deref --function negative $file
 * exit: 10
 */
/* test: check --deref --function nothing $file
 * exit: 10
 */
/* test: check --deref --function at_caller $file
 * exit: 0
 */
/* test: check --deref --function at_caller_wrong $file
 * exit: 10
 * stdout-contains: at requires sized_by(p, n)  fails
 */
/* test: check --deref --function counted $file
 * exit: 0
 * stdout-contains: `t->d` has as many elements as `n` says
 */
/* test: check --deref --function counted_wrong $file
 * exit: 10
 */
/* test: check --deref --function again $file
 * exit: 0
 */
/* test: check --deref --function again_wrong $file
 * exit: 10
 * stdout-contains: again_wrong requires nonnull(p)  fails
 */
/* test: check --deref --function by_pointer $file
 * exit: 10
 * stdout-contains: false(valid-deref)
 */
/* test: check --deref --function made $file
 * exit: 0
 * stdout-contains: give null or memory of their own: make
 */
/* test: check --deref --function made_wrong $file
 * exit: 10
 * stdout-contains: write of 4 bytes out of bounds: at offset 8
 */
/* test: check --deref --function made_null $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
/* test: check --deref --function array $file
 * exit: 0
 */
/* test: check --deref --function array_wrong $file
 * exit: 10
 */
/* test: check --deref --function surely $file
 * exit: 0
 */
/* test: check --deref --function surely_wrong $file
 * exit: 10
 */
/* test: check --usual --deref --cpu-timeout 20s --function text $file
 * exit: 0
 */
/* test: check --usual --deref --no-attributes --cpu-timeout 20s --function text $file
 * exit: 10
 */
/* test: check --deref --function contents $file
 * exit: 10
 * stdout-contains: assert(n->next == NULL)  fails
 */
