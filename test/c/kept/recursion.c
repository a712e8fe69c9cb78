// Every activation of a recursive function has objects of its own, and a pointer
// may lead to those of another one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// The address of `own` never leaves its activation.
int private_array(int n) {
  int own[3];
  own[0] = n;
  own[1] = n + 1;
  if (n > 0)
    private_array(n - 1);
  if (own[1] != own[0] + 1)
    reach_error(); // holds
  return own[0];
}

// That of `mine` does: a call may change it.
void down(int n, int *outer) {
  int mine = 1, other = 2;
  if (n > 0)
    down(n - 1, &mine);
  if (other != 2)
    reach_error(); // holds
#ifdef OVERWRITTEN
  if (n > 0 && mine == 1)
    reach_error(); // mine is what the inner activation wrote
#endif
#ifdef ALIAS
  int before = *outer;
  mine = before + 1;
  if (*outer != before)
    reach_error(); // never, but it takes an argument that we do not have
#endif
  *outer = n + 5;
}

static int *lent;

// The address is left in a global while the call runs.
int lend(int n) {
  int mine = n;
  int *old = lent;
  lent = &mine;
  if (n > 0)
    lend(n - 1);
#ifdef LENT
  if (mine != n)
    reach_error(); // fails: an inner activation writes to the outer one's
#endif
  lent = old;
  *lent = 9;
  return mine;
}

int even(int n);
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }

int main(void) {
  int at = 0, kept = 3;
  lent = &at;
  private_array(3);
  down(2, &at);
  lend(2);
  if (kept != 3)
    reach_error(); // holds
  even(__VERIFIER_nondet_int());
#ifdef DOWN
  if (at == 9)
    reach_error(); // fails
#endif
  return 0;
}
/* test: check --keep private_array,down,lend,even
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check --keep private_array,down,lend,odd,even
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check --keep private_array,down,lend,even -DOVERWRITTEN
 * exit: 5
 * stdout-contains: it starts in `down`, which is kept (--keep)
 *
 * test: check --keep private_array,down,lend,even -DALIAS
 * exit: 5
 * stdout-contains: it starts in `down`, which is kept (--keep)
 *
 * test: check --keep private_array,down,lend,even -DLENT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: check --keep private_array,down,lend,even -DDOWN
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: check --keep private_array,down,lend
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: recursion of
 *
 * test: check --recursion=0
 * exit: 5
 * stdout-contains: RESULT: unknown (recursion: private_array -> private_array)
 */
