// Events speak of the variables of the function that is checked: its
// parameters, as they are at the time, and its locals, also where callees make
// the calls.
struct lock {
  int held;
};
void take(struct lock *lock);
void give(struct lock *lock);
struct lock *find(int n);

struct conn {
  int id;
  struct lock in, out;
};

int both(struct conn *conn) {
  take(&conn->in);
  take(&conn->out);
  conn->id++;
  give(&conn->out);
  give(&conn->in);
  return 0;
}
int kept(struct conn *conn) {
  take(&conn->in);
  if (conn->id)
    return 1;
  give(&conn->in);
  return 0;
}
// The other lock is no concern of the rule.
int other(struct conn *conn) {
  take(&conn->out);
  return 0;
}
static void callee(struct conn *given, struct conn *conn) { take(&given->in); }
// The callee's `conn` is another one.
int passed(struct conn *conn, struct conn *second) {
  callee(second, conn);
  return 0;
}
int passed_wrong(struct conn *conn, struct conn *second) {
  callee(conn, second);
  return 0;
}
// The parameter is another one from there on.
int moved(struct conn *conn, struct conn *second) {
  take(&conn->in);
  give(&conn->in);
  conn = second;
  take(&conn->in);
  return 0;
}
// Not set, and set later.
int later(int n) {
  struct conn *conn;
  struct lock *l = find(n);
  take(l);
  give(l);
  return 0;
}
int frame(int n) {
  struct lock own;
  own.held = 0;
  take(&own);
  if (n > 3)
    return 1;
  give(&own);
  return 0;
}
int frame_right(int n) {
  struct lock own;
  own.held = 0;
  take(&own);
  give(&own);
  return 0;
}
int again(struct conn *conn, struct conn *second, long n) {
  if (n > 0) {
    again(second, conn, n > 1 ? 1 : 0);
    take(&conn->in);
  }
  return 0;
}
/* test: check --spec $dir/locals.spec --check both $file
 * exit: 0
 */
/* test: check --spec $dir/locals.spec --check kept $file
 * exit: 10
 * stdout-contains: performs return{*}; specification in state HELD: forbidden
 */
/* test: check --spec $dir/locals.spec --check other $file
 * exit: 4
 */
/* test: check --nonnull --spec $dir/locals.spec --check passed $file
 * exit: 4
 */
/* test: check --spec $dir/locals.spec --check passed_wrong $file
 * exit: 10
 */
/* test: check --spec $dir/locals.spec --check moved $file
 * exit: 10
 */
/* test: check --spec $dir/locals.spec --check again $file
 * exit: 10
 */
/* test: check --spec $dir/locals_frame.spec --check frame $file
 * exit: 10
 */
/* test: check --spec $dir/locals_frame.spec --check frame_right $file
 * exit: 0
 */
/* test: check --spec $dir/locals_later.spec --check later $file
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/locals_bad.spec $file
 * exit: 2
 * stderr-contains: 'n' of 'again' is of another type
 * stderr-contains: undefined name 'con'
 * stderr-contains: parameters and locals of the functions that are checked
 */
