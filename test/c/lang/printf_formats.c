// printf: every conversion, flag, width, precision and length.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

static void integers(void) {
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%+5d]\n", 42, 42, 42, 42, 42,
         42, -42);
  printf("[%.3d] [%8.3d] [%-8.3d] [%.0d] [%i]\n", 7, 7, -7, 0, -1);
  printf("[%u] [%x] [%X] [%o] [%#x] [%#o] [%#X]\n", 3000000000u, 255, 255, 8,
         255, 8, 255);
  printf("[%08x] [%-8x] [%#010x] [%.5x]\n", 0xbeef, 0xbeef, 0xbeef, 0xbeef);
  printf("[%hhd] [%hhu] [%hd] [%hu]\n", 200, 456, 40000, 70000);
  printf("[%ld] [%lu] [%lld] [%llu] [%llx]\n", -5L, 5UL, -1LL, -1ULL,
         1LL << 40);
  printf("[%zu] [%zd] [%td] [%jd] [%ju]\n", (size_t)10, (size_t)11,
         (ptrdiff_t)-12, (intmax_t)-13, (uintmax_t)14);
  printf("[%" PRId64 "] [%" PRIu32 "] [%" PRIx16 "]\n", (int64_t)-64,
         (uint32_t)32, (uint16_t)0xabc);
  printf("[%*d] [%-*d] [%.*d] [%*.*d]\n", 6, 1, 6, 2, 4, 3, 8, 4, 4);
  printf("[%*d]\n", -6, 9);
  printf("[%2$d %1$d]\n", 1, 2);
}

static void text(void) {
  printf("[%s] [%10s] [%-10s] [%.2s] [%10.2s]\n", "text", "text", "text",
         "text", "text");
  printf("[%.*s] [%*s] [%s]\n", 3, "abcdef", 8, "right", "");
  printf("[%c] [%3c] [%-3c] [%%]\n", 'x', 'y', 'z');
  char unterminated[3] = {'a', 'b', 'c'};
  printf("[%.3s]\n", unterminated);
  printf("[%ls] [%lc]\n", L"wide", L'w');
}

static void reals(void) {
  const double v[] = {0, 1, -1.5, 123456.789, 1e-5, 6.02214076e23, 0.1};
  for (int i = 0; i < 7; i++)
    printf("[%f] [%.2f] [%e] [%g] [%12.3f] [%-12.1e]\n", v[i], v[i], v[i], v[i],
           v[i], v[i]);
  printf("[%.0f] [%.0f] [%.0f] [%#.0f] [%+.1f] [% .1f] [%08.2f]\n", 0.5, 1.5,
         2.5, 3.0, 4.0, 5.0, -6.0);
  printf("[%G] [%E] [%.3g] [%#g] [%.10g] [%g]\n", 1e-10, 12345.678, 1234567.0,
         1.0, 1.0 / 3, 100000.0);
  printf("[%g] [%g] [%g] [%g]\n", 1e15, 1e16, 123456789.0, 0.0001);
  printf("[%a] [%a] [%.2a] [%A]\n", 1.0, -0.1, 3.14159, 255.5);
  printf("[%f] [%F] [%5.1f] [%e]\n", 1 / 0.0, -1 / 0.0, 1 / 0.0, -1 / 0.0);
  printf("[%.15f] [%.20f] [%.17g]\n", 0.1, 0.1, 0.1);
  printf("[%Lf] [%.3Le] [%Lg]\n", 1.5L, 12345.678L, 0.5L);
  printf("[%*.*f] [%f]\n", 10, 2, 3.14159, (float)0.1f);
  printf("[%.1f] [%.2f] [%.3f]\n", 0.25, 0.125, 1.0005);
}

int main(void) {
  integers();
  text();
  reals();
  int n1 = -1, n2 = -1;
  int total = printf("12345%n678%n\n", &n1, &n2);
  printf("%d %d %d\n", n1, n2, total);
  char buffer[10];
  int need = snprintf(buffer, sizeof buffer, "%s %d", "too long for it", 5);
  printf("[%s] %d %d\n", buffer, need, snprintf(NULL, 0, "%05d", 42));
  int length = sprintf(buffer, "%d-%d", 12, 34);
  printf("%s %d\n", buffer, length);
  fprintf(stdout, "%s %c\n", "fprintf", '!');
  fputs("fputs ", stdout);
  puts("puts");
  putchar('c');
  putc('d', stdout);
  fputc('\n', stdout);
  fwrite("fwrite\n", 1, 7, stdout);
  fflush(stdout);
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
