// Structures that begin with another one: what a pointer to the first part leads
// to, as usual.
struct base {
  int type;
  long references;
};
struct text {
  struct base base;
  long length;
};
#ifdef LISTS
struct list {
  struct base base;
  long count, room;
  struct base **at;
};
long list_room(struct base *base) {
  struct list *list = (struct list *)base;
  return base->type == 2 ? list->room : 0;
}
#endif
struct other {
  int type;
  long references, length;
};

int text_length(struct base *base, long *into) {
  struct text *text = (struct text *)base;
#ifndef UNCHECKED
  if (!base || base->type != 1)
    return -1;
#endif
  *into = text->length;
  return 0;
}

// Nothing that is known begins like that.
long other_length(struct text *text) {
  return ((struct other *)text)->length + ((long *)text)[3];
}

/* test: check --deref --nonnull --function text_length $file
 * exit: 10
 * stdout-contains: out of bounds
 */
/* test: check --deref --nonnull --usual --function text_length $file
 * exit: 0
 * stdout-contains: pointers to what larger structures begin with lead to one of those (--usual)
 */
/* test: check --deref --nonnull --usual -DLISTS --function text_length $file
 * exit: 0
 */
/* test: check --deref --nonnull --usual -DLISTS --function list_room $file
 * exit: 0
 */
/* test: check --deref --usual -DUNCHECKED --function text_length $file
 * exit: 10
 * stdout-contains: null pointer
 */
/* test: check --deref --nonnull --usual --function other_length $file
 * exit: 10
 */
