// A task brings its files and its data model; by its rules functions without a
// body change nothing.
extern void reach_error(void);
extern void unknown_function(void);

int count = 4;

int main(void) {
  unknown_function();
  if (count != sizeof(long))
    reach_error();
  return 0;
}

/* test: check --check-proof -DSELF=$file $dir/task.yml
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --check-proof -DSELF=$file $dir/task.yml $dir/unreach.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --32
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --64
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
