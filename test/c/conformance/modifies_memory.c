// A `modifies` clause is about all memory that was there before, however it is
// written: whole structs, library routines, code that we do not see.
#include <string.h>

struct pair {
  int first, second;
};

struct pair here, there;
static int numbers[4];

void elsewhere(void);
void fill(int *p);

void copies(void) {
  struct pair local;
  local = there;
  numbers[1] = local.first;
#ifdef BUG
  here = there;
#endif
}

void clears(struct pair *p) {
#ifdef BUG
  memset(p, 0, sizeof *p);
#else
  memset(&p->first, 0, sizeof p->first);
#endif
}

void calls(void) {
#ifdef BUG
  elsewhere();
#endif
}

void passes(int *p) {
  int own = 0;
#ifdef BUG
  fill(p);
#else
  memcpy(&own, p, sizeof own);
#endif
}

/* test: check -q --all --spec $dir/modifies_memory.spec $file
 * exit: 0
 * stdout-contains: check copies: copies against its own abstraction: true
 * stdout-contains: check clears: clears against its own abstraction: true
 * stdout-contains: check calls: calls against its own abstraction: true
 * stdout-contains: check passes: passes against its own abstraction: true
 */
/* test: check -q --all --spec $dir/modifies_memory.spec $file -DBUG
 * exit: 10
 * stdout-contains: check copies: copies against its own abstraction: false
 * stdout-contains: check clears: clears against its own abstraction: false
 * stdout-contains: check calls: calls against its own abstraction: unknown (conforms, but `modifies` is not proved: it may change
 * stdout-contains: check passes: passes against its own abstraction: unknown (conforms, but `modifies` is not proved: it may change
 */
