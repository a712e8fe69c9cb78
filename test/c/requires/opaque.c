// A structure that is only declared here is what another file defines.
struct store;
struct box {
  struct store *store;
};

int count(struct store *store);
int room(struct store *store);

int many(struct box *box) { return count(box->store); }
int whole(struct box *box) { return room(box->store); }

/* test: check --deref --required --function many $file $dir/opaque_store.c
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --function whole $file $dir/opaque_store.c
 * exit: 0
 */
/* test: check --deref --required --function whole -DUNCHECKED $file $dir/opaque_store.c
 * exit: 10
 * stdout-contains: valid access at
 */
