// Functions of the program that return or keep addresses, by their
// abstractions: callers must not rest on more than the bodies do.
struct device {
  int state;
};

struct device device;
int *saved;
void bad(void);

struct device *get(void) {
  return &device;
}

void poke(void) {
  get()->state = 7;
}

void user(void) {
  device.state = 1;
  poke();
  if (device.state != 1)
    bad();
}

void direct(void) {
  device.state = 1;
  get()->state = 7;
  if (device.state != 1)
    bad();
}

void keep(int *p) {
  saved = p;
}

void poke_saved(void) {
  if (saved)
    *saved = 7;
}

void keeper(void) {
  int own = 1;
  keep(&own);
  poke_saved();
  if (own != 1)
    bad();
}

/* test: check --all --spec $dir/own_addresses.spec $file
 * exit: 10
 * stdout-contains: check get: get against its own abstraction: true
 * stdout-contains: check poke: poke against its own abstraction: false
 * stdout-contains: check direct: direct unreachable call bad: false
 * stdout-contains: check keep: keep against its own abstraction: true
 * stdout-contains: check poke_saved: poke_saved against its own abstraction: true
 * stdout-contains: check keeper: keeper unreachable call bad: false
 */
/* test: check --inline --all --spec $dir/own_addresses.spec $file
 * exit: 10
 * stdout-contains: check user: user unreachable call bad: false
 * stdout-contains: check direct: direct unreachable call bad: false
 * stdout-contains: check keeper: keeper unreachable call bad: false
 */
