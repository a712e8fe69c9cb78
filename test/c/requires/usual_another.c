// A length that begins with the name of another parameter is that one's.
#include <stddef.h>

int topic_second(const char *topic, int payloadlen, const void *payload) {
  return topic[0] && payload && payloadlen ? topic[1] : 0;
}

size_t name_length(const char *name, int namelen, const void *payload) {
  return payload && namelen > 0 ? (size_t)name[namelen] : 0;
}

/* test: check --deref --usual --nonnull --function topic_second $file
 * exit: 0
 * stdout-contains: `topic` is a string that ends
 */
/* test: check --deref --usual --nonnull --function name_length $file
 * exit: 10
 * stdout-contains: `name` has as many elements as `namelen` says
 */
