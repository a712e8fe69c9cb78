// `modifies *p` changes what `p` points to, and not what lies beside it in the
// object, also where it is one of several objects, or any element of an array.
struct s { int a, b; };
struct t { struct s s; int z; };
void fill(struct s *p);
void bad(void);
void element(int n) {
  struct s a[3];
  if (n < 0 || n > 2) return;
  for (int i = 0; i < 3; i++) a[i].a = 1;
  fill(&a[n]);
  if (a[0].a != 1 && a[1].a != 1)
    bad();
}
void several(int n) {
  struct t x, y;
  x.z = y.z = 1;
  fill(n ? &x.s : &y.s);
  if (x.z != 1 || y.z != 1)
    bad();
}
void fillint(int *p);
void number(int n) {
  int a[3];
  if (n < 0 || n > 2) return;
  for (int i = 0; i < 3; i++) a[i] = 1;
  fillint(&a[n]);
  if (a[0] != 1 && a[1] != 1)
    bad();
}
void fillany(void *p);
void any_size(int n) {
  struct t x, y;
  x.z = y.z = 1;
  fillany(n ? (void*)&x.s : (void*)&y.s);
  if (x.z != 1 && y.z != 1)
    bad();
}
struct w { char c; short s; int a[3]; };
void fillw(struct w *p);
struct w g[4];
void padded(int n) {
  if (n < 0 || n > 3) return;
  g[0].a[1] = g[1].a[1] = g[2].s = g[3].c = 7;
  fillw(&g[n]);
  if (g[0].a[1] != 7 && n != 0) bad();
  if (n == 2 && g[3].c != 7) bad();
}
void inside(int n) {
  if (n < 0 || n > 3) return;
  g[2].s = 7;
  fillw(&g[n]);
  if (n == 2 && g[2].s == 9) bad();
}
void *malloc(unsigned long);
void heap(int n) {
  struct s *p[2];
  for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof **p); if (!p[i]) return; p[i]->b = 3; }
  fill(p[1]);
  if (p[0]->b != 3) bad();
}
void middle(int n) {
  struct { int h; struct s in[3]; int t; } x;
  if (n < 0 || n > 2) return;
  x.h = x.t = 5; x.in[0].a = 1; x.in[1].a = 1; x.in[2].a = 1;
  fill(&x.in[n]);
  if (x.h != 5 || x.t != 5) bad();
  if (x.in[0].a != 1 && x.in[2].a != 1) bad();
}
void same(int n, struct s *q) {
  if (!q) return;
  q->a = 4;
  fill(n ? q : q);
  if (q->a == 5) bad();
}
void bytes(int n) {
  char buf[16];
  buf[0] = buf[9] = 1;
  fill((struct s *)(buf + (n & 1)));
  if (buf[9] != 1) bad();
}
void bytes_changed(int n) {
  char buf[16];
  buf[0] = buf[9] = 1;
  fill((struct s *)(buf + (n & 1)));
  if (buf[8] == 3 && buf[0] == 2) bad();
}

/* test: check --spec $dir/modifies_beside.spec $file
 * exit: 10
 * stdout-contains: check element: element unreachable call bad: true
 * stdout-contains: check several: several unreachable call bad: true
 * stdout-contains: check number: number unreachable call bad: true
 * stdout-contains: check any_size: any_size unreachable call bad: true
 * stdout-contains: check padded: padded unreachable call bad: true
 * stdout-contains: check inside: inside unreachable call bad: false
 * stdout-contains: check heap: heap unreachable call bad: true
 * stdout-contains: check middle: middle unreachable call bad: true
 * stdout-contains: check same: same unreachable call bad: false
 * stdout-contains: check bytes: bytes unreachable call bad: true
 * stdout-contains: check bytes_changed: bytes_changed unreachable call bad: false
 */
