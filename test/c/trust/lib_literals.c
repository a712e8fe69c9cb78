// What routines give for literals and constants is computed; also the end of
// texts, and null.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
  const char *text = "hello";
  char *end;
  assert(strspn("aabbc", "ab") == 4 && strcspn("hello", "l") == 2);
  assert(strcspn("hello", "") == 5 && strspn("", "x") == 0);
  assert(*strpbrk("hello", "lo") == 'l' && !strpbrk("hello", "xyz"));
  assert(!strcmp(strstr("hello", "ll"), "llo") && !strstr("hello", "xy"));
  assert(strcasecmp("ABC", "abc") == 0);
  assert(!strcmp(strrchr("hello", 'l'), "lo") && !strrchr("hello", 'q'));
  assert(*strrchr("hello", 0) == 0);
  assert(atoi("abc") == 0 && strtol("12ab", &end, 10) == 12 && *end == 'a');
  assert(floor(2.7) == 2.0 && ceil(2.1) == 3.0 && trunc(-2.7) == -2.0);
  assert(round(2.5) == 3.0 && sqrt(4.0) == 2.0 && fmod(7.0, 4.0) == 3.0);
  assert(fmin(1.0, 2.0) == 1.0 && fmax(1.0, 2.0) == 2.0);
#ifdef WRONG_SPAN
  assert(strspn("aabbc", "ab") == 5);
#elif defined WRONG_PLACE
  assert(!strcmp(strrchr("hello", 'l'), "llo"));
#elif defined WRONG_FLOAT
  assert(floor(-2.5) == -2.0);
#elif defined OTHER // no literal
  assert(strspn(text + 1, "eh") == 1);
#endif
  return text != 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DWRONG_SPAN
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DWRONG_PLACE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DWRONG_FLOAT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DOTHER
 * exit: 0
 * stdout-contains: RESULT: true
 * test: run
 * exit: 1
 */
