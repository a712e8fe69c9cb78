// There is one execution, and it violates the assertion after many rounds: when
// the time is over, a short run still tells.
extern void reach_error(void);
enum { N = 5000 };
static int a[N];

int main(void) {
  int i;
  for (i = 0; i < N - 1; i++)
    a[i] = 42;
  a[N - 1] = 41;
  for (i = 0; i < N; i++)
    if (a[i] != 42)
      reach_error();
  return 0;
}

/* test: check -q --cpu-timeout 2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
