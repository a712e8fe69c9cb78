// Code that lacks the very call that a rule is about: with a `proc` for the
// routine that is a warning, and the rule decides.
struct file *open_file(const char *name);
#ifndef LACKS
void close_file(struct file *file);
#endif

int use(const char *name) {
  struct file *f = open_file(name);
  if (!f)
    return -1;
#ifndef LACKS
  close_file(f);
#endif
  return 0;
}

/* test: check --spec $dir/lacking.spec $file
 * exit: 0
 */
/* test: check --spec $dir/lacking.spec -DLACKS $file
 * exit: 10
 * stdout-contains: RESULT: false(files)
 * stderr-contains: the program neither defines nor calls 'close_file'
 */
