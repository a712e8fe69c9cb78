// `modifies` of ranges of elements and of whole buffers.
void bad(void);
void first_two(int *p);
void some(int *p, int low, int high);
void all(int *p);
void any(void *p);
int table[8];
int other;

int inside(void) {
  int a[4] = {1, 1, 1, 1};
  first_two(a);
  if (a[1] != 1)
    bad();
  return 0;
}

int beside(void) {
  int a[4] = {1, 1, 1, 1};
  other = 1;
  first_two(a);
  if (a[2] != 1 || a[3] != 1 || other != 1)
    bad();
  return 0;
}

int computed(void) {
  int a[4] = {1, 1, 1, 1};
  some(a, 1, 3);
  if (a[0] != 1 || a[3] != 1)
    bad();
  return 0;
}

int computed_inside(void) {
  int a[4] = {1, 1, 1, 1};
  some(a, 1, 3);
  if (a[2] == 5 && a[1] == 1)
    bad();
  return 0;
}

int empty(void) {
  int a[4] = {1, 1, 1, 1};
  some(a, 3, 1);
  if (a[0] != 1 || a[1] != 1 || a[2] != 1 || a[3] != 1)
    bad();
  return 0;
}

int whole(void) {
  int a[4] = {1, 1, 1, 1};
  all(a);
  if (a[3] == 5)
    bad();
  return 0;
}

int only_whole(void) {
  int a[4] = {1, 1, 1, 1}, b[4] = {1, 1, 1, 1};
  other = 1;
  all(a);
  if (b[3] != 1 || other != 1)
    bad();
  return 0;
}

int untyped(int i) {
  other = 1;
  for (int k = 0; k < 8; k++)
    table[k] = 1;
  any(table);
#ifdef OTHER
  if (other != 1)
#else
  if (table[5] == 7)
#endif
    bad();
  return 0;
}

void element(int i, int v) {
  if (i >= 0 && i < 8)
    table[i] = v;
}

void element_and_other(int i) {
  if (i >= 0 && i < 8)
    table[i] = 1;
  other = 2;
}

void buffer(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 0;
}

void buffer_and_other(int *p, int *q, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 0;
  *q = 1;
}

void pair(int *p) {
  p[0] = 1;
  p[1] = 2;
}

void triple(int *p) {
  p[0] = 1;
  p[2] = 2;
}

/* test: check --spec $dir/modifies_range.spec $file
 * exit: 10
 * stdout-contains: check inside: inside unreachable call bad: false
 * stdout-contains: check beside: beside unreachable call bad: true
 * stdout-contains: check computed: computed unreachable call bad: true
 * stdout-contains: check computed_inside: computed_inside unreachable call bad: false
 * stdout-contains: check empty: empty unreachable call bad: true
 * stdout-contains: check whole: whole unreachable call bad: false
 * stdout-contains: check only_whole: only_whole unreachable call bad: true
 * stdout-contains: check untyped: untyped unreachable call bad: false
 * stdout-contains: check element: element against its own abstraction: true
 * stdout-contains: check element_and_other: element_and_other against its own abstraction: false
 * stdout-contains: performs a write of `other`, which `modifies` does not list
 * stdout-contains: check buffer: buffer against its own abstraction: true
 * stdout-contains: check buffer_and_other: buffer_and_other against its own abstraction: false
 * stdout-contains: check pair: pair against its own abstraction: true
 * stdout-contains: check triple: triple against its own abstraction: false
 */
/* test: check --spec $dir/modifies_range.spec $file -DOTHER --check untyped
 * exit: 0
 * stdout-contains: RESULT: true
 */
