// Facts about the C library: what a routine means, and what it may return.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wctype.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char buffer[8] = "hello";
#if WAY == 0
  assert(ntohl(htonl(x)) == (unsigned)x);
  assert(ntohs(htons(x)) == (x & 0xffff));
  assert(htonl(0x01020304) == 0x04030201);
#elif WAY == 1
  assert(htonl(x) == (unsigned)x);
#elif WAY == 2 // functions and macros
  if (x < -1 || x > 255)
    return 0;
  assert(!(isalpha)(x) || (isalnum)(x));
  assert(!isdigit(x) || isxdigit(x));
  assert(!isupper(x) || tolower(x) == x + 32);
  assert(!!ispunct(x) == (isgraph(x) && !isalnum(x)));
  assert(!!iswalpha(x) == !!isalpha(x));
#elif WAY == 3
  if (x >= 0 && x < 256)
    assert(!isalnum(x) || isalpha(x));
#elif WAY == 4
  assert(towupper('q') == 'Q' && towlower('Q') == 'q' && !iswalpha('1'));
  imaxdiv_t d = imaxdiv(-100, 7);
  assert(d.quot == -14 && d.rem == -2);
  assert(div(100, 7).rem == 2 && ldiv(100, -7).quot == -14);
  assert(nan("") != nan("") && isnan(nan("1")));
  assert(abs(-3) == 3 && llabs(-3) == 3 && ffs(8) == 4 && ffsl(0) == 0);
#elif WAY == 5
  char *end;
  assert(strtol("-0x1fz", &end, 0) == -31);
  assert(*end == 'z');
  assert(atoi(" 42 ") == 42 && strtoul("77", 0, 8) == 63);
#elif WAY == 6 // ranges
  assert(rand() >= 0 && fork() >= -1 && getpid() > 0);
  struct stat s;
  assert(stat("x", &s) <= 0);
  assert(read(0, buffer, 8) <= 8 && write(1, buffer, 5) >= -1);
  assert(getchar() < 256);
#elif WAY == 7 // inputs
  assert(rand() != 5);
#elif WAY == 8
  assert(read(0, buffer, 8) < 8);
#elif WAY == 9 // it may always fail
  assert(open("x", O_RDONLY) >= 0);
#elif WAY == 10 // and succeed
  assert(open("x", O_RDONLY) < 0);
#elif WAY == 11 // but by which number, nobody knows
  int a = open("x", O_RDONLY), b = open("y", O_RDONLY);
  assert(a < 0 || a != b);
#elif WAY == 12
  assert(wctob(L'a') == 'a');
#elif WAY == 13 // whatever it returns
  int n = wctob(L'a');
  assert(x != 7 || n != n);
#elif WAY == 14 // another locale
  extern char *setlocale(int, const char *);
  setlocale(0, "");
  assert((isalpha)('a') && !(isalpha)('1'));
  assert(!(isalpha)(0xe9));
#elif WAY == 15
  assert(!(isalpha)(0xe9));
#elif WAY == 16 // the argument that bounds it is overwritten
  unsigned long n = 8;
  n = fread(buffer, 1, n, stdin);
  assert(n <= 8);
#endif
  return buffer[0] == 0;
}

/* test: check -DWAY=0
 * exit: 0
 */
/* test: check -DWAY=1
 * exit: 10
 */
/* test: check -DWAY=2
 * exit: 0
 */
/* test: check -DWAY=3
 * exit: 10
 */
/* test: check -DWAY=4
 * exit: 0
 */
/* test: check --32 -DWAY=4
 * exit: 0
 */
/* test: check -DWAY=5
 * exit: 0
 */
/* test: check -DWAY=6
 * exit: 0
 */
/* test: check -DWAY=7
 * exit: 10
 */
/* test: check -DWAY=8
 * exit: 10
 */
/* test: check -DWAY=9
 * exit: 10
 */
/* test: check -DWAY=10
 * exit: 10
 */
/* test: check -DWAY=11
 * exit: 5
 * stdout-contains: what it returns is a descriptor that is open
 */
/* test: check -DWAY=12
 * exit: 5
 * stdout-contains: it hangs on what `wctob` returns at
 */
/* test: check -DWAY=13
 * exit: 10
 */
/* test: check -DWAY=14
 * exit: 5
 * stdout-contains: it hangs on what `isalpha` returns at
 */
/* test: check -DWAY=15
 * exit: 0
 */
/* test: check -DWAY=16
 * exit: 0
 */
