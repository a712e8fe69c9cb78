// Wrapping, shifts, division of negatives, bit operations, all widths.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, format, a, b)                                               \
  do {                                                                         \
    type x = (a), y = (b);                                                     \
    printf(format " " format " " format " " format " " format "\n",            \
           (type)(x + y), (type)(x - y), (type)(x * y), (type)(x / y),         \
           (type)(x % y));                                                     \
  } while (0)

static uint32_t rotate(uint32_t v, unsigned n) {
  return v << (n & 31) | v >> (-n & 31);
}
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static uint64_t power(uint64_t b, unsigned e, uint64_t m) {
  uint64_t r = 1;
  for (b %= m; e; e >>= 1, b = b * b % m)
    if (e & 1)
      r = r * b % m;
  return r;
}

int main(void) {
  SHOW(int, "%d", 7, 2);
  SHOW(int, "%d", -7, 2);
  SHOW(int, "%d", 7, -2);
  SHOW(int, "%d", -7, -2);
  SHOW(int, "%d", INT_MIN + 1, 1);
  SHOW(unsigned, "%u", 3, 5);
  SHOW(unsigned, "%u", UINT_MAX, 7);
  SHOW(unsigned, "%u", 0x80000000u, UINT_MAX);
  SHOW(long long, "%lld", -1000000007LL, 13);
  SHOW(long long, "%lld", 3037000499LL, -3037000499LL);
  SHOW(unsigned long long, "%llu", ULLONG_MAX, 10);
  SHOW(unsigned long long, "%llu", 12, ULLONG_MAX - 3);
  SHOW(short, "%d", -32768, 3);
  SHOW(unsigned char, "%d", 200, 100);
  SHOW(signed char, "%d", -128, 7);

  // Shifts: the result's type is the promoted left operand's.
  int minus = -16;
  unsigned u = 0xf0000001u;
  long long ll = (long long)(~0ULL << 62) >> 60;
  uint64_t q = UINT64_C(0x8000000000000001);
  printf("%d %d %u %u\n", minus >> 2, minus >> 31, u >> 28, u << 4);
  printf("%lld %llx %llx %llx\n", ll, (unsigned long long)(q << 1),
         (unsigned long long)(q >> 63), (unsigned long long)(q >> 1));
  printf("%d %d\n", (unsigned char)0xf0 << 4, (signed char)-128 >> 7);
  for (int i = 0; i < 64; i += 9)
    printf("%llx ", (unsigned long long)(q >> i ^ q << (63 - i)));
  printf("\n");

  printf("%x %x %x %x\n", 0xff00u & 0x0ff0u, 0xff00u | 0x0ff0u,
         0xff00u ^ 0x0ff0u, ~0xff00u);
  printf("%d %d %d\n", -1 & 0xff, -8 | 3, ~-1);
  printf("%x %x\n", (unsigned)rotate(0x80000001u, 4),
         (unsigned)rotate(0x12345678u, 0));
  printf("%u %llu\n", gcd(3528, 3780),
         (unsigned long long)power(3, 1000003, 1000000007));
  printf("%d %d %d\n", INT_MAX / -1, INT_MIN / 2, INT_MIN % 10);
  printf("%lld %lld\n", LLONG_MIN / 3, LLONG_MIN % 1000);

  // A linear congruential generator and a xorshift: many wraps.
  uint32_t lcg = 1;
  uint64_t xs = 88172645463325252ULL;
  for (int i = 0; i < 1000; i++) {
    lcg = lcg * 1664525u + 1013904223u;
    xs ^= xs << 13, xs ^= xs >> 7, xs ^= xs << 17;
  }
  printf("%u %llu\n", (unsigned)lcg, (unsigned long long)xs);
  uint16_t fletcher_a = 1, fletcher_b = 0;
  for (int i = 0; i < 500; i++) {
    fletcher_a = (uint16_t)((fletcher_a + i * 7) % 255);
    fletcher_b = (uint16_t)((fletcher_b + fletcher_a) % 255);
  }
  printf("%d %d\n", fletcher_a, fletcher_b);
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
