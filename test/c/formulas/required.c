// What a function requires is part of where its executions begin, for formulas
// too. Nothing is told plainly of a function that no state lets start; an
// execution that exists begins as is required, or it is not known.
struct s {
  int n, m;
};
void step(void);
void hit(void);

int never(int n) {
  while (n > 0) {
    n--;
    step();
  }
  hit();
  return n;
}

int few(int n) {
  if (n > 5)
    for (;;)
      step();
  hit();
  return 0;
}

int field(struct s *p) {
  if (p->n > 5)
    for (;;)
      step();
  hit();
  return 0;
}

int nowhere(struct s *p) {
  if (p->n > 5)
    for (;;)
      step();
  hit();
  return 0;
}

/* test: check --spec $dir/required.spec $file
 * exit: 5
 * stdout-contains: check a: never ctl AF hit: true (vacuous: no state meets what never requires)
 * stdout-contains: check b: never ltl F hit: true (vacuous: no state meets what never requires)
 * stdout-contains: check c: never ctl AG !hit: true (vacuous: no state meets what never requires)
 * stdout-contains: check d: never ctl EF hit: true (vacuous: no state meets what never requires)
 * stdout-contains: check e: few ctl AF hit: true
 * stdout-contains: check f: few ltl F hit: true
 * stdout-contains: check g: few ctl EF hit: true
 * stdout-contains: check h: few ctl EF step: false, as expected
 * stdout-contains: check i: few ctl AG !hit: false, as expected
 * stdout-contains: check j: field ctl AF hit: true
 * stdout-contains: check k: field ltl G !step: true
 * stdout-contains: check l: nowhere ctl AF hit: true (vacuous: no state meets what nowhere requires)
 * stdout-contains: check m: nowhere ltl G !step: true (vacuous: no state meets what nowhere requires)
 * stdout-lacks: (vacuous: no state meets what few
 * stdout-lacks: (vacuous: no state meets what field
 * stdout-lacks: RESULT: false
 */
