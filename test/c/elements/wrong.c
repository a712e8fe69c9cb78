// Twins that come past most elements, not all: none may be proved.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { N = 64 };
static int a[N], b[N];

// One is written after the loop.
void spoiled(int k) {
  for (int i = 0; i < N; i++)
    a[i] = 0;
  if (k >= 0 && k < N)
    a[k] = 1;
  for (int i = 0; i < N; i++)
    if (a[i] != 0)
      reach_error();
}

// The first is not looked at.
void not_the_first(void) {
  int least = a[1];
  for (int i = 1; i < N; i++)
    if (a[i] < least)
      least = a[i];
  for (int i = 0; i < N; i++)
    if (a[i] < least)
      reach_error();
}

// What is compared changes between the two reads.
void changed_between(void) {
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  a[__VERIFIER_nondet_int() & (N - 1)] = 3;
  for (int i = 0; i < N; i++)
    if (a[i] != b[i])
      reach_error();
}

// The function starts in its loop: what holds when it comes round need not hold
// the first time.
static int at;
void starts_in_its_loop(void) {
  for (;;) {
    if (at < 0 || at >= N)
      return;
    if (a[at] == 77 && b[at] == 78)
      reach_error();
    if (at <= N / 2)
      return;
    a[at - 1] = 0;
    at--;
  }
}

/* test: check -q --function spoiled --cpu-timeout 30
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --function not_the_first --cpu-timeout 30
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --function changed_between --cpu-timeout 30
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --function starts_in_its_loop --cpu-timeout 30
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
