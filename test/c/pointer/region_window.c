// Arrays inside of structs: only the bytes where an index is expected are an
// array; the fields beside it stay scalars. Nothing is assumed: an index that
// leaves the array for the rest of the object is followed there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
  unsigned char type;
  unsigned char body[40];
  int sum;
  short tail[20];
};

static struct message first = {1, {2, 3, 5}, 7, {11, 13}}, second;

static int total(const unsigned char *bytes, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 3 + bytes[i];
  return sum;
}

int main(void) {
  struct message *m = malloc(sizeof *m);
  if (!m)
    return 1;
  m->type = 4;
  m->sum = 0;
  for (int i = 0; i < 40; i++)
    m->body[i] = (unsigned char)(i + m->type);
  for (int i = 0; i < 40; i++)
    m->sum += m->body[i];
  for (int i = 0; i < 40; i++)
    first.sum += first.body[i] * i;
  for (int i = 0; i < 20; i++)
    first.tail[i] = (short)(first.tail[i] + i);
  second = first; // all pieces
  memset(&first.body, 9, sizeof first.body);
  second.body[m->type] += first.body[39];
  // Beyond the array, inside the object, by way of the whole.
  int at = m->sum % 2 - 1;
  second.body[at < 0 ? at : 0] = 77;
  printf("%d %d %d %d %d %d\n", m->type, m->sum, first.sum, second.type,
         second.tail[1], total(second.body, 40));
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: run --component --32
 * native: same
 */
/* test: dump component
 * stdout-contains: region first: first.type:8 first.body[]:8 (array, period 1) first@41:8 first@42:8 first@43:8 first.sum:32 first.tail[]:16 (array, period 2) */
