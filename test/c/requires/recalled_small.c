// What a function makes itself has to be large enough for an inner call, also
// where it is what something else leads to: that is no matter of its callers.
// Deeper than calls are followed, nothing is known.
struct big {
  int numbers[10];
};

struct holder {
  struct big *held;
};

void deep_small(struct holder *holder, int mode) {
  if (mode == 0) {
    holder->held->numbers[9] = 1;
    return;
  }
  int number = 0;
  struct holder own = {(struct big *)&number};
  deep_small(mode > 800 ? &own : holder, mode - 1);
}

void deep_large(struct holder *holder, int mode) {
  if (mode == 0) {
    holder->held->numbers[9] = 1;
    return;
  }
  struct big number = {0};
  struct holder own = {&number};
  deep_large(mode > 800 ? &own : holder, mode - 1);
}

/* test: check --deref --required --inner-calls --function deep_small --cpu-timeout 5s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function deep_large $file
 * exit: 0
 */
