// Beside const_elsewhere.c.
const int limit = 3;

int quarter(void) {
  return limit;
}
