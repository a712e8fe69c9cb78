// Blanks, then digits of a text are read; with the fault a comma is not passed.
char __VERIFIER_nondet_char(void);

int main(void) {
  char text[20];
  int at = 0, value = 0;
  for (int i = 0; i < 19; i++)
    text[i] = __VERIFIER_nondet_char();
  text[19] = 0;
  while (text[at] == ' ')
    at++;
#ifdef BUG
  while ((text[at] >= '0' && text[at] <= '9') || text[at] == ',') {
    if (text[at] == ',')
      continue;
#else
  while (text[at] >= '0' && text[at] <= '9') {
#endif
    value = value % 1000 * 10 + (text[at] - '0');
    at++;
  }
  return value;
}
