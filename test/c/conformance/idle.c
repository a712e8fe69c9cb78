// Where nothing in the program does what a rule speaks of, that is seen at
// once, whatever else the function does; what only a pointer leads to counts.
#include <stddef.h>

void *open_it(void);
void close_it(void *it);
int unseen(int n);

struct tree {
  struct tree *left, *right;
  int value;
};

int depth(const struct tree *tree) {
  if (!tree)
    return 0;
  int left = depth(tree->left), right = depth(tree->right);
  for (int i = 0; i < tree->value; i++)
    left ^= unseen(left + right * i);
  return left > right ? left + 1 : right + 1;
}

#ifdef TABLE
static int leak(const struct tree *tree) { return open_it() != tree; }
static int (*const table[2])(const struct tree *) = {depth, leak};
int chosen(int i) { return table[i != 0](NULL); }
#else
int chosen(int i) { return depth(NULL) + i; }
#endif

/* test: check --spec $dir/idle.spec --check plain --cpu-timeout 2s $file
 * exit: 4
 * stdout-contains: check plain: depth refines PAIRED: true (vacuous: no action of the specification can occur)
 */
/* test: check --spec $dir/idle.spec --check zero $file --cpu-timeout 10s
 * exit: 10
 * stdout-contains: check zero: depth refines ZERO: false
 */
/* test: check --spec $dir/idle.spec --check chosen $file
 * exit: 4
 * stdout-contains: check chosen: chosen refines PAIRED: true (vacuous: no action of the specification can occur)
 */
/* test: check --spec $dir/idle.spec --check chosen $file -DTABLE
 * exit: 10
 * stdout-contains: check chosen: chosen refines PAIRED: false
 */
