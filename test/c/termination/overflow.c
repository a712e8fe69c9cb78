// A loop does not end because its counter overflows, and does not go on for
// ever behind an overflow either. Unsigned numbers wrap.
int main(void) {
#ifdef UNSIGNED
  for (unsigned i = 1; i; i++)
    ;
#else
  for (int i = 0;; i++)
    ;
#endif
}

/* test: check --termination
 * exit: 5
 * stdout-contains: RESULT: unknown (
 */
/* test: check --termination -DUNSIGNED
 * exit: 0
 * stdout-contains: RESULT: true
 */
