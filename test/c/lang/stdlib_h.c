// The functions of stdlib.h: numbers from text, sorting, division, memory.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void number(const char *text, int base) {
  char *end;
  errno = 0;
  long long v = strtoll(text, &end, base);
  printf("%lld [%s] %d; ", v, end, errno == ERANGE);
  errno = 0;
  unsigned long long u = strtoull(text, &end, base);
  printf("%llu [%s] %d\n", u, end, errno == ERANGE);
}

static void real(const char *text) {
  char *end;
  double d = strtod(text, &end);
  printf("%.15g [%s]\n", d, end);
}

struct record { char name[8]; int age; };
static int by_age(const void *a, const void *b) {
  const struct record *x = a, *y = b;
  return x->age - y->age;
}
static int by_name(const void *a, const void *b) {
  return strcmp(((const struct record *)a)->name,
                ((const struct record *)b)->name);
}
static int descending(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return (x < y) - (x > y);
}

int main(void) {
  number("42", 10);
  number("  -17abc", 10);
  number("0x1fz", 0);
  number("0755", 0);
  number("zz", 36);
  number("1011012", 2);
  number("99999999999999999999", 10);
  number("-99999999999999999999", 10);
  number("+", 10);
  number("", 10);
  printf("%d %ld %lld\n", atoi("-123x"), atol("456"), atoll("9999999999"));
  printf("%d\n", strtol("2147483647", NULL, 10) == INT_MAX);
  real("3.14159rest");
  real("-1e-3");
  real(".5e2x");
  real("0x1.8p1");
  real("inf");
  real("none");
  real("1e400");
  printf("%g %g\n", atof("2.5"), strtod("-0", NULL));

  struct record people[] = {{"dora", 41}, {"ben", 25}, {"abe", 67},
                            {"cleo", 33}, {"eve", 19}};
  qsort(people, 5, sizeof *people, by_age);
  for (int i = 0; i < 5; i++)
    printf("%s ", people[i].name);
  qsort(people, 5, sizeof *people, by_name);
  struct record key = {"cleo", 0};
  struct record *found = bsearch(&key, people, 5, sizeof key, by_name);
  printf("%d\n", found ? found->age : -1);
  unsigned values[200], seed = 1;
  for (int i = 0; i < 200; i++)
    values[i] = seed = seed * 1103515245u + 12345u;
  qsort(values, 200, sizeof *values, descending);
  int sorted = 1;
  for (int i = 1; i < 200; i++)
    sorted &= values[i - 1] >= values[i];
  printf("%d %u\n", sorted, values[100]);

  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17, -5);
  lldiv_t ll = lldiv(-1000000000000LL, 7);
  printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot,
         ll.rem);
  printf("%d %ld %lld\n", abs(-3), labs(-4), llabs(-5));

  int *v = calloc(4, sizeof *v);
  printf("%d ", v[0] + v[3]);
  for (int i = 0; i < 4; i++)
    v[i] = i + 1;
  v = realloc(v, 100 * sizeof *v);
  v[99] = 5;
  printf("%d %d ", v[3], v[99]);
  v = realloc(v, 2 * sizeof *v);
  printf("%d\n", v[1]);
  free(v);
  free(NULL);
  char *fresh = realloc(NULL, 10);
  strcpy(fresh, "fresh");
  printf("%s\n", fresh);
  free(fresh);
  printf("%d\n", getenv("NO_SUCH_VARIABLE_HERE") == NULL);
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
