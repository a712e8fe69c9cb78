// An expression tree with sums and negations of one and zero.
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum kind { NUMBER, NOT, AND, OR };

struct expression {
  enum kind kind;
  int value;
  const struct expression *left, *right;
};

static int evaluate(const struct expression *e) {
  switch (e->kind) {
  case NUMBER:
    return e->value != 0;
  case NOT:
    return !evaluate(e->left);
  case AND:
    return evaluate(e->left) && evaluate(e->right);
  default:
#ifdef BUG
    return evaluate(e->left) + evaluate(e->right);
#else
    return evaluate(e->left) || evaluate(e->right);
#endif
  }
}

int main(void) {
  struct expression a = {NUMBER, __VERIFIER_nondet_int(), 0, 0};
  struct expression b = {NUMBER, __VERIFIER_nondet_int(), 0, 0};
  struct expression both = {OR, 0, &a, &b}, negated = {NOT, 0, &b, 0};
  struct expression root = {OR, 0, &both, &negated};
  int result = evaluate(&root);
  assert(result == 0 || result == 1);
  assert(result);
  return 0;
}
