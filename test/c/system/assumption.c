// A source and four stages, checked in two groups of which one makes an
// assumption about the other. The assumption that is learnt is in the
// specification, too, and the second group keeps to it.
#ifndef BUG
#define BUG 0
#endif

void send(int bit);
int get_1(void), get_2(void), get_3(void), get_4(void);
void put_1(int bit), put_2(int bit), put_3(int bit), put_4(int bit);

void source(void) {
  int bit = 0;
  for (;;) {
    send(bit);
    bit = !bit;
  }
}

void stage_1(void) {
  for (;;)
    put_1(get_1());
}

// BUG 1: what comes second goes on twice.
void stage_2(void) {
  int seen = 0;
  for (;;) {
    int bit = get_2();
    put_2(bit);
    if (BUG == 1 && seen == 1)
      put_2(bit);
    if (seen < 2)
      seen++;
  }
}

void stage_3(void) {
  for (;;)
    put_3(get_3());
}

void stage_4(void) {
  for (;;)
    put_4(get_4());
}

// How much is counted down depends on the input: this one needs predicates.
void counter(int n) {
  while (n > 0) {
    send(0);
    n--;
    if (n > 0 || BUG == 2)
      send(1);
    n--;
  }
}

/* test: check --spec $dir/assumption.spec $file
 * exit: 0
 * stdout-contains: assumption   of s2, s3, s4 about source, s1: 2 states, 2 of 2 actions
 * stdout-contains: property ASSUMPTION = ( c1_0 -> ASSUMPTION_1 ),
 * stdout-contains:          ASSUMPTION_1 = ( c1_1 -> ASSUMPTION )
 * stdout-contains:          + { c1_0, c1_1 };
 * stdout-contains: the assumption: both premises, by another search
 * stdout-contains: check in_order: S refines ORDER: true
 * stdout-contains: check kept: FRONT refines ASSUMPTION: true
 * stdout-contains: check counted: COUNTED refines ORDER: true
 * stdout-contains: assumption   none: there is one component only
 * stdout-contains: check alone: ALONE refines FIRST: true
 */
/* test: check --spec $dir/assumption.spec $file -DBUG=1
 * exit: 10
 * stdout-contains: check in_order: S refines ORDER: false
 * stdout-contains: c4_1            .     .   .   .   o  <- forbidden
 * stdout-contains: check kept: FRONT refines ASSUMPTION: true
 */
/* test: check --spec $dir/assumption.spec $file -DBUG=2
 * exit: 0
 * stdout-contains: check counted: COUNTED refines ORDER: true
 */
/* test: check -q --compose=assumption --spec $dir/assumption_free.spec $file
 * exit: 0
 * stdout-contains: check two: S refines TWO: true
 * stdout-contains: check no_deadlock: S deadlock_free: true
 */
/* test: check -q --spec $dir/assumption_wrong.spec $file
 * exit: 2
 * stderr-contains: `by assumption` splits a system; 'FREE' is a process
 * stderr-contains: `by assumption` splits a system; 'source' is a function
 * stderr-contains: `by assumption` is about traces, not about simulation
 */
