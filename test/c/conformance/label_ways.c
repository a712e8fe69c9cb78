// A label is passed by those who come to it, and by nobody who only comes to
// the same place behind it.
int get(void);

void leaves(int n) {
  if (n)
    goto fail;
  return;
fail:
  return;
}

void skips(int x) {
  for (int i = 0; i < 3; i++) {
    if (i == x)
      goto skipped;
    continue;
  skipped:;
  }
}

void starts(void) {
  for (;;) {
  top:;
    int x = get();
    if (x == 1)
      goto again;
    if (x == 3)
      goto top;
    return;
  again:
    continue;
  }
}

/* test: check -q --spec $dir/label_ways.spec $file
 * exit: 0
 * stdout-contains: check none: NONE refines NO: true
 * stdout-contains: check some: SOME refines NO: false, as expected
 * stdout-contains: check beyond: BEYOND refines NEVER: true
 * stdout-contains: check within: WITHIN refines NEVER: false, as expected
 * stdout-contains: check first: starts unreachable label top: false, as expected
 * stdout-contains: check other: starts unreachable label again: false, as expected
 */
