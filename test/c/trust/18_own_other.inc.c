// The other file of 18_own_units.c.
int abs(int x) {
  return x + 1;
}
int f(int x) {
  return x + 2;
}
static int same(int x) {
  return x + 3;
}
int other(int x) {
  return same(x);
}
