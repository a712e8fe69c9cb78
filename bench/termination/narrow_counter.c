// A counter of eight bits cannot pass 300.
int main(void) {
#ifdef BUG
  int n = 300;
#else
  int n = 200;
#endif
  for (unsigned char i = 0; i < n; i++)
    ;
  return 0;
}
