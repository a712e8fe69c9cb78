// Ways to refine. Behind the input x > 5 and x <= 0 are foreseen one by one in a
// coarse abstraction, so that both seem possible together: predicates do not
// help, precision does. The conditional needs y <= 3 before the assignment
// (seed 004, section 4.2), or interpolants of the path.
int __VERIFIER_nondet_int(void);
int x, y;

int main(void) {
  x = __VERIFIER_nondet_int();
  y = 3;
  y = y - 1;
  if (y <= 2)
  P2:
    y = 0;
  return 0;
}

/* test: check -vv --spec $dir/refine.spec $file
 * exit: 0
 * stderr-contains: not known: whether y < 3 at test/c/formulas/refine.c:12:7
 * stderr-contains: round 2: 10 states, 2 predicates: true
 * stderr-lacks: what predicates are together
 * stdout-contains: check never: main ctl AG !("x > 5" && "x <= 0"): true
 * stdout-contains: check always: main ctl AF at P2: true
 */
/* test: check -vv --refine=predicates --spec $dir/refine.spec $file
 * exit: 0
 * stderr-contains: not known: what predicates are together behind test/c/formulas/refine.c:9:7
 * stdout-contains: check never: main ctl AG !("x > 5" && "x <= 0"): true
 * stdout-contains: check always: main ctl AF at P2: true
 */
/* test: check -vv --refine=precision --spec $dir/refine.spec --check never $file
 * exit: 0
 * stderr-contains: not known: what predicates are together behind test/c/formulas/refine.c:9:7
 * stderr-contains: round 2: 22 states, 2 predicates: true
 * stderr-lacks: round 3
 */
/* test: check -vv --refine=path --spec $dir/refine.spec $file
 * exit: 0
 * stdout-contains: check never: main ctl AG !("x > 5" && "x <= 0"): true
 * stdout-contains: check always: main ctl AF at P2: true
 */
