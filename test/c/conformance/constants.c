// Initialisers of structs and tables are constants, which code that we do not
// see cannot write: neither the numbers nor, as it were, addresses.
struct pair {
  int first, second;
};

static const struct pair table[2] = {{1, 2}, {3, 4}};

void give(int n);

void from_struct(void) {
  struct pair p = {4, 1};
  give(p.first + p.second);
#ifdef BUG
  p.first = 5;
#endif
  if (p.first != 4)
    give(p.first + p.second);
}

void from_table(int i) {
  if (i < 0 || i > 1)
    return;
  struct pair p = table[i];
  if (p.second - p.first == 1)
    give(5);
  else
    give(6);
}

/* test: check -q --spec $dir/constants.spec $file
 * exit: 0
 * stdout-contains: check of_struct: from_struct refines P: true
 * stdout-contains: check of_table: from_table refines P: true
 */
/* test: check -q --spec $dir/constants.spec $file -DBUG
 * exit: 10
 * stdout-contains: check of_struct: from_struct refines P: false
 */
