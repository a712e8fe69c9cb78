// Simplifying an expression does not change its value.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

enum kind { NUMBER, SUM, PRODUCT };
struct expression {
  enum kind kind;
  int number;
  struct expression *left, *right;
};

static struct expression *make(enum kind kind, int number,
                               struct expression *left,
                               struct expression *right) {
  struct expression *e = malloc(sizeof *e);
  if (!e)
    exit(1);
  e->kind = kind;
  e->number = number;
  e->left = left;
  e->right = right;
  return e;
}

static struct expression *build(int depth) {
  int what = depth ? __VERIFIER_nondet_int() : 0;
  if (what == 1 || what == 2)
    return make(what == 1 ? SUM : PRODUCT, 0, build(depth - 1),
                build(depth - 1));
  int number = __VERIFIER_nondet_int();
  return make(NUMBER, number == 0 ? 0 : number == 1 ? 1 : 5, 0, 0);
}

static int value(const struct expression *e) {
  return e->kind == NUMBER ? e->number
         : e->kind == SUM  ? value(e->left) + value(e->right)
                           : value(e->left) * value(e->right);
}

static int is_number(const struct expression *e, int number) {
  return e->kind == NUMBER && e->number == number;
}

static struct expression *simplify(struct expression *e) {
  if (e->kind == NUMBER)
    return e;
  e->left = simplify(e->left);
  e->right = simplify(e->right);
  if (e->kind == SUM && is_number(e->left, 0))
    return e->right;
#ifdef BUG
  if (e->kind == PRODUCT && is_number(e->left, 0))
    return e->right;
#else
  if (e->kind == PRODUCT && is_number(e->left, 0))
    return e->left;
#endif
  if (e->kind == PRODUCT && is_number(e->right, 1))
    return e->left;
  return e;
}

int main(void) {
  struct expression *e = build(2);
  int before = value(e);
  assert(value(simplify(e)) == before);
  return 0;
}
