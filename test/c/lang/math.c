// math.h: exact functions bit by bit, the others to twelve digits.
#include <math.h>
#include <stdio.h>

int main(void) {
  const double v[] = {0.0, 0.5, -1.5, 2.5, -2.5, 1e10, 3.999999, -0.3};
  for (int i = 0; i < 8; i++) {
    double x = v[i];
    printf("%g: %g %g %g %g %g %g %ld %lld\n", x, floor(x), ceil(x), trunc(x),
           round(x), rint(x), fabs(x), lround(x), llrint(x));
  }
  printf("%.17g %.17g\n", sqrt(2), (double)sqrtf(2));
  printf("%g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2));
  printf("%g %g %g\n", fmin(1, 2), fmax(-1, -2), fdim(5, 3));
  printf("%g %g\n", copysign(3, -0.0), nextafter(1, 2) - 1);
  int exponent;
  double fraction = frexp(48, &exponent), whole;
  printf("%g %d %g\n", fraction, exponent, ldexp(0.75, 6));
  fraction = modf(-3.25, &whole);
  printf("%g %g\n", fraction, whole);
  printf("%g %d %g\n", logb(1000), ilogb(0.1), scalbn(1.5, 4));
  printf("%.17g\n", fma(0.1, 10, -1));
  printf("%.12g %.12g %.12g\n", sin(1), cos(1), tan(1));
  printf("%.12g %.12g %.12g\n", asin(.5), acos(.5), atan2(-1, -1));
  printf("%.12g %.12g %.12g\n", exp(1), log(10), log10(1000));
  printf("%.12g %.12g %.12g\n", pow(2, 0.5), pow(-2, 3), hypot(3, 4));
  printf("%.12g %.12g %.12g\n", sinh(1), cosh(1), tanh(.5));
  printf("%.12g %.12g %.12g\n", log2(8), exp2(3.5), cbrt(27));
  printf("%.6g %.6g\n", (double)sinf(1), (double)powf(2, 10));
  printf("%.12Lg\n", floorl(2.75L) + fabsl(-1.5L));
  printf("%d %d %d\n", isnan(sqrt(-1)) != 0, isinf(log(0)) != 0,
         isfinite(1.0) != 0);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
