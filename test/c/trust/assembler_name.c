// A C function can have any name by an assembler label, also one that we show
// for something else: reaching a label, a call through a pointer, a function
// that a specification describes.
#include <assert.h>

extern void mark(void) __asm__("label x");
extern void call(void (*f)(void)) __asm__("call@assumed");

static int set;
static void f(void) {
  set = 1;
}

int main(void) {
  mark();
  call(f);
  assert(set == 0);
}

/*
 * test: check
 * exit: 5
 * stdout-contains: assumed      call@assumed: no body; returns anything
 * stdout-lacks: label x
 */
