// A driver's table of operations: each slot calls its own function.
struct device;
struct operations {
  int (*open)(struct device *);
  int (*close)(struct device *);
  int (*ioctl)(struct device *, int);
};
struct device {
  const struct operations *operations;
  int state;
};

static int disk_open(struct device *d) { return d->state = 1; }
static int disk_close(struct device *d) { return d->state = 0; }
static int disk_ioctl(struct device *d, int n) { return d->state + n; }
static int never(struct device *d) { return d->state; }
int (*spare)(struct device *) = never;

static const struct operations disk = {disk_open, disk_close, disk_ioctl};

int main(void) {
  struct device d = {&disk, 0};
  struct device *p = &d;
  int sum = p->operations->open(p);
  sum += p->operations->ioctl(p, 3);
  sum += p->operations->close(p);
  return sum;
}

/* test: dump pointsto
 * stdout-contains: call p->operations->open -> {disk_open}
 * stdout-contains: call p->operations->ioctl -> {disk_ioctl}
 * stdout-contains: call p->operations->close -> {disk_close}
 * stdout-lacks: procedure never
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
