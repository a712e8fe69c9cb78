// Loops without a known bound: what holds in every round must be found, or
// traces are excluded one by one for ever.
void op(int i);
int any(void);
void put(int last);
int get(void);
void over(void);
void log_op(int i);

void counts(int n) {
  for (int i = 0; i < n; i++)
    op(i);
}

void takes(void) {
  for (;;)
    any();
}

void capped(int n) {
  if (n > 100)
    n = 100;
  int c = 0;
  while (c < n) {
    put(0);
    c++;
  }
  if (c > 100)
    over();
  put(1);
}

void receives(void) {
  while (!get())
    ;
}

void silently(int n) {
  for (int i = 0; i < n; i++)
    log_op(i);
}

/* test: check -q --spec $dir/loops.spec $file --cpu-timeout 60s
 * exit: 0
 * stdout-contains: check first_once: COUNT refines ONCE: true
 * stdout-contains: check never_over: CAP refines NEVER: true
 * stdout-contains: check logged_once: LOG refines LOGGED: true
 */
