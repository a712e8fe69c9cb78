// Arrays: filled in a loop, indexed by an unknown value, of structs, copied.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
  int key;
  char flag;
};

static int squares[5];
static struct entry table[4] = {{1, 'a'}, {2, 'b'}, {3, 'c'}, {4, 'd'}};

int main(void) {
  int copy[5];
  int at = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++)
    squares[i] = i * i;
  memcpy(copy, squares, sizeof copy);
  squares[2] = 100;
  assert(copy[2] == 4 && copy[3] == 9);
  if (at < 0 || at > 3)
    return 0;
  table[at].key += 10;
  assert(table[at].key > 10);
#ifdef BUG
  assert(table[2].key == 3);
#else
  assert(at == 2 || table[2].key == 3);
#endif
  assert(table[3].flag == 'd');
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
