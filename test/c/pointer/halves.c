// Addresses that are kept as two halves and put together again, as drivers of
// devices with words of 32 bits do: what they lead to is one of the objects
// whose addresses were kept, and nothing else.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct part {
  unsigned count, address;
};

struct list {
  struct part buffer[10];
};

struct packet {
  int length, used;
};

static struct list lists[4];
static struct packet one, two;
static int other = 1;
int *watched = &other;

static void put(struct list *list, struct packet *packet) {
  unsigned long address = (unsigned long)packet;
  list->buffer[9].address = (unsigned)address;
  list->buffer[8].address = (unsigned)(address >> 32);
}

static struct packet *get(const struct list *list) {
  unsigned long address = list->buffer[9].address;
  address |= ((unsigned long)list->buffer[8].address << 16) << 16;
  return (struct packet *)address;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  put(&lists[n], n ? &one : &two);
  struct packet *packet = get(&lists[n]);
  packet->length = 7;
  assert(*watched == 1);
#ifdef MOVED
  assert(one.length != 7);
#endif
#ifdef LOW
  assert(lists[n].buffer[9].address != 0);
#endif
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check --engine=exact
 * stdout-contains: RESULT: true
 */
/* test: check -DMOVED
 * exit: 10
 * stdout-contains: assert(one.length != 7)  fails
 */
/* test: check -DLOW
 * exit: 5
 * stdout-lacks: RESULT: true
 */
