// An alphabet follows the values that reach a call: literals, copies, helper
// functions, wrappers, fields, parameters that the system fixes. Who only gives
// 1 does not take part in giving 0.
struct packet { int kind, length; };
struct box { struct packet packet; };

void give(int k);
void take(int k);
void out(void);
void wrong(void);

void source(void) {
  for (;;) {
    give(0);
    wrong();
  }
}

void sink(void) {
  for (;;) {
    take(0);
    out();
  }
}

void literal(void) {
  for (;;)
    give(1);
}

void copied(void) {
  int kind = 1, other = kind;
  for (;;)
    give(other);
}

static int kind_of(int number) {
  return number > 3 ? 0 : 1;
}

void helped(void) {
  for (;;)
    give(kind_of(2));
}

static void pass(int kind) {
  give(kind);
}

void wrapped(void) {
  for (;;)
    pass(1);
}

static void deliver(const struct packet *packet) {
  if (packet->length > 0)
    give(packet->kind);
}

void fields(void) {
  struct box box = {{1, 7}};
  for (;;)
    deliver(&box.packet);
}

void given(int kind) {
  int own = kind;
  for (;;)
    pass(own);
}

// What is changed on the way is looked at, too: both are given.
void counted(int kind) {
  for (;;) {
    pass(kind & 1);
    kind++;
  }
}
/* test: check -q --spec $dir/alphabet_values.spec $file
 * exit: 10
 * stdout-contains: check literal: LITERAL refines P: false
 * stdout-contains: check free: LITERAL deadlock_free: true
 * stdout-contains: check copied: COPIED refines P: false
 * stdout-contains: check helped: HELPED refines P: false
 * stdout-contains: check wrapped: WRAPPED refines P: false
 * stdout-contains: check fields: FIELDS refines P: false
 * stdout-contains: check given: GIVEN refines P: false
 * stdout-contains: check given_free: GIVEN deadlock_free: true
 * stdout-contains: check counted: COUNTED refines P: false
 * stdout-contains:    1  h0            o  o  o
 */
