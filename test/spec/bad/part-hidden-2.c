static int hidden = 2;
void note(int n);
void walk(void) {
  note(hidden--);
}
