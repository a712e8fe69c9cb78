// Clang compares literals itself, up to where they differ; all bytes that a call
// asks for must be there.
#include <assert.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#ifdef CONSTANT
static int order = memcmp("abc", "abc", 3); // which only clang can compare
#endif

int main(void) {
#ifdef COMPARE
  return memcmp("abc", "abcde", 5);
#elif defined OLD
  return bcmp("abc", "abcde", 5);
#elif defined WIDE
  return wmemcmp(L"abc", L"abcde", 5);
#elif defined CONSTANT
  assert(!order && memcmp("abc", "abc", 4) == 0);
#else
  assert(memcmp("abc", "abcde", 4) < 0 && !memcmp("abc", "abcde", 3));
  assert(bcmp("abc", "abcde", 4) && !bcmp("abc", "abcde", 3));
#endif
  return 0;
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DCOMPARE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DOLD
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DWIDE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DCONSTANT
 * exit: 0
 * stdout-contains: RESULT: true
 */
