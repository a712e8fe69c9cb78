// The address of a member of nothing, passed to a function that is not seen.
struct table {
  long count;
};
struct object {
  long type;
  struct table table;
};
void clear(struct table *table);
void look(struct object *object);

int object_clear(struct object *object) {
#ifndef UNCHECKED
  if (!object)
    return -1;
#endif
  clear(&object->table);
  return 0;
}

void object_look(struct object *object) { look(object); }

/* test: check --deref --unseen=arguments --function object_clear $file
 * exit: 0
 */
/* test: check --deref --unseen=arguments --function object_clear -DUNCHECKED $file
 * exit: 10
 * stdout-contains: the address of a member of what a null pointer leads to is passed
 */
/* test: check --deref --unseen=arguments --function object_look $file
 * exit: 0
 */
