// A tank with a pump that goes on below one mark and off above another; per
// step the water rises by 2 with the pump and sinks by 0 or 1 without.
//
//   -DBUG   the pump goes off only when the water is exactly at the upper mark
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { LOW = 10, HIGH = 20 };

int main(void) {
  int water = 15, pumping = 0;
  while (__VERIFIER_nondet_int()) {
    if (water < LOW)
      pumping = 1;
#ifdef BUG
    else if (water == HIGH)
#else
    else if (water >= HIGH)
#endif
      pumping = 0;
    if (pumping)
      water += 2;
    else if (__VERIFIER_nondet_int())
      water--;
    assert(water >= LOW - 1 && water <= HIGH + 1);
  }
  return 0;
}
