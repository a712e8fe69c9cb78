// A pointer that the function cannot see is no part of what a violation needs.
struct item {
  int value;
  struct item *next;
};
static int kept = 2;
int *faraway = &kept;
int *here = &kept;

int second(struct item *item, int n) {
  if (n > 3)
    return item->value;
  return item->next->value + n;
}

int third(void) {
  return *here;
}

int use(void) {
  return *faraway + kept;
}

/* test: check --deref --nonnull --function second $file
 * exit: 10
 * stdout-contains: fails (read of 4 bytes through a null pointer)
 * stdout-lacks: faraway
 */
/* test: check --deref --function third $file
 * exit: 10
 * stdout-contains: where `here` is null at the start
 * stdout-lacks: faraway
 */
