// math.h through the host's libm: float, double and long double variants.
// Arguments and results are bit patterns.
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "run/library_state.h"

static float get_float(const struct library_call *call, uint32_t index) {
  uint32_t bits = (uint32_t)argument(call, index);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static double get_double(const struct library_call *call, uint32_t index) {
  uint64_t bits = argument(call, index);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static long double get_long_double(const struct library_call *call,
                                   uint32_t index) {
  u128 bits = argument_wide(call, index);
  long double value = 0;
  memcpy(&value, &bits, 10);
  return value;
}

static void set_float(struct library_call *call, float value) {
  memcpy(&call->result, &value, sizeof value);
}
static void set_double(struct library_call *call, double value) {
  memcpy(&call->result, &value, sizeof value);
}
static void set_long_double(struct library_call *call, long double value) {
  memcpy(&call->result, &value, 10);
}

// The function as the program sees it, errno included.
static void pass_errno(struct library_call *call) {
  if (errno)
    library_set_errno(call->machine, errno);
}

#define ONE(name, type)                                                        \
  {                                                                            \
    errno = 0;                                                                 \
    set_##type(call, name(get_##type(call, 0)));                               \
    pass_errno(call);                                                          \
  }
#define TWO(name, type)                                                        \
  {                                                                            \
    errno = 0;                                                                 \
    set_##type(call, name(get_##type(call, 0), get_##type(call, 1)));          \
    pass_errno(call);                                                          \
  }
#define THREE(name, type)                                                      \
  {                                                                            \
    set_##type(call, name(get_##type(call, 0), get_##type(call, 1),            \
                          get_##type(call, 2)));                               \
  }
// An int as second argument
#define WITH_INT(name, type)                                                   \
  {                                                                            \
    errno = 0;                                                                 \
    set_##type(call,                                                           \
               name(get_##type(call, 0), (int)argument_signed(call, 1)));      \
    pass_errno(call);                                                          \
  }
// An integer as result
#define TO_INT(name, type)                                                     \
  { set_signed(call, (int64_t)name(get_##type(call, 0))); }

#define MATH(name, shape)                                                      \
  void routine_##name(struct library_call *call) shape(                        \
      name, double) void routine_##name##f(struct library_call *call)          \
      shape(name##f, float) void routine_##name##l(struct library_call *call)  \
          shape(name##l, long_double)

MATH(acos, ONE)
MATH(acosh, ONE)
MATH(asin, ONE)
MATH(asinh, ONE)
MATH(atan, ONE)
MATH(atan2, TWO)
MATH(atanh, ONE)
MATH(cbrt, ONE)
MATH(ceil, ONE)
MATH(copysign, TWO)
MATH(cos, ONE)
MATH(cosh, ONE)
MATH(erf, ONE)
MATH(erfc, ONE)
MATH(exp, ONE)
MATH(exp2, ONE)
MATH(expm1, ONE)
MATH(fabs, ONE)
MATH(fdim, TWO)
MATH(floor, ONE)
MATH(fma, THREE)
MATH(fmax, TWO)
MATH(fmin, TWO)
MATH(fmod, TWO)
MATH(hypot, TWO)
MATH(ilogb, TO_INT)
MATH(ldexp, WITH_INT)
MATH(lgamma, ONE)
MATH(llrint, TO_INT)
MATH(llround, TO_INT)
MATH(log, ONE)
MATH(log10, ONE)
MATH(log1p, ONE)
MATH(log2, ONE)
MATH(logb, ONE)
MATH(lrint, TO_INT)
MATH(lround, TO_INT)
MATH(nearbyint, ONE)
MATH(nextafter, TWO)
MATH(pow, TWO)
MATH(remainder, TWO)
MATH(rint, ONE)
MATH(round, ONE)
MATH(scalbn, WITH_INT)
MATH(sin, ONE)
MATH(sinh, ONE)
MATH(sqrt, ONE)
MATH(tan, ONE)
MATH(tanh, ONE)
MATH(tgamma, ONE)
MATH(trunc, ONE)

// A second result behind a pointer

#define FREXP(name, type)                                                      \
  {                                                                            \
    int exponent;                                                              \
    set_##type(call, name(get_##type(call, 0), &exponent));                    \
    library_store(call, argument(call, 1), 4, (u128)exponent);                 \
  }
MATH(frexp, FREXP)

void routine_modf(struct library_call *call) {
  double whole;
  set_double(call, modf(get_double(call, 0), &whole));
  u128 bits = 0;
  memcpy(&bits, &whole, sizeof whole);
  library_store(call, argument(call, 1), sizeof whole, bits);
}

void routine_modff(struct library_call *call) {
  float whole;
  set_float(call, modff(get_float(call, 0), &whole));
  u128 bits = 0;
  memcpy(&bits, &whole, sizeof whole);
  library_store(call, argument(call, 1), sizeof whole, bits);
}

void routine_modfl(struct library_call *call) {
  long double whole;
  set_long_double(call, modfl(get_long_double(call, 0), &whole));
  u128 bits = 0;
  memcpy(&bits, &whole, 10);
  library_store(call, argument(call, 1), 10, bits);
}

// Complex numbers: the compiler's own helpers for * and /, and the absolute
// value. Real and imaginary part are arguments of their own; the result has
// the imaginary part above the real one.

static double complex double_pair(const struct library_call *call,
                                  uint32_t index) {
  double parts[2] = {get_double(call, index), get_double(call, index + 1)};
  double complex pair;
  memcpy(&pair, parts, sizeof pair);
  return pair;
}

static float complex float_pair(const struct library_call *call,
                                uint32_t index) {
  float parts[2] = {get_float(call, index), get_float(call, index + 1)};
  float complex pair;
  memcpy(&pair, parts, sizeof pair);
  return pair;
}

static void set_double_pair(struct library_call *call, double complex value) {
  double parts[2] = {creal(value), cimag(value)};
  memcpy(&call->result, parts, sizeof parts);
}

static void set_float_pair(struct library_call *call, float complex value) {
  float parts[2] = {crealf(value), cimagf(value)};
  memcpy(&call->result, parts, sizeof parts);
}

void routine_muldc3(struct library_call *call) {
  set_double_pair(call, double_pair(call, 0) * double_pair(call, 2));
}
void routine_divdc3(struct library_call *call) {
  set_double_pair(call, double_pair(call, 0) / double_pair(call, 2));
}
void routine_mulsc3(struct library_call *call) {
  set_float_pair(call, float_pair(call, 0) * float_pair(call, 2));
}
void routine_divsc3(struct library_call *call) {
  set_float_pair(call, float_pair(call, 0) / float_pair(call, 2));
}
void routine_cabs(struct library_call *call) {
  set_double(call, cabs(double_pair(call, 0)));
}
void routine_carg(struct library_call *call) {
  set_double(call, carg(double_pair(call, 0)));
}

// Classification

#define CLASSIFY(name)                                                         \
  void routine_##name(struct library_call *call) TO_INT(                       \
      name, double) void routine_##name##f(struct library_call *call)          \
      TO_INT(name, float) void routine_##name##l(struct library_call *call)    \
          TO_INT(name, long_double)

CLASSIFY(fpclassify)
CLASSIFY(isnan)
CLASSIFY(isinf)
CLASSIFY(finite)
CLASSIFY(signbit)
