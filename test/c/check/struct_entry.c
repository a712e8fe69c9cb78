// Structs that a function which starts alone gets by value and returns: large
// ones lie in memory that is there, small ones come in pieces, and pointers in
// them are null or point to objects of their own.
#include <assert.h>

struct large {
  long long a, b, c;
};

struct words {
  int *p;
  int n[8];
};

struct small {
  int *p;
  int n;
};

struct nested {
  int k;
  struct small small;
};

struct large result(int n) {
  struct large made = {n, 2, -1};
  assert(n != 77 || BUG != 1);
  return made;
}

struct small small_result(int n, struct small s) {
  s.n = n;
  if (s.p)
    *s.p = n;
  assert(!s.p || *s.p == n);
  return s;
}

int copied(struct large s, int n) {
  s.c++;
  if (s.b == 5)
    assert(s.a != n || BUG != 1);
  return 1;
}

int array(struct words s, int n) {
  if (s.n[3] == 5) {
    s.n[2] = 7;
    if (s.p)
      *s.p = 1;
    assert(s.n[2] == 7);
    assert(s.n[1] != n || BUG != 1);
  }
  return s.n[BUG == 2 ? 8 : 7];
}

int pieces(struct small s, struct nested t) {
  if (s.p && t.small.p && t.k == 2) {
    *s.p = 7;
    *t.small.p = 8;
    assert(*s.p == 7 + (BUG == 1));
  }
  return BUG == 2 ? *s.p : 0;
}

/* test: check --32 --deref -DBUG=0 --function result $file
 * exit: 0
 */
/* test: check --64 --deref -DBUG=0 --function result $file
 * exit: 0
 */
/* test: check --32 -DBUG=1 --function result $file
 * exit: 10
 */
/* test: check --64 -DBUG=1 --function result $file
 * exit: 10
 */
/* test: check --32 --deref -DBUG=0 --function small_result $file
 * exit: 0
 */
/* test: check --64 --deref -DBUG=0 --function small_result $file
 * exit: 0
 */
/* test: check --32 --deref -DBUG=0 --function copied $file
 * exit: 0
 */
/* test: check --64 --deref -DBUG=0 --function copied $file
 * exit: 0
 */
/* test: check --32 -DBUG=1 --function copied $file
 * exit: 10
 */
/* test: check --64 -DBUG=1 --function copied $file
 * exit: 10
 */
/* test: check --32 --deref -DBUG=0 --function array $file
 * exit: 0
 */
/* test: check --64 --deref -DBUG=0 --function array $file
 * exit: 0
 */
/* test: check --64 -DBUG=1 --function array $file
 * exit: 10
 */
/* test: check --64 --deref -DBUG=2 --function array $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --32 --deref -DBUG=0 --function pieces $file
 * exit: 0
 */
/* test: check --64 --deref -DBUG=0 --function pieces $file
 * exit: 0
 */
/* test: check --32 -DBUG=1 --function pieces $file
 * exit: 10
 */
/* test: check --64 -DBUG=1 --function pieces $file
 * exit: 10
 */
/* test: check --64 --deref -DBUG=2 --function pieces $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: run --seed 3 -DBUG=0 --function array $file
 * exit: 0
 */
/* test: run --seed 4 -DBUG=0 --function result $file
 * exit: 0
 */
