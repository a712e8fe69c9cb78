// What a routine of the library does with null is said as that, and with it what
// the violation needs of callers: it was an `invalid read` that needs nothing.
#include <string.h>

int length_of(const char *text) {
  return strlen(text);
}

/* test: check -q --deref --function length_of
 * exit: 10
 * stdout-contains: strlen: read through a null pointer, where `text` is null at the start
 * stdout-lacks: nothing unusual
 * stdout-contains: RESULT: false(valid-deref)
 *
 * test: check -q --deref --nonnull --function length_of
 * exit: 10
 * stdout-contains: read of a string without an end
 */
