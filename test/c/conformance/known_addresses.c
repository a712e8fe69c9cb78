// What an abstraction returns, stores or keeps may be any address that the
// function can know.
void get(int **out);
int *cur(void);
void keep(int *p);
void poke(void);
void bad(void);

int shared;
int *table = &shared;
static int hidden;
static int lent;

void stored(void) {
  shared = 1;
  int *p = 0;
  get(&p);
  if (p) {
    *p = 7;
    if (shared == 7)
      bad();
  }
}

void returned(void) {
  shared = 1;
  int *p = cur();
  if (p) {
    *p = 7;
    if (shared == 7)
      bad();
  }
}

void argument(int **q) {
  int own = 1;
  *q = &own;
  keep(&own);
  int *p = cur();
  if (p)
    *p = 7;
  if (own == 7)
    bad();
}

// Nobody was told of it.
void not_told(void) {
  hidden = 1;
  int own = 1;
  int *mine = &own;
  int *p = cur();
  if (p)
    *p = 7;
  if (hidden == 7 || *mine == 7)
    bad();
}

void kept(void) {
  int own = 1;
  keep(&own);
  own = 1;
  poke();
  if (own != 1)
    bad();
}

void lends(void) {
  keep(&lent);
  lent = 1;
  poke();
  if (lent != 1)
    bad();
}

// Through a global that is only a pointer.
void by_global(void) {
  int own = 1;
  table = &own;
  poke();
  if (own != 1)
    bad();
}

/* test: check --spec $dir/known_addresses.spec $file
 * exit: 10
 * stdout-contains: check stored: stored unreachable call bad: false
 * stdout-contains: check returned: returned unreachable call bad: false
 * stdout-contains: check argument: argument unreachable call bad: false
 * stdout-contains: check not_told: not_told unreachable call bad: true
 * stdout-contains: check kept: kept unreachable call bad: false
 * stdout-contains: check lends: lends unreachable call bad: false
 * stdout-contains: check by_global: by_global unreachable call bad: false
 */
