// END, ERROR, ANY and STOP, in specifications and in abstractions.
void leave(int status);
void hello(void);
void close_it(void);
void bye(void);
int check(int *p);

int quit(int n) {
  hello();
  if (n < 0) {
    leave(1);
#ifdef BUG
    hello();
#endif
    bye(); // never
  }
#ifdef BUG
  if (n == 3)
    bye();
#endif
  return 0;
}

int first(int n) {
#ifdef BUG
  if (n == 1)
    close_it();
#endif
  hello();
  if (n > 1)
    close_it();
  bye();
  hello();
  return n;
}

int closes(void) {
  hello();
  close_it();
#ifdef BUG
  close_it();
#endif
  return 0;
}

int asks(int *p) {
#ifndef BUG
  if (!p)
    return -1;
#endif
  return check(p);
}

/* test: check --spec $dir/ends.spec $file
 * exit: 0
 * stdout-contains: check quit: quit refines NO_BYE: true
 * stdout-contains: check first: first refines INIT: true
 * stdout-contains: check any_return: first refines INIT_RETURN: true
 * stdout-contains: check closes: closes refines CLOSED: true
 * stdout-contains: check end: closes refines UNTIL_END: false, as expected
 * stdout-contains: check end_only: closes refines ENDS: true
 * stdout-contains: check asks: asks refines ASKS: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/ends.spec $file -DBUG
 * exit: 10
 * stdout-contains: check quit: quit refines NO_BYE: false
 * stdout-contains: check first: first refines INIT: false
 * stdout-contains: check any_return: first refines INIT_RETURN: false
 * stdout-contains: check closes: closes refines CLOSED: false
 * stdout-contains: check asks: asks refines ASKS: false
 * stdout-contains: performs ERROR
 */
