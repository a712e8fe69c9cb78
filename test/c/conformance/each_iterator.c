// Iterators of the kernel (specs/linux.spec): what is begun is ended, and asked
// only where what it goes through stays as it is. With BUG each rule is broken.
struct klist;
struct klist_node;
struct klist_iter {
  struct klist *list;
  struct klist_node *now;
};
struct class;
struct device;
struct device_type;
struct class_dev_iter {
  struct klist_iter inner;
};
struct rhashtable;
struct rhashtable_iter {
  void *table, *walker;
};

void klist_iter_init(struct klist *list, struct klist_iter *i);
struct klist_node *klist_next(struct klist_iter *i);
void klist_iter_exit(struct klist_iter *i);
void class_dev_iter_init(struct class_dev_iter *iter, struct class *class,
                         struct device *start, const struct device_type *type);
struct device *class_dev_iter_next(struct class_dev_iter *iter);
void class_dev_iter_exit(struct class_dev_iter *iter);
void rhashtable_walk_enter(struct rhashtable *table,
                           struct rhashtable_iter *iter);
void rhashtable_walk_exit(struct rhashtable_iter *iter);
int rhashtable_walk_start_check(struct rhashtable_iter *iter);
void rhashtable_walk_stop(struct rhashtable_iter *iter);
void *rhashtable_walk_next(struct rhashtable_iter *iter);

int devices(struct class *class) {
  struct class_dev_iter iter;
  int count = 0;
  class_dev_iter_init(&iter, class, 0, 0);
  while (class_dev_iter_next(&iter)) {
#ifdef BUG
    if (count == 3)
      return count;
#endif
    count++;
  }
  class_dev_iter_exit(&iter);
  return count;
}

struct klist_node *nodes(struct klist *list) {
  struct klist_iter i;
  struct klist_node *last = 0, *next;
  klist_iter_init(list, &i);
  while ((next = klist_next(&i)))
    last = next;
  klist_iter_exit(&i);
#ifdef BUG
  last = klist_next(&i);
#endif
  return last;
}

int entries(struct rhashtable *table) {
  struct rhashtable_iter iter;
  int count = 0;
  rhashtable_walk_enter(table, &iter);
  rhashtable_walk_start_check(&iter);
  while (rhashtable_walk_next(&iter)) {
    count++;
    rhashtable_walk_stop(&iter);
#ifndef BUG
    rhashtable_walk_start_check(&iter);
#endif
  }
#ifndef BUG
  rhashtable_walk_stop(&iter);
#endif
  rhashtable_walk_exit(&iter);
  return count;
}

/* test: check --unseen=nothing --spec $dir/each_iterator.spec $file
 * exit: 0
 * stdout-contains: check devices: devices refines ITERATOR: true
 * stdout-contains: check nodes: nodes refines ITERATOR: true
 * stdout-contains: check entries: entries refines HASH_WALK: true
 */
/* test: check --unseen=nothing --spec $dir/each_iterator.spec $file -DBUG
 * exit: 10
 * stdout-contains: check devices: devices refines ITERATOR: false
 * stdout-contains: check nodes: nodes refines ITERATOR: false
 * stdout-contains: check entries: entries refines HASH_WALK: false
 */
