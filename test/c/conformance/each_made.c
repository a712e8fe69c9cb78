// Objects that calls make: files, blocks, descriptors. Each is one from the call
// that makes it.
struct file {
  int number;
};
struct file *open_file(const char *name);
void close_file(struct file *f);
int open_number(const char *name);
int close_number(int n);
int any(void);

int copy(const char *from, const char *to) {
  struct file *in = open_file(from);
  if (!in)
    return -1;
  struct file *out = open_file(to);
  if (!out) {
#ifndef BUG
    close_file(in);
#endif
    return -1;
  }
  close_file(in);
  close_file(out);
  return 0;
}

// One after the other, in a loop.
int many(const char *name) {
  while (any()) {
    struct file *f = open_file(name);
    if (!f)
      return -1;
    if (any())
      any();
    close_file(f);
#ifdef BUG
    if (any())
      close_file(f);
#endif
  }
  return 0;
}

// Numbers come again, but not while they are in use.
int numbers(const char *name) {
  int a = open_number(name), b = open_number(name);
  if (a >= 0)
    close_number(a);
#ifdef BUG
  if (b > 0)
#else
  if (b >= 0)
#endif
    close_number(b);
  int c = open_number(name);
  if (c >= 0)
    close_number(c);
  return 0;
}

// What is closed is what was opened last.
int lost(const char *name) {
  int n = open_number(name);
  if (n < 0)
    return -1;
#ifdef BUG
  n = open_number(name);
  if (n < 0)
    return -1;
#endif
  close_number(n);
  return 0;
}

/* test: check --spec $dir/each_made.spec $file
 * exit: 0
 * stdout-contains: check copy: copy refines CLOSED: true
 * stdout-contains: check many: many refines CLOSED: true
 * stdout-contains: check numbers: numbers refines FREE: true
 * stdout-contains: check lost: lost refines FREE: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/each_made.spec $file -DBUG
 * exit: 10
 * stdout-contains: check copy: copy refines CLOSED: false
 * stdout-contains: check many: many refines CLOSED: false
 * stdout-contains: check numbers: numbers refines FREE: false
 * stdout-contains: check lost: lost refines FREE: false
 */
