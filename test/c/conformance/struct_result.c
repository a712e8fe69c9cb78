struct big { int v[8]; };
struct big mk(int n, int m);
int f(void) { struct big b = mk(1, 2); return 0; }

/* test: check --spec $dir/struct_result.spec $file
 * exit: 10
 * stdout-contains: check event: f refines P: false
 */
/* test: check --32 --spec $dir/struct_result.spec $file
 * exit: 10
 * stdout-contains: check event: f refines P: false
 */
