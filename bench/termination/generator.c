// A generator of numbers, modulo 256, until it gives 7; with the fault it
// misses it.
int main(void) {
  unsigned char x = 0;
  while (x != 7) {
#ifdef BUG
    x = (unsigned char)(4 * x + 4);
#else
    x = (unsigned char)(5 * x + 1);
#endif
  }
  return 0;
}
