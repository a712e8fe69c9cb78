// What callers usually see to (--usual), by types and names.
#include <assert.h>
#include <stddef.h>
#include <string.h>

size_t text(const char *value) { return strlen(value); }

int bytes(const unsigned char *s, size_t length) {
  return s && length > 0 ? s[length - 1] : 0;
}

int bytes_wrong(const unsigned char *s, size_t length) {
  return s && length > 0 ? s[length] : 0;
}

struct buffer {
  char *data;
  size_t len, room;
};

int field(struct buffer *b) {
  if (!b || !b->data || !b->len)
    return 0;
  return b->data[b->len - 1];
}

int field_wrong(struct buffer *b) {
  if (!b || !b->data)
    return 0;
  return b->data[b->len];
}

int number(const char *value, int n) {
  if (value && n > 100000)
    assert(value[0] == 'x');
  return 0;
}

int again(const char *s, int n) {
  if (n > 3)
    return 0;
  return s[0] + again(s, n + 1);
}

/* test: check --usual --deref --function text $file
 * exit: 10
 * stdout-contains: assumed      at the start, as usual, where it is not null: `value` is a string that ends (--usual)
 * stdout-lacks: string without an end
 */
/* test: check --deref --function text $file
 * exit: 10
 * stdout-contains: value = null
 */
/* test: check --deref --nonnull --function text $file
 * exit: 10
 * stdout-contains: string without an end
 */
/* test: check --usual --deref --function bytes $file
 * exit: 0
 * stdout-contains: `s` has as many elements as `length` says
 */
/* test: check --deref --function bytes $file
 * exit: 10
 */
/* test: check --usual --deref --function bytes_wrong $file
 * exit: 10
 */
/* test: check --usual --deref --function field $file
 * exit: 0
 * stdout-contains: `b->data` has as many elements as `len` says
 */
/* test: check --usual --deref --function field_wrong $file
 * exit: 10
 */
/* test: check --usual --deref --function number $file
 * exit: 10
 * stdout-contains: assert(value[0] == 'x')  fails
 * stdout-contains: valid access             holds
 */
/* test: check --usual --deref --function again $file
 * exit: 10
 * stdout-contains: --usual says nothing of the function
 */
