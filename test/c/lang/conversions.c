// Integer promotions and the usual conversions, at their corners.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static unsigned short us_max = USHRT_MAX;
static short s_min = SHRT_MIN;
static unsigned u_max = UINT_MAX;
static int minus_one = -1;
static unsigned char uc = 255;
static signed char sc = -1;
static long long ll = -1;
static uint64_t u64 = UINT64_C(0xfedcba9876543210);

static int wide_parameter(long long v) { return v < 0; }
static unsigned char narrow_return(int v) { return (unsigned char)v; }
static short narrow_parameter(short v) { return v; }
static _Bool truth(int v) { return v; }

int main(void) {
  // Promotion makes small unsigned types signed.
  printf("%d %d\n", us_max + 1 > 0, (unsigned short)(us_max + 1));
  printf("%d %d %d\n", uc == (unsigned char)sc, uc == sc, ~uc);
  printf("%d %d\n", s_min - 1 < s_min, (short)(s_min - 1) > 0);
  // Comparison of signed with unsigned.
  printf("%d %d %d\n", minus_one < u_max, minus_one == u_max, minus_one > 1u);
  printf("%d %d\n", sizeof(int) > minus_one, ll < 1u);
  printf("%d %d\n", minus_one < (long long)u_max, -1L < 1ULL);
  // Sign and zero extension.
  printf("%lld %lld %lld\n", (long long)minus_one, (long long)u_max,
         (long long)(unsigned)minus_one);
  printf("%llu %llu\n", (unsigned long long)sc, (unsigned long long)uc);
  printf("%d %d\n", wide_parameter(minus_one), wide_parameter(u_max));
  // Truncation.
  printf("%x %x %x %d\n", (unsigned)u64, (unsigned short)u64,
         (unsigned char)u64, (signed char)(u64 >> 8));
  printf("%d %d %d\n", (int)(u64 >> 32), (short)0x18000, (signed char)384);
  printf("%d %d\n", narrow_return(-1), narrow_return(1000));
  printf("%d %d\n", narrow_parameter((short)70000), truth(0x10000));
  // Constants take the first type that fits.
  printf("%d %d %d\n", (int)sizeof 2147483647, (int)sizeof 2147483648 > 4 ||
         sizeof(long) == 4, (int)sizeof 0xffffffff);
  printf("%d %d\n", -2147483647 - 1 < 0, 0xffffffff == -1);
  printf("%d\n", 2147483648 > 0);
  // The type of a conditional and of mixed arithmetic.
  printf("%d\n", (1 ? -1 : 0u) > 0);
  printf("%lld\n", (long long)(minus_one + 1u + ll));
  printf("%llu\n", (unsigned long long)(u_max + 1));
  printf("%llu\n", (unsigned long long)u_max + 1);
  printf("%llu\n", 0ULL - 1 + (unsigned)minus_one);
  // Pointers and integers.
  int v[4];
  uintptr_t address = (uintptr_t)&v[1];
  printf("%d %d\n", (int)((uintptr_t)&v[3] - address),
         (int *)(address + sizeof(int)) == &v[2]);
  printf("%d %d\n", (int)(intptr_t)(void *)0, (uintptr_t)(char *)12 == 12);
  printf("%d\n", (int)(ptrdiff_t)-5);
  // Division and shifts after conversion.
  printf("%u %d\n", minus_one / 2u, minus_one / 2);
  printf("%d %u\n", (sc >> 1) == -1, (unsigned char)sc >> 1);
  int8_t i8 = (int8_t)0x80;
  int16_t i16 = i8;
  uint16_t u16 = (uint16_t)i8;
  int32_t i32 = u16;
  printf("%d %d %d %d\n", i8, i16, u16, (int)i32);
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
