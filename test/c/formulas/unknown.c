// What is not known is told by a behaviour: where the formula and its parts are
// not known, and what that depends on. A proof of inconclusiveness of a nested
// formula is mined in the same way: of AG (at P1 => EF at P2) the part that is
// not known behind P1 is followed.
int __VERIFIER_nondet_int(void);
int x, y;

int guess(void) {
  int unset;
  return unset;
}

int main(void) {
  x = __VERIFIER_nondet_int();
  if (x > 3) {
  P1:
    y = guess();
    if (y == 7) {
    P2:
      y = 0;
    }
  }
  return 0;
}

/* test: check -vv --spec $dir/unknown.spec --check nested $file
 * exit: 5
 * stderr-contains: not known: whether y == 7 at test/c/formulas/unknown.c:18:9
 * stdout-contains: why not known:
 * stdout-contains: test/c/formulas/unknown.c:17:9: AG (at P1 => EF at P2) is not known
 * stdout-contains: test/c/formulas/unknown.c:17:9: EF at P2 is not known
 * stdout-contains: it depends on what guess::unset is, which was never set, at test/c/formulas/unknown.c:8
 * stdout-contains: RESULT: unknown (it depends on values that the program does not determine)
 */
/* test: check --json - --spec $dir/unknown.spec --check nested $file
 * exit: 5
 * stdout-contains: "because": [
 * stdout-contains: "holds": null,
 * stdout-contains: "not_known": "what guess::unset is, which was never set, at
 */
/* test: check --spec $dir/unknown.spec --check none $file
 * exit: 0
 * stdout-lacks: why not known
 */
