// A list of three is walked to its end; with the fault its end is its start.
struct node {
  struct node *next;
};

int main(void) {
  struct node a, b, c;
  a.next = &b;
  b.next = &c;
#ifdef BUG
  c.next = &a;
#else
  c.next = 0;
#endif
  for (struct node *at = &a; at; at = at->next)
    ;
  return 0;
}
