// What is printed must not lie where a string of the format is read.
#include <stdio.h>
static void append(char *to, const char *text) {
#ifdef BUG
  sprintf(to, "%s%s", to, text);
#else
  sprintf(to, "%s!", text);
#endif
}
int main(void) {
  char b[20] = "abc", c[10] = "d";
#if CASE == 1
  append(b, c);
#elif CASE == 2
  sprintf(b + 4, "%sx", b);
#elif CASE == 3
  sprintf(b + 3, "%sx", b);
#elif CASE == 4
  snprintf(b, 2, "12%s", b + 3);
#elif CASE == 5
  snprintf(b, 9, "12%s", b + 2);
#endif
  return b[0] + c[0];
}
/* test: check --deref -DCASE=1
 * test: check --deref -DCASE=1 -DBUG
 * exit: 10
 * test: check --deref -DCASE=2
 * test: check --deref -DCASE=3
 * exit: 10
 * test: check --deref -DCASE=4
 * test: check --deref -DCASE=5
 * exit: 10
 */
