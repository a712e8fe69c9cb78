// --globals=initial: a function that starts alone finds the initial values of
// globals; those of other files have any value all the same.
#include <assert.h>

struct item {
  int weight;
  struct item *next;
};
static int limit = 10;
int table[4] = {1, 2, 3};
struct item first = {5, 0}, second = {7, &first};
struct item *head = &second;
char *none;
int *taken = &limit;
extern int elsewhere;

int check(int given) {
#ifdef BUG
  limit += given;
#endif
  assert(limit == 10);
  limit = given;
  assert(table[0] == 1 && table[3] == 0);
  table[given & 3] = 4;
  assert(head == &second && head->next->weight == 5);
  head->weight = given;
  head = head->next;
  assert(!none);
  none = "text";
  return *taken;
}

int outside(void) {
  assert(elsewhere == 0);
  return 0;
}

int counted(void) {
  static int calls;
  assert(calls == 0);
  return ++calls;
}

/* test: check --function check --globals=initial $file
 * exit: 0
 * stdout-contains: globals have their initial values at the start, but for those of other files (--globals=initial)
 */
/* test: check --function check --globals=initial -DBUG $file
 * exit: 10
 */
/* test: check --function check $file
 * exit: 10
 */
/* test: check --function check --globals=any $file
 * exit: 10
 */
/* test: check --function outside --globals=initial $file
 * exit: 10
 */
/* test: check --function counted --globals=initial $file
 * exit: 0
 */
/* test: check --function counted $file
 * exit: 10
 */
/* test: check --function check --globals=initial --deref $file
 * exit: 0
 */
