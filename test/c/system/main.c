// A component that is `main` starts with the globals as they are initialised,
// also when it is given arguments; any other with any values.
void a(void);
void b(void);

int flag = 0;

int main(int count, char **arguments) {
  (void)count;
  (void)arguments;
  if (flag)
    b();
  else
    a();
  return 0;
}

void other(void) {
  if (flag)
    b();
  else
    a();
}

/* test: check -q --spec $dir/main.spec $file
 * exit: 10
 * stdout-contains: check plain: PLAIN refines A: true
 * stdout-contains: check when: WHEN refines A: true
 * stdout-contains: check given: GIVEN refines A: true
 * stdout-contains: check twice: TWICE refines A: true
 * stdout-contains: check twice_b: TWICE refines B: false
 * stdout-contains: check any: ANY_ refines A: false
 */
