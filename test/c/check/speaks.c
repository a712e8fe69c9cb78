// A violation says what is wrong in the words of the interpreter, in its row and
// at the end of the counterexample.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10] = {0}, *p = 0;
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 10)
    return 0;
  if (x == 3)
    return *p;
  return a[x];
}

/* test: check --deref $file
 * exit: 10
 * stdout-contains: valid access  fails (read of 4 bytes through a null pointer)
 * stdout-contains: valid access  fails (read of 4 bytes out of bounds: at offset 40 of `a` (40 bytes, frame object of main))
 * stdout-contains:         read of 4 bytes through a null pointer
 * stdout-contains: x = 10
 */
/* test: check --deref --json - $file
 * exit: 10
 * stdout-contains: "reason": "read of 4 bytes through a null pointer"
 */
