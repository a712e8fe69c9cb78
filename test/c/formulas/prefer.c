// Of two ways to P1 the longer one is explained first: fewer of its steps are
// unknown (seed 004, section 7). What the environment chooses for c is certain
// both ways, since the formula speaks of it; whether u == 3 is not known.
int __VERIFIER_nondet_int(void);
int c, u, v, w, y;

int main(void) {
  u = __VERIFIER_nondet_int();
  v = __VERIFIER_nondet_int();
  w = __VERIFIER_nondet_int();
  c = __VERIFIER_nondet_int();
  if (c == 1) {
    if (u == 3)
      if (v == 4)
        goto P1;
    return 0;
  }
  y = 1;
  y = 2;
  y = 3;
  y = 4;
  if (w != 5)
    return 0;
P1:
  return 1;
}

/* test: check -vv --spec $dir/prefer.spec $file
 * exit: 0
 * stderr-contains: not known: whether w != 5 at test/c/formulas/prefer.c:22:7
 * stderr-lacks: v == 4
 * stdout-contains: RESULT: true
 */
