// The program that the bad specifications are about.
#define NPROTO 32
#define MODE_MASK 0xffu

typedef struct spinlock {
  int held;
} spinlock_t;

enum color { RED, GREEN, BLUE = 7 };

struct conn {
  int fd;
  unsigned char mode;
  enum color color;
  struct conn *next;
};

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void *grab(unsigned long size);
int log_line(const char *format, ...);
int read_bytes(int fd, char *buffer, unsigned count);

spinlock_t dev_lock;
static spinlock_t other_lock;
int busy;
unsigned limit;

unsigned char classify(unsigned char c) {
  return c > limit ? 1 : 0;
}

int work(struct conn *c, int n) {
  char buffer[8];
  spin_lock(&dev_lock);
  busy = n;
  if (c->fd < 0)
    goto out;
  n = read_bytes(c->fd, buffer, 8);
  log_line("%d", n);
out:
  spin_unlock(&dev_lock);
  return classify((unsigned char)n);
}

void idle(void) {
  spin_lock(&other_lock);
  spin_unlock(&other_lock);
  grab(4);
}

int send(struct conn *c, int n) {
  spin_lock(&dev_lock);
  return c->fd + n;
}

double average(int n) {
  return n / 2.0;
}
