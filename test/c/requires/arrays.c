#include <assert.h>
struct node { struct node *next; int v; };
int f(char **v, int n) { if (n > 70) assert(0); return 0; }
int g(char **v, int n) { int c = 0; for (int i = 0; i < n; i++) if (v[i]) c++; return c; }
int h(struct node *v, int n) { if (n > 2) { v[2].v = 1; if (n > 70) assert(v[2].v == 2);} return 0; }
int k(struct node *v, int n) { if (n > 70) { v[70].v = 1; assert(0);} return 0; }
int m(struct node *v, int n) { if (n > 70) { v[0].v = 1;  assert(v[0].v == 2); } return 0; }
int o(struct node *v, int n) { if (n > 70) { v->v = 1; v->next = v; assert(v->next != v); } return 0; }
struct big { char b[8192]; };
int q(struct big *v, int n) { if (n > 70) { v[1].b[0] = 1; assert(0); } return 0; }
int r(struct big *v, int n) { if (n > 70) { assert(0); } return 0; }

// Elements with pointers inside: what is required does not bound numbers here
// either. Where it needs an object that the state does not have, nothing is
// known.
/* test: check --spec $dir/arrays.spec --deref --function f $file
 * exit: 5
 */
/* test: check --spec $dir/arrays.spec --deref --function g $file
 * exit: 0
 */
/* test: check --spec $dir/arrays.spec --deref --function h $file
 * exit: 10
 * stdout-contains: assert(v[2].v == 2)  fails
 */
/* test: check --spec $dir/arrays.spec --deref --function k $file
 * exit: 10
 */
/* test: check --spec $dir/arrays.spec --deref --function m $file
 * exit: 5
 */
/* test: check --spec $dir/arrays.spec --deref --function r $file
 * exit: 10
 */
