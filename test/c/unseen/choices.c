// What functions without a body change is a choice: whatever they can reach,
// what their arguments lead to, or nothing. Each case holds from one of them
// on.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};
struct pair {
  long first, second, third;
};

int shared;
int other;
static struct node kept;
int *held = &other;

void touch(void);
void fill(struct node *n);
int ask(int question);
struct pair make(void);
struct node *find(struct node *n);

// Globals are not led to by arguments.
int global(void) {
  shared = 1;
  touch();
#ifdef GLOBAL
  assert(shared == 1);
#endif
  return ask(3);
}

// What an argument leads to is changed by `fill` alone.
void led(void) {
  struct node inner = {1, 0}, outer = {2, &inner}, apart = {3, 0};
  fill(&outer);
#ifdef APART
  assert(apart.value == 3);
#endif
#ifdef LED
  assert(inner.value == 1);
#endif
  (void)inner;
  (void)apart;
}

// A struct that is returned in memory is any, whatever else is said.
void returned(void) {
  struct pair p = {1, 2, 3};
  p = make();
#ifdef RETURNED
  assert(p.second == 2);
#endif
  (void)p;
}

// A pointer that is returned may be one that was given.
void given(void) {
  struct node n = {1, 0};
  struct node *m = find(&n);
  if (m)
    m->value = 5;
#ifdef GIVEN
  assert(n.value == 1);
#endif
}

// What a pointer in a global points to is not led to, either.
void behind(void) {
  other = 4;
  touch();
#ifdef BEHIND
  assert(held != &other || other == 4);
#endif
}

// The result is arbitrary in every case.
void result(void) {
  int r = ask(1);
#ifdef RESULT
  assert(r != 3);
#endif
  (void)r;
}

int main(void) {
  kept.value = 7;
  global();
  led();
  returned();
  given();
  behind();
  result();
}

/* test: check $file -DGLOBAL
 * exit: 10
 * stdout-contains: touch: no body; returns anything, may change what it can reach (--unseen)
 */
/* test: check $file -DGLOBAL --unseen=arguments
 * exit: 0
 * stdout-contains: no body; returns anything, changes what its arguments lead to and nothing else (--unseen=arguments)
 */
/* test: check $file -DGLOBAL --unseen=nothing
 * exit: 0
 * stdout-contains: no body; returns anything, changes nothing (--unseen=nothing)
 */
/* test: check $file -DAPART --unseen=arguments
 * exit: 0
 */
/* test: check $file -DLED --unseen=arguments
 * exit: 10
 * stdout-contains: if fill changes nothing but what its arguments lead to
 */
/* test: check $file -DLED --unseen=nothing
 * exit: 0
 */
/* test: check $file -DRETURNED --unseen=nothing
 * exit: 10
 */
/* test: check $file -DRETURNED --unseen=arguments
 * exit: 10
 */
/* test: check $file -DGIVEN --unseen=nothing
 * exit: 10
 */
/* test: check $file -DBEHIND --unseen=arguments
 * exit: 0
 */
/* test: check $file -DBEHIND
 * exit: 10
 */
/* test: check $file -DRESULT --unseen=nothing
 * exit: 10
 * stdout-contains: if ask may return 3
 */
