// A union of struct views: the views share their bytes, so a pointer stored in
// one is seen in the other.
struct raw {
  long kind;
  int *where;
};
struct message {
  long kind;
  int *payload;
  int *extra;
};
union view {
  struct raw raw;
  struct message message;
};

int x, y;

int main(void) {
  union view v = {0};
  v.message.payload = &x;
  v.message.extra = &y;
  *v.raw.where = 3;
  *v.message.extra = 4;
  return x + y;
}

/* test: dump pointsto
 * stdout-contains: store v.raw.where -> {x}
 * stdout-contains: store v.message.extra -> {y}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
