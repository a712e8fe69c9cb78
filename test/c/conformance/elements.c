// Parameters that are arrays of pointers and arrays of structs with pointers:
// the elements that the code gets at are there.
typedef __SIZE_TYPE__ size_t;
void *memcpy(void *to, const void *from, size_t size);
void bad(void);
void show(int *p);
struct entry {
  const char *name;
  int value;
};
struct pair {
  int *first, *second;
};
int limit;

int named(struct entry *t) {
  if (t[1].value == 7)
    bad();
  return 0;
}

int far(struct entry *t) {
  if (t[40].value == 7)
    bad();
  return 0;
}

int indexed(struct entry *t, int n) {
  if (n > 2 && t[n].value == 7)
    bad();
  return 0;
}

int pointers(int *t[], int n) {
  for (int i = 0; i < n; i++)
    if (*t[i] == 7)
      bad();
  return 0;
}

int walks(struct entry *t, int n) {
  for (struct entry *e = t; e < t + n; e++)
    if (e->name && e->name[0] == 'x' && e > t)
      bad();
  return 0;
}

int nested(struct pair *t) {
  if (t[2].second && *t[2].second == 3 && t[0].first && *t[0].first == 4)
    bad();
  return 0;
}

int texts(char **names) {
  if (names[0] && names[3] && names[0][1] == 'a' && names[3][2] == 'b')
    bad();
  return 0;
}

int copied(struct entry *t) {
  struct entry two[2];
  memcpy(two, t, sizeof two);
  if (two[1].value == 7 && two[1].name && *two[1].name == 'y')
    bad();
  return 0;
}

// Writes are kept, at an index that nobody knows, too.
int written(struct entry *t, int i) {
  t[i].value = 1;
  if (t[i].value != 1)
    bad();
  return 0;
}

// Pointers of different elements point to different objects.
int apart(int *t[]) {
  *t[0] = 1;
  *t[1] = 2;
  if (*t[0] != 1)
    bad();
  return 0;
}

// But not after code that may exchange them.
int shown(int **t) {
  *t[0] = 1;
  show(*t);
  if (*t[0] != 1)
    bad();
  return 0;
}

// Nor is a global one of them.
int global(struct pair *t, int i) {
  limit = 5;
  if (t[i].first)
    *t[i].first = 6;
  if (limit != 5)
    bad();
  return 0;
}

/* test: check --spec $dir/elements.spec $file
 * exit: 10
 * stdout-contains: check named: named unreachable call bad: false
 * stdout-contains: check far: far unreachable call bad: false
 * stdout-contains: check indexed: indexed unreachable call bad: false
 * stdout-contains: check pointers: pointers unreachable call bad: false
 * stdout-contains: check walks: walks unreachable call bad: false
 * stdout-contains: check nested: nested unreachable call bad: false
 * stdout-contains: check texts: texts unreachable call bad: false
 * stdout-contains: check copied: copied unreachable call bad: false
 * stdout-contains: check written: written unreachable call bad: true
 * stdout-contains: check apart: apart unreachable call bad: true
 * stdout-contains: check shown: shown unreachable call bad: false
 * stdout-contains: check global: global unreachable call bad: true
 */
