// Names of arguments go before those that C gives the parameters, and addresses
// can be passed.
int g, *keep;
int shared[2];
void a(void);
void b(void);

void second(int x, int y) {
  if (y == 5)
    a();
  else
    b();
}

void through(int *p) {
  *p = 3;
  if (g == 3)
    a();
  else
    b();
}

void init(void) {
  keep = &g;
  keep = shared;
}

/* test: check -q --spec $dir/arguments.spec $file
 * exit: 0
 * stderr-contains: 'shared' only names the argument here, and is not the global
 * stdout-contains: check named: NAMED refines A: true
 * stdout-contains: check swapped: SWAPPED refines A: true
 * stdout-contains: check own: OWN refines A: false, as expected
 * stdout-contains: check fixed: FIXED refines A: true
 * stdout-contains: check address: ADDRESS refines A: true
 * stdout-contains: check any: ANY_POINTER refines A: false, as expected
 */
/* test: check -q --spec $dir/arguments_twice.spec $file
 * exit: 2
 * stderr-contains: two arguments are named 'z'
 */
