// A counter that every call of a tree of calls raises and lowers again.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int open, most;

static void visit(int depth) {
  open++;
  if (open > most)
    most = open;
  if (depth > 0) {
    visit(depth - 1);
    visit(depth - 1);
  }
#ifndef BUG
  open--;
#else
  if (depth != 6)
    open--;
#endif
}

int main(void) {
  int depth = __VERIFIER_nondet_int();
  if (depth < 0 || depth > 30)
    return 0;
  visit(depth);
  if (open != 0 || most < 1)
    reach_error();
  return 0;
}
