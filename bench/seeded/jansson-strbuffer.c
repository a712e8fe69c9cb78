/* Scenarios of jansson's string buffers. */
#include "harness.h"

#include UNIT

SCENARIO(append) {
  strbuffer_t buffer;
  if (strbuffer_init(&buffer))
    return;
  for (int i = 0; i < 40; i++)
    strbuffer_append_byte(&buffer, 'a');
  strbuffer_append_bytes(&buffer, "0123456789012345678901234567890123456789",
                         40);
  strbuffer_value(&buffer);
  strbuffer_clear(&buffer);
  strbuffer_close(&buffer);
}

SCENARIO(pop) {
  strbuffer_t buffer;
  if (strbuffer_init(&buffer))
    return;
  strbuffer_append_bytes(&buffer, "ab", 2);
  for (int i = 0; i < 4; i++)
    strbuffer_pop(&buffer);
  strbuffer_close(&buffer);
}

SCENARIO(huge) {
  strbuffer_t buffer;
  if (strbuffer_init(&buffer))
    return;
  strbuffer_append_bytes(&buffer, "ab", 2);
  strbuffer_append_bytes(&buffer, "ab", (size_t)-1);
  strbuffer_append_bytes(&buffer, "ab", (size_t)-2);
  strbuffer_close(&buffer);
}

SCENARIO(steal) {
  strbuffer_t buffer;
  if (strbuffer_init(&buffer))
    return;
  char *text = strbuffer_steal_value(&buffer);
  free(text);
  strbuffer_close(&buffer);
}
