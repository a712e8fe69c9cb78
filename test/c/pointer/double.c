// Pointers to pointers to pointers.
int x, y;

int main(int argc, char **argv) {
  (void)argv;
  int *p = &x, *q = &y;
  int **pp = argc > 1 ? &p : &q;
  int ***ppp = &pp;
  **ppp = &x;
  ***ppp = 5;
  return *q;
}

/* test: dump pointsto
 * stdout-contains: store *ppp -> {main::p, main::q}
 * stdout-contains: store *(*ppp) -> {x, y}
 * stdout-contains: main::pp -> {main::p, main::q}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
