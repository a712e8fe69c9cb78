// Nobody knows what `odd` does behind what we do not model. It may say `a`, and
// then `server` ends and `client` waits for ever. That `client` and `server`
// can go on without it proves nothing.
void a(void);
void c(void);
int take(void);

void odd(void) {
  int x;
  __asm__ volatile("mov $1, %0" : "=r"(x)::"memory");
  if (x == 1)
    a();
  else
    for (;;)
      ;
}

void late(void) {
  a();
  odd();
}

void caller(void (*what)(void)) {
  what();
  a();
}

void server(void) {
  while (!take())
    ;
}

void client(void) {
  for (;;)
    c();
}

/* test: check -q --spec $dir/unmodelled.spec $file
 * exit: 5
 * stdout-contains: check free: S deadlock_free: unknown (component odd: reaches something that is not modelled)
 * stdout-contains: check free_too: T deadlock_free: unknown (component odd: a path
 * stdout-contains: check never: S refines C: unknown (component odd: reaches something that is not modelled)
 * stdout-contains: check stuck: STUCK deadlock_free: false
 */
