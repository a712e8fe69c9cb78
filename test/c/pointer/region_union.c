// A union of struct views: overlapping fields share a cell and are taken out
// of it. What is lost: bytes at many unknown offsets make the union an array of
// bytes, and its fields are put together from them.
#include <stdio.h>

union view {
  struct {
    unsigned short low, high;
  } halves;
  unsigned whole;
  unsigned char bytes[4];
};
union large {
  unsigned whole;
  unsigned char bytes[40];
};

int main(void) {
  union view fixed, walked;
  union large many;
  unsigned total = 0;
  fixed.whole = 0x01020304;
  fixed.halves.high += 1;
  walked.whole = 0x0a0b0c0d;
  for (int i = 0; i < 4; i++)
    total = total * 3 + walked.bytes[i];
  walked.bytes[total % 4] = 1;
  for (int i = 0; i < 40; i++)
    many.bytes[i] = (unsigned char)i;
  printf("%x %u %x %x\n", fixed.whole, total, walked.whole, many.whole);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region fixed: fixed.halves:32
 * stdout-contains: region walked (arrays, period 1): walked[]
 * stdout-contains: region many (arrays, period 1): many[]
 */
