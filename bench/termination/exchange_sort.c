// Neighbours are exchanged until all are in order; with the fault equal ones
// are exchanged, too.
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4];
  int has_changed;
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
#ifdef BUG
  do {
    has_changed = 0;
    for (int i = 0; i + 1 < 4; i++)
      if (a[i] >= a[i + 1]) {
        int other = a[i];
        a[i] = a[i + 1];
        a[i + 1] = other;
        has_changed = 1;
      }
  } while (has_changed);
#else
  int last = 4;
  do {
    has_changed = 0;
    last--;
    for (int i = 0; i < last; i++)
      if (a[i] > a[i + 1]) {
        int other = a[i];
        a[i] = a[i + 1];
        a[i + 1] = other;
        has_changed = 1;
      }
  } while (has_changed);
#endif
  return 0;
}
