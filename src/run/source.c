#include "run/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct source *source_new(uint32_t number) {
  struct source *source = memory_new_zero(1, sizeof *source);
  source->number = number;
  return source;
}

void source_free(struct source *source) {
  strbuf_release(&source->bytes);
  free(source);
}

static ssize_t give(void *cookie, char *to, size_t size) {
  struct source *source = cookie;
  size_t left = source->bytes.length - source->taken;
  size_t count = left < size ? left : size;
  if (count)
    memcpy(to, source->bytes.text + source->taken, count);
  source->taken += count;
  return (ssize_t)count;
}

FILE *source_open(struct source *source) {
  return fopencookie(source, "r", (cookie_io_functions_t){.read = give});
}
