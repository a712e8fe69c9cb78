// Texts that are walked through, byte by byte: nobody gets behind the end who
// looks at each byte before he goes on; who does not look, does.
#include <string.h>

struct pair {
  const char *key;
  struct pair *next;
};

int equal(const char *a, const char *b) { return !strcmp(a, b); }

unsigned hash(const char *text) {
  unsigned sum = 0;
  const unsigned char *p = (const unsigned char *)text;
  while (*p)
    sum = 31 * sum + *p++;
  return sum;
}

unsigned by_index(const char *text) {
  size_t commas = 0, i = 0;
  for (size_t k = 0; text[k] != '\0'; k++)
    commas += text[k] == ',';
  while (text[i] == ' ' || text[i] == '\t')
    i++;
  return commas + i;
}

unsigned two_by_two(const char *text) {
  unsigned sum = 0;
  for (size_t k = 0; text[k]; k += 2) {
    sum++;
#ifndef UNCHECKED
    if (!text[k + 1])
      break;
#endif
  }
  return sum;
}

unsigned behind(const char *text) {
  unsigned sum = 0;
  const char *p = text;
  while (*p++)
    sum++;
#ifdef UNCHECKED
  sum += *p;
#endif
  return sum;
}

// The byte before is looked at, not this one.
unsigned late(const char *text) {
  size_t k = 0;
#ifdef UNCHECKED
  do
    k++;
  while (text[k]);
#else
  if (text[k])
    do
      k++;
    while (text[k]);
#endif
  return k;
}

// The byte that is looked at is another text's.
unsigned other(const char *one, const char *two) {
  size_t k = 0;
#ifdef UNCHECKED
  while (one[k])
    k++;
#else
  while (one[k] && two[k])
    k++;
#endif
  return two[k];
}

// The end is no end any more.
unsigned overwritten(char *text) {
  size_t k = 0;
#ifdef UNCHECKED
  memset(text, 'x', strlen(text) + 1);
#endif
  while (text[k])
    k++;
  return k;
}

struct pair *find(struct pair *pairs, const char *key) {
  while (pairs && (!pairs->key || strcmp(key, pairs->key)))
    pairs = pairs->next;
  return pairs;
}

/* test: check --deref --required --cpu-timeout 5s --function equal $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 5s --function hash $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 5s --function by_index $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 5s --function two_by_two $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function two_by_two -DUNCHECKED $file
 * exit: 10
 */
/* test: check --deref --required --cpu-timeout 5s --function behind $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function behind -DUNCHECKED $file
 * exit: 10
 */
/* test: check --deref --required --cpu-timeout 30s --function late $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function late -DUNCHECKED $file
 * exit: 10
 */
/* test: check --deref --required --cpu-timeout 5s --function other $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function other -DUNCHECKED $file
 * exit: 10
 */
/* test: check --deref --required --cpu-timeout 5s --function overwritten $file
 * exit: 0
 */
/* test: check --deref --required --cpu-timeout 20s --function find $file
 * exit: 0
 */
