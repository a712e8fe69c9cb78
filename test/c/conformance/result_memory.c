// What events and abstractions say of structs that are returned, in registers
// or in memory, and of what returned pointers point to; and of arrays in structs
// that are passed by value.
struct small {
  char a, b, c;
};
struct middle {
  int a, b, c;
};
struct large {
  long long a, b, c;
};
struct array {
  int v[4];
};

struct small get_small(int n);
struct middle get_middle(int n);
struct large get_large(int n, int m);
void put_array(struct array s, int n);

int small(int n) {
  struct small s = get_small(n);
  return s.c == 3;
}

int middle(int n) {
  struct middle s = get_middle(n);
  return s.a == 3;
}

int large(int n) {
  struct large s = get_large(n, 1);
  return s.c == 3 + BUG;
}

struct small make_small(int n) {
  struct small s = {1, 2, n == 5};
  return s;
}

struct middle make_middle(int n) {
  struct middle s = {n, 2, -1 - BUG};
  return s;
}

struct large make_large(int n) {
  struct large s = {n, 2, -1 - BUG};
  return s;
}

int caller(int n) {
  struct large s = make_large(n);
  return s.a == n && s.c == -1;
}

static struct middle one;

struct middle *find(int n) {
  one.a = n + BUG;
  return n ? &one : 0;
}

int user(int n) {
  struct middle *p = find(n);
  return p ? p->a : -1;
}

void array(int n) {
  struct array s = {{1, 2, 3, 4}};
  put_array(s, n);
}

/* test: check -DBUG=0 --32 --spec $dir/result_memory.spec $file
 * exit: 0
 */
/* test: check -DBUG=0 --64 --spec $dir/result_memory.spec $file
 * exit: 0
 */
/* test: check -DBUG=1 --32 --spec $dir/result_memory.spec $file
 * exit: 10
 * stdout-contains: check of_large: large refines LARGE: false
 * stdout-contains: check make_middle: make_middle against its own abstraction: false
 * stdout-contains: check make_large: make_large against its own abstraction: false
 * stdout-contains: check of_caller: caller refines ONE: true
 * stdout-contains: check find: find against its own abstraction: false
 */
/* test: check -DBUG=1 --64 --spec $dir/result_memory.spec $file
 * exit: 10
 * stdout-contains: check of_large: large refines LARGE: false
 * stdout-contains: check make_middle: make_middle against its own abstraction: false
 * stdout-contains: check make_large: make_large against its own abstraction: false
 * stdout-contains: check of_caller: caller refines ONE: true
 * stdout-contains: check find: find against its own abstraction: false
 */
/* test: check -q -DBUG=0 --32 --spec $dir/result_memory_wrong.spec $file
 * exit: 2
 * stderr-contains: the struct is returned in memory: only a `proc` or an event can look into it
 */
