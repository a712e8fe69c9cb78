// What a number with an exponent takes is known; with a precision that an
// argument gives nobody knows how much is printed.
#include <stdio.h>
#ifndef ROOM
#define ROOM 400
#endif

int exponent(double value) {
  char text[26];
  return sprintf(text, "%1.15g", value);
}

int given(double value, int digits) {
  char text[ROOM];
  return sprintf(text, "%.*f", digits, value);
}

/* test: check --deref --function exponent $file
 * exit: 0
 */
/* test: check --deref --function given $file
 * exit: 5
 * stdout-contains: how much a library routine writes
 */
/* test: check --deref --function given -DROOM=40 $file
 * exit: 10
 */
