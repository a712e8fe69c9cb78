// Recursion that writes memory, of which nothing is proved: no form of the
// program that cannot be made may count as an answer.

// It goes deeper behind a call that returns: 1, then 2, 1, then 2, 1, ...
static void down_and_up(int *p) {
  if (*p <= 0)
    return;
  (*p)--;
  down_and_up(p);
  *p = 2;
  down_and_up(p);
}

int main(void) {
  int x = 1;
  down_and_up(&x);
  return 0;
}

/* test: check -q --termination --cpu-timeout 10
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
