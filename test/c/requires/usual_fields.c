// What is usual is guessed of fields that the code reads, and of no others; and
// objects as large as their lengths say do not run into each other.
#include <stddef.h>

struct session {
  char *name, *host, *user, *password;
  void *data;
  int datalen;
  struct session *next;
};

size_t named(const struct session *session) {
  return session && session->host ? (size_t)session->host[0] : 0;
}

int last(const struct session *session, const struct session *other) {
  const unsigned char *bytes, *others;
  if (!session || !other || session->datalen < 1 || other->datalen < 9)
    return -1;
  bytes = session->data;
  others = other->data;
  if (!bytes || !others)
    return -1;
#ifdef BEHIND
  return bytes[session->datalen] + others[8];
#else
  return bytes[session->datalen - 1] + others[8];
#endif
}

/* test: check --deref --usual --function named
 * exit: 0
 * stdout-contains: `session->host` is a string that ends
 * stdout-lacks: password
 * stdout-contains: RESULT: true
 */

/* test: check --deref --usual --function last
 * exit: 0
 * stdout-contains: RESULT: true
 */

/* test: check --deref --usual --function last -DBEHIND
 * exit: 10
 * stdout-contains: out of bounds
 * stdout-contains: RESULT: false(valid-deref)
 */
