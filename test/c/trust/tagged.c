// Unions of a number and a pointer: what is read as a number is one, unless it
// is part of an address. Two assertions in one line are two rows.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct value {
  int tag;
  union {
    int number;
    int *pointer;
  } as;
};
static struct value values[3];

static int get(const struct value *v) {
  return v->tag ? *v->as.pointer : v->as.number;
}

int main(void) {
  static int nine = 9;
  int x = 5, sum = 0;
  struct value a = {0, {.number = 3}}, b;
  if (__VERIFIER_nondet_int()) {
    b.tag = 1;
    b.as.pointer = &x;
  } else {
    b.tag = 0;
    b.as.number = 7;
  }
  int r = get(&b);
  assert(get(&a) == 3);
  values[0].tag = 1;
  values[0].as.pointer = &nine;
  values[1].as.number = 4;
  for (int i = 0; i < 2; i++)
    sum += get(&values[i]);
  assert(sum == 13);
  // clang-format off
#ifdef BUG
  assert(r == 5 || r == 7); assert(r != 7);
#else
  assert(r == 5 || r == 7); assert(r < 8);
#endif
#ifdef PART
  b.as.pointer = &x;
  assert(b.as.number PART);
#endif
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check --deref
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: assert(r == 5 || r == 7)  holds
 * stdout-contains: violated: assert(r != 7)
 */
/* test: check '-DPART=!= 1'
 * exit: 5
 * stdout-contains: half of an address
 */
/* test: check '-DPART=== 0'
 * exit: 10
 * stdout-contains: assert(b.as.number PART)  fails
 */
