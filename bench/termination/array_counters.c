// The digits of a number in an array count up together; with the fault the
// carry is lost.
int main(void) {
  int digits[3] = {0, 0, 0};
  while (digits[2] < 10) {
    digits[0]++;
    if (digits[0] == 10) {
      digits[0] = 0;
      digits[1]++;
    }
    if (digits[1] == 10) {
      digits[1] = 0;
#ifndef BUG
      digits[2]++;
#endif
    }
  }
  return 0;
}
