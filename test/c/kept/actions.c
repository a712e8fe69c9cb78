// A function that performs nothing may be kept; the actions of others would be
// lost.
extern void begin(void);
extern void end(void);
static int count;

int measure(int *where) {
  *where = count++;
  return *where;
}

void perform(void) { end(); }

void pairs(int n) {
  int open = 0, seen = 0;
  for (int i = 0; i < n; i++) {
    if (!open)
      begin();
    else
      end();
    open = !open;
    measure(&seen);
  }
}

void hidden(int n) {
  int seen = 0;
  begin();
  perform();
  measure(&seen);
}

// Allowed by itself, and not where it is called.
void again(void) { begin(); }

void twice(int n) {
  begin();
  again();
}

/* test: check --spec $dir/actions.spec --keep measure $file
 * exit: 10
 * stdout-contains: check pairs: pairs refines P: true
 * stdout-contains: check hidden: hidden refines P: true
 * stdout-contains: check twice: twice refines P: false
 */
/* test: check --spec $dir/actions.spec --keep perform,again $file
 * exit: 5
 * stdout-contains: check pairs: pairs refines P: true
 * stdout-contains: check hidden: hidden refines P: unknown
 * stdout-contains: check twice: twice refines P: unknown (not modelled: actions of functions that are kept (--keep)
 */
