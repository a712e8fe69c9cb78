// A string that is given ends with its last byte (--usual): loops that go along
// it are proved with an invariant about that one byte.
int along(const char *s) {
  int n = 0;
  for (; *s; s++)
    n++;
  return n;
}

int by_index(const char *s) {
  int n = 0;
  for (int i = 0; s[i]; i++)
    n++;
  return n;
}

int returns_early(const char *s) {
  while (s && s[0]) {
    if (s[0] == '+' || s[0] == '#')
      return 1;
    s = &s[1];
  }
  return 0;
}

int behind(const char *s) {
  while (*s)
    s++;
  return s[1];
}

// Callers see to the room behind the end; what comes then is checked.
int appends(char *s) {
  int *p = 0;
  if (s[0] == 'a' && s[1] == 0) {
    s[1] = 'b';
    s[2] = 0;
    return *p;
  }
  return 0;
}

/* test: check --deref --required --cpu-timeout 20s --function along $file
 * exit: 0
 */
/* test: check --deref --usual --nonnull --cpu-timeout 20s --function by_index $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function returns_early $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function behind $file
 * exit: 10
 */
/* test: check --deref --required --cpu-timeout 20s --function appends $file
 * exit: 10
 * stdout-contains: through a null pointer
 */
