#define MAX_TRIES (1 << 3)

enum color { RED, GREEN, BLUE = 7 };

struct state {
  struct {
    unsigned ready : 1, other : 7;
  } flags;
  enum color color;
  struct state *next;
};

struct state state;
static int verbose;

int try_once(void);
int wait_for(struct state *s, int n, ...);
int poll_state(int n);

enum color classify(enum color c) {
  if (c == RED || state.next->color == c)
    return GREEN;
  return BLUE;
}

int run(int n, enum color c) {
  if (try_once() < 0)
    goto out;
  wait_for(&state, n, 3);
  poll_state(n + 1);
  verbose = classify(GREEN) == c;
  return 1;
out:
  return -1;
}
