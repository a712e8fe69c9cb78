// Several rows on one line: a run that violates one of them says nothing of the
// others.
#include <stdlib.h>
struct pair { char *one; size_t other; };
void twice(struct pair *p){ free(p->one); free(p); free(p); }

/* test: check --deref --usual --nonnull --function twice
 * exit: 10
 * stdout-contains: [2] test/c/trust/rows_of_a_line.c:5  valid access  holds
 * stdout-contains: [4] test/c/trust/rows_of_a_line.c:5  valid free    fails
 */
