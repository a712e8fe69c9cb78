// A sum of bytes that may be parts of an address goes from no element of an
// input object to another: the object remains a single one, and the component
// is small.
struct part {
  struct part *next;
  int lock;
  unsigned char base, count;
};
struct chip {
  void *owner;
  struct part *parts;
  char name[40];
};

extern struct part *data_of(struct chip *chip);
extern void set_register(int number);
extern void lock(int *lock);
extern void unlock(int *lock);

int request(struct chip *chip, unsigned number) {
  struct part *part = data_of(chip);
  lock(&part->lock);
  if (part->count)
    set_register(part->base + number / 8);
  unlock(&part->lock);
  return 0;
}

/* test: dump component --unseen=nothing --function request $file
 * exit: 0
 * stdout-contains: region in.chip
 * stdout-lacks: in.chip.64
 */
