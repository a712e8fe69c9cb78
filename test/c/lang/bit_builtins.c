// Builtins that count and move bits.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int log2_floor(unsigned v) { return 31 - __builtin_clz(v); }

int main(void) {
  const unsigned probes[] = {1, 2, 3, 0x80, 0xffff, 0x10000, 0x80000000u,
                             0xffffffffu, 0x12345678};
  for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++) {
    unsigned v = probes[i];
    unsigned long long w = (unsigned long long)v << 29 | 0x10;
    printf("%d %d %d %d %d | %d %d %d %d\n", __builtin_clz(v), __builtin_ctz(v),
           __builtin_popcount(v), __builtin_parity(v), __builtin_ffs((int)v),
           __builtin_clzll(w), __builtin_ctzll(w), __builtin_popcountll(w),
           __builtin_ffsll((long long)w));
  }
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffsll(0),
         __builtin_popcount(0));
  printf("%d %d\n", __builtin_clrsb(0), __builtin_clrsb(-256));
  printf("%x %x %llx\n", __builtin_bswap16(0x1234),
         __builtin_bswap32(0x12345678),
         (unsigned long long)__builtin_bswap64(0x123456789abcdef0));
  printf("%d %d\n", log2_floor(1000), log2_floor(1024));
  printf("%d %ld %lld\n", __builtin_abs(-5), __builtin_labs(-6L),
         __builtin_llabs(-7LL));
  printf("%d %ld\n", abs(-8), labs(9));
  // A bit set, walked by its lowest bits.
  uint64_t set = 0x8040201008040201;
  while (set) {
    printf("%d ", __builtin_ctzll(set));
    set &= set - 1;
  }
  printf("\n");
  unsigned reversed = 0;
  for (int i = 0; i < 32; i++)
    reversed |= (0x0000f00fu >> i & 1) << (31 - i);
  printf("%x\n", reversed);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
