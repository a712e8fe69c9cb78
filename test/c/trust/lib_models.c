// Routines of strings as the loops that they are: what they read and write is no
// more than C says, and what they give is known.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char open[2] = {'a', 'b'}, text[8] = "ab", path[] = "a/b/c";
#if CASE == 1
  assert(memccpy(text, "xyz", 'y', 100) == text + 2 && text[1] == 'y');
  assert(!memccpy(text, open, 'z', 2));
#elif CASE == 2 // more than is there
  memccpy(text, open, 'z', 3);
#elif CASE == 3
  memccpy(open, "abc", 0, 100);
#elif CASE == 4
  assert(rawmemchr(open, 'b') == open + 1);
#elif CASE == 5
  return rawmemchr(open, 'z') != 0;
#elif CASE == 7
  return strrchr(open, 'a') != 0;
#elif CASE == 8
  strncat(text, open, 2);
  assert(!strcmp(text, "abab"));
  strncat(text, "xyz", 9);
  assert(text[6] == 'z' && !text[7]);
#elif CASE == 9
  strncat(text, "cdefgh", 6);
#elif CASE == 10
  strncat(text, open, 3);
#elif CASE == 11
  char *end = stpcpy(text, "abc");
  assert(end == text + 3 && !*end);
  strcpy(end, "defg");
#elif CASE == 12
  strcpy(stpcpy(text, "abc"), "defgh");
#elif CASE == 13
  assert(!strcasecmp(path, "A/b/C") && strcasecmp("[", "a") < 0);
  assert(!strncasecmp(path, "A/x", 2) && strcasecmp(path, "A/b/D") < 0);
#elif CASE == 14
  return strcasecmp(open, "AB");
#endif
  return 0;
}
/* test: check --deref -DCASE=1
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=2
 * exit: 10
 * test: check --deref -DCASE=3
 * exit: 10
 * test: check --deref -DCASE=4
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=5
 * exit: 10
 * test: check --deref -DCASE=7
 * exit: 10
 * test: check --deref -DCASE=8
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=9
 * exit: 10
 * test: check --deref -DCASE=10
 * exit: 10
 * test: check --deref -DCASE=11
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=12
 * exit: 10
 * test: check --deref -DCASE=13
 * stdout-contains: RESULT: true
 * test: check --deref -DCASE=14
 * exit: 10
 */
