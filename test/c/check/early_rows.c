// Rows are known before the program is made ready for the search, and are there
// when the time is over before that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next, *last;
  int value;
};

struct node all[400];
struct node *p, *q;

#define STEP(i)                                                                \
  if (__VERIFIER_nondet_int()) {                                               \
    x->next = &all[i];                                                         \
    p = x->last;                                                               \
    p->last = x;                                                               \
    q = p->next;                                                               \
    if (q)                                                                     \
      q->last = p;                                                             \
  }
#define TEN(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4)         \
  STEP(i + 5) STEP(i + 6) STEP(i + 7) STEP(i + 8) STEP(i + 9)

static void first(struct node *x) { TEN(0) TEN(10) }
#define FUNCTION(name, called, i)                                              \
  static void name(struct node *x) {                                           \
    TEN(i) TEN(i + 10)                                                         \
    called(p);                                                                 \
    called(q);                                                                 \
    called(x);                                                                 \
  }
FUNCTION(second, first, 20)
FUNCTION(third, second, 40)
FUNCTION(fourth, third, 60)
FUNCTION(fifth, fourth, 80)
FUNCTION(sixth, fifth, 100)
FUNCTION(seventh, sixth, 120)

int main(void) {
  seventh(&all[0]);
  if (p && p->value == 3)
    reach_error();
  return 0;
}

/* test: check --timeout 1 $file
 * exit: 5
 * stdout-contains: [1]
 * stdout-contains: reach_error()  not decided
 * stdout-contains: RESULT: unknown (timeout)
 */
/* test: check --timeout 1 --json - $file
 * exit: 5
 * stdout-contains: "text": "reach_error()"
 */
