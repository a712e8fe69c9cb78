// Structs that are cleared, copied and assigned as a whole.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct record {
  int sent, got;
  char kind;
};

struct state {
  struct record now, before;
};

static void clear(struct state *state) {
  state->before = state->now;
  memset(&state->now, 0, sizeof state->now);
}

int main(void) {
  struct state state;
  memset(&state, 0, sizeof state);
  while (__VERIFIER_nondet_int()) {
    struct state *at = &state;
    at->now = (struct record){.sent = 1, .kind = 'k'};
    if (__VERIFIER_nondet_int())
      at->now.got = at->now.sent;
    clear(at);
#ifdef BUG
    assert(at->before.got);
#endif
    assert(!at->now.sent && !at->now.got && !at->now.kind);
    assert(at->before.sent && at->before.kind == 'k');
  }
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
