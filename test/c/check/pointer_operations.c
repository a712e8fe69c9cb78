// An object changes its table of operations on the way.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct channel;

struct operations {
  int (*send)(struct channel *channel);
  int is_sealed;
};

struct channel {
  const struct operations *operations;
  int sent_sealed;
};

static int send_plain(struct channel *channel) {
  channel->sent_sealed = 0;
  return 1;
}

static int send_sealed(struct channel *channel) {
  channel->sent_sealed = channel->operations->is_sealed;
  return 2;
}

static const struct operations plain = {send_plain, 0};
static const struct operations sealed = {send_sealed, 1};

int main(void) {
  struct channel channel = {&plain, 0};
  int has_keys = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      has_keys = 1;
      channel.operations = &sealed;
    }
#ifdef BUG
    if (__VERIFIER_nondet_int())
      channel.operations = &plain;
#endif
    int result = channel.operations->send(&channel);
    assert(!has_keys || (channel.sent_sealed && result == 2));
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
