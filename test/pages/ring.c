// Three stations pass a token. With -DKEEP the third one sends before it
// has received.
void pass_a(int value);
void pass_b(int value);
void pass_c(int value);
int take_a(void);
int take_b(void);
int take_c(void);

int first(int rounds) {
  int seen = 0;
  while (rounds > 0) {
    pass_a(seen);
    seen = take_c();
    rounds--;
  }
  return seen;
}

int second(void) {
  while (1) {
    int value = take_a();
    pass_b(value);
  }
}

int third(void) {
  int turns = 0;
  while (1) {
#ifdef KEEP
    if (turns == 2) {
      pass_c(1);
      turns = 0;
    }
#endif
    int value = take_b();
    turns++;
    pass_c(value);
  }
}
