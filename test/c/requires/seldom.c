// Structs by value, globals, calls through pointers and in loops, main, aliases,
// a function that is called and started.
#include <assert.h>
#include <stddef.h>
struct pt { int x, y; };
int byval(struct pt p) { assert(p.x > 0); assert(p.y > 0); return p.x; }
int g;
int usesg(int n) { g = n; assert(g > 0); assert(g < 10); return g; }
int cb(int x) { assert(x > 0); return x; }
int apply(int (*f)(int), int x) { return f(x); }
int viaptr(void) { return apply(cb, 0); }
int viaptr_ok(void) { return apply(cb, 1); }
static int helper(int *p) { return *p; }
int both(int *p, int c) { if (c) return helper(p); return helper(0); }
int entry_both(int *p, int n) { if (n > 0) return entry_both(0, 0); return p ? *p : 0; }
int loopcall(int n) { int s = 0; for (int i = 3; i >= -1; i--) s += cb(i + 2); return s; }
int loopcall_bad(int n) { int s = 0; for (int i = 3; i >= -2; i--) s += cb(i + 2); return s; }
int main(int argc, char **argv) { assert(argc > 5); return 0; }
int alias2(int *p, int *q) { *q = 0; assert(*p > 0); return 0; }
long wrap(int *p, unsigned n) { if (n == 0xffffffffu) assert(0); return n ? p[n-1] : 0; }

/* test: check --spec $dir/seldom.spec --function byval $file
 * exit: 10
 * stdout-contains: assert(p.x > 0)  holds
 * stdout-contains: assert(p.y > 0)  fails
 */
/* test: check --spec $dir/seldom.spec --function usesg $file
 * exit: 10
 * stdout-contains: assert(g > 0)   fails
 * stdout-contains: assert(g < 10)  holds
 */
/* test: check --spec $dir/seldom.spec --function viaptr $file
 * exit: 10
 * stdout-contains: cb requires x > 0  fails
 */
/* test: check --spec $dir/seldom.spec --function viaptr_ok $file
 * exit: 0
 */
/* test: check --spec $dir/seldom.spec --deref --function both $file
 * exit: 10
 * stdout-contains: valid access                holds
 */
/* test: check --spec $dir/seldom.spec --deref --function entry_both $file
 * exit: 10
 * stdout-contains: entry_both requires nonnull(p)  fails
 */
/* test: check --spec $dir/seldom.spec --function loopcall $file
 * exit: 0
 */
/* test: check --spec $dir/seldom.spec --function loopcall_bad $file
 * exit: 10
 */
/* test: check --spec $dir/seldom.spec --function main $file
 * exit: 0
 * stdout-contains: at the start, what main requires: argc > 5
 */
/* test: check --spec $dir/seldom.spec --deref --function alias2 $file
 * exit: 10
 * stdout-contains: assert(*p > 0)  fails
 */
/* test: check --spec $dir/seldom.spec --deref --function wrap $file
 * exit: 5
 * stdout-contains: valid access  holds
 */
/* test: check --spec $dir/seldom.spec --32 --deref --function wrap $file
 * exit: 0
 */
