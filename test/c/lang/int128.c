// 128-bit integers: arithmetic, shifts, division, comparison, conversion.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(const char *name, u128 v) {
  printf("%s %016llx%016llx\n", name, (unsigned long long)(v >> 64),
         (unsigned long long)v);
}

static void decimal(i128 v) {
  char digits[48], *p = digits + sizeof digits;
  u128 rest = v < 0 ? -(u128)v : (u128)v;
  *--p = 0;
  do
    *--p = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (v < 0)
    *--p = '-';
  printf("%s\n", p);
}

static u128 make(uint64_t high, uint64_t low) { return (u128)high << 64 | low; }

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t m) {
  return (uint64_t)((u128)a * b % m);
}

struct holder { char c; i128 v; };
static struct holder global = {'g', -((i128)1 << 100)};

int main(void) {
  u128 a = make(0x0123456789abcdef, 0xfedcba9876543210);
  u128 b = make(0, 0xffffffffffffffff);
  show("a+b", a + b);
  show("a-b", a - b);
  show("a*b", a * b);
  show("a/b", a / b);
  show("a%b", a % b);
  show("a&b", a & b);
  show("a^b", a ^ b);
  show("~a", ~a);
  show("-a", -a);
  for (int i = 0; i < 128; i += 31) {
    show("<<", a << i);
    show(">>", a >> i);
    show("s>>", (u128)((i128)~a >> i));
  }
  i128 n = -(i128)1000000007 * 1000000009 * 998244353;
  decimal(n);
  decimal(n / 12345);
  decimal(n % 12345);
  decimal(n / -(i128)0x123456789abcdefLL);
  decimal((i128)1 << 126);
  printf("%d %d %d %d\n", n < 0, n < (i128)-1, a > b, (u128)n > a);
  printf("%d %d\n", (int)(n == n + 0), (int)(a != b));
  printf("%lld %u %d\n", (long long)n, (unsigned)a, (short)a);
  show("extend", (u128)(i128)-5);
  show("zero", (u128)(uint64_t)-5);
  printf("%llu\n", (unsigned long long)multiply_modulo(
                       0xfedcba9876543210, 0x0123456789abcdef, 1000000007));
  decimal(global.v);
  global.v += 1;
  decimal(global.v);
  i128 fib[2] = {0, 1};
  for (int i = 0; i < 150; i++)
    fib[i & 1] += fib[~i & 1];
  decimal(fib[0]);
  printf("%.6e %.6e\n", (double)a, (double)n);
  decimal((i128)1.5e30);
  printf("%d\n", a ? 1 : 0);
  a <<= 3, a |= 1, a++;
  show("a", a);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
