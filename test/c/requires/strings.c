// Strings, pieces that do not overlap, what lies in memory.
#include <assert.h>
#include <stddef.h>
#include <string.h>

size_t length(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

int maybe(const char *s) { return s ? s[0] : -1; }

int string_caller(void) { return (int)length("abc") + maybe(0); }

int endless_caller(void) {
  char b[3] = {'a', 'b', 'c'};
  return (int)length(b);
}

void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  if (n > 0)
    assert(to[0] == from[0]);
}

void apart_caller(void) {
  char a[8] = "abcdefg";
  copy(a, a + 4, 4);
}

void overlap_caller(void) {
  char a[8] = "abcdefg";
  copy(a, a + 3, 4);
}

void same_caller(void) {
  char a[8] = "abcdefg";
  copy(a, a, 0);
  copy(a, a, 1);
}

struct buffer {
  char *data;
  unsigned used, room;
};

int put(struct buffer *b, char c) {
  assert(b->used <= b->room);
  if (b->used == b->room)
    return -1;
  b->data[b->used++] = c;
  return 0;
}

int put_wrong(struct buffer *b, char c) {
  b->data[b->used++] = c;
  return 0;
}

int bad_buffer(void) {
  char room[4];
  struct buffer b = {room, 0, 5};
  return put(&b, 'x');
}

int good_buffer(void) {
  char room[4];
  struct buffer b = {room, 0, 4};
  return put(&b, 'x');
}

int swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
  assert(*p != *q);
  return *p;
}

/* test: check --spec $dir/strings.spec --deref --function maybe $file
 * exit: 0
 */
/* test: check --spec $dir/strings.spec --deref --function string_caller $file
 * exit: 0
 */
/* test: check --spec $dir/strings.spec --deref --function endless_caller $file
 * exit: 10
 * stdout-contains: length requires terminated(s)  fails (read of a string without an end
 */
/* test: check --spec $dir/strings.spec --deref --function copy $file
 * exit: 0
 */
/* test: check --spec $dir/strings.spec --deref --function apart_caller $file
 * exit: 0
 */
/* test: check --spec $dir/strings.spec --deref --function overlap_caller $file
 * exit: 10
 * stdout-contains: copy requires separate(to, from)  fails
 */
/* test: check --spec $dir/strings.spec --deref --function same_caller $file
 * exit: 10
 * stdout-contains: strings.c:42:3  copy requires separate(to, from)  fails
 * stdout-contains: strings.c:41:3  copy requires separate(to, from)  holds
 */
/* test: check --spec $dir/strings.spec --deref --function put $file
 * exit: 0
 */
/* test: check --spec $dir/strings.spec --deref --function put_wrong $file
 * exit: 10
 * stdout-contains: write of 1 byte out of bounds
 */
/* test: check --spec $dir/strings.spec --deref --function bad_buffer $file
 * exit: 10
 * stdout-contains: put requires sized_by(b->data, b->room)  fails
 */
/* test: check --spec $dir/strings.spec --deref --function good_buffer $file
 * exit: 0
 */
/* test: check --spec $dir/strings.spec --deref --function swap $file
 * exit: 0
 */
