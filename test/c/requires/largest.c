// Texts of callers are looked at up to a length that the report says: what is
// wrong with longer ones is not seen.
#include <string.h>

int longer(char *text) {
  size_t length = strlen(text);
  char own[5000];
  own[0] = 0;
  if (length > 4999)
    return own[length];
  return own[0];
}

int single(int value) { return value; }

/* test: check --deref --usual --nonnull --function longer $file
 * exit: 0
 * stdout-contains: what is given at the start has at most 4096 bytes, where nothing says how many
 * stdout-contains: RESULT: true
 */
/* test: check --deref --usual --nonnull --function single $file
 * exit: 0
 * stdout-lacks: at most
 */
