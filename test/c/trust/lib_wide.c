// Strings of wide characters end with four bytes that are zero.
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t small[3], room[4], text[6] = L"abc";
#if CASE == 1
  wcscpy(small, L"abc");
#elif CASE == 2
  wcscpy(room, L"abc");
  return (int)wcslen(room);
#elif CASE == 3
  wcscat((wchar_t *)L"abc", L"d");
#elif CASE == 4
  return (int)wcslen((wchar_t *)"abcdefg");
#elif CASE == 5
  wcscat(text, L"de");
#elif CASE == 6
  wcscat(text, L"def");
#elif CASE == 7
  wcscpy(text + 1, text);
#elif CASE == 8
  wprintf(L"%ls", (wchar_t *)0);
#elif CASE == 9
  wprintf(L"text");
#endif
  (void)small, (void)room;
  return text[0];
}
/* test: check --deref -DCASE=1
 * exit: 10
 * test: check --deref -DCASE=2
 * test: check --deref -DCASE=3
 * exit: 10
 * test: check --deref -DCASE=4
 * exit: 10
 * test: check --deref -DCASE=5
 * test: check --deref -DCASE=6
 * exit: 10
 * test: check --deref -DCASE=7
 * exit: 10
 * test: check --deref -DCASE=8
 * exit: 5
 * stdout-contains: a format of wide characters
 * test: check --deref -DCASE=9
 */
