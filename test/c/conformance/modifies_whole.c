// `modifies` of a struct or an array changes all of it and nothing else.
struct s {
  int a, b, c;
};
struct s gs;
struct s pair[2];
int top;
int row[5];
int wall;
void upd(struct s *p, int *q);
void fill(void);
void fill_row(void);
void fill_any(struct s *p);
void bad(void);

void other_argument(void) {
  struct s x;
  int y = 1;
  upd(&x, &y);
  if (y != 1)
    bad();
}

void other_global(void) {
  struct s x;
  top = 1;
  upd(&x, 0);
  if (top != 1)
    bad();
}

void beside(void) {
  top = wall = 1;
  fill();
  if (top != 1 || wall != 1)
    bad();
}

void inside(void) {
  gs.b = 1;
  fill();
  if (gs.b != 1)
    bad();
}

void array(int i) {
  if (i < 0 || i > 4)
    return;
  row[i] = 3;
  wall = 3;
  fill_row();
  if (wall != 3)
    bad();
}

void element(int i) {
  if (i < 0 || i > 4)
    return;
  row[i] = 3;
  fill_row();
  if (row[i] != 3)
    bad();
}

// Only the one that the pointer points to.
void either(int n) {
  struct s x, y;
  x.a = y.a = 1;
  fill_any(n ? &x : &y);
  if (x.a != 1 && y.a != 1)
    bad();
}

void nothing(void) {
  top = 1;
  fill_any(0);
  if (top != 1)
    bad();
}

void first_only(void) {
  pair[1].c = 4;
  fill_any(pair);
  if (pair[1].c != 4)
    bad();
}

/* test: check --spec $dir/modifies_whole.spec $file
 * exit: 10
 * stdout-contains: check other_argument: other_argument unreachable call bad: true
 * stdout-contains: check other_global: other_global unreachable call bad: true
 * stdout-contains: check beside: beside unreachable call bad: true
 * stdout-contains: check inside: inside unreachable call bad: false
 * stdout-contains: check array: array unreachable call bad: true
 * stdout-contains: check element: element unreachable call bad: false
 * stdout-contains: check either: either unreachable call bad: true
 * stdout-contains: check nothing: nothing unreachable call bad: true
 * stdout-contains: check first_only: first_only unreachable call bad: true
 */
