// A string is copied; with the fault its end is looked for in its first half
// alone, again and again.
int main(void) {
  char from[16] = "to be copied";
  char to[16];
  char *in = from, *out = to;
#ifdef BUG
  unsigned char at = 0;
  while (from[at % 8])
    at++;
#else
  while ((*out++ = *in++))
    ;
#endif
  return to[0] == from[0] && out - to == in - from;
}
