// A label at the end of a function is not the return.
extern int __VERIFIER_nondet_int(void);
#ifndef LIMIT
#define LIMIT 3
#endif

static void f(int x) {
  if (x > 3)
    goto ERR;
  return;
ERR:;
}

static int g(int x) {
  if (x > 3)
    goto TWO;
  return 1;
TWO:
THREE:
  return 0;
}

static void h(int x) {
  x++;
  return;
LOST:;
}

static void k(int x) {
  while (x-- > 0) {
    if (x == 7)
      goto NEXT;
    continue;
  NEXT:;
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= LIMIT) {
    f(x);
    g(x);
    h(x);
    k(x);
  }
  return 0;
}

/* test: check --label ERR
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check --label ERR -DLIMIT=4
 * exit: 10
 * stdout-contains: 13_label_end.c:11  label ERR
 *
 * test: check --label TWO
 * exit: 0
 *
 * test: check --label THREE
 * exit: 0
 *
 * test: check --label THREE -DLIMIT=4
 * exit: 10
 *
 * test: check --label LOST
 * exit: 0
 * stdout-contains: label LOST is not reached (1 place)
 * stdout-contains: RESULT: true
 *
 * test: check --label NEXT
 * exit: 0
 *
 * test: check --label NEXT -DLIMIT=9
 * exit: 10
 */
