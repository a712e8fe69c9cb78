// _Complex: arithmetic, parts, comparison, passing and returning.
#include <complex.h>
#include <stdio.h>

static void show(const char *name, double complex z) {
  printf("%s %.6f %.6f\n", name, creal(z), cimag(z));
}
static double complex square(double complex z) { return z * z; }
static float complex halve(float complex z) { return z / 2; }

static int escape(double complex c) {
  double complex z = 0;
  int n = 0;
  while (n < 50 && creal(z) * creal(z) + cimag(z) * cimag(z) <= 4)
    z = z * z + c, n++;
  return n;
}

static double complex table[2] = {1 + 2 * I, -3.5};

int main(void) {
  double complex a = 3 + 4 * I, b = 1 - 2 * I;
  show("a+b", a + b);
  show("a-b", a - b);
  show("a*b", a * b);
  show("a/b", a / b);
  show("-a", -a);
  show("conj", conj(a));
  show("~a", ~a);
  show("scaled", a * 2.5);
  show("square", square(b));
  show("table", table[0] + table[1]);
  float complex f = halve(1.5f + 3.0f * I);
  printf("%.2f %.2f\n", crealf(f), cimagf(f));
  printf("%d %d %d\n", a == b, a != b, a == 3 + 4 * I);
  __real__ a = 10;
  __imag__ a += 1;
  show("parts", a);
  a += b;
  a *= I;
  show("compound", a);
  double real = a;
  printf("%.2f %d\n", real, (int)sizeof a);
  for (int y = -2; y <= 2; y++) {
    for (int x = -4; x <= 1; x++)
      printf("%3d", escape(x / 2.0 + y / 2.0 * I));
    printf("\n");
  }
  int _Complex gauss = 2 + 3i;
  gauss = gauss * gauss;
  printf("%d %d\n", __real__ gauss, __imag__ gauss);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
