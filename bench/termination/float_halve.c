// A number is halved until it is small; with the fault it is to become what a
// sum of tenths never is.
float __VERIFIER_nondet_float(void);

int main(void) {
#ifdef BUG
  float x = 0.0f;
  while (x != 1.05f)
    x = x < 2.0f ? x + 0.1f : 0.0f;
#else
  float x = __VERIFIER_nondet_float();
  if (!(x < 1e10f))
    return 0;
  while (x > 1.0f)
    x = x / 2.0f;
#endif
  return 0;
}
