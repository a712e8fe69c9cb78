// A pointer that unseen code gives may point to very many objects: an access
// through it is one edge, which may change any of them.
#include <assert.h>

#define OBJECTS(X)                                                             \
  X(a) X(b) X(c) X(d) X(e) X(f) X(g) X(h) X(i) X(j) X(k) X(l) X(m) X(n) X(o)   \
      X(p) X(q) X(r) X(s) X(t)
#define DEFINE(name)                                                           \
  int name;                                                                    \
  int *at_##name(void) { return &name; }
OBJECTS(DEFINE)

int *find(int key);
static int own;
int seen;

// What nobody else can get at keeps its value.
int keeps(int key) {
  own = 1;
  *find(key) = 7;
  assert(own == 1);
#ifdef BUG
  own = key;
  assert(own != 5);
#endif
  return own;
}

// One of them may have changed: that is neither proved nor told.
int changes(int key) {
  int *x = find(key);
  a = 1;
  *x = 7;
  assert(a == 1);
  return *x;
}

// What is read is anything, and the run says whether that can be.
int reads(int key) {
  int *x = find(key);
  a = b = c = d = e = f = g = h = i = j = 3;
  assert(*x == 3);
  return *x;
}

// A specification, or a choice, says that it gives no globals.
int given(int key) {
  int *x = find(key);
  a = 1;
  *x = 7;
  assert(a == 1);
  return 0;
}

/* test: check --function keeps $file
 * exit: 0
 */
/* test: check --function keeps -DBUG $file
 * exit: 10
 */
/* test: check --function changes $file
 * exit: 5
 */
/* test: check --function reads $file
 * exit: 10
 */
/* test: check --function given --unseen=nothing $file
 * exit: 0
 */
/* test: dump component --figures --function changes $file
 * exit: 0
 * stdout-contains: places_most=2
 */
