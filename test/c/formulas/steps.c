// X counts steps of the code, which is refused unless each operation is one.
int x;

int main(void) {
  x = 1;
  x = 2;
  return 0;
}

/* test: check --spec $dir/steps.spec $file
 * exit: 5
 * stdout-contains: --no-merge
 */
/* test: check --no-merge --spec $dir/steps.spec $file
 * exit: 0
 * stdout-contains: check next: main ctl AG ("x == 1" => AX "x == 2"): true
 */
