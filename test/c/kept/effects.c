// What a call of a kept function may change, and what it may not.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int left, right; };

int counter;
static int untouched = 4;
static int deep;

static void deeper(int *where) { *where = deep++; }

int touch(int n, int *where, struct pair *pair) {
  static int calls;
  calls++;
  counter = counter + n;
  pair->left = n;
  if (n > 3)
    deeper(where);
  return n;
}

int main(void) {
  int first = 1, second = 2, third = 3;
  struct pair pair = {5, 6};
  int result = touch(__VERIFIER_nondet_int(), &first, &pair);
  if (untouched != 4)
    reach_error(); // holds
  if (second != 2)
    reach_error(); // holds
  if (pair.right != 6)
    reach_error(); // holds
  touch(2, &third, &pair);
  if (second + untouched != 6)
    reach_error(); // holds
#ifdef FIRST
  if (first == 7 && result > 3)
    reach_error(); // `first` is 0 or 1: unknown
#endif
#ifdef LEFT
  if (pair.left == 2)
    reach_error(); // it is: a run says so
#endif
#ifdef COUNTER
  if (counter != result + 2)
    reach_error(); // unknown
#endif
  return 0;
}
/* test: check --keep touch
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check --keep touch,deeper
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check --keep deeper
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check --keep touch -DFIRST
 * exit: 5
 * stdout-contains: which is kept (--keep)
 * stdout-contains: RESULT: unknown
 *
 * test: check --keep touch -DLEFT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: check --keep touch -DCOUNTER
 * exit: 5
 * stdout-contains: RESULT: unknown
 *
 * test: check --keep touch --deref
 * exit: 5
 * stdout-contains: RESULT: unknown (validity of accesses is not checked where functions are kept (--keep))
 *
 * test: check --keep toch
 * exit: 2
 * stderr-contains: no function `toch` with a body
 * stderr-contains: did you mean `touch`?
 */
