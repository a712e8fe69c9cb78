static int hidden = 1;
void note(int n);
void run(void) {
  note(hidden++);
}
