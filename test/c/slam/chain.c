// Calls of two each, 2^40 of the last one: summaries take each function once.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;
#define LEVEL(a, b) static void a(void) { b(); b(); }
#define LEVELS(a, b)                                                           \
  LEVEL(a##0, b)                                                               \
  LEVEL(a##1, a##0)                                                            \
  LEVEL(a##2, a##1)                                                            \
  LEVEL(a##3, a##2)                                                            \
  LEVEL(a##4, a##3)                                                            \
  LEVEL(a##5, a##4)                                                            \
  LEVEL(a##6, a##5)                                                            \
  LEVEL(a##7, a##6)                                                            \
  LEVEL(a##8, a##7)                                                            \
  LEVEL(a##9, a##8)

static void last(void) {
  if (__VERIFIER_nondet_int())
    g = 1;
}
LEVELS(p, last)
LEVELS(q, p9)
LEVELS(r, q9)
LEVELS(s, r9)

int main(void) {
  s9();
  if (g != 0 && g != 1)
    reach_error();
  return 0;
}

/* test: check --engine=summaries
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
