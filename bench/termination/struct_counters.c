// Two counters of a structure, the smaller one begins anew for each step of the
// other; with the fault the other takes no step.
int __VERIFIER_nondet_int(void);

struct counters {
  int small, large, limit;
};

static void step(struct counters *c) {
  if (c->small > 0) {
    c->small--;
  } else {
    c->small = c->limit;
#ifndef BUG
    c->large--;
#endif
  }
}

int main(void) {
  struct counters c;
  c.limit = __VERIFIER_nondet_int();
  c.small = c.limit;
  c.large = __VERIFIER_nondet_int();
  while (c.large > 0)
    step(&c);
  return 0;
}
