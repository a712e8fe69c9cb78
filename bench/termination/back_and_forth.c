// Three nodes that know their neighbours on both sides: there and back again;
// with the fault there, back, there.
struct node {
  struct node *next, *before;
};

int main(void) {
  struct node a, b, c;
  a.before = c.next = 0;
  a.next = c.before = &b;
  b.next = &c;
  b.before = &a;
  struct node *at = &a;
#ifdef BUG
  while (at)
    at = at->before ? at->before : at->next;
#else
  while (at->next)
    at = at->next;
  while (at)
    at = at->before;
#endif
  return 0;
}
