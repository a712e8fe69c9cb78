// How deep recursion is stands in a global number; with the fault it is taken
// back before the next call.
int __VERIFIER_nondet_int(void);

static int depth;

static void visit(int node) {
  if (depth >= 50)
    return;
  depth++;
#ifdef BUG
  depth--;
#endif
  visit(2 * (node % 1000));
  visit(2 * (node % 1000) + 1);
  depth--;
}

int main(void) {
  visit(__VERIFIER_nondet_int());
  return 0;
}
