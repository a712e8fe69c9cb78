int scan(const char *format, int *into) __asm__("__isoc99_scan");
void take(int *lock);
#define TAKE_LOCK(l) take(l)
#define grab(l) raw_grab(l)
void raw_grab(int *lock);
int lock;

int work(int n) {
  int into = 0;
  TAKE_LOCK(&lock);
  grab(&lock);
  scan("x", &into);
  if (n > 7)
    return 3;
  return into;
never:
  return 2;
}
