typedef unsigned long word;
int f(long n) {
  return (word)-n > 3u;
}
