// Systems: components share nothing. Each has its own copy of the globals.
extern void send(int value);
extern void receive(void);
int count;
int writer(void) {
  count = 1;
  send(count);
  return 0;
}
int reader(void) {
  receive();
  if (count != 0)
    receive();
  return 0;
}

/* test: check --spec $dir/shared_by_none.spec $file
 * stdout-contains: RESULT: true
 */
