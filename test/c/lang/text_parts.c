// Texts that are inputs, taken apart: tokens, spans, and what is found in them.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
#ifdef TOKENS
  int count = 0;
  for (char *token = strtok(text, ";,"); token; token = strtok(0, ";,")) {
    assert(*token && *token != ';' && *token != ',');
    count++;
  }
#ifdef WRONG
  assert(count <= 1);
#else
  assert(count <= 2);
#endif
#elif defined LAST
  char *last = strrchr(text, 'x');
  assert(!last || *last == 'x');
#ifdef WRONG
  assert(!last || last == strchr(text, 'x'));
#endif
#elif defined PART
  char *part = strstr(text, "ab");
  assert(!part || (part[0] == 'a' && part[1] == 'b'));
#ifdef WRONG
  assert(part != text + 1);
#endif
#elif defined SPAN
  size_t length = strspn(text, "0123456789");
  assert(length <= 3 && (text[length] < '0' || text[length] > '9'));
#ifdef WRONG
  assert(length != 3);
#endif
#else
  size_t before = strcspn(text, ";,");
  char *separator = strpbrk(text, ";,");
  assert(before <= 3);
  assert(separator ? separator == text + before : text[before] == 0);
#ifdef WRONG
  assert(!separator);
#endif
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DTOKENS
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DTOKENS -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DLAST
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DLAST -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DPART
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DPART -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DSPAN
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DSPAN -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
