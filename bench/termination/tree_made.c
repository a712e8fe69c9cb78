// A tree of some depth is made; with the fault its right half is as deep as the
// whole.
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  struct node *left, *right;
};

static struct node *make(unsigned depth) {
  if (!depth)
    return 0;
  struct node *made = malloc(sizeof *made);
  if (!made)
    return 0;
  made->left = make(depth - 1);
#ifdef BUG
  made->right = make(depth);
#else
  made->right = make(depth - 1);
#endif
  return made;
}

int main(void) {
  return make(__VERIFIER_nondet_uchar()) != 0;
}
