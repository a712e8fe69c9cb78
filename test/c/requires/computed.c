// An assertion about what was computed from what callers gave is checked as
// always; one about what they gave as it is is their condition.
#include <assert.h>

struct packet {
  int n;
};

static int one_more(const struct packet *packet) { return packet->n + 1; }
int called(const struct packet *packet) {
  assert(one_more(packet) > 1);
  return 1;
}

int asked(const struct packet *packet) {
  assert(packet->n > 1);
  return 1;
}

/* test: check --deref --required --function called $file
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --deref --required --function asked $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
