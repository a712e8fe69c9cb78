// A pointer that leads to a block whose length is an argument, or round a list
// to memory of which nothing is known: what lies behind the block is nobody's,
// and not what callers see to (--required).
struct item {
  struct item *next;
  int value;
};

int behind(struct item *items, int count) {
  struct item *at = items;
  while (at->value > 3)
    at = at->next;
  if (at == items && count == 1)
    return at[1].value;
  return 0;
}
int inside(struct item *items, int count) {
  struct item *at = items;
  while (at->value > 3)
    at = at->next;
  if (at == items && count > 1)
    return at[1].value;
  return 0;
}
int second(struct item *items, int count) {
  struct item *at = items + 1;
  while (at->value > 3)
    at = at->next;
  return count;
}
int before(struct item *items, int count) {
  struct item *at = items;
  while (at->value > 3)
    at = at->next;
  return at[-1].value + count;
}
// How far an index leads does not matter.
int far(struct item *items, int count) {
  struct item *at = items;
  while (at->value > 3)
    at = at->next;
  if (at == items && count > 5000)
    return at[-count].value;
  return 0;
}

/* test: check --deref --required --function behind $file
 * exit: 10
 * stdout-contains: of `@in.items`
 */
/* test: check --deref --required --function inside $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --function second $file
 * exit: 10
 * stdout-contains: of `@in.items`
 */
/* test: check --deref --required --function before $file
 * exit: 10
 * stdout-contains: of `@in.items`
 */
/* test: check --deref --required --function far $file
 * exit: 5
 * stdout-contains: whether callers see to an access
 */
