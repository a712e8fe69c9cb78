// A buffer that grows: what is copied matters to no access, and whose buffer it
// is that is written to, given or grown, is said by the pointer, not by how far
// the length leads.
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *value;
  size_t length, size;
};

int append(struct buffer *buffer, const char *data, size_t size) {
  if (size >= buffer->size - buffer->length) {
    size_t room = buffer->size * 2 > buffer->length + size + 1
                      ? buffer->size * 2
                      : buffer->length + size + 1;
    char *grown = malloc(room);
    if (!grown)
      return -1;
    memcpy(grown, buffer->value, buffer->length);
    free(buffer->value);
    buffer->value = grown;
    buffer->size = room;
  }
  memcpy(buffer->value + buffer->length, data, size);
  buffer->length += size;
  buffer->value[buffer->length] = 0;
  return 0;
}

int append_one(struct buffer *buffer, char byte) {
  return append(buffer, &byte, 1);
}

// One byte too few in its own block.
int copied(struct buffer *buffer, const char *text) {
  size_t length = strlen(text);
  char *grown = malloc(length);
  if (!grown)
    return -1;
  memcpy(grown, text, length);
  grown[length] = 0;
  free(buffer->value);
  buffer->value = grown;
  return 0;
}

// What was copied matters here: an index of its own.
int looked_up(const unsigned char *data) {
  static const int table[4] = {1, 2, 3, 4};
  unsigned char bytes[2];
  memcpy(bytes, data, sizeof bytes);
  return table[bytes[0] & 7];
}

// Freed, and then copied to.
int stale(struct buffer *buffer, const char *data, size_t size) {
  free(buffer->value);
  memcpy(buffer->value + buffer->length, data, size);
  return 0;
}

/* test: check --deref --required --cpu-timeout 5s --function append_one $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --cpu-timeout 5s --function copied $file
 * exit: 10
 * stdout-contains: write of 1 byte out of bounds
 */
/* test: check --deref --required --cpu-timeout 5s --function looked_up $file
 * exit: 10
 * stdout-contains: read of 4 bytes out of bounds
 */
/* test: check --deref --required --cpu-timeout 5s --function stale $file
 * exit: 10
 * stdout-contains: freed
 */
/* test: check --deref --usual --cpu-timeout 5s --function append $file
 * exit: 10
 */
