// Two arrays of structs: elements of one array are one, fields and arrays are
// not.
struct item {
  int *left;
  int *right;
};

int a, b, c;
struct item one[10], two[10];

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 10; i++) {
    one[i].left = &a;
    one[i].right = &b;
    two[i].left = &c;
  }
  int *l = one[argc % 10].left, *r = one[3].right, *t = two[argc % 7].left;
  *l = 1;
  *r = 2;
  *t = 3;
  return a + b + c - 6;
}

/* test: dump pointsto
 * stdout-contains: store l -> {a}
 * stdout-contains: store r -> {b}
 * stdout-contains: store t -> {c}
 * stdout-contains: load (char *)one + (long)(argc % 10) * 16 -> {one[*].left}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
